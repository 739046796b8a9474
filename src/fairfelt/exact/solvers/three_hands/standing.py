"""One hand set in many ways against all that the dealer can have: one pass over the dealer's classes for all ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .settings import ThreeValues

Values = tuple[int, ...]
"""Of the high, the medium and the low hand."""


@dataclass(frozen=True, eq=False)
class Standing:
    """Where the dealer's classes stand: their high hand, and a cell for their medium and low hand together."""

    classes: NDArray[np.int64]
    high: NDArray[np.int64]
    cell: NDArray[np.int64]
    mediums: NDArray[np.int64]
    lows: NDArray[np.int64]
    """The values that occur, ascending: of these two hands there are few."""

    @classmethod
    def of(cls, values: ThreeValues) -> Standing:
        """By the values of all classes."""
        high, medium, low = values.by_hand
        mediums, at_medium = np.unique(medium, return_inverse=True)
        lows, at_low = np.unique(low, return_inverse=True)
        return cls(values.classes, high, at_medium * len(lows) + at_low, mediums, lows)

    def count_wins(self, counts: NDArray[np.int64], ways: Sequence[Values]) -> list[int]:
        """Of so many hands of each class those against which each way wins two hands of three."""
        highs = np.unique([high for high, _, _ in ways])
        # A way with the high hand highs[i] wins it against the parts up to i.
        part = np.searchsorted(highs, self.high, side="right")
        shape = len(highs) + 1, len(self.mediums), len(self.lows)
        cells = np.bincount(part * shape[1] * shape[2] + self.cell, counts[self.classes], int(np.prod(shape)))
        below = cells.astype(np.int64).reshape(shape).cumsum(axis=0)  # far below 2**53 before: exact
        return [self._wins(below[np.searchsorted(highs, way[0])], below[-1], way) for way in ways]

    def _wins(self, below: NDArray[np.int64], all: NDArray[np.int64], way: Values) -> int:
        """High and another hand, or both others where high is lost."""
        medium, low = np.searchsorted(self.mediums, way[1]), np.searchsorted(self.lows, way[2])
        one = below[:medium].sum() + below[:, :low].sum() - below[:medium, :low].sum()
        return int(one + (all - below)[:medium, :low].sum())
