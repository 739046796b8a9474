"""Running dry, when all pays come off the meter: the chance that a fixed pay finds too little there.

The meter is a walk on money: every wager adds its contribution, then a hand may take a fixed pay or a share of it. With
cells of money that divide contribution and pays the walk is on whole cells, and exact; otherwise pays are rounded
once up and once down, and the truth lies between. `money_chain` solves the walk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import gcd, inf, lcm
from typing import TYPE_CHECKING, Final

from fairfelt.jackpot.terms import Terms

from ..edge import rate, seed
from ..interval import Interval
from ..progressive_bet import MeterError, ProgressiveBet
from .lundberg import lundberg_bound, lundberg_exponent

if TYPE_CHECKING:
    from .money_chain import Walk

WORK: Final = 10**9
"""Products that a solution may take: seconds."""
REACHES: Final = (18, 14, 10)
"""The walk is followed over this many times the money over which its risk falls by the factor e."""
PARTS: Final = (24, 16, 12, 8, 6, 5, 4, 3, 2, 1)
"""Cells in one contribution, where the walk has to be rounded."""


@dataclass(frozen=True, kw_only=True)
class Drain:
    """What one wager does to a meter that pays everything, in currency units."""

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
        """By how much the meter grows with each wager on average, shares left out."""
        return self.rise - sum((amount * chance for amount, chance in self.pays), Fraction(0))

    @property
    def largest_pay(self) -> Fraction:
        """The fixed pay that asks for most."""
        return max(amount for amount, _ in self.pays)

    @property
    def ends(self) -> bool:
        """Whether something saves it in the end: a whole award, or growth that no share takes away."""
        return self.whole > 0 or (self.drift > 0 and not self.parts)

    @property
    def fixed_only(self) -> Drain:
        """The same as if no hand won a share of the meter."""
        return Drain(seed=self.seed, rise=self.rise, pays=self.pays)


def drain_of(bet: ProgressiveBet, terms: Terms) -> Drain:
    """The first level of a jackpot, with all fixed pays off it."""
    level = terms.levels[0]
    return drain_at(bet, level.name, seed=seed(level), rate=rate(level))


def drain_at(bet: ProgressiveBet, level: str, *, seed: Fraction, rate: Fraction) -> Drain:
    """The same with a seed and a contribution that are asked about."""
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
        """With that seed."""
        down = seed // self.cell
        up = -(-seed // self.cell)
        return Interval(_inside(self.low, up), _inside(self.high, down))

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
    from .money_chain import solve_walk

    cell, cells = choose_grid(of)
    longest = float(duration(of, cells * cell))
    bounded = not (of.parts or refilled)
    above = float(lundberg_bound(of, cells * cell)) if bounded else inf
    low, high = (
        solve_walk(walk_in_cells(of, cell, pessimistic=bad), cells, longest=longest, above=above, refilled=refilled)[
            bad
        ]
        for bad in (False, True)
    )
    return RunDryRisks(cell, tuple(low), tuple(high))


def choose_grid(of: Drain) -> tuple[Fraction, int]:
    """A cell of money, and how many of them are looked at: cells that fit all amounts if it can be."""
    steep = lundberg_exponent(of.fixed_only)
    fall = 1 / Fraction(steep) if steep and steep.is_finite() else of.largest_pay
    reaches = [of.seed + of.largest_pay + times * fall for times in REACHES]
    cells = [_common([of.rise, *(amount for amount, _ in of.pays)]), *(of.rise / parts for parts in PARTS)]
    for cell, reach in ((cell, reach) for cell in cells for reach in reaches):
        if _work(of, cell, reach) <= WORK:
            return cell, int(reach / cell) + 1
    raise MeterError("this meter grows too slowly for its pays to be followed: give it a larger contribution")


def walk_in_cells(of: Drain, cell: Fraction, *, pessimistic: bool) -> Walk:
    """The walk in cells; what does not fit is rounded against the meter, or in its favour."""
    from .money_chain import build_walk

    fates = [(Fraction(1), _rounded(amount / cell, up=pessimistic), chance) for amount, chance in of.pays]
    fates += [(1 - share, 0, chance) for share, chance in of.parts]
    return build_walk(int(of.rise / cell), fates, of.whole, round_up=not pessimistic)


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


def _common(amounts: list[Fraction]) -> Fraction:
    """The largest amount of which all are multiples."""
    scale = lcm(*(amount.denominator for amount in amounts))
    return Fraction(gcd(*(int(amount * scale) for amount in amounts)), scale)


def _rounded(number: Fraction, *, up: bool) -> int:
    return -int(-number // 1) if up else int(number // 1)


def _inside(values: Sequence[float], at: int) -> Fraction:
    return Fraction(float(values[min(int(at), len(values) - 1)]))
