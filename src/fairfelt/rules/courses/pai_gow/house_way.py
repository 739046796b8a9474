"""A house way: how the dealer sets seven cards into five behind and two in front, as a list of rules.

A rule is for hands with certain groups of one rank (the joker counted as an ace) and says what to aim for. The first
aim that can be reached, of the first rule that is for the hand, sets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from fairfelt.cards import RANKS, Card, parse_cards
from fairfelt.hands import FRONT, PaiGow, PaiGowRanking
from fairfelt.hands.poker.kickers import ACE, grouped

from ..seven_cards import SIZE

SPLITS = tuple(combinations(range(SIZE), 2))
"""The places of the two cards in front, of seven."""


@dataclass(frozen=True)
class Setting:
    """Seven cards set in two hands, and what those are worth."""

    front: tuple[Card, ...]
    behind: tuple[Card, ...]
    low: int
    """The value of the two in front."""
    high: int
    """The value of the five behind."""

    @property
    def is_legal(self) -> bool:
        """Whether the hand behind is at least as good as the one in front."""
        return self.high >= self.low


@dataclass(frozen=True)
class Aim:
    """Of the settings with one of these lines behind and at least this in front: the best front, then the best behind.

    The least front is written as ranks: "K" is king high, "AK" ace-king, "22" any pair.
    """

    behind: tuple[PaiGow, ...] = tuple(PaiGow)
    front: str = "3"

    @cached_property
    def least_low(self) -> int:
        """The least value in front."""
        ranks = self.front if len(self.front) == 2 else self.front + "2"
        return FRONT.value(parse_cards(f"{ranks[0]}c {ranks[1]}d"))

    def fits(self, setting: Setting) -> bool:
        """Whether a setting is one of those."""
        return setting.low >= self.least_low and setting.high >> 20 in self.behind


@dataclass(frozen=True)
class HouseRule:
    """One line of a house way."""

    words: str
    groups: tuple[str, ...]
    """Sizes of the groups of two or more, the largest first, as "3 2"; the rule is for any of these."""
    aims: tuple[Aim, ...]
    ranks: tuple[str, ...] = ()
    """The ranks that the groups may be of, in the same order, the higher first: "2-6", "A"; any if nothing is said."""

    @cached_property
    def rank_sets(self) -> tuple[frozenset[int], ...]:
        """The same as numbers."""
        return tuple(frozenset(_between(span)) for span in self.ranks)

    def is_for(self, sizes: str, ranks: Sequence[int]) -> bool:
        """Whether the rule is for a hand with such groups of these ranks."""
        return sizes in self.groups and all(
            rank in allowed for rank, allowed in zip(ranks, self.rank_sets, strict=False)
        )


@dataclass(frozen=True)
class HouseWay:
    """A house way by its name."""

    name: str
    rules: tuple[HouseRule, ...]

    def follow(self, cards: Sequence[Card], settings: Sequence[Setting]) -> tuple[HouseRule, Setting]:
        """The first line that is for the cards and can be followed, and the setting that it takes."""
        sizes, ranks = groups_of(cards)
        lines = [(rule, aim) for rule in self.rules if rule.is_for(sizes, ranks) for aim in rule.aims]
        for rule, aim in lines:
            fitting = [setting for setting in settings if aim.fits(setting)]
            if fitting:
                return rule, max(fitting, key=lambda setting: (setting.low, setting.high))
        raise ValueError(f"{self.name} has no rule for a hand with groups {sizes or 'of one card each'}")


def settings_of(cards: Sequence[Card], ranking: PaiGowRanking) -> Iterator[Setting]:
    """All ways to put two of seven cards in front, legal or not, in the order of `SPLITS`."""
    if len(cards) != SIZE:
        raise ValueError(f"a hand of seven cards is set, not one of {len(cards)}")
    for places in SPLITS:
        front = tuple(cards[at] for at in places)
        behind = tuple(card for at, card in enumerate(cards) if at not in places)
        yield Setting(front, behind, FRONT.value(front), ranking.value(behind))


def groups_of(cards: Sequence[Card]) -> tuple[str, tuple[int, ...]]:
    """Sizes of the groups of two or more, as "3 2", and their ranks; the joker is an ace."""
    order, sizes = grouped(ACE if card.is_joker else card.rank for card in cards)
    count = sum(size > 1 for size in sizes)
    return " ".join(map(str, sizes[:count])), order[:count]


def _between(span: str) -> range:
    first, last = span[0], span[-1]
    return range(RANKS.index(first), RANKS.index(last) + 1)
