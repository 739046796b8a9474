"""Sets some hands against others in one sweep over the grid of all settings.

First the hands of both sides are placed, then the sweep says how they stand. Hands come as classes and how many hands
of each there are; the numbers may be negative.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.runtime.compute.jit import njit

from .marks import Marks, mark, new_marks, take_marked
from .profiles import Cells, Corners

GROUP_BITS: Final = 3
"""Fronts are summed in groups of eight: to add a dealer takes a few of either, to ask takes one of either."""
GROUP: Final = 1 << GROUP_BITS
IN_GROUP: Final = -np.triu(np.ones((GROUP, GROUP), np.int64), 1)
"""[front in its group, other front]: all bits where the other is higher. To add with these takes no branch."""
NOWHERE: Final = np.int32((1 << 31) - 1)
"""Higher than any place behind."""
AHEAD: Final = 16
"""Classes whose first steps are fetched together: each waits for far memory, and so they wait at the same time."""
KINDS: Final = 3


class Stakes(NamedTuple):
    """What there is to know of the classes of both sides: how they stand, and their kinds."""

    cells: Cells
    corners: Corners
    dealer_kind: Array
    player_kind: Array


class Grid(NamedTuple):
    """Who stands and reaches where; empty between two sweeps."""

    standing: Array
    """[cell]: dealers."""
    stand_at: Marks
    reaching: Array
    """[corner]: players whose wins or losses it counts for."""
    reach_at: Marks
    cells: Array
    """The cells of a sweep in order…"""
    corners: Array
    """…and the corners."""
    groups: Array
    """[group of fronts]: dealers in lower groups, among those added so far…"""
    below: Array
    """…and [front]: dealers with a lower one in its group."""
    by_front: Array
    """[front]: players whose best front it is."""
    dealers: Array
    """[kind]: all dealers that were placed…"""
    players: Array
    """…and all players."""


@njit(nogil=True, cache=True)
def new_sums(fronts: int) -> tuple[Array, Array]:
    """Nobody with any of so many fronts: by group, and in the group."""
    return np.zeros((fronts >> GROUP_BITS) + 2, np.int64), np.zeros(fronts + (1 << GROUP_BITS), np.int64)


@njit(nogil=True, cache=True)
def new_grid(stakes: Stakes, whole: Any) -> Grid:
    """A grid with nobody on it, for whole numbers of so many bits in one place: what is small stays near."""
    here, there = len(stakes.cells.low), len(stakes.corners.low)
    fronts = max(stakes.cells.low.max(), stakes.corners.low.max() >> 1) + 2
    groups, below = new_sums(fronts)
    return Grid(
        np.zeros(here, whole), new_marks(here), np.zeros(there, whole), new_marks(there),
        np.zeros(here, np.int32), np.zeros(there, np.int32), groups, below, np.zeros(fronts, np.int64),
        np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64),
    )  # fmt: skip


@njit(nogil=True, cache=True)
def place_dealers(classes: Array, numbers: Array, stakes: Stakes, grid: Grid) -> None:
    """Let dealers stand on the cells of their settings; those with whom all bets push stand nowhere."""
    cell_of, kind, standing, dealers = stakes.cells.cell_of, stakes.dealer_kind, grid.standing, grid.dealers
    words, regions = grid.stand_at.words, grid.stand_at.regions
    for at in range(len(classes)):
        cell = cell_of[classes[at]]
        dealers[kind[classes[at]]] += numbers[at]
        if cell >= 0:
            standing[cell] += numbers[at]
            mark(cell, words, regions)


@njit(nogil=True, cache=True)
def place_players(classes: Array, numbers: Array, stakes: Stakes, grid: Grid) -> None:
    """Let players reach the corners of their settings."""
    first, steps, kind, players = stakes.corners.first, stakes.corners.step, stakes.player_kind, grid.players
    reaching, words, regions = grid.reaching, grid.reach_at.words, grid.reach_at.regions
    ahead = np.empty((AHEAD, 3), np.int64)
    for start in range(0, len(classes), AHEAD):
        many = min(AHEAD, len(classes) - start)
        for at in range(many):
            place = classes[start + at]
            ahead[at, 0], ahead[at, 1] = first[place], first[place + 1]
            ahead[at, 2] = steps[first[place]]
            players[kind[place]] += numbers[start + at]
        for at in range(many):
            n, step = numbers[start + at], ahead[at, 2]
            for i in range(ahead[at, 0] + 1, ahead[at, 1] + 1):
                corner = step >> 1
                reaching[corner] += n - 2 * n * (step & 1)
                mark(corner, words, regions)
                step = steps[i]


@njit(nogil=True, cache=True)
def add_dealer(low: int, number: int, groups: Array, below: Array) -> None:
    """Let dealers with that front stand below all higher ones."""
    group, place = low >> GROUP_BITS, low & GROUP - 1
    for front in range(GROUP):
        below[(group << GROUP_BITS) + front] += number & IN_GROUP[place, front]
    for higher in range(len(groups)):
        groups[higher] += number if higher > group else 0


@njit(nogil=True, cache=True)
def _sweep(cells: Cells, corners: Corners, grid: Grid) -> tuple[int, int]:
    """Sum, over corners from the lowest behind to the highest, the dealers that stand below them. Leaves all empty.

    A player loses to as many dealers as there are, less those beaten behind, less those beaten in front, and those
    beaten twice have been taken off twice.
    """
    standing, reaching = grid.standing, grid.reaching
    groups, below, by_front = grid.groups, grid.below, grid.by_front
    stand_at, reach_at, highs, lows = grid.cells, grid.corners, cells.high, cells.low
    corner_high, corner_low = corners.high, corners.low
    dealers, reached = take_marked(grid.stand_at, stand_at), take_marked(grid.reach_at, reach_at)
    groups[:] = 0
    below[:] = 0
    by_front[:] = 0
    beats = beaten = lost = added = players = at = 0
    following = highs[stand_at[0]] if dealers else NOWHERE
    for i in range(reached):
        corner = reach_at[i]
        high, low, loses = corner_high[corner], corner_low[corner] >> 1, corner_low[corner] & 1
        while following < high:
            cell = stand_at[at]
            added += standing[cell]
            add_dealer(lows[cell], standing[cell], groups, below)
            standing[cell] = 0
            at += 1
            following = highs[stand_at[at]] if at < dealers else NOWHERE
        n = reaching[corner]
        reaching[corner] = 0
        pairs, losing = n * (groups[low >> GROUP_BITS] + below[low]), n * loses
        beats += pairs
        beaten += pairs * loses
        lost -= losing * added
        by_front[low] += losing
        players += losing
    for i in range(at, dealers):
        cell = stand_at[i]
        added += standing[cell]
        add_dealer(lows[cell], standing[cell], groups, below)
        standing[cell] = 0
    lost += players * added
    for low in range(len(by_front)):
        lost -= by_front[low] * (groups[low >> GROUP_BITS] + below[low])
    return beats - beaten, beaten + lost


@njit(nogil=True, cache=True)
def compare_placed(factor: Any, stakes: Stakes, grid: Grid, totals: Array, kinds: Array) -> None:
    """Add so many times what the players win and lose against the dealers, and the pairs by their kinds.

    totals  [2]                                in and out: wins and losses
    kinds   [player's kind, dealer's kind]     in and out: pairs
    """
    won, lost = _sweep(stakes.cells, stakes.corners, grid)
    totals[0] += factor * won
    totals[1] += factor * lost
    for i in range(kinds.shape[0]):
        for j in range(kinds.shape[1]):
            kinds[i, j] += factor * grid.players[i] * grid.dealers[j]
    grid.players[:] = 0
    grid.dealers[:] = 0
