"""The search: cells are parted again and again by the condition that gains most, while a part is worth its words.

The search compares in floating point; what a part is worth is summed in whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from .scales import Cells, Scale

MOST_PARTS = 8
GROWN = 3
"""So many times as many parts are tried where those that gain least are put together again."""
FEW_LEVELS = 14
"""A split on a scale with no more levels may be worth nothing by itself, if its halves are split again."""
PART_WORTH = Fraction(1, 2_000)
"""A part more is told where it gains that part of the Ante…"""
FORGIVEN = Fraction(1, 10_000)
"""…and by a simpler scale, which comes first, where that loses no more than this."""


Bounds = tuple[tuple[int | None, int | None], ...]
"""[scale]: the level it begins at, and the one it ends before."""


@dataclass(frozen=True, eq=False)
class Part:
    """Some cells, and what is done with them."""

    cells: NDArray[np.bool_]
    bounds: Bounds
    choice: int
    worth: int


@dataclass(frozen=True)
class _Split:
    """One part made two."""

    gain: int
    scale: int
    level: int
    part: Part


def part_cells(
    cells: Cells, scales: Sequence[Scale], unit: int, worth: Fraction = PART_WORTH, *, most: int | None = None
) -> list[Part]:
    """The parts of the best rule that was found. `unit` is one Ante, summed over all rounds.

    With `most`, more parts are made than so many, and those that gain least are put together again: a part that gains
    little may lead to one that gains much.
    """
    every = np.ones(len(cells.levels), np.bool_)
    parts, least = [_part(cells, every, ((None, None),) * len(scales))], worth * unit
    splits, halved = {parts[0]: _promising(cells, parts[0], unit)}, dict[Part, list[Part]]()
    while len(parts) < (MOST_PARTS if most is None else GROWN * most):
        best = max((split for split in splits.values() if split), key=lambda split: split.gain, default=None)
        if best is None or best.gain < least:
            break
        del splits[best.part]
        halves = halved[best.part] = _halves(cells, best)
        splits |= {half: _promising(cells, half, unit) for half in halves}
        parts = [half for part in parts for half in (halves if part is best.part else [part])]
    return _joined(cells, parts if most is None else _pruned(parts, halved, most, least))


def _pruned(parts: list[Part], halved: dict[Part, list[Part]], most: int, least: Fraction) -> list[Part]:
    """The same with halves made whole where that loses least, until few are left and all are worth their words."""
    while True:
        whole = {
            sum(half.worth for half in halves) - part.worth: part
            for part, halves in halved.items()
            if all(half in parts for half in halves)
        }
        if not whole or (len(parts) <= most and min(whole) >= least):
            return parts
        part = whole[min(whole)]
        parts = [part, *(each for each in parts if each not in halved[part])]


def _promising(cells: Cells, part: Part, unit: int) -> _Split | None:
    """The split that gains most; or one whose halves gain more, each split again, by the splits that this takes."""
    best = _best_split(cells, part, unit)
    for scale in range(cells.levels.shape[1]):
        kinds, codes = cells.codes[scale]
        levels = kinds[np.bincount(codes[part.cells], minlength=len(kinds)) > 0]
        for level in levels[1:].tolist() if len(levels) <= FEW_LEVELS else ():
            halves = _halves(cells, _Split(0, scale, level, part))
            later = [split.gain for half in halves if (split := _best_split(cells, half, unit))]
            gain = (sum(half.worth for half in halves) + sum(later) - part.worth) // (1 + len(later))
            if best is None or gain > best.gain + FORGIVEN * unit:
                best = _Split(gain, scale, level, part)
    return best


def _joined(cells: Cells, parts: list[Part]) -> list[Part]:
    """Parts that do the same and differ on one scale only, where one begins as the other ends, are one."""
    for one in parts:
        for other in parts:
            differs = [at for at, (a, b) in enumerate(zip(one.bounds, other.bounds, strict=True)) if a != b]
            if one.choice == other.choice and len(differs) == 1 and one.bounds[differs[0]][1] is not None:
                (low, end), (begin, high) = one.bounds[differs[0]], other.bounds[differs[0]]
                if end == begin:
                    whole = (*one.bounds[: differs[0]], (low, high), *one.bounds[differs[0] + 1 :])
                    rest = [part for part in parts if part is not one and part is not other]
                    return _joined(cells, [*rest, _part(cells, one.cells | other.cells, whole)])
    return parts


def within(cells: Cells, bounds: Bounds) -> NDArray[np.bool_]:
    """[cell]: whether all its levels lie inside."""
    inside = np.ones(len(cells.levels), np.bool_)
    for levels, (low, high) in zip(cells.levels.T, bounds, strict=True):
        if low is not None:
            inside &= levels >= low
        if high is not None:
            inside &= levels < high
    return inside


def part_of(cells: Cells, bounds: Bounds, choice: int) -> Part:
    """The cells inside some bounds, with a choice that is made there."""
    inside = within(cells, bounds)
    return Part(inside, bounds, choice, int(cells.worth[inside, choice].sum()))


def _part(cells: Cells, chosen: NDArray[np.bool_], bounds: Bounds) -> Part:
    """Of equal choices the larger bet."""
    sums = cells.worth[chosen].sum(axis=0)
    choice = len(sums) - 1 - int(np.argmax(sums[::-1]))
    return Part(chosen, bounds, choice, int(sums[choice]))


def _best_split(cells: Cells, part: Part, unit: int) -> _Split | None:
    """The condition that gains most; of those that gain about as much the one on the simplest scale."""
    found = []
    inside = np.flatnonzero(part.cells)
    worth = cells.worth[inside].astype(np.float64)
    for scale, (kinds, codes) in enumerate(cells.codes):
        here = codes[inside]
        columns = [np.bincount(here, column, len(kinds)) for column in worth.T]
        below = np.cumsum(columns, axis=1)[:, :-1]
        if not below.size:
            continue
        gains = below.max(axis=0) + (worth.sum(axis=0)[:, None] - below).max(axis=0) - part.worth
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
