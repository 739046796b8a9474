"""Scales: what a rule may ask of the cards in sight, as levels in ascending order that have words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Scale:
    """One thing to look at. Its levels are whole numbers; a rule asks whether they reach one."""

    at_least: Callable[[int], str]
    """As "you hold a pair or better"."""
    below: Callable[[int], str]
    """As "you hold less than a pair"."""
    between: Callable[[int, int], str] | None = None
    """From the first to the last level, where that has words of its own."""

    def words(self, low: int | None, high: int | None) -> list[str]:
        """The conditions of levels from `low` on, up to but not including `high`."""
        if low is not None and high is not None and self.between:
            return [self.between(low, high - 1)]
        found = [] if low is None else [self.at_least(low)]
        return found if high is None else [*found, self.below(high)]


@dataclass(frozen=True, eq=False)
class Cells:
    """Sights that no scale tells apart, together: their levels, and what each choice is worth with them."""

    levels: Whole
    """[cell, scale]"""
    worth: Whole
    """[cell, choice]: summed over all rounds, choices in ascending order of the bet."""

    @staticmethod
    def of(levels: Whole, worth: Whole) -> Cells:
        """Put equal ones together; sums are whole numbers of 64 bits, or it fails."""
        assert float(np.abs(worth.astype(np.float64)).sum()) < 2.0**62, "the sums fit 64 bits"
        least = levels.min(axis=0)
        sizes = (levels.max(axis=0) - least + 1).tolist()
        assert prod(sizes) < 1 << 62, "the levels of all scales make one number"
        keys = np.zeros(len(levels), np.int64)
        for column, first, size in zip(levels.T, least.tolist(), sizes, strict=True):
            keys = keys * size + (column - first)
        _, at, kind = np.unique(keys, return_index=True, return_inverse=True)
        found = np.zeros((len(at), worth.shape[1]), np.int64)
        np.add.at(found, kind.ravel(), worth)
        return Cells(levels[at], found)

    @cached_property
    def codes(self) -> list[tuple[Whole, Whole]]:
        """[scale]: the levels that there are, and [cell] the number of its level among them."""
        each = (np.unique(column, return_inverse=True) for column in self.levels.T)
        return [(kinds, codes.ravel()) for kinds, codes in each]


def sum_cells(parts: Sequence[Cells]) -> Cells:
    """Of several parts."""
    return Cells.of(np.concatenate([part.levels for part in parts]), np.concatenate([part.worth for part in parts]))
