"""The handful of small facts a settlement looks at, and the settlements that sheets use again and again.

A game's file may write its own in the same form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from fairfelt.rules.hands import Ranking
from fairfelt.rules.pays import EVEN, LOSE, NOTHING, PUSH, Pay, Paytable


class Result(IntEnum):
    """How the player's hand stands against the dealer's."""

    LOSS = 0
    TIE = 1
    WIN = 2


@dataclass(frozen=True)
class Facts:
    """What is known of a finished hand: who wins, on which lines, and whether the dealer plays."""

    result: Result = Result.TIE
    player: int = 0
    """The line of the player's hand: in a showdown by the showdown's ranking, else by the wager's own."""
    dealer: int = 0
    """The line of the dealer's hand, in a showdown or for a wager that reads both sides."""
    qualified: bool = True
    copy: bool = False
    """Whether the two hands are equal, regardless of who wins copies."""

    @property
    def margin(self) -> int:
        """Lines between the two hands; for runs, cards."""
        return self.player - self.dealer


@dataclass(frozen=True)
class Outcome:
    """What became of a wager: the reason in words, and the pay."""

    name: str
    pay: Pay
    line: int | None = None
    """The row of the paytable it was paid by, if any; envy goes by it."""
    margin: int = 0
    """The number of cards it was won by, where it is paid by that."""
    folded: Outcome | None = None
    """What a paying hand would have been paid, had it not been folded."""


@dataclass(frozen=True)
class Reading:
    """What a settlement pays by: the paytable in play and the ranking whose lines it lists."""

    paytable: Paytable
    ranking: Ranking | None


Settle = Callable[[Any, Reading], Outcome]
"""Ordinary Python that answers for each combination of facts once: `Facts`, or what a course has made of them."""

NO_PAYS = Paytable("", {})


UNQUALIFIED = "dealer does not qualify"
FOLDED = Outcome("folded", LOSE)
FOLDED_BONUS = Outcome("folded", NOTHING)
NOT_BET = Outcome("not bet", NOTHING)
TAKEN_BACK = Outcome("taken back", NOTHING)
MISDEALT = Outcome("misdeal, goes back", NOTHING)
FOUL_RETURNED = Outcome("a foul hand, goes back", NOTHING)
FOUL_FORFEITED = Outcome("a foul hand", LOSE)
FOUL_BONUS = Outcome("a foul hand", NOTHING)


def even_money(facts: Facts, reading: Reading) -> Outcome:
    """Win 1 to 1, push a tie, lose."""
    pays = {Result.WIN: EVEN, Result.TIE: PUSH, Result.LOSS: LOSE}
    return Outcome(_BEATS[facts.result], pays[facts.result])


def by_margin(facts: Facts, reading: Reading) -> Outcome:
    """A win pays by how many cards the player's run is longer; a tie pushes."""
    if facts.result is not Result.WIN:
        return even_money(facts, reading)
    words = f"won by {facts.margin} card{'s' * (facts.margin != 1)}"
    return Outcome(words, reading.paytable.for_margin(facts.margin), margin=facts.margin)


def by_hand_if_it_wins(facts: Facts, reading: Reading) -> Outcome:
    """A win pays by the player's line, a line that is not listed pushes; a tie pushes."""
    if facts.result is not Result.WIN:
        return even_money(facts, reading)
    hand = by_line(facts, reading)
    if hand.line is None:
        return Outcome("wins with a lower hand than pays", PUSH)
    return Outcome(f"wins with {hand.name}", hand.pay, hand.line)


def by_line(facts: Facts, reading: Reading) -> Outcome:
    """Pays by the line the hand makes, whatever the dealer has."""
    assert reading.ranking, "a wager paid by line needs a ranking"
    listed = reading.paytable.listed_line(facts.player, reading.ranking)
    if listed is None:
        return Outcome("no paying hand", LOSE)
    return Outcome(reading.paytable.line_name(listed, reading.ranking), reading.paytable.pays[listed], listed)


def extra_by_line(facts: Facts, reading: Reading) -> Outcome:
    """As `by_line`, but with no stake of its own there is nothing to lose."""
    outcome = by_line(facts, reading)
    return outcome if outcome.line is not None else Outcome(outcome.name, NOTHING)


@dataclass(frozen=True)
class EvenMoneyFrom:
    """Pays 1 to 1 with that line or better, whatever the dealer has."""

    least: int
    """The line."""

    def __call__(self, facts: Facts, reading: Reading) -> Outcome:
        assert reading.ranking, "a wager paid by line needs a ranking"
        if facts.player < self.least:
            return Outcome("no paying hand", LOSE)
        return Outcome(f"{reading.ranking.lines[self.least].name} or better", EVEN)


even_money_from = EvenMoneyFrom


@dataclass(frozen=True)
class UnlessDealerQualifies:
    """That pay if the dealer does not qualify, otherwise as another settlement says."""

    settle: Settle
    """How it is settled if the dealer qualifies."""
    pay: Pay
    """What it is paid if not."""

    def __call__(self, facts: Facts, reading: Reading) -> Outcome:
        return self.settle(facts, reading) if facts.qualified else Outcome(UNQUALIFIED, self.pay)


unless_dealer_qualifies = UnlessDealerQualifies


@dataclass(frozen=True)
class ByRanking:
    """As another settlement says, by the lines of that ranking: for a course, which has no showdown to name one."""

    settle: Settle
    """How it is settled."""
    ranking: Ranking
    """Whose lines the paytable lists."""

    def __call__(self, facts: Facts, reading: Reading) -> Outcome:
        return self.settle(facts, Reading(reading.paytable, self.ranking))


by_ranking = ByRanking


def innermost(settle: Settle) -> Settle:
    """The settlement inside of those that only ask whether the dealer qualifies, or by which ranking."""
    return innermost(settle.settle) if isinstance(settle, UnlessDealerQualifies | ByRanking) else settle


def ranking_in(settle: Settle) -> Ranking | None:
    """The ranking that a settlement names itself, if it does."""
    if isinstance(settle, ByRanking):
        return settle.ranking
    return ranking_in(settle.settle) if isinstance(settle, UnlessDealerQualifies) else None


_BEATS = {Result.WIN: "beats the dealer", Result.TIE: "ties the dealer", Result.LOSS: "loses to the dealer"}
