"""The dealer's hands by their values, where the best suit decides: suits are drawn one by one, as polynomials are
multiplied."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import SUITS
from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.hands import Ranking
from fairfelt.hands.flushes import FlushRanking


def is_by_suits(ranking: Ranking) -> bool:
    """Whether a hand is worth what its best suit is worth."""
    return isinstance(ranking, FlushRanking) and ranking.tells.exchanges_suits and not ranking.wilds


def values_by_suits(
    ranking: FlushRanking, draws: int, rest: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every value that so many cards of the rest can have, ascending, and in how many ways."""
    sets = np.arange(1 << RANKS_PER_SUIT)
    sizes, worth = np.bitwise_count(sets), ranking.table[0][: len(sets)].astype(np.int64)
    values, places = np.unique(worth, return_inverse=True)
    ways = np.zeros((len(values), draws + 1), np.int64)
    ways[:, 0] = 1
    for suit in range(len(SUITS)):
        held = sum(1 << rank for rank in (rest[rest // RANKS_PER_SUIT == suit] % RANKS_PER_SUIT).tolist())
        there = ((sets & ~held) == 0) & (sizes <= draws)
        drawn = np.zeros_like(ways)
        np.add.at(drawn, (places[there], sizes[there]), 1)
        ways = _multiplied(ways, np.cumsum(drawn, axis=0))
    return values, np.diff(ways[:, draws], prepend=0)


def _multiplied(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row by row, as polynomials of that degree."""
    product = np.zeros_like(first)
    for degree in range(first.shape[1]):
        product[:, degree:] += first[:, : first.shape[1] - degree] * second[:, degree : degree + 1]
    return product
