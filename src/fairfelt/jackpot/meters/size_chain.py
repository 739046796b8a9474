"""How large a meter is when it is won whole, with partial awards on the way: a chain whose cells are one wager's rise.

Layer by layer, a layer for every partial award since the start: within a layer the meter only climbs, so that the
expected number of settlements at a cell follows from the cell below and from what fell there out of the layer
before.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.jit import njit

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
