"""The dealer's hands by their values, where the best track decides: tracks are drawn from one by one, as polynomials
are multiplied."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.covering import ways_to_cover
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import TrackRanking
from fairfelt.rules.hands.track_ranking import CELLS


def values_by_tracks(
    ranking: TrackRanking, draws: int, rest: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Every value that so many cards of the rest can have, ascending, and in how many ways; nothing is wild."""
    held = Counter(ranking.place(Card(card)) for card in rest)
    values, places = np.unique(ranking.table[0], return_inverse=True)
    ways = np.zeros((len(values), draws + 1), np.int64)
    ways[:, 0] = 1
    for track in range(ranking.tracks):
        covered = ways_to_cover(tuple(held[track, cell] for cell in range(CELLS)), draws)
        drawn = np.zeros_like(ways)
        np.add.at(drawn, places, covered.T)
        ways = _multiplied(ways, np.cumsum(drawn, axis=0))
    return values.astype(np.int64), np.diff(ways[:, draws], prepend=0)


def _multiplied(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row by row, as polynomials of that degree."""
    product = np.zeros_like(first)
    for degree in range(first.shape[1]):
        product[:, degree:] += first[:, : first.shape[1] - degree] * second[:, degree : degree + 1]
    return product
