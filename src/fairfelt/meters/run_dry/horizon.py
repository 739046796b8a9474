"""Running dry within a number of wagers: with fractions where it is soon, in floating point where it is later."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Final

from ..interval import Interval
from ..progressive_bet import MeterError
from .risk import Drain, choose_grid, walk_in_cells

EXACT_WAGERS: Final = 60
"""So many are followed in fractions…"""
EXACT_AMOUNTS: Final = 4_000
"""…if no more than so many amounts can stand on the meter."""
MOST_WAGERS: Final = 10_000
ROUNDING: Final = Fraction(1, 2**50)
"""Of each wager's sums, relative to them."""


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
    from .money_chain import follow_walk

    cell, _ = choose_grid(of)
    low = follow_walk(walk_in_cells(of, cell, pessimistic=False), -int(-of.seed // cell), wagers)
    high = follow_walk(walk_in_cells(of, cell, pessimistic=True), int(of.seed // cell), wagers)
    missed = 1 + ROUNDING * wagers
    return Interval(Fraction(low) / missed, Fraction(high) * missed)


def run_dry_within_exactly(of: Drain, wagers: int) -> Fraction | None:
    """The same in whole numbers of ways; None if too many amounts can stand on the meter."""
    fates = [(Fraction(1), amount, chance) for amount, chance in of.pays]
    fates += [(1 - share, Fraction(0), chance) for share, chance in of.parts]
    scale = lcm(of.whole.denominator, *(chance.denominator for *_, chance in fates))
    ways = [(kept, amount, int(chance * scale)) for kept, amount, chance in fates]
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
