"""Where the dealer's hands, in ascending order, begin to settle otherwise against a hand of the player's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.hands import LINE_BITS

from .problem import Problem

_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


@dataclass(frozen=True, eq=False)
class Cuts:
    """For each kind of hand the player can have, where the dealer's kinds settle otherwise than the one before."""

    places: NDArray[np.int64]
    """[kind, cut]: the first of the dealer's kinds above it, -1 where there are fewer cuts."""
    rows: NDArray[np.int64]
    """[kind, cut]: the row of the kinds below each cut and, after the last cut, of the rest."""
    counts: NDArray[np.int64]


def cuts_of(problem: Problem, players: NDArray[np.int32], dealers: NDArray[np.int32]) -> Cuts:
    """By comparing all kinds of the player's with the dealer's that begin something: a line, to play, or no less."""
    plays = (dealers >= problem.showdown.qualifying_value).astype(np.int64)
    begins = np.flatnonzero(np.diff((dealers.astype(np.int64) >> LINE_BITS << 1) + plays, prepend=-1))
    own = [np.searchsorted(dealers, players, side=side) for side in _SIDES]
    edges = np.sort(np.column_stack((np.tile(begins, (len(players), 1)), *own)), axis=1)
    compared = problem.comparison_rows(players[:, None], dealers[np.minimum(edges, len(dealers) - 1)])
    kinds, ats = np.nonzero(np.diff(compared, axis=1))
    counts = np.bincount(kinds, minlength=len(players))
    places = np.full((len(players), counts.max()), -1, np.int64)
    rows = np.zeros((len(players), counts.max() + 1), np.int64)
    nth = np.arange(len(kinds)) - (np.cumsum(counts) - counts)[kinds]
    places[kinds, nth] = edges[kinds, ats + 1]
    rows[:, 0] = compared[:, 0]
    rows[kinds, nth + 1] = compared[kinds, ats + 1]
    return Cuts(places, rows, counts)


def cuts_by_row(kinds: int, rows: int) -> Cuts:
    """For rounds that are counted by row: after every row but the last, whatever the kind of the player's hand."""
    every = np.tile(np.arange(rows), (kinds, 1))
    return Cuts(np.full((kinds, rows - 1), -1), every, np.full(kinds, rows - 1))


def by_row(tally: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[hand, label, cut] and [hand, label]: rounds below those cuts, and all of them. tally: [hand, label, row]"""
    upto = np.cumsum(tally, axis=2)
    return np.ascontiguousarray(upto[:, :, :-1]), np.ascontiguousarray(upto[:, :, -1])
