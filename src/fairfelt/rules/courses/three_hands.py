"""Seven cards each, set in three hands of four, two and one: who wins two of them wins."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from fairfelt.rules.cards import Card
from fairfelt.rules.courses.course import LaidHand
from fairfelt.rules.deal import Choice, Street
from fairfelt.rules.hands import FRONT
from fairfelt.rules.hands.poker.four_with_joker import FOUR_WITH_JOKER, High
from fairfelt.rules.settlement import Facts, Result

from .pai_gow import (
    BY_THE_HOUSE_WAY,
    SIZE,
    HandsAim,
    Rule,
    SettingCourse,
    SettingRules,
    SevenCardState,
    compare,
    line_name,
)

SPLITS = tuple(
    (tuple(at for at in range(SIZE) if at not in (*medium, low)), medium, (low,))
    for medium in combinations(range(SIZE), 2)
    for low in (at for at in range(SIZE) if at not in medium)
)
OWN_WAYS = tuple(Choice(f"medium {a + 1}-{b + 1} low {low + 1}") for _, (a, b), (low,) in SPLITS)
"""By the places of the cards as they were dealt; the other four are the high hand."""
SET_THE_HANDS = Street("Setting the hands", *OWN_WAYS, BY_THE_HOUSE_WAY)


@dataclass(frozen=True)
class ThreeAim(HandsAim):
    """Of the settings with one of these lines in the high hand and at least this in the medium: the best low card.

    The least medium hand is written as ranks: "22" is any pair.
    """

    high: tuple[High, ...] = tuple(High)
    medium: str = "32"

    places = ("high", "medium")

    @property
    def largest(self) -> tuple[High, ...]:  # type: ignore[override]
        return self.high

    @property
    def least_ranks(self) -> str:  # type: ignore[override]
        return self.medium


@dataclass(frozen=True)
class ThreeRule(Rule):
    """One line of a house way for three hands: the first aim that can be reached counts."""

    groups: tuple[str, ...]
    """Sizes of the groups of two or more, the largest first, as "3 2"; the rule is for any of these."""
    aims: tuple[ThreeAim, ...]


@dataclass(frozen=True)
class ThreeHandWay(SettingRules):
    """A house way for three hands, by its name."""

    name: str
    rules: tuple[ThreeRule, ...]


@dataclass(frozen=True)
class ThreeHands(SettingCourse):
    """The dealer sets by a house way; players as they like, as long as no hand is better than one of more cards."""

    way: ThreeHandWay

    hands_set = 3
    streets = (SET_THE_HANDS,)
    splits = SPLITS
    order = ("low card", "medium hand", "high hand")
    rankings = (FOUR_WITH_JOKER, FRONT, None)

    def set_by(self, cards: tuple[Card, ...], choice: Choice) -> tuple[LaidHand, ...]:
        high, medium, low = self.setting(cards, choice).hands
        return (
            LaidHand(low, "Low", words=low[0].words),
            LaidHand(medium, "Medium", ranking=FRONT),
            LaidHand(high, "High", ranking=FOUR_WITH_JOKER),
        )

    def facts(self, state: SevenCardState, player: int) -> Facts:
        mine = self.setting(state.hand(player), state.choices[player])
        return Facts(compare(mine, self.setting(state.dealer)))

    def possible_facts(self) -> Iterator[Facts]:
        yield from (Facts(Result.WIN), Facts(Result.LOSS))

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Each player, from the dealer's left, is dealt seven cards, and the dealer takes seven. The joker is an "
            "ace, or completes a straight, a flush or a straight flush.",
            "Each player sets the cards in three hands: four cards high, two medium and one low. No hand may be better "
            "than one of more cards. A player may ask for the house way.",
            f"The high hand ranks, from the best: {', '.join(map(line_name, reversed(High)))}. The medium hand is a "
            "pair or two high cards.",
            self.house_way_sentence,
            "Each hand is compared with the dealer's. The player wins with two or three higher hands and otherwise "
            "loses. The dealer wins with an equal hand.",
        )
