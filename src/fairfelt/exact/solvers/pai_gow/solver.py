"""Seven cards set against seven cards, all pairs of hands that leave each other their cards.

There are 8,250,459,031,214,400 such pairs in a deck with a joker, too many to look at. Let W(S) be the pairs in which
both hands hold the cards S, other cards in common or not, and the player wins. Then, over all sets S of cards,

      pairs without a card in common in which the player wins  =  sum of  (-1)^|S| W(S)

and S need be tried up to an exchange of suits only. For one S the hands that hold it are counted by class, each class
is a cell or some corners of a grid (`profiles.py`), and one sweep over the grid gives W(S).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import RANKS, Deck
from fairfelt.cards.classes import suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.problem import Unsolved
from fairfelt.hands.poker.joker_tables import JOKER
from fairfelt.rules import PaiGowPoker

from .by_class import count_hands_by_class
from .flushes import SIZE
from .kernels import count_pairs
from .profiles import Cells, Corners, dealer_cells, player_corners
from .settings import all_settings, house_settings
from .seven_cards import seven_cards

PARTS: Final = 64
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
        top = self.course.ranking.batch(seven_cards().hands) >> HIGHEST_RANK_AT
        return np.asarray(top == RANKS.index(self.course.pushes), np.bool_)

    @cached_property
    def kind(self) -> NDArray[np.uint8]:
        """What the hands of a class are to the dealer."""
        joker = (seven_cards().hands == JOKER).any(axis=1)
        return np.where(self.push, np.where(joker, PUSHES_WITH_JOKER, PUSHES), PLAIN).astype(np.uint8)

    @cached_property
    def cells(self) -> Cells:
        """Where the dealer stands."""
        return dealer_cells(self.high, self.low, self.push)

    @cached_property
    def choices(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """[class, split]: what a player may choose from: anything in sight of the dealer's hand, else the house way."""
        if self.course.face_up:
            settings = all_settings(self.course.ranking)
            return settings.high, settings.low
        return self.high[:, None], self.low[:, None]

    @cached_property
    def corners(self) -> Corners:
        """What the player reaches."""
        return player_corners(*self.choices, self.cells)

    def count(self, deck: Deck, executor: Executor | None = None) -> PaiGowCounts:
        """All pairs of hands without a card in common."""
        if deck.copies != 1 or deck.jokers > 1 or len(deck) < 2 * SIZE:
            raise Unsolved("hands are set against each other from one deck of 14 cards or more, with one joker at most")
        tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
        faces, kinds = np.array(deck.faces, np.int64), (self.kind, self.push.astype(np.uint8))
        work = partial(_with_common, faces, self.cells, self.corners, kinds)
        (won, lost), pairs = _added([*run_tasks(work, tasks, executor), self._with_itself(deck)])
        total = comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE)
        assert pairs.sum() == total, "every pair of hands is counted once"
        return PaiGowCounts(total, int(won), int(lost), tuple(tuple(int(n) for n in row) for row in pairs))

    def _with_itself(self, deck: Deck) -> Sums:
        """Pairs with all cards in common: every hand against itself."""
        counts = count_hands_by_class(deck.faces)
        (high, low), plain = self.choices, ~self.push
        beats = ((high > self.high[:, None]) & (low > self.low[:, None])).any(axis=1)
        loses = (high.max(axis=1) <= self.high) & (low.max(axis=1) <= self.low)
        _, kinds = _nothing(np.int64)
        np.add.at(kinds, (self.push.astype(int), self.kind), counts)
        results = np.array([counts[beats & plain].sum(), counts[loses & plain].sum()])
        return _signed(SIZE, (results, kinds))


@lru_cache(maxsize=8)
def counter_of(course: PaiGowPoker) -> PaiGowCounter:
    """The counter of a course, kept with its tables."""
    return PaiGowCounter(course)


def _with_common(
    faces: NDArray[np.int64], cells: Cells, corners: Corners, kinds: tuple[Ints, Ints], hands: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> Sums:  # fmt: skip
    """Pairs that both hold one of these sets of cards, summed over the sets."""
    sums = _nothing(np.int64)
    count_pairs(hands, weights, faces, seven_cards().tables, cells, corners, *kinds, *sums)
    return _signed(hands.shape[1], sums)


def _signed(common: int, sums: Sums) -> Sums:
    """As pairs with so many cards in common go into the alternating sum, without a bound to their size."""
    sign = -1 if common % 2 else 1
    return sign * sums[0].astype(object), sign * sums[1].astype(object)


def _added(parts: Sequence[Sums]) -> Sums:
    return np.sum([part[0] for part in parts], axis=0), np.sum([part[1] for part in parts], axis=0)


def _nothing(kind: type[Any]) -> Sums:
    return np.zeros(2, kind), np.zeros((2, PUSHES_WITH_JOKER + 1), kind)


def sets_of_cards(deck: Deck, size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sets of so many cards up to an exchange of suits, and how many each stands for."""
    if not size:
        return np.zeros((1, 0), np.int64), np.ones(1, np.int64)
    classes = suit_classes(deck, size)
    return classes.hands.astype(np.int64), classes.weights
