"""Chains on money, solved in floating point with a bound on the error: a meter that pays until it is empty.

The meter stands at a whole number of cells. Every wager adds `rise` cells; then a fate may befall the meter (a share of
it is kept, and a number of cells is paid), or it is won whole, which ends the walk. States are eliminated from the
lowest up. When all below a state are gone, it can only be left upwards, by at most `rise` cells, so that a row of what
is left of the matrix is `rise` numbers long:

      value(u)  =  W[u, 1] value(u + 1) + … + W[u, rise] value(u + rise) + gain(u)

All numbers are sums, products and quotients of positive ones: what leaves a row is added up, not taken from one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit

EPSILON: Final = 2.0**-50
TINY: Final = 1e-300


@dataclass(frozen=True, eq=False)
class Walk:
    """A meter in whole cells."""

    rise: int
    fates: NDArray[np.int64]
    """[fate, (numerator, denominator, drop)]: that share of the meter is kept, and the drop is paid from it."""
    chances: NDArray[np.float64]
    whole: float
    round_up: bool
    """Whether a share that is kept is rounded up to whole cells, or down."""


Numbers = NDArray[np.float64]
"""One for every state, from an empty meter up."""


def build_walk(rise: int, fates: list[tuple[Fraction, int, Fraction]], whole: Fraction, *, round_up: bool) -> Walk:
    """A walk from its fates: the share that is kept, the cells that are paid, and how likely that is."""
    rows = [(kept.numerator, kept.denominator, drop) for kept, drop, _ in fates]
    chances = np.array([float(chance) for _, _, chance in fates])
    return Walk(rise, np.array(rows, np.int64).reshape(-1, 3), chances, float(whole), round_up)


def solve_walk(
    of: Walk, cells: int, *, longest: float, above: float, refilled: bool = False
) -> tuple[Numbers, Numbers]:
    """The expected gain from every state, no less and no more.

    No walk takes more wagers than `longest` on average, and the gain above the cells is known to be at most `above`.

    Where too little is there to pay, the gain is one and the walk ends. Refilled, the gain is what was missing:
    somebody puts it in, and the walk goes on from an empty meter.

    The equations are missed by a residual, which can add up once a wager. The gain t above the cells is also no greater
    than in them, where it is gain + (1 - end) * t: so end * t <= gain.
    """
    parts = (of.rise, of.fates, of.chances, of.whole, of.round_up, refilled)
    gains, ends = _eliminate(cells, *parts)
    missed = (float(_residual(gains, *parts)) + EPSILON) * longest
    high = gains + missed
    high += (1 - ends) * min(above, float(min(high / (ends - missed).clip(TINY))))
    most = None if refilled else 1.0
    return (gains - missed).clip(0.0, most), high.clip(0.0, most)


def follow_walk(of: Walk, start: int, wagers: int) -> float:
    """The probability that within so many wagers too little is there to pay; whole awards start it again there."""
    return float(_forward(start, wagers, of.rise, of.fates, of.chances, of.whole, of.round_up))


@njit(cache=True, nogil=True, inline="always")
def _left(stands: int, fate: Any, round_up: bool) -> int:
    """What a fate leaves of the meter; below zero if it is too little."""
    up = fate[1] - 1 if round_up else 0
    return int((stands * fate[0] + up) // fate[1] - fate[2])


@njit(cache=True, nogil=True)
def _eliminate(
    cells: int, rise: int, fates: Any, chances: Any, whole: float, round_up: bool, refilled: bool
) -> tuple[Any, Any]:
    upward = np.zeros((cells, rise))
    gains, tops, ends = np.zeros(cells), np.zeros(cells), np.zeros(cells)
    row = np.zeros(cells + rise + 1)
    nothing = 1.0 - whole - chances.sum()
    for at in range(cells):
        gain, end, lowest = 0.0, whole, at
        row[min(at + rise, cells)] += nothing
        for fate in range(len(chances)):
            left = _left(at + rise, fates[fate], round_up)
            if left < 0:
                gain += chances[fate] * (-left if refilled else 1)
                end += 0.0 if refilled else chances[fate]
            if left >= 0 or refilled:
                row[max(0, min(left, cells))] += chances[fate]
                lowest = max(0, min(left, lowest))
        top = 0.0
        for below in range(lowest, at):
            weight = row[below]
            if weight > 0:
                row[below] = 0.0
                for up in range(rise):
                    row[below + 1 + up] += weight * upward[below, up]
                gain += weight * gains[below]
                top += weight * tops[below]
                end += weight * ends[below]
        top += row[cells]
        row[at] = row[cells] = 0.0
        reached = min(rise, cells - 1 - at)
        leaving = top + end + row[at + 1 : at + 1 + reached].sum()
        upward[at, :reached] = row[at + 1 : at + 1 + reached] / leaving
        row[at + 1 : at + 1 + reached] = 0.0
        gains[at], tops[at], ends[at] = gain / leaving, top / leaving, end / leaving
    for at in range(cells - 1, -1, -1):
        for up in range(min(rise, cells - 1 - at)):
            gains[at] += upward[at, up] * gains[at + 1 + up]
            ends[at] += upward[at, up] * ends[at + 1 + up]
    return gains, ends


@njit(cache=True, nogil=True)
def _residual(gains: Any, rise: int, fates: Any, chances: Any, whole: float, round_up: bool, refilled: bool) -> float:
    """The greatest difference between a state's value and what one wager makes of it."""
    cells, greatest = len(gains), 0.0
    nothing = 1.0 - whole - chances.sum()
    for at in range(cells):
        value = nothing * gains[at + rise] if at + rise < cells else 0.0
        for fate in range(len(chances)):
            left = _left(at + rise, fates[fate], round_up)
            if left < 0:
                value += chances[fate] * (gains[0] - left if refilled else 1.0)
            elif left < cells:
                value += chances[fate] * gains[left]
        greatest = max(greatest, abs(value - gains[at]))
    return greatest


@njit(cache=True, nogil=True)
def _forward(start: int, wagers: int, rise: int, fates: Any, chances: Any, whole: float, round_up: bool) -> float:
    """Carry the distribution of the meter from wager to wager."""
    now, then = np.zeros(start + rise * wagers + 1), np.zeros(start + rise * wagers + 1)
    now[start] = 1.0
    nothing, dry = 1.0 - whole - chances.sum(), 0.0
    for done in range(wagers):
        highest = start + rise * done
        then[: highest + rise + 1] = 0.0
        for at in range(highest + 1):
            here = now[at]
            if here > 0:
                then[at + rise] += here * nothing
                then[start] += here * whole
                for fate in range(len(chances)):
                    left = _left(at + rise, fates[fate], round_up)
                    if left < 0:
                        dry += here * chances[fate]
                    else:
                        then[left] += here * chances[fate]
        now, then = then, now
    return dry
