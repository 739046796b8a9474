"""Seven cards set against seven cards, all pairs of hands that leave each other their cards.

There are 8,250,459,031,214,400 such pairs in a deck with a joker, too many to look at. Let W(S) be the pairs in which
both hands hold the cards S, other cards in common or not, and the player wins. Then, over all sets S of cards,

      pairs without a card in common in which the player wins  =  sum of  (-1)^|S| W(S)

For one S the hands that hold it are counted by class, each class is a cell or some corners of a grid (`profiles.py`),
and one sweep over the grid gives W(S). Of most S only the ranks matter (`common_cards.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANKS, Deck
from fairfelt.cards.classes import suit_classes
from fairfelt.compute.executors import Task, run_tasks
from fairfelt.exact.core.problem import verify_deck_to_set
from fairfelt.hands import PaiGowRanking
from fairfelt.hands.poker.joker_tables import JOKER
from fairfelt.rules import PaiGowPoker

from .common_cards import Dealt, count_by_ranks, count_flushes_of_a_suit, count_flushes_of_two_suits
from .deck_tables import deck_tables, flush_classes, rank_sets
from .flushes import NONE, SIZE
from .grid import Stakes
from .profiles import Cells, Scale, dealer_cells, player_corners, scale_of_dealers, scale_of_players
from .settings import all_settings, house_settings
from .seven_cards import seven_cards

PARTS: Final = 16
LEAST_ROWS: Final = 256
"""Sets of cards that are worth a part with a grid of its own."""
BY_RANKS, OF_A_SUIT, OF_TWO_SUITS = "by ranks", "flushes of a suit", "flushes of two suits"
KERNELS: Final[dict[str, Callable[..., None]]] = {
    BY_RANKS: count_by_ranks, OF_A_SUIT: count_flushes_of_a_suit, OF_TWO_SUITS: count_flushes_of_two_suits
}  # fmt: skip
"""How sets of cards are counted, by name: a name is the same in every process, a kernel is not."""
Ints = NDArray[Any]
Sums = tuple[Ints, Ints]
"""Wins and losses, and pairs by their kinds."""
PLAIN, PUSHES, PUSHES_WITH_JOKER = range(3)
"""What a dealer's hand is: an ordinary one, or one with which all bets push."""
HIGHEST_RANK_AT: Final = 16


@dataclass(frozen=True)
class PaiGowCounts:
    """How all pairs of hands stand, the player's and the dealer's."""

    total: int
    won: int
    lost: int
    kinds: tuple[tuple[int, ...], ...]
    """[the player's hand is such that the dealer's would push, kind of the dealer's hand]."""

    @property
    def tied(self) -> int:
        """Pairs in which each side wins a hand; not those in which the dealer's hand pushes."""
        pushed = sum(sum(row[PUSHES:]) for row in self.kinds)
        return self.total - self.won - self.lost - pushed


def pushing_classes(ranking: PaiGowRanking, top: str) -> NDArray[np.bool_]:
    """The classes of hands without a pair whose highest card is of that rank."""
    return np.asarray(ranking.batch(seven_cards().hands) >> HIGHEST_RANK_AT == RANKS.index(top), np.bool_)


class PaiGowCounter:
    """A way of setting hands, with all that is to be known about it before cards are dealt."""

    def __init__(self, course: PaiGowPoker) -> None:
        self.course = course
        self.high, self.low = house_settings(course.way, course.ranking)

    @cached_property
    def push(self) -> NDArray[np.bool_]:
        """The classes of hands with which all bets push if the dealer holds them."""
        if not self.course.pushes:
            return np.zeros(len(seven_cards()), np.bool_)
        return pushing_classes(self.course.ranking, self.course.pushes)

    @cached_property
    def kind(self) -> NDArray[np.uint8]:
        """What the hands of a class are to the dealer."""
        joker = (seven_cards().hands == JOKER).any(axis=1)
        return np.where(self.push, np.where(joker, PUSHES_WITH_JOKER, PUSHES), PLAIN).astype(np.uint8)

    @cached_property
    def scale(self) -> Scale:
        """The values of all dealers' hands."""
        return scale_of_dealers(self.high, self.low)

    @cached_property
    def cells(self) -> Cells:
        """Where the dealer stands."""
        return dealer_cells(self.high, self.low, self.push, self.scale)

    @cached_property
    def choices(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """[class, split]: what a player may choose from: anything in sight of the dealer's hand, else the house way."""
        if self.course.face_up:
            settings = all_settings(self.course.ranking)
            return settings.high, settings.low
        return self.high[:, None], self.low[:, None]

    @cached_property
    def stakes(self) -> Stakes:
        """How all classes stand to each other."""
        return self._stakes(self.scale, np.arange(len(self.high)))

    @cached_property
    def stakes_without_suits(self) -> tuple[Stakes, Stakes]:
        """The same where suits do not count for the dealer; and where not for the player. Flushes come as listed.

        All flushes stand alike to hands without one, so that there are few places for them.
        """
        flushes, (high, low) = flush_classes(), self.choices
        order = np.concatenate((np.arange(flushes.first), flushes.first + flushes.listed))
        of_dealers = scale_of_dealers(self.high[: flushes.first], self.low[: flushes.first])
        of_players = scale_of_players(high[: flushes.first], low[: flushes.first])
        return self._stakes(of_dealers, order), self._stakes(of_players, order)

    def _stakes(self, scale: Scale, order: Ints) -> Stakes:
        cells = dealer_cells(self.high[order], self.low[order], self.push[order], scale)
        high, low = self.choices
        corners = player_corners(high[order], low[order], scale, cells)
        return Stakes(cells, corners, self.kind[order], self.push[order].astype(np.uint8))

    def count(self, deck: Deck, executor: Executor | None = None) -> PaiGowCounts:
        """All pairs of hands without a card in common."""
        verify_deck_to_set(deck)
        work = partial(_count_part, deck, self.stakes_without_suits, self.stakes)
        (won, lost), pairs = _added(run_tasks(work, _tasks(deck), executor))
        total = comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE)
        assert pairs.sum() == total, "every pair of hands is counted once"
        return PaiGowCounts(total, int(won), int(lost), tuple(tuple(int(n) for n in row) for row in pairs))


@lru_cache(maxsize=8)
def counter_of(course: PaiGowPoker) -> PaiGowCounter:
    """The counter of a course, kept with its tables."""
    return PaiGowCounter(course)


def _tasks(deck: Deck) -> list[Task]:
    """Sets of cards that both hands may hold, by what kernel they are counted with; the long ones are spread evenly."""
    sets, copies, masks = rank_sets(), _dealt(deck).deck.copies, np.arange(1 << NONE)
    ranks = np.flatnonzero(copies)
    fitting = masks[(masks & ~(1 << ranks).sum() == 0) & (np.bitwise_count(masks) <= SIZE)]
    held, beside = (np.array([(*some, *[NONE] * (2 - n)) for n in range(3) for some in choose(ranks.tolist(), n)])
                    for choose in (combinations, combinations_with_replacement))  # fmt: skip
    here, there = (at.ravel() for at in np.indices((len(held), len(beside))))
    kinds: dict[str, tuple[Ints, ...]] = {
        BY_RANKS: (np.flatnonzero((sets.counts <= copies).all(axis=1)),),
        OF_TWO_SUITS: (held[here], beside[there]),
        OF_A_SUIT: (fitting,),
    }
    return [
        (kind, joker, *(rows[part::parts] for rows in common))
        for kind, common in kinds.items() for parts in [min(PARTS, 1 + len(common[0]) // LEAST_ROWS)]
        for joker in range(deck.jokers + 1) for part in range(parts)
    ]  # fmt: skip


def _count_part(
    deck: Deck, without_suits: tuple[Stakes, Stakes], stakes: Stakes, kind: str, joker: int, *common: Ints
) -> Sums:  # fmt: skip
    """Pairs that hold some of these sets of cards, without a bound to their number."""
    sums = np.zeros(2, np.int64), np.zeros((2, PUSHES_WITH_JOKER + 1), np.int64)
    KERNELS[kind](*common, joker, _dealt(deck), *(without_suits if kind == BY_RANKS else (stakes,)), *sums)
    return sums[0].astype(object), sums[1].astype(object)


@lru_cache(maxsize=2)
def _dealt(deck: Deck) -> Dealt:
    return Dealt(seven_cards().tables, rank_sets(), flush_classes(), deck_tables(deck))


def _added(parts: Sequence[Sums]) -> Sums:
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)


def sets_of_cards(deck: Deck, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sets of so many cards up to an exchange of suits, and how many each stands for."""
    if not size:
        return np.zeros((1, 0), np.int64), np.ones(1, np.int64)
    classes = suit_classes(deck, size)
    return classes.hands.astype(np.int64), classes.weights
