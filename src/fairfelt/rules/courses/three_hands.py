"""Seven cards each, set in three hands of four, two and one: who wins two of them wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from fairfelt.rules.cards import Card, parse_cards
from fairfelt.rules.courses.course import LaidHand
from fairfelt.rules.deal import Choice, Street
from fairfelt.rules.hands import FRONT, LINE_BITS
from fairfelt.rules.hands.poker.four_with_joker import FOUR_WITH_JOKER, High, one_card_value
from fairfelt.rules.settlement import Facts, Result

from .pai_gow import (
    BY_THE_HOUSE_WAY,
    SIZE,
    Rule,
    SevenCards,
    SevenCardState,
    Way,
    aim_words,
    line_name,
    lines_words,
    two_card_words,
)

SPLITS = tuple(
    (medium, low) for medium in combinations(range(SIZE), 2) for low in (at for at in range(SIZE) if at not in medium)
)
"""The places of the two cards of the medium hand and of the low card, of seven; the others are the high hand."""
HIGH = tuple(tuple(at for at in range(SIZE) if at not in (*medium, low)) for medium, low in SPLITS)
"""The places of the high hand in each of them."""
OWN_WAYS = tuple(Choice(f"medium {a + 1}-{b + 1} low {low + 1}") for (a, b), low in SPLITS)
"""By the places of the cards as they were dealt; the other four are the high hand."""
SET_THE_HANDS = Street("Setting the hands", *OWN_WAYS, BY_THE_HOUSE_WAY)


@dataclass(frozen=True)
class ThreeSetting:
    """Seven cards set in three hands, and what those are worth."""

    high: tuple[Card, ...]
    medium: tuple[Card, ...]
    low: Card
    values: tuple[int, int, int]
    """Of the high, the medium and the low hand."""

    @property
    def is_legal(self) -> bool:
        """Whether no hand is better than one of more cards."""
        high, medium, low = self.values
        return high >= medium >= low

    @property
    def order(self) -> tuple[int, int, int]:
        """The best of several that reach an aim has the best low card, then the best medium, then the best high."""
        high, medium, low = self.values
        return low, medium, high


@dataclass(frozen=True)
class ThreeAim:
    """Of the settings with one of these lines in the high hand and at least this in the medium: the best low card.

    The least medium hand is written as ranks: "22" is any pair.
    """

    high: tuple[High, ...] = tuple(High)
    medium: str = "32"

    @cached_property
    def least_medium(self) -> int:
        """The least value of the medium hand."""
        return FRONT.value(parse_cards(f"{self.medium[0]}c {self.medium[1]}d"))

    @property
    def words(self) -> str:
        """The rule as printed."""
        return aim_words({"high": lines_words(self.high, High), "medium": two_card_words(self.medium)})

    def fits(self, setting: ThreeSetting) -> bool:
        """Whether a setting is one of those."""
        high, medium, _ = setting.values
        return medium >= self.least_medium and high >> LINE_BITS in self.high


@dataclass(frozen=True)
class ThreeRule(Rule):
    """One line of a house way for three hands: the first aim that can be reached counts."""

    groups: tuple[str, ...]
    """Sizes of the groups of two or more, the largest first, as "3 2"; the rule is for any of these."""
    aims: tuple[ThreeAim, ...]


@dataclass(frozen=True)
class ThreeWay(Way[ThreeSetting]):
    """A house way for three hands, by its name."""

    name: str
    rules: tuple[ThreeRule, ...]


@dataclass(frozen=True)
class ThreeHands(SevenCards[ThreeSetting]):
    """The dealer sets by a house way; players as they like, as long as no hand is better than one of more cards."""

    way: ThreeWay

    hands_set = 3
    streets = (SET_THE_HANDS,)
    order = ("low card", "medium hand", "high hand")

    def settings(self, cards: tuple[Card, ...]) -> tuple[ThreeSetting, ...]:
        return three_settings(cards)

    def set_by(self, cards: tuple[Card, ...], choice: Choice) -> tuple[LaidHand, ...]:
        setting = self.setting(cards, choice)
        return (
            LaidHand((setting.low,), "Low", words=setting.low.words),
            LaidHand(setting.medium, "Medium", ranking=FRONT),
            LaidHand(setting.high, "High", ranking=FOUR_WITH_JOKER),
        )

    def facts(self, state: SevenCardState, player: int) -> Facts:
        mine = self.setting(state.hand(player), state.choices[player])
        return Facts(compare_three(mine, self.setting(state.dealer)))

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


def compare_three(player: ThreeSetting, dealer: ThreeSetting) -> Result:
    """Two hands of three win; copies go to the dealer."""
    won = sum(mine > theirs for mine, theirs in zip(player.values, dealer.values, strict=True))
    return Result.WIN if won > 1 else Result.LOSS


@lru_cache(maxsize=1 << 12)
def three_settings(cards: tuple[Card, ...]) -> tuple[ThreeSetting, ...]:
    """All ways to set seven cards in three hands, legal or not, in the order of `SPLITS`."""
    if len(cards) != SIZE:
        raise ValueError(f"a hand of seven cards is set, not one of {len(cards)}")
    # A hand of four or of two belongs to several settings and is valued once.
    fours = {places: FOUR_WITH_JOKER.value(_at(cards, places)) for places in set(HIGH)}
    twos = {places: FRONT.value(_at(cards, places)) for places in combinations(range(SIZE), 2)}
    ones = [one_card_value(card) for card in cards]
    return tuple(
        ThreeSetting(_at(cards, high), _at(cards, medium), cards[low], (fours[high], twos[medium], ones[low]))
        for high, (medium, low) in zip(HIGH, SPLITS, strict=True)
    )


def _at(cards: tuple[Card, ...], places: Sequence[int]) -> tuple[Card, ...]:
    return tuple(cards[place] for place in places)
