"""The distribution of the next whole award: closed while the meter only climbs, by a chain with partial awards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from ..interval import Interval
from .climb import Climb

MOST_CELLS: Final = 4_000_000
TOP: Final = 5
"""The chain is followed up to this many mean sizes; what climbs higher is counted as small once, and once as large."""


def size_quantiles(of: Climb, meter: Fraction, shares: Sequence[Fraction]) -> tuple[Interval, ...] | None:
    """Amounts that the next whole award does not exceed with these probabilities; None if no chain is short enough."""
    if of.limit is not None or not of.whole:
        return None
    if not of.parts:
        exact = [meter + of.rise * of.waiting.quantile(share) for share in shares]
        return tuple(Interval(amount, amount) for amount in exact)
    cells = int(TOP * max(meter, of.mean_at_hit) / of.rise) if of.rise else MOST_CELLS + 1
    if cells > MOST_CELLS:
        return None
    low, high = (_quantiles(of, meter, shares, cells, round_up=up) for up in (False, True))
    return tuple(Interval(*ends) for ends in zip(low, high, strict=True))


def _quantiles(of: Climb, meter: Fraction, shares: Sequence[Fraction], cells: int, *, round_up: bool) -> list[Fraction]:
    import numpy as np

    from .size_chain import size_chances

    start = -int(-meter // of.rise) if round_up else int(meter // of.rise)
    parts = [(1 - hit.share, hit.probability) for hit in of.parts]
    chances = size_chances(start, of.whole, parts, cells, round_up=round_up)
    if not round_up:
        chances += 1 - chances[-1]
    return [int(np.searchsorted(chances, float(share))) * of.rise for share in shares]
