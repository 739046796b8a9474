"""Where the dealer's hands, in ascending order, begin to settle otherwise against a hand of the player's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .problem import Problem

PLAYERS_AT_ONCE = 128


@dataclass(frozen=True, eq=False)
class Cuts:
    """For each kind of hand the player can have, where the dealer's kinds settle otherwise than the one before."""

    places: NDArray[np.int64]
    """[kind, cut]: the first of the dealer's kinds above it, -1 where there are fewer cuts."""
    rows: NDArray[np.int64]
    """[kind, cut]: the row of the kinds below each cut and, after the last cut, of the rest."""
    counts: NDArray[np.int64]


def cuts_of(problem: Problem, players: NDArray[np.int32], dealers: NDArray[np.int32]) -> Cuts:
    """By comparing all kinds with all, some of the player's at a time."""
    edges: list[NDArray[np.int64]] = []
    rows: list[NDArray[np.int64]] = []
    for first in range(0, len(players), PLAYERS_AT_ONCE):
        for row in problem.comparison_rows(players[first : first + PLAYERS_AT_ONCE], dealers):
            at = np.flatnonzero(np.diff(row)) + 1
            edges.append(at)
            rows.append(row[np.concatenate(([0], at))])
    counts = np.array([len(at) for at in edges], np.int64)
    places = np.full((len(players), counts.max()), -1, np.int64)
    between = np.zeros((len(players), counts.max() + 1), np.int64)
    for kind, (at, row) in enumerate(zip(edges, rows, strict=True)):
        places[kind, : len(at)], between[kind, : len(row)] = at, row
    return Cuts(places, between, counts)
