"""Classes of seven cards, one perhaps the joker, that no way of setting them can tell apart.

Without five cards for a flush, only ranks count; with them, the ranks of the suit and the ranks of the other cards.
A class is found by the sum of the cards' keys (`rules/hands/poker/pai_gow.py`), or by the full suit and the others:

      flush_rows[ranks of the suit] + others[ranks of the others]        three at most, 13 for none

Set in two hands, five cards make a flush; in three hands four do, and beside the joker two suits of three cards may
both make one:

      doubles[three ranks of one suit, three of the other]               by their places among all sets of three
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.rules.hands.poker.five_card import COLUMN_BITS, RANK_BITS, RANK_WEIGHTS, ROW_BITS, multisets, pack_rows
from fairfelt.rules.hands.poker.pai_gow import FROM, FROM_FOUR, FULL, JOKER, JOKER_AT, SUITS_AT, card_keys
from fairfelt.runtime.compute.jit import njit

SIZE: Final = 7
NONE: Final = 13
"""Stands for a card that is not there."""
Ints = NDArray[Any]
TWO_HANDS, THREE_HANDS = 4, 3
"""Cards of a suit that make a flush beside the joker."""
COLUMNS: Final = (1 << COLUMN_BITS) - 1
ROWS: Final = (1 << ROW_BITS) - 1
RANKS: Final = (1 << NONE) - 1
"""Of one suit, as bits."""


class FlushBlock(NamedTuple):
    """Classes that follow each other: every set of n ranks of the suit, each with every choice beside it."""

    first: int
    ranks: Ints
    """[set, card]"""
    beside: Ints
    """[choice, card]; where the hand is not full then, the joker fills it up."""


@dataclass(frozen=True, eq=False)
class Flushes:
    """The classes with a flush, numbered from some class on."""

    blocks: tuple[FlushBlock, ...]
    end: int
    """After the last of them."""
    rows: NDArray[np.int32]
    others: NDArray[np.int32]

    @property
    def hands(self) -> NDArray[np.uint8]:
        """A representative of each class: the flush is of the first suit, the others are not."""
        return np.vstack([_hands(block.ranks, block.beside) for block in self.blocks])


def flushes(first: int, least: int) -> Flushes:
    """All hands with n cards of a suit or more, the joker counted in."""
    loose = SIZE - 1 - least
    beside = np.array(
        [
            (*ranks, *[NONE] * (loose - count))
            for count in range(loose, -1, -1)
            for ranks in combinations_with_replacement(range(NONE), count)
        ]
    )
    others = np.zeros((NONE + 1,) * loose, np.int32)
    for order in permutations(range(loose)):
        others[tuple(beside[:, at] for at in order)] = np.arange(len(beside))
    rows, blocks, held = np.full(1 << NONE, -1, np.int32), [], (beside < NONE).sum(axis=1)
    for count in range(least, SIZE + 1):
        # With or without the joker, n other cards fill the hand up.
        fitting = np.flatnonzero((count + held == SIZE) | (count + held == SIZE - 1))
        ranks = np.array(list(combinations(range(NONE), count)))
        rows[(1 << ranks).sum(axis=1)] = first - fitting[0] + len(fitting) * np.arange(len(ranks))
        blocks.append(FlushBlock(first, ranks, beside[fitting]))
        first += len(ranks) * len(fitting)
    return Flushes(tuple(blocks), first, rows, others)


def _hands(ranks: Ints, beside: Ints) -> NDArray[np.uint8]:
    """All of these suits with all of these others; what is missing then is the joker."""
    suited, loose = np.repeat(ranks, len(beside), axis=0), np.tile(beside, (len(ranks), 1))
    suits = NONE * np.arange(1, beside.shape[1] + 1)
    cards = np.hstack((suited, np.where(loose < NONE, loose + suits, JOKER + 1)))
    joker = np.full((len(cards), SIZE - ranks.shape[1]), JOKER)
    return np.sort(np.hstack((cards, joker)), axis=1)[:, :SIZE].astype(np.uint8)


class ClassTables(NamedTuple):
    """What a kernel finds the class of a hand by."""

    start: NDArray[np.int64]
    """One number, with which a sum of keys begins: so that five cards of a suit are enough for a flush, or four."""
    keys: NDArray[np.int64]
    """By card."""
    rows: NDArray[np.int32]
    places: NDArray[np.int32]
    flush_rows: NDArray[np.int32]
    others: NDArray[np.int32]
    lowest: NDArray[np.int64]
    """[set of ranks]: the lowest of them."""
    triples: NDArray[np.int64]
    """[set of ranks]: the place of a set of three among those…"""
    doubles: NDArray[np.int32]
    """…and [place, place]: the class of two flushes of three beside the joker, where three are enough for one."""


class SevenCards:
    """All classes: first by ranks, then with the joker, then the flushes, then two flushes beside the joker.

    Each part is made when it is asked for.
    """

    def __init__(self, min_suited: int) -> None:
        self.min_suited = min_suited

    @property
    def ranks(self) -> tuple[Ints, Ints]:
        """[class, card]: the ranks of the classes without a flush; and of those beside the joker."""
        return _ranks()

    @cached_property
    def flushes(self) -> Flushes:
        return flushes(sum(map(len, self.ranks)), self.min_suited)

    @cached_property
    def twice(self) -> tuple[Ints, Ints]:
        """[class, card]: the joker with three cards of one suit and three of another: ranks of both."""
        ranks = self.flushes.blocks[0].ranks
        one, other = np.triu_indices(len(ranks) if 2 * self.min_suited < SIZE else 0)
        return ranks[one, :THREE_HANDS], ranks[other, :THREE_HANDS]

    @cached_property
    def mixed(self) -> NDArray[np.uint8]:
        """A representative of each class without a flush, one a row."""
        natural, beside_joker = self.ranks
        return np.vstack((_spread_suits(natural), _with_joker(_spread_suits(beside_joker))))

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        one, other = self.twice
        twice = _with_joker(np.hstack((one, other + NONE)).astype(np.uint8))
        return np.vstack((self.mixed, self.flushes.hands, twice))

    @cached_property
    def tables(self) -> ClassTables:
        rows, places, lowest = _rank_tables()
        suited, others = self.flushes, np.zeros((NONE + 1,) * 3, np.int32)
        others.reshape(*suited.others.shape, -1)[..., -1] = suited.others
        start, triples, doubles = FROM, np.zeros(1 << NONE, np.int64), np.zeros((1, 1), np.int32)
        if len(self.twice[0]):
            ranks = suited.blocks[0].ranks
            start, doubles = FROM_FOUR, np.zeros((len(ranks), len(ranks)), np.int32)
            triples[(1 << ranks).sum(axis=1)] = np.arange(len(ranks))
            one, other = np.triu_indices(len(ranks))
            doubles[one, other] = doubles[other, one] = suited.end + np.arange(len(one))
        return ClassTables(np.array([start]), card_keys(), rows, places, suited.rows, others, lowest, triples, doubles)

    def __len__(self) -> int:
        return self.flushes.end + len(self.twice[0])


@cache
def seven_cards() -> SevenCards:
    """Those of hands set in two: made once."""
    return SevenCards(TWO_HANDS)


@cache
def three_classes() -> SevenCards:
    """Those of hands set in three."""
    return SevenCards(THREE_HANDS)


@cache
def _ranks() -> tuple[Ints, Ints]:
    return multisets(SIZE), multisets(SIZE - 1)


@cache
def _rank_tables() -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """The first, second and last of the tables by which classes without a flush are found."""
    natural, beside_joker = _ranks()
    first = pack_rows(_sums(natural), np.arange(len(natural)))
    second = pack_rows(_sums(beside_joker), len(natural) + np.arange(len(beside_joker)))
    rows = np.concatenate((first[0].astype(np.int32), second[0].astype(np.int32) + len(first[1])))
    lowest = np.array([NONE, *((mask & -mask).bit_length() - 1 for mask in range(1, 1 << NONE))], np.int64)
    return rows, np.concatenate((first[1], second[1])), lowest


def _sums(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(np.array(RANK_WEIGHTS)[ranks].sum(axis=1) % (1 << RANK_BITS), np.int64)


def _spread_suits(ranks: NDArray[np.int64]) -> NDArray[np.uint8]:
    """Cards of those ranks, ascending, their suits in turn, so that there is no flush."""
    return (ranks + 13 * (np.arange(ranks.shape[1]) % 4)).astype(np.uint8)


def _with_joker(hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.hstack((hands, np.full((len(hands), 1), JOKER, np.uint8)))


# Kernels: the class of a hand of seven, by the sum of its cards' keys, all below 2**63.


@njit(nogil=True, cache=True)
def _flush_class(key: Any, held: Any, tables: ClassTables) -> Any:
    """The class of seven cards with enough for a flush, by the sum of their keys and the set of them."""
    suit = 0
    while not key >> SUITS_AT + 4 * suit & 8:
        suit += 1
    mine, second = held >> 13 * suit & RANKS, np.int64(0)
    one = two = three = np.int64(NONE)
    for other in range(4):
        ranks = held >> 13 * other & RANKS
        if other != suit:
            if key >> SUITS_AT + 4 * other & 8:
                second = ranks
            while ranks:
                one, two, three = tables.lowest[ranks], one, two
                ranks &= ranks - 1
    if second:
        return tables.doubles[tables.triples[mine], tables.triples[second]]
    return tables.flush_rows[mine] + tables.others[one, two, three]


@njit(nogil=True, cache=True)
def class_of(cards: Array, tables: ClassTables) -> Any:
    """The class of seven cards by the sum of their keys, which is below 2^63."""
    key, held = np.int64(tables.start[0]), np.int64(0)
    for card in cards:
        key += tables.keys[card]
        held |= 1 << np.int64(card)
    if key & FULL:
        return np.int64(_flush_class(key, held, tables))
    row = key >> COLUMN_BITS & ROWS | key >> JOKER_AT << ROW_BITS
    return np.int64(tables.places[(key & COLUMNS) + tables.rows[row]])


@njit(nogil=True, cache=True)
def classes_of(hands: Array, tables: ClassTables) -> Array:
    """[hand]: the class of each."""
    found = np.zeros(len(hands), np.int64)
    for at in range(len(hands)):
        found[at] = class_of(hands[at], tables)
    return found
