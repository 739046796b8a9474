"""The player's side: how a hand comes out by given choices, and which choices are best.

A hand is played by its own cards and the dealer's up card, whatever else has been seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import TWENTY_ONE, BlackjackRules

from .hands import BUST, Hands, Ints
from .residues import Array
from .shoe import LOSE, UpCardOdds

PLAIN, DOUBLED, FREE_DOUBLED = range(3)
"""How a hand ends: as it was bet, doubled with money, doubled free."""
NEARLY = 1e-9
"""Floats are right to about 1e-13 here; choices that are closer than this are compared in whole numbers."""


class Move(IntEnum):
    """What to do with a hand, in ascending order of the bet."""

    STAND = 0
    HIT = 1
    FREE_DOUBLE = 2
    DOUBLE = 3


@dataclass(frozen=True)
class Stake:
    """What lies on a hand: money, or the house's chip."""

    money: int
    free: int

    @property
    def nets(self) -> Ints:
        """[ending, result]: the net result in units."""
        ends = (self, Stake(self.money + 1, self.free), Stake(self.money, self.free + 1))
        rows = [[stake.money + stake.free, 0, -stake.money] for stake in ends]
        return np.array(rows, np.int64)


MONEY, FREE = Stake(1, 0), Stake(0, 1)


@dataclass(frozen=True, eq=False)
class HandTable:
    """Some hands against one up card, in blocks: a block holds hands that grow into each other."""

    hands: Hands
    places: Ints
    """Among all hands."""
    block: Ints
    """To which block each belongs."""
    against: UpCardOdds

    @cached_property
    def local(self) -> Ints:
        """[block, hand]: the place of a hand here; after the last one if it is bust or not in the block."""
        local = np.full((int(self.block.max(initial=0)) + 1, len(self.hands) + 1), len(self.places), np.int64)
        local[self.block, self.places] = np.arange(len(self.places))
        return local

    @cached_property
    def following(self) -> Ints:
        """[hand, card]: the place here of the hand with one card more."""
        return np.asarray(self.local[self.block[:, None], self.hands.following[self.places]], np.int64)

    def standing(self, moves: Ints) -> Array:
        """[hand, result]: how hands come out that stand, as far as these moves ask for it; zeros elsewhere."""
        stood = np.zeros(len(self.places) + 1, np.bool_)
        stood[:-1] = moves == Move.STAND
        stood[self.following[moves >= Move.FREE_DOUBLE]] = True
        rows = np.flatnonzero(stood[:-1])
        found = self.against.numbers.zeros(len(stood), 3)
        found[rows] = self.against.only(rows).standing(self.hands.total[self.places[rows]])
        return found

    @cached_property
    def busts(self) -> Array:
        """[hand]: the probability that one card more is too much."""
        numbers = self.against.numbers
        found = numbers.zeros(len(self.places))
        for card, live in enumerate(np.moveaxis(self.against.live_after, 1, 0)):
            rows = self.hands.following[self.places, card] == BUST
            found[rows] += live[rows]
        return numbers.reduced(found)

    def with_one_card(self, results: Array, rows: Ints) -> Array:
        """[row, …]: what hands come to by a card each, where they do not bust; results end in a row of zeros."""
        numbers = self.against.numbers
        found = numbers.zeros(len(rows), *_plain_shape(results, numbers.zeros().ndim))
        for card, after in enumerate(self.following[rows].T):
            chance = self.against.draw[rows, card]
            chance = chance.reshape(len(rows), *(1,) * (results.ndim - chance.ndim), *chance.shape[1:])
            found = numbers.reduced(found + numbers.times(chance, results[after]))
        return found

    def outcomes(self, moves: Ints) -> Array:
        """[hand, ending, result]: how hands come out that are played so; a row of zeros at the end."""
        numbers, busts = self.against.numbers, self.busts
        size = len(self.places)
        standing = self.standing(moves)
        found = numbers.zeros(size + 1, 3, 3)
        rows = np.flatnonzero(moves == Move.STAND)
        found[rows, PLAIN] = standing[rows]
        for move, ending in ((Move.DOUBLE, DOUBLED), (Move.FREE_DOUBLE, FREE_DOUBLED)):
            rows = np.flatnonzero(moves == move)
            found[rows, ending] = self.with_one_card(standing, rows)
            found[rows, ending, LOSE] += busts[rows]
        hits, hard = moves == Move.HIT, self.hands.hard[self.places]
        for total in sorted(set(hard[hits].tolist()), reverse=True):
            rows = np.flatnonzero(hits & (hard == total))
            found[rows] = self.with_one_card(found, rows)
            found[rows, PLAIN, LOSE] += busts[rows]
        return numbers.reduced(found)


def _plain_shape(results: Array, extra: int) -> tuple[int, ...]:
    return results.shape[1 : results.ndim - extra]


@dataclass(frozen=True, eq=False)
class MoveValues:
    """What every move is worth with every hand against one up card, with one kind of stake."""

    worth: NDArray[np.float64]
    """[hand, move]: net result and no dealer's natural, best moves following; minus infinity if it is not allowed."""

    @property
    def values(self) -> NDArray[np.float64]:
        """[hand]: of the best move."""
        return np.asarray(self.worth.max(axis=1), np.float64)

    @cached_property
    def moves(self) -> Ints:
        """[hand]: the best one; of two that floats cannot tell apart the larger bet."""
        return best_of_nearly_equal(self.worth)

    @property
    def undoubled(self) -> MoveValues:
        """The same where doubling is not allowed."""
        return MoveValues(self.worth[:, : Move.FREE_DOUBLE])

    @property
    def nearly(self) -> list[tuple[int, Move]]:
        """Hands and other moves that floats cannot tell from the best for certain."""
        near = self.worth >= self.values[:, None] - NEARLY
        near[np.arange(len(near)), self.moves] = False
        return [(int(hand), Move(move)) for hand, move in np.argwhere(near)]


def best_of_nearly_equal(worth: NDArray[np.float64]) -> Ints:
    """[hand]: the greatest value, of nearly equal ones the larger bet."""
    near = worth >= worth.max(axis=1, keepdims=True) - NEARLY
    return np.asarray(worth.shape[1] - 1 - near[:, ::-1].argmax(axis=1), np.int64)


def best_moves(table: HandTable, stake: Stake) -> MoveValues:
    """Backward induction in floats over all hands. A hand of 21 stands."""
    hands, rules = table.hands, table.against.rules
    size, busts = len(hands), table.busts
    standing = np.zeros((size + 1, 3))
    standing[:size] = table.against.standing(hands.total)
    worth = np.full((size, len(Move)), -np.inf)
    worth[:, Move.STAND] = standing[:size] @ stake.nets[PLAIN]
    everywhere = np.arange(size)
    doubled = table.with_one_card(standing, everywhere)
    doubled[:, LOSE] += busts
    free, paid = _doubles(hands, rules)
    worth[free, Move.FREE_DOUBLE] = doubled[free] @ stake.nets[FREE_DOUBLED]
    worth[paid, Move.DOUBLE] = doubled[paid] @ stake.nets[DOUBLED]
    values = np.zeros(size + 1)
    for total in range(int(hands.hard.max()), -1, -1):
        rows = everywhere[hands.at(total)]
        played = rows[hands.total[rows] < TWENTY_ONE]
        worth[played, Move.HIT] = table.with_one_card(values, played) - stake.money * busts[played]
        values[rows] = worth[rows].max(axis=1)
    return MoveValues(worth)


def _doubles(hands: Hands, rules: BlackjackRules) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which hands may be doubled free, and which with money."""
    looks = list(zip(hands.size.tolist(), hands.total.tolist(), hands.soft.tolist(), strict=True))
    answers = {look: (rules.doubles_free(*look[:2], soft=look[2]), rules.may_double(*look[:2])) for look in set(looks)}
    free, paid = np.array([answers[look] for look in looks]).T
    return free, paid & ~free & (hands.total < TWENTY_ONE)
