"""The chance that a fixed pay finds too little on the meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, inf, lcm
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.numbers import common_unit, to_decimal
from fairfelt.jackpot.terms import Terms
from fairfelt.runtime.compute.jit import njit

from .edge import Interval, MeterError, ProgressiveBet, rate, seed

__all__ = [
    "Drain", "RunDryRisks", "drain_at", "drain_of", "find_least_seed", "lundberg_bound", "lundberg_exponent",
    "mean_shortfall", "run_dry_risk", "run_dry_within", "solve_risks",
]  # fmt: skip

# Lundberg's bound: the chance that a meter ever runs dry by its fixed pays is at most exp(-R * seed).


_CONTEXT: Final = Context(prec=40)
_HALVINGS: Final = 110


def lundberg_exponent(of: Drain) -> Decimal | None:
    """The R above zero with E[exp(R (pay - contribution))] = 1, from below; None if the meter does not grow.

    Shares of the meter are left out. It is infinite if one contribution covers every pay.
    """
    if of.drift <= 0:
        return None
    if all(amount <= of.rise for amount, _ in of.pays):
        return Decimal("Infinity")
    low, high = Decimal(0), Decimal(1)
    while _moment(of, high) < 1:
        low, high = high, high * 2
    for _ in range(_HALVINGS):
        middle = _CONTEXT.divide(_CONTEXT.add(low, high), Decimal(2))
        low, high = (middle, high) if _moment(of, middle) < 1 else (low, middle)
    return low


def lundberg_bound(of: Drain, seed: Fraction) -> Decimal:
    """Upper bound from that seed; one if the meter does not grow, because then it runs dry for sure."""
    steep = lundberg_exponent(of)
    if steep is None:
        return Decimal(1)
    return _exp(-steep, seed) if steep.is_finite() else Decimal(0)


def _moment(of: Drain, steep: Decimal) -> Decimal:
    nothing = 1 - sum((chance for _, chance in of.pays), Fraction(0))
    terms = [(Fraction(0), nothing), *of.pays]
    return sum(
        (_CONTEXT.multiply(to_decimal(chance), _exp(steep, amount - of.rise)) for amount, chance in terms), Decimal(0)
    )


def _exp(steep: Decimal, amount: Fraction) -> Decimal:
    return _CONTEXT.exp(_CONTEXT.multiply(steep, to_decimal(amount)))


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


@dataclass(frozen=True, kw_only=True)
class Drain:
    """The effect of one wager on a meter that pays everything, in currency units."""

    seed: Fraction
    rise: Fraction
    pays: tuple[tuple[Fraction, Fraction], ...]
    """Amount and probability of each fixed pay."""
    parts: tuple[tuple[Fraction, Fraction], ...] = ()
    """Share and probability of each award that leaves something."""
    whole: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if self.rise <= 0 or self.seed < 0 or not self.pays:
            raise MeterError("a meter that pays everything needs a contribution above zero and a fixed pay")

    @property
    def drift(self) -> Fraction:
        """Mean growth of the meter with each wager, without shares."""
        return self.rise - sum((amount * chance for amount, chance in self.pays), Fraction(0))

    @property
    def largest_pay(self) -> Fraction:
        return max(amount for amount, _ in self.pays)

    @property
    def fates(self) -> list[tuple[Fraction, Fraction, Fraction]]:
        """What befalls the meter short of a whole award: the share it keeps, the amount then paid, and how likely."""
        pays = [(Fraction(1), amount, chance) for amount, chance in self.pays]
        return pays + [(1 - share, Fraction(0), chance) for share, chance in self.parts]

    @property
    def ends(self) -> bool:
        """Whether something saves it in the end: a whole award, or growth that no share takes away."""
        return self.whole > 0 or (self.drift > 0 and not self.parts)


def drain_of(bet: ProgressiveBet, terms: Terms) -> Drain:
    """The first level of a jackpot, with all fixed pays off it."""
    level = terms.levels[0]
    return drain_at(bet, level.name, seed=seed(level), rate=rate(level))


def drain_at(bet: ProgressiveBet, level: str, *, seed: Fraction, rate: Fraction) -> Drain:
    """A level with a given seed and contribution rate."""
    hits = bet.hits_of(level)
    return Drain(
        seed=seed,
        rise=rate * bet.stake,
        pays=bet.amounts,
        parts=tuple((hit.share, hit.probability) for hit in hits if hit.share != 1),
        whole=bet.whole(level),
    )


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


def run_dry_risk(of: Drain) -> Interval:
    """The chance that the meter runs dry before it is won whole, from its seed."""
    return solve_risks(of).at(of.seed)


def find_least_seed(of: Drain, risk: Fraction) -> Fraction | None:
    """The smallest seed with which that chance is no more than a chosen one."""
    if not 0 < risk < 1:
        raise MeterError(f"a risk of {risk} is not possible: give a share between 0 and 1")
    return solve_risks(of).least_seed(risk)


def mean_shortfall(of: Drain) -> Interval:
    """What the house makes up between two whole awards, on average, if it pays what the meter lacks."""
    found = solve_risks(of, refilled=True)
    between = found.at(of.seed)
    return Interval(between.low * found.cell, between.high * found.cell)


@lru_cache(maxsize=64)
def solve_risks(of: Drain, *, refilled: bool = False) -> RunDryRisks:
    """The chance of running dry from every seed that matters; refilled, the cells that are made up."""

    cell, cells = choose_grid(of)
    longest = float(duration(of, cells * cell))
    bounded = not (of.parts or refilled)
    above = float(lundberg_bound(of, cells * cell)) if bounded else inf
    walks = (walk_in_cells(of, cell, pessimistic=bad) for bad in (False, True))
    (low, _), (_, high) = (solve_walk(walk, cells, longest=longest, above=above, refilled=refilled) for walk in walks)
    return RunDryRisks(cell, tuple(low), tuple(high))


def choose_grid(of: Drain) -> tuple[Fraction, int]:
    """A cell of money, and how many of them are looked at: cells that fit all amounts if it can be."""
    steep = lundberg_exponent(of)
    fall = 1 / Fraction(steep) if steep and steep.is_finite() else of.largest_pay
    reaches = [of.seed + of.largest_pay + times * fall for times in REACHES]
    cells = [common_unit([of.rise, *(amount for amount, _ in of.pays)]), *(of.rise / parts for parts in PARTS)]
    for cell, reach in ((cell, reach) for cell in cells for reach in reaches):
        if _work(of, cell, reach) <= WORK:
            return cell, int(reach / cell) + 1
    raise MeterError("this meter grows too slowly for its pays to be followed: give it a larger contribution")


def walk_in_cells(of: Drain, cell: Fraction, *, pessimistic: bool) -> Walk:
    """The walk in cells; what does not fit is rounded against the meter, or in its favour."""
    whole_cells = ceil if pessimistic else floor
    rows = [(kept.numerator, kept.denominator, whole_cells(amount / cell)) for kept, amount, _ in of.fates]
    chances = np.array([float(chance) for *_, chance in of.fates])
    rise, whole = int(of.rise / cell), float(of.whole)
    return Walk(rise, np.array(rows, np.int64).reshape(-1, 3), chances, whole, round_up=not pessimistic)


def duration(of: Drain, top: Fraction) -> Fraction:
    """No walk takes longer on average, in wagers: it is ended by a whole award, or carried up by its drift."""
    if not of.ends:
        raise MeterError("a meter that is never won whole and does not grow runs dry for sure")
    risen = (top + of.rise) / of.drift if of.drift > 0 and not of.parts else None
    won = 1 / of.whole if of.whole else None
    return min(longest for longest in (risen, won) if longest is not None)


def _work(of: Drain, cell: Fraction, reach: Fraction) -> Fraction:
    """Products for a solution: states, times the cells that it can fall, times the cells that it can rise."""
    share = max((share for share, _ in of.parts), default=Fraction(0))
    return (reach / cell) * (max(of.largest_pay, share * reach) / cell) * (of.rise / cell)


# Running dry within a number of wagers: with fractions where it is soon, in floating point where it is later.


EXACT_WAGERS: Final = 60
"""Maximum number of wagers that are followed in fractions."""
EXACT_AMOUNTS: Final = 4_000
"""Maximum number of amounts on the meter that are followed in fractions."""
MOST_WAGERS: Final = 10_000
ROUNDING: Final = Fraction(1, 2**50)
"""Relative rounding error of each wager's sums."""


def run_dry_within(of: Drain, wagers: int) -> Interval:
    """The chance that a fixed pay finds too little on the meter; whole awards start it again with the seed."""
    if not 0 <= wagers <= MOST_WAGERS:
        raise MeterError(
            f"{wagers:,} wagers are not followed one by one: give 0 to {MOST_WAGERS:,}, or ask for the chance before "
            "the next 100% award"
        )
    exact = run_dry_within_exactly(of, wagers) if wagers <= EXACT_WAGERS else None
    if exact is not None:
        return Interval(exact, exact)

    cell, _ = choose_grid(of)
    low = follow_walk(walk_in_cells(of, cell, pessimistic=False), -int(-of.seed // cell), wagers)
    high = follow_walk(walk_in_cells(of, cell, pessimistic=True), int(of.seed // cell), wagers)
    missed = 1 + ROUNDING * wagers
    return Interval(Fraction(low) / missed, Fraction(high) * missed)


def run_dry_within_exactly(of: Drain, wagers: int) -> Fraction | None:
    """The chance as an exact fraction; None if too many amounts can stand on the meter."""
    scale = lcm(of.whole.denominator, *(chance.denominator for *_, chance in of.fates))
    ways = [(kept, amount, int(chance * scale)) for kept, amount, chance in of.fates]
    whole = int(of.whole * scale)
    nothing = scale - whole - sum(count for *_, count in ways)
    standing, dry = {of.seed: 1}, 0
    for _ in range(wagers):
        if len(standing) > EXACT_AMOUNTS:
            return None
        dry *= scale
        after: dict[Fraction, int] = {}
        for meter, count in standing.items():
            fed = meter + of.rise
            after[fed] = after.get(fed, 0) + count * nothing
            after[of.seed] = after.get(of.seed, 0) + count * whole
            for kept, amount, likely in ways:
                left = fed * kept - amount
                if left < 0:
                    dry += count * likely
                else:
                    after[left] = after.get(left, 0) + count * likely
        standing = after
    return Fraction(dry, scale**wagers)


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


def solve_walk(
    of: Walk, cells: int, *, longest: float, above: float, refilled: bool = False
) -> tuple[Numbers, Numbers]:
    """The expected gain from every state, no less and no more.

    No walk takes more wagers than `longest` on average, and the gain above the cells is known to be at most `above`.

    Where too little is there to pay, the gain is one and the walk ends. Refilled, the gain is what was missing:
    the house puts it in, and the walk continues from an empty meter.

    The equations are missed by a residual, which can add up once a wager. The gain t above the cells is also no greater
    than in them, where it is gain + (1 - end) * t: so end * t <= gain.
    """
    gains, ends = _eliminate(cells, *of, refilled)
    missed = (float(_residual(gains, *of, refilled)) + EPSILON) * longest
    high = gains + missed
    high += (1 - ends) * min(above, float(min(high / (ends - missed).clip(TINY))))
    most = None if refilled else 1.0
    return (gains - missed).clip(0.0, most), high.clip(0.0, most)


def follow_walk(of: Walk, start: int, wagers: int) -> float:
    """The probability that within `wagers` wagers the meter cannot pay; full awards restart it at `start`."""
    return float(_forward(start, wagers, *of))


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


# How large a meter is when it is won whole, with partial awards on the way: a chain whose cells are one wager's rise.
#
# Layer by layer, a layer for every partial award since the start: within a layer the meter only climbs, so that the
# expected number of settlements at a cell follows from the cell below and from what fell there out of the layer
# before.


NEGLIGIBLE: Final = 1e-10


def size_chances(
    start: int, whole: Fraction, parts: list[tuple[Fraction, Fraction]], cells: int, *, round_up: bool
) -> NDArray[np.float64]:
    """The probability that the meter stands at no more than each cell when it is won whole.

    `parts` are the shares that awards leave, and how likely they are; what is left is rounded to whole cells, up or
    down. What never comes back below the last cell is missing from the last number.
    """
    from_cells = np.arange(cells)
    falls = [(from_cells * kept.numerator + round_up * (kept.denominator - 1)) // kept.denominator for kept, _ in parts]
    chances = np.array([float(chance) for _, chance in parts])
    settled = _settlements(start, float(whole), np.array(falls, np.int32).reshape(-1, cells), chances)
    return np.asarray(np.cumsum(settled) * float(whole))


@njit(cache=True, nogil=True)
def _settlements(start: int, whole: float, falls: Any, chances: Any) -> Any:
    """How often the meter is settled at each cell before it is won whole, on average."""
    cells = falls.shape[1]
    total, fallen, falling = np.zeros(cells), np.zeros(cells), np.zeros(cells)
    nothing = 1.0 - whole - chances.sum()
    fallen[start] = 1.0
    while True:
        here = seen = 0.0
        falling[:] = 0.0
        for at in range(1, cells):
            here = nothing * here + fallen[at - 1]
            seen += here
            total[at] += here
            for part in range(len(chances)):
                falling[falls[part, at]] += chances[part] * here
        if seen * whole < NEGLIGIBLE:
            return total
        fallen, falling = falling, fallen
