"""The search: cells are parted again and again by the condition that gains most, while a part is worth its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .scales import Cells, Scale

MOST_PARTS = 8
PART_WORTH = Fraction(1, 2_000)
"""A part more is told where it gains that part of the Ante…"""
FORGIVEN = Fraction(1, 10_000)
"""…and by a simpler scale, which comes first, where that loses no more than this."""


@dataclass(frozen=True, eq=False)
class Part:
    """Some cells, and what is done with them."""

    cells: NDArray[np.bool_]
    bounds: tuple[tuple[int | None, int | None], ...]
    """[scale]: the level it begins at, and the one it ends before."""
    choice: int
    worth: int


@dataclass(frozen=True)
class _Split:
    """One part made two."""

    gain: int
    scale: int
    level: int
    part: Part


def part_cells(cells: Cells, scales: Sequence[Scale], unit: int) -> list[Part]:
    """The parts of the best rule that was found. `unit` is one Ante, summed over all rounds."""
    every = np.ones(len(cells.levels), np.bool_)
    parts = [_part(cells, every, ((None, None),) * len(scales))]
    while len(parts) < MOST_PARTS:
        splits = [split for part in parts if (split := _best_split(cells, part, unit))]
        best = max(splits, key=lambda split: split.gain, default=None)
        if best is None or best.gain < PART_WORTH * unit:
            break
        at = parts.index(best.part)
        parts[at : at + 1] = _halves(cells, best)
    return parts


def _part(cells: Cells, chosen: NDArray[np.bool_], bounds: tuple[tuple[int | None, int | None], ...]) -> Part:
    """Of equal choices the larger bet."""
    sums = cells.worth[chosen].sum(axis=0)
    choice = len(sums) - 1 - int(np.argmax(sums[::-1]))
    return Part(chosen, bounds, choice, int(sums[choice]))


def _best_split(cells: Cells, part: Part, unit: int) -> _Split | None:
    """The condition that gains most; of those that gain about as much the one on the simplest scale."""
    found = []
    worth, levels = cells.worth[part.cells], cells.levels[part.cells]
    for scale in range(levels.shape[1]):
        kinds, kind = np.unique(levels[:, scale], return_inverse=True)
        if len(kinds) < 2:
            continue
        by_level = np.zeros((len(kinds), worth.shape[1]), np.int64)
        np.add.at(by_level, kind, worth)
        below = np.cumsum(by_level, axis=0)[:-1]
        gains = below.max(axis=1) + (by_level.sum(axis=0) - below).max(axis=1) - part.worth
        at = int(np.argmax(gains))
        if gains[at] > 0:
            found.append(_Split(int(gains[at]), scale, int(kinds[at + 1]), part))
    if not found:
        return None
    most = max(split.gain for split in found)
    return next(split for split in found if split.gain >= most - FORGIVEN * unit)


def _halves(cells: Cells, split: _Split) -> list[Part]:
    """Both parts of it, the higher levels first."""
    part, upper = split.part, cells.levels[:, split.scale] >= split.level
    low, high = part.bounds[split.scale]
    halves = []
    for chosen, bounds in ((upper, (split.level, high)), (~upper, (low, split.level))):
        whole = (*part.bounds[: split.scale], bounds, *part.bounds[split.scale + 1 :])
        halves.append(_part(cells, part.cells & chosen, whole))
    return halves
