"""What cards of some tracks can be worth, and in how many ways: polynomials in the number of cards, track by track.

A hand is worth its best track; see `rules/hands/tracks.py`. Below a value are the hands of which every track is,

      hands up to v  =  product over tracks of  sum over masks worth v or less of  x^cards y^wild

Bounds: no coefficient is more than all hands of n cards, below 2**63 for up to seven cards of eight decks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import Card
from fairfelt.rules.hands import TrackRanking
from fairfelt.rules.hands.tracks import CELLS


def values_by_tracks(
    ranking: TrackRanking, count: int, cards: Iterable[int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every value that n of these cards can have, and in how many ways; a value may come more than once.

    What a track is worth depends on the wild cards of the whole hand: each number of these is counted by itself.
    """
    given = [Card(card) for card in cards]
    held = Counter(ranking.place(card) for card in given)
    wild_places = {ranking.place(card) for card in given if ranking.is_wild(card)}
    found = []
    for wild in range(min(ranking.wilds, count) + 1):
        values, places = np.unique(ranking.table[wild], return_inverse=True)
        upto = np.zeros((len(values), count + 1, wild + 1), np.int64)
        for loose in range(min(held[None], wild) + 1):
            upto[:, loose, loose] = comb(held[None], loose)
        for track in range(ranking.tracks):
            ways = ways_to_cover(tuple(held[track, cell] for cell in range(CELLS)), count)
            wild_cells = sum(1 << cell for cell in range(CELLS) if (track, cell) in wild_places)
            wilds = np.bitwise_count(np.arange(1 << CELLS) & wild_cells)
            drawn, few = np.zeros_like(upto), np.flatnonzero(wilds <= wild)
            for taken in range(count + 1):
                np.add.at(drawn[:, taken], (places[few], wilds[few].astype(np.int64)), ways[taken, few])
            upto = _multiplied(upto, np.cumsum(drawn, axis=0))
        found.append((values.astype(np.int64), np.diff(upto[:, count, wild], prepend=0)))
    return np.concatenate([values for values, _ in found]), np.concatenate([ways for _, ways in found])


@lru_cache(maxsize=16)
def ways_to_cover(cells: tuple[int, ...], count: int) -> NDArray[np.int64]:
    """Ways to take n cards that cover exactly the cells of a mask: [cards, mask]. Each cell has n cards."""
    ways = np.zeros((count + 1, 1 << CELLS), np.int64)
    ways[0, 0] = 1
    for cell, held in enumerate(cells):
        free = np.flatnonzero(~np.arange(1 << CELLS) >> cell & 1)
        for taken in range(1, min(held, count) + 1):
            ways[taken:, free | 1 << cell] += comb(held, taken) * ways[: count + 1 - taken, free]
    return ways


def _multiplied(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row by row, as polynomials in cards and wild cards of that degree."""
    product = np.zeros_like(first)
    cards, wilds = first.shape[1:]
    for degree in range(cards):
        for wild in range(min(degree + 1, wilds)):
            factor = second[:, degree, wild][:, None, None]
            product[:, degree:, wild:] += first[:, : cards - degree, : wilds - wild] * factor
    return product
