"""Classes of seven cards, one perhaps the joker, that no way of setting them can tell apart.

Without five cards for a flush, only ranks count; with them, the ranks of the suit and the ranks of the other cards.
A class is found by the sum of the cards' keys (`hands/joker_tables.py`), or by the full suit and the others:

      flush_rows[ranks of the suit] + others[first other rank, second other rank]        13 for none
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.hands.poker.joker_tables import JOKER, card_keys
from fairfelt.hands.poker.tables import RANK_BITS, RANK_WEIGHTS, multisets, pack_rows

SIZE: Final = 7
NONE: Final = 13
"""Stands for a card that is not there."""


class ClassTables(NamedTuple):
    """What a kernel finds the class of a hand by."""

    keys: NDArray[np.int64]
    """By card."""
    rows: NDArray[np.int32]
    places: NDArray[np.int32]
    flush_rows: NDArray[np.int32]
    others: NDArray[np.int32]
    lowest: NDArray[np.int64]
    """[set of ranks]: the lowest of them."""


@dataclass(frozen=True, eq=False)
class SevenCards:
    """The classes."""

    hands: NDArray[np.uint8]
    """A representative of each class, one a row."""
    tables: ClassTables

    def __len__(self) -> int:
        return len(self.hands)


@cache
def seven_cards() -> SevenCards:
    """All classes: first by ranks, then with the joker, then the flushes."""
    natural, beside_joker = multisets(SIZE), multisets(SIZE - 1)
    first = pack_rows(_sums(natural), np.arange(len(natural)))
    second = pack_rows(_sums(beside_joker), len(natural) + np.arange(len(beside_joker)))
    mixed = np.vstack((_spread_suits(natural), _with_joker(_spread_suits(beside_joker))))
    flushes, flush_rows, others = _flushes(len(mixed))
    rows = np.concatenate((first[0].astype(np.int32), second[0].astype(np.int32) + len(first[1])))
    places = np.concatenate((first[1], second[1]))
    lowest = np.array([NONE, *((mask & -mask).bit_length() - 1 for mask in range(1, 1 << 13))], np.int64)
    tables = ClassTables(card_keys(), rows, places, flush_rows, others, lowest)
    return SevenCards(np.vstack((mixed, flushes)), tables)


def _sums(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(np.array(RANK_WEIGHTS)[ranks].sum(axis=1) % (1 << RANK_BITS), np.int64)


def _spread_suits(ranks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Cards of those ranks, ascending, their suits in turn, so that there is no flush."""
    return (ranks + 13 * (np.arange(ranks.shape[1]) % 4)).astype(np.uint8)


def _with_joker(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.hstack((hands, np.full((len(hands), 1), JOKER, np.uint8)))


def _flushes(first: int) -> tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.int32]]:
    """Hands with five cards for a flush, numbered from `first`: they are of the first suit, the others are not."""
    two, one = list(combinations_with_replacement(range(NONE), 2)), [(rank, NONE) for rank in range(NONE)]
    beside = np.array([*two, *one, (NONE, NONE)])
    others = np.zeros((NONE + 1, NONE + 1), np.int32)
    others[beside[:, 0], beside[:, 1]] = others[beside[:, 1], beside[:, 0]] = np.arange(len(beside))
    flush_rows, hands = np.full(1 << 13, -1, np.int32), []
    for count in range(4, SIZE + 1):
        # With or without the joker, so many other cards fill the hand up.
        loose = (beside < NONE).sum(axis=1)
        fitting = np.flatnonzero((count + loose == SIZE) | (count + loose == SIZE - 1))
        ranks = np.array(list(combinations(range(13), count)))
        flush_rows[(1 << ranks).sum(axis=1)] = first - fitting[0] + len(fitting) * np.arange(len(ranks))
        hands.append(_flush_hands(ranks, beside[fitting]))
        first += len(hands[-1])
    return np.vstack(hands), flush_rows, others


def _flush_hands(ranks: NDArray[np.int64], beside: NDArray[np.int64]) -> NDArray[np.uint8]:
    """All of these suits with all of these others; what is missing then is the joker."""
    suited, loose = np.repeat(ranks, len(beside), axis=0), np.tile(beside, (len(ranks), 1))
    cards = np.hstack((suited, np.where(loose < NONE, loose + 13 * np.array([1, 2]), JOKER + 1)))
    joker = np.full((len(cards), SIZE - ranks.shape[1]), JOKER)
    return np.sort(np.hstack((cards, joker)), axis=1)[:, :SIZE].astype(np.uint8)
