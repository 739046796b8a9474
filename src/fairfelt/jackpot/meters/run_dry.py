"""The chance that a fixed pay finds too little on the meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, exp, expm1, floor, inf
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import common_unit
from fairfelt.jackpot.terms import Terms
from fairfelt.runtime.compute.jit import njit

from .edge import Interval, MeterError, ProgressiveBet, rate, seed
from .forecasts import Climb

__all__ = [
    "RunDryRisks", "drain_at", "drain_of", "find_least_seed", "lundberg_coefficient", "run_dry_risk", "solve_risks",
]  # fmt: skip

# Lundberg's coefficient: a walk that is carried away from ruin falls by h with a chance of at most exp(-R h).


HALVINGS: Final = 100


def lundberg_coefficient(steps: Sequence[tuple[float, float]]) -> float:
    """The R above zero at which E[exp(R step)] = 1, from below, for steps towards ruin and their chances.

    It is infinite where no step leads towards ruin, and 0 where ruin is certain.
    """
    worst = max(step for step, _ in steps)
    if worst <= 0:
        return inf
    if sum(step * chance for step, chance in steps) >= 0:
        return 0.0

    def excess(steep: float) -> float:
        return sum(chance * expm1(min(steep * step, 700.0)) for step, chance in steps)

    low, high = 0.0, 1 / worst
    while excess(high) < 0:
        low, high = high, 2 * high
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return low


# Running dry, when all pays come off the meter: the chance that a fixed pay finds too little there.
#
# The meter is a walk on money: every wager adds its contribution, then a hand may take a fixed pay or a share of it.
# With cells of money that divide contribution and pays the walk is on whole cells, and exact; otherwise pays are
# rounded once up and once down, and the truth lies between. `money_chain` solves the walk.


WORK: Final = 10**9
"""Products that a solution may take: seconds."""
REACHES: Final = (18, 14, 10)
"""The walk is followed over this many times the money over which its risk falls by the factor e."""
PARTS: Final = (24, 16, 12, 8, 6, 5, 4, 3, 2, 1)
"""Cells in one contribution, where the walk has to be rounded."""


def drain_of(bet: ProgressiveBet, terms: Terms) -> Climb:
    """The first level of a jackpot, with all fixed pays off it."""
    level = terms.levels[0]
    return drain_at(bet, level.name, seed=seed(level), rate=rate(level))


def drain_at(bet: ProgressiveBet, level: str, *, seed: Fraction, rate: Fraction) -> Climb:
    """A level with a given seed and contribution rate that pays everything, without a reserve."""
    if rate <= 0 or seed < 0 or not bet.pays:
        raise MeterError("a meter that pays everything needs a contribution above zero and a fixed pay")
    rise, hits = rate * bet.stake, bet.hits_of(level)
    return Climb(level=level, seed=seed, rise=rise, reserve_rise=Fraction(0), hits=hits, pays=bet.amounts)


def fates(of: Climb) -> list[tuple[Fraction, Fraction, Fraction]]:
    """What befalls the meter short of a whole award: the share it keeps, the amount then paid, and how likely."""
    pays = [(Fraction(1), amount, chance) for amount, chance in of.pays]
    return pays + [(1 - hit.share, Fraction(0), hit.probability) for hit in of.parts]


def steepness(of: Climb) -> float:
    """Lundberg's coefficient of the fixed pays; shares are left out."""
    nothing = 1 - sum((chance for _, chance in of.pays), Fraction(0))
    steps = [(Fraction(0), nothing), *of.pays]
    return lundberg_coefficient([(float(amount - of.rise), float(chance)) for amount, chance in steps])


def ends(of: Climb) -> bool:
    """Whether something saves the meter in the end: a whole award, or growth that no share takes away."""
    return of.whole > 0 or (of.growth > 0 and not of.parts)


@dataclass(frozen=True)
class RunDryRisks:
    """The chance of running dry by the seed, in cells of money: each lies between the two."""

    cell: Fraction
    low: Sequence[float]
    high: Sequence[float]

    def at(self, seed: Fraction) -> Interval:
        ends = ((self.low, -(-seed // self.cell)), (self.high, seed // self.cell))
        return Interval(*(Fraction(float(values[min(int(at), len(values) - 1)])) for values, at in ends))

    def least_seed(self, risk: Fraction) -> Fraction | None:
        """The smallest seed whose chance is no more than that for sure; None if it is more than was looked at."""
        found = next((cells for cells, chance in enumerate(self.high) if chance <= risk), None)
        return None if found is None else found * self.cell


def run_dry_risk(of: Climb) -> Interval:
    """The chance that the meter runs dry before it is won whole, from its seed."""
    return solve_risks(of).at(of.seed)


def find_least_seed(of: Climb, risk: Fraction) -> Fraction | None:
    """The smallest seed with which that chance is no more than a chosen one."""
    if not 0 < risk < 1:
        raise MeterError(f"a risk of {risk} is not possible: give a share between 0 and 1")
    return solve_risks(of).least_seed(risk)


@lru_cache(maxsize=64)
def solve_risks(of: Climb) -> RunDryRisks:
    """The chance of running dry from every seed that matters."""
    cell, cells = choose_grid(of)
    longest = float(duration(of, cells * cell))
    above = inf if of.parts else exp(-steepness(of) * float(cells * cell))
    walks = (walk_in_cells(of, cell, pessimistic=bad) for bad in (False, True))
    (low, _), (_, high) = (solve_walk(walk, cells, longest=longest, above=above) for walk in walks)
    return RunDryRisks(cell, tuple(low), tuple(high))


def choose_grid(of: Climb) -> tuple[Fraction, int]:
    """A cell of money, and how many of them are looked at: cells that fit all amounts if it can be."""
    steep, largest = steepness(of), max(amount for amount, _ in of.pays)
    fall = 1 / Fraction(steep) if 0 < steep < inf else largest
    reaches = [of.seed + largest + times * fall for times in REACHES]
    cells = [common_unit([of.rise, *(amount for amount, _ in of.pays)]), *(of.rise / parts for parts in PARTS)]
    for cell, reach in ((cell, reach) for cell in cells for reach in reaches):
        if _work(of, cell, reach) <= WORK:
            return cell, int(reach / cell) + 1
    raise MeterError("this meter grows too slowly for its pays to be followed: give it a larger contribution")


def walk_in_cells(of: Climb, cell: Fraction, *, pessimistic: bool) -> Walk:
    """The walk in cells; what does not fit is rounded against the meter, or in its favour."""
    whole_cells = ceil if pessimistic else floor
    rows = [(kept.numerator, kept.denominator, whole_cells(amount / cell)) for kept, amount, _ in fates(of)]
    chances = np.array([float(chance) for *_, chance in fates(of)])
    rise, whole = int(of.rise / cell), float(of.whole)
    return Walk(rise, np.array(rows, np.int64).reshape(-1, 3), chances, whole, round_up=not pessimistic)


def duration(of: Climb, top: Fraction) -> Fraction:
    """No walk takes longer on average, in wagers: it is ended by a whole award, or carried up by its drift."""
    if not ends(of):
        raise MeterError("a meter that is never won whole and does not grow runs dry for sure")
    risen = (top + of.rise) / of.growth if of.growth > 0 and not of.parts else None
    won = 1 / of.whole if of.whole else None
    return min(longest for longest in (risen, won) if longest is not None)


def _work(of: Climb, cell: Fraction, reach: Fraction) -> Fraction:
    """Products for a solution: states, times the cells that it can fall, times the cells that it can rise."""
    share = max((hit.share for hit in of.parts), default=Fraction(0))
    return (reach / cell) * (max(share * reach, *(amount for amount, _ in of.pays)) / cell) * (of.rise / cell)


# Chains on money, solved in floating point with a bound on the error: a meter that pays until it is empty.
#
# The meter stands at a whole number of cells. Every wager adds `rise` cells; then a fate may befall the meter (a share
# of it is kept, and a number of cells is paid), or it is won whole, which ends the walk. States are eliminated from
# the lowest up. When all below a state are gone, it can only be left upwards, by at most `rise` cells, so that a row
# of what is left of the matrix is `rise` numbers long:
#
#       value(u)  =  W[u, 1] value(u + 1) + … + W[u, rise] value(u + rise) + gain(u)
#
# All numbers are sums, products and quotients of positive ones: what leaves a row is added up, not taken from one.


EPSILON: Final = 2.0**-50
TINY: Final = 1e-300


class Walk(NamedTuple):
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


def solve_walk(of: Walk, cells: int, *, longest: float, above: float) -> tuple[Numbers, Numbers]:
    """The chance of running dry from every state, no less and no more: the gain of a walk that then ends.

    No walk takes more wagers than `longest` on average, and the gain above the cells is known to be at most `above`.

    The equations are missed by a residual, which can add up once a wager. The gain t above the cells is also no greater
    than in them, where it is gain + (1 - end) * t: so end * t <= gain.
    """
    gains, ends = _eliminate(cells, *of)
    missed = (float(_residual(gains, *of)) + EPSILON) * longest
    high = gains + missed
    high += (1 - ends) * min(above, float(min(high / (ends - missed).clip(TINY))))
    return (gains - missed).clip(0.0, 1.0), high.clip(0.0, 1.0)


@njit(cache=True, nogil=True, inline="always")
def _left(stands: int, fate: Any, round_up: bool) -> int:
    """What a fate leaves of the meter; below zero if it is too little."""
    up = fate[1] - 1 if round_up else 0
    return int((stands * fate[0] + up) // fate[1] - fate[2])


@njit(cache=True, nogil=True)
def _eliminate(cells: int, rise: int, fates: Any, chances: Any, whole: float, round_up: bool) -> tuple[Any, Any]:
    """The chain solved state by state, in floats: gain(at) = chance of a fate below zero + sum of p gain(next).

    States below are put in by their own equations, so that only states above are left.
    """
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
                gain += chances[fate]
                end += chances[fate]
            else:
                row[min(left, cells)] += chances[fate]
                lowest = min(left, lowest)
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
def _residual(gains: Any, rise: int, fates: Any, chances: Any, whole: float, round_up: bool) -> float:
    """The greatest difference between a state's value and what one wager makes of it."""
    cells, greatest = len(gains), 0.0
    nothing = 1.0 - whole - chances.sum()
    for at in range(cells):
        value = nothing * gains[at + rise] if at + rise < cells else 0.0
        for fate in range(len(chances)):
            left = _left(at + rise, fates[fate], round_up)
            if left < 0:
                value += chances[fate]
            elif left < cells:
                value += chances[fate] * gains[left]
        greatest = max(greatest, abs(value - gains[at]))
    return greatest
