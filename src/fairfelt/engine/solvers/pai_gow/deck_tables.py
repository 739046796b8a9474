"""What a deck makes of the classes of seven cards: how many hands each is, and what completes some cards to seven."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import Deck
from fairfelt.rules.hands.poker.tables import RANK_WEIGHTS, multisets

from .by_class import CardsThere, count_flushes, ranks_of_flushes
from .flushes import NONE, SIZE
from .seven_cards import seven_cards

MOST_BESIDE: Final = 2
"""So many cards at most stand beside five for a flush."""
BINOMIALS: Final = np.array([[comb(n, k) for k in range(SIZE + 1)] for n in range(SIZE + 1)], np.int64)


class RankSets(NamedTuple):
    """Every choice of up to seven ranks, none more than four times, the small ones first."""

    start: NDArray[np.int64]
    """[number of cards]: the first choice of so many."""
    counts: NDArray[np.int64]
    """[choice, rank]"""
    groups: NDArray[np.int64]
    """[choice]: how many different ranks…"""
    rank: NDArray[np.int64]
    """…which, [choice, group]…"""
    times: NDArray[np.int64]
    """…and how many of each."""
    key: NDArray[np.int64]
    """The sum of the ranks' weights."""


class FlushClasses(NamedTuple):
    """The classes with a flush, numbered from `first` of all classes, beside those that see ranks alone."""

    first: int
    by_ranks: NDArray[np.int32]
    """[class]: the class that these hands would be of if no suit counted."""
    listed_from: NDArray[np.int64]
    """[class by ranks]: where its flushes begin in the list, and where they end."""
    listed: NDArray[np.int64]


class DeckTables(NamedTuple):
    """Numbers of hands in one deck."""

    joker: int
    suits: int
    copies: NDArray[np.int64]
    """[rank]: the suits that have it, or none."""
    flushes: NDArray[np.int64]
    """Hands of the flush classes in the order in which `FlushClasses` lists them."""
    all_flushes: NDArray[np.int64]
    """[class by ranks]: hands with a flush of some kind."""
    masks: NDArray[np.int64]
    """Ranks of one suit that are enough for a flush, beside the joker or without it."""
    sizes: NDArray[np.int64]
    """[set of ranks]"""
    beside_from: NDArray[np.int64]
    """[choice held, number of cards]: where what stands beside a flush begins in the lists, and where it ends."""
    beside: NDArray[np.int64]
    """The place of a choice of ranks among all that stand beside a flush…"""
    beside_ways: NDArray[np.int64]
    """…and in how many ways its other cards have suits."""
    ways: NDArray[np.int64]
    """[suits less, choice]: in how many ways cards of these ranks have suits where one or two suits are left out."""


@cache
def rank_sets() -> RankSets:
    """All of them."""
    rows = [row for size in range(SIZE + 1) for row in _rows(size)]
    counts = np.zeros((len(rows), NONE), np.int64)
    rank, count = np.zeros((2, len(rows), SIZE), np.int64)
    for at, row in enumerate(rows):
        for place, (one, some) in enumerate(groupby(row)):
            rank[at, place] = one
            count[at, place] = counts[at, one] = len(list(some))
    sizes = counts.sum(axis=1)
    key = (counts * np.array(RANK_WEIGHTS)).sum(axis=1)
    return RankSets(np.searchsorted(sizes, np.arange(SIZE + 2)), counts, (count > 0).sum(axis=1), rank, count, key)


def _rows(size: int) -> list[list[int]]:
    return multisets(size).tolist() if size else [[]]


@cache
def flush_classes() -> FlushClasses:
    """The classes of seven cards by what they are without suits."""
    flushes = seven_cards().flushes
    first, by_ranks = flushes.blocks[0].first, ranks_of_flushes(seven_cards())
    listed_from = np.searchsorted(np.sort(by_ranks), np.arange(first + 1))
    return FlushClasses(first, by_ranks, listed_from, np.argsort(by_ranks, kind="stable"))


def deck_tables(deck: Deck) -> DeckTables:
    """What the kernels know of a deck."""
    known, flushes = seven_cards(), flush_classes()
    there = CardsThere.of(deck.faces)
    number = np.concatenate([count_flushes(there, block).ravel() for block in known.flushes.blocks])
    copies, masks = there.suits.sum(axis=0), np.flatnonzero(known.tables.flush_rows >= 0)
    missing = sum(1 << rank for rank in range(NONE) if not copies[rank])
    return DeckTables(
        deck.jokers, len(deck.suits), copies, number[flushes.listed],
        np.bincount(flushes.by_ranks, number, flushes.first).astype(np.int64), masks[masks & missing == 0],
        np.bitwise_count(np.arange(1 << NONE)).astype(np.int64), *_beside(copies),
    )  # fmt: skip


def _beside(copies: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Every choice of two ranks or fewer, with those that hold it; numbered as the classes of flushes are."""
    sets, others = rank_sets(), seven_cards().tables.others
    small = sets.counts[: sets.start[MOST_BESIDE + 1]]
    places = [int(others[tuple([*np.repeat(np.arange(NONE), row), NONE, NONE, NONE][:3])]) for row in small]
    start = np.zeros((len(small), MOST_BESIDE + 2), np.int64)
    at: list[int] = []
    ways: list[int] = []
    for held in np.argsort(places):
        for size in range(MOST_BESIDE + 1):
            start[places[held], size] = len(at)
            for whole in range(sets.start[size], sets.start[size + 1]):
                more = small[whole] - small[held]
                number = _ways(copies - 1 - small[held], more) if more.min() >= 0 else 0
                if number:
                    at.append(places[whole])
                    ways.append(number)
        start[places[held], MOST_BESIDE + 1] = len(at)
    free = np.zeros((3, len(small)), np.int64)
    for row, place in zip(small, places, strict=True):
        free[:, place] = [_ways(copies - less, row) for less in range(3)]
    return start, np.array(at, np.int64), np.array(ways, np.int64), free


def _ways(free: NDArray[np.int64], taken: NDArray[np.int64]) -> int:
    return int(BINOMIALS[np.maximum(free, 0), taken].prod())
