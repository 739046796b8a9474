"""Rules of another form: bands of what is seen, and in each of them the larger bet from some hand on."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from .scales import Cells, Whole
from .tree import FEW_LEVELS, PART_WORTH, Bounds, Part, part_of

OWN = 2
"""The first scales are of the player's own hand."""
Steps = list[tuple[int, int | None, int | None]]
"""A choice, and from which to before which of the player's levels it is made."""


def banded(cells: Cells, unit: int, worth: Fraction = PART_WORTH) -> Iterator[list[Part]]:
    """The best rule of this form by every scale with few levels, beside each of the player's own."""
    for own in range(min(OWN, len(cells.codes))):
        for by, (kinds, _) in enumerate(cells.codes):
            if by != own and 1 < len(kinds) <= FEW_LEVELS:
                yield _bands(cells, own, by, int(worth * unit))


def _bands(cells: Cells, own: int, by: int, price: int) -> list[Part]:
    """Neighbors in one band as long as that costs less than to tell them apart."""
    (hands, hand), (kinds, kind) = cells.codes[own], cells.codes[by]
    worth = np.zeros((len(kinds) + 1, len(hands), cells.worth.shape[1]), np.int64)
    np.add.at(worth, (kind + 1, hand), cells.worth)
    upto = np.cumsum(worth, axis=0)
    best: list[tuple[int, list[tuple[int, int, Steps]]]] = [(0, [])]
    for end in range(1, len(kinds) + 1):
        ways = []
        for start in range(end):
            value, steps = _best_steps(upto[end] - upto[start], hands, price)
            before, bands = best[start]
            ways.append((before + value, [*bands, (start, end, steps)]))
        best.append(max(ways, key=lambda way: way[0]))
    return list(_parts(cells, own, by, best[-1][1]))


def _best_steps(worth: Whole, hands: Whole, price: int) -> tuple[int, Steps]:
    """What the best thresholds come to, less the price of each; [hand, choice] are worth so much."""
    upto = np.vstack((np.zeros((1, worth.shape[1]), np.int64), np.cumsum(worth, axis=0)))
    reached, starts = upto[:, 0] - price, [np.zeros(len(upto), np.int64)]
    for choice in range(1, worth.shape[1]):
        gained = reached - upto[:, choice] - price
        gained[0] = max(int(gained[0]), -price)
        most = np.maximum.accumulate(gained)
        first = np.maximum.accumulate(np.where(gained == most, np.arange(len(gained)), 0))
        with_it = most + upto[:, choice]
        starts.append(np.where(with_it >= reached, first, -1))
        reached = np.maximum(with_it, reached)
    end, steps = len(hands), []
    for choice in reversed(range(worth.shape[1])):
        start = int(starts[choice][end])
        if 0 <= start < end or (choice == 0 and end):
            start = start if choice else 0
            steps.append((choice, _level(hands, start), _level(hands, end)))
            end = start
    return int(reached[-1]), steps


def _level(levels: Whole, at: int) -> int | None:
    """None at either end."""
    return int(levels[at]) if 0 < at < len(levels) else None


def _parts(cells: Cells, own: int, by: int, bands: list[tuple[int, int, Steps]]) -> Iterator[Part]:
    kinds = cells.codes[by][0]
    for start, end, steps in bands:
        for choice, low, high in steps:
            bounds: list[tuple[int | None, int | None]] = [(None, None)] * len(cells.codes)
            bounds[own], bounds[by] = (low, high), (_level(kinds, start), _level(kinds, end))
            whole: Bounds = tuple(bounds)
            yield part_of(cells, whole, choice)
