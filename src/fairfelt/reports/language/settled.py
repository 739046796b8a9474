"""A bet settled by every settlement of the language, by example: the facts, the paytable, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fairfelt.hands import SOLITAIRE_RUN
from fairfelt.rules import (
    EVEN,
    PUSH,
    BlackjackFacts,
    BustFacts,
    CrossFacts,
    CrossHand,
    Facts,
    FollowingFacts,
    Paytable,
    Reading,
    Result,
    SetFacts,
    Settle,
    TwentyTwo,
    both_hands,
    by_hand_if_it_wins,
    by_line,
    by_margin,
    by_ranking,
    even_money,
    even_money_from,
    on_bust,
    on_cross,
    on_first_round,
    on_following_round,
    price_of_cards,
    unless_dealer_qualifies,
)
from fairfelt.rules.courses.blackjack.facts import (
    Doubled,
    EndedBy,
    HandEnd,
    OnDouble,
    OnFreeBets,
    OnHand,
    on_twenty_two,
)
from fairfelt.rules.json_form.known_parts import PLAIN_SETTLEMENTS, SETTLEMENTS_WITH_WORDS, word_of
from fairfelt.rules.settlement import extra_by_line

RUNS = Reading(Paytable("1", {4: 40, 3: 9, 2: 3, 1: 1}), SOLITAIRE_RUN)
WON = Facts(Result.WIN, player=4, dealer=2)


@dataclass(frozen=True)
class Settled:
    """One bet that is settled."""

    settle: Settle
    facts: Any
    words: str
    """What happened."""
    reading: Reading = RUNS

    def __str__(self) -> str:
        outcome = self.settle(self.facts, self.reading)
        return f"{self.words}: {outcome.name}, {outcome.pay.sentence}"


def _hand(end: HandEnd) -> BlackjackFacts:
    return BlackjackFacts(hands=(end,))


EXAMPLES = (
    Settled(even_money, WON, "a hand that wins"),
    Settled(by_margin, WON, "a four-card run against two cards"),
    Settled(by_hand_if_it_wins, WON, "a four-card run that wins"),
    Settled(by_line, Facts(player=3), "a three-card run"),
    Settled(extra_by_line, Facts(), "no run"),
    Settled(even_money_from(3), Facts(player=4), "a four-card run, where three are asked for"),
    Settled(unless_dealer_qualifies(even_money, pay=PUSH), Facts(qualified=False), "any hand"),
    Settled(by_ranking(by_line, SOLITAIRE_RUN), Facts(player=4), "a four-card run in a course"),
    Settled(on_cross(CrossHand.BETTER, by_line), CrossFacts(across=3, down=4), "a four-card run down"),
    Settled(on_first_round(even_money), FollowingFacts(first=Facts(Result.WIN)), "a first round that wins"),
    Settled(
        on_following_round(even_money), FollowingFacts(first=WON, following=WON), "a following round that wins too"
    ),
    Settled(price_of_cards, Facts(), "a card that was bought"),
    Settled(OnHand(1), _hand(HandEnd(Result.WIN, ended_by=EndedBy.NATURAL)), "an ace and a king"),
    Settled(OnDouble(1), _hand(HandEnd(Result.WIN, Doubled.MONEY)), "a doubled hand that wins"),
    Settled(OnFreeBets(1), _hand(HandEnd(Result.LOSS, Doubled.FREE)), "a hand that was doubled free and loses"),
    Settled(
        on_twenty_two, BlackjackFacts(twenty_two=TwentyTwo.SUITED), "a dealer's 22 in hearts",
        Reading(Paytable("1", {TwentyTwo.SUITED: 50}), None),
    ),
    Settled(on_bust, BustFacts(up=10, bust=True), "a dealer's bust from a ten", Reading(Paytable("1", {10: 3}), None)),
    Settled(both_hands, SetFacts(Result.WIN), "both hands better than the dealer's",
            Reading(Paytable("", {Result.WIN: EVEN}, names={Result.WIN: "wins both hands"}), None)),
)  # fmt: skip


def settled_examples() -> Iterator[tuple[str, str, str]]:
    """Every settlement by name, with its sentence and a bet that it settles."""
    shown: Mapping[str, Settled] = {_name(each.settle): each for each in EXAMPLES}
    for name, part in {**PLAIN_SETTLEMENTS, **SETTLEMENTS_WITH_WORDS}.items():
        yield name, " ".join((part.__doc__ or "").split("\n\n")[0].split()), str(shown[name])


def _name(settle: Settle) -> str:
    return next((name for name, known in PLAIN_SETTLEMENTS.items() if known is settle), word_of(type(settle)))
