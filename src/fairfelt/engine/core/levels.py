"""What a player sees from the deal to the last decision: levels, each with more cards than the one before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT

PLACES: Final = (Cards.OWN, Cards.COMMUNITY, Cards.DEALER)
"""Where cards lie; the cards of an information set stand in this order."""
RANK_OF: Final = np.append(np.arange(ALL_CARDS - 1) % RANKS_PER_SUIT, RANKS_PER_SUIT)
"""[card]: its rank, the joker's after all others."""


@dataclass(frozen=True)
class Group:
    """Cards of one place that are known alike."""

    place: Cards
    by_rule: int
    """The street at which the rules turn them over; past the last one, at the end of the round."""
    known: int
    """The street from which on the player knows their faces."""
    classes: tuple[int, ...] = ()
    """The class of each rank, which the player knows from the start, and the joker's; empty where backs say nothing."""
    size: int = 1

    @property
    def labels(self) -> int:
        """How many labels can be told: the class of one card, or how many cards of each class but the first."""
        kinds = max(self.classes, default=0) + 1
        return kinds if self.size == 1 else (self.size + 1) ** (kinds - 1)

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """[card]: these, added up over the cards of the group, are the number of its label."""
        classes = np.array(self.classes or [0] * (RANKS_PER_SUIT + 1), np.int64)
        if self.size > 1:
            classes = np.where(classes, (self.size + 1) ** (classes - 1).clip(0), 0)
        return np.asarray(classes[RANK_OF], np.int64)


@dataclass(frozen=True)
class Level:
    """How many cards of each place are visible, and the streets that are decided with them."""

    counts: tuple[int, ...]
    """Own, shared, the dealer's and, where other hands are known, the cards of these."""
    streets: tuple[int, ...] = ()
    turned: Group | None = None
    """What it adds to the level before."""
    marked: tuple[Group, ...] = ()
    """Groups still face down whose labels are known."""

    @property
    def cards(self) -> int:
        """All of them."""
        return sum(self.counts)

    @property
    def labels(self) -> int:
        """In how many ways the cards face down can be labeled; the group that is turned over first counts most."""
        return prod(group.labels for group in self.marked)

    def added(self, then: Level) -> tuple[int, int]:
        """The place at which a later level has more, and how many; one place only from one level to the next."""
        more = [b - a for a, b in zip(self.counts, then.counts, strict=True)]
        place = next(place for place, count in enumerate(more) if count)
        return place, more[place]


def hidden(game: Game, level: Level) -> tuple[Group, ...]:
    """The cards of each place that are still face down there, with nothing known of them."""
    end = len(game.streets)
    left = (game.deal.count(place) - seen for place, seen in zip(PLACES, level.counts, strict=False))
    return tuple(Group(place, end, end, size=many) for place, many in zip(PLACES, left, strict=True) if many)


def ways_to_turn(left: int, counts: Sequence[int]) -> int:
    """Combinations of n cards for each group, from n that are left."""
    return prod(comb(left - sum(counts[:at]), count) for at, count in enumerate(counts))


def offered(game: Game, street: int, own: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """[hand, choice]: which choices of a street may be made with each of the player's hands, one a row."""
    choices = game.streets[street].choices
    may = np.ones((len(own), len(choices)), np.bool_)
    for at, choice in enumerate(choices):
        if choice.holding and game.showdown:
            values = game.showdown.ranking.batch(np.ascontiguousarray(own))
            may[:, at] = values >= game.showdown.least_value(choice.holding)
    return may


def reads(cards: Cards) -> Iterator[int]:
    """The numbers of the places in a set of them."""
    return (number for number, place in enumerate(PLACES) if place in cards)
