"""One hand set in many ways against all that the dealer can have: one pass over the dealer's classes for all ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.kept_table import Arrays, places

from .classes import three_classes
from .settings import ThreeValues

Values = tuple[int, ...]
"""Of the high, the medium and the low hand."""


@dataclass(frozen=True, eq=False)
class Standing:
    """Where the dealer's classes stand: by the places of their three hands among the values that occur."""

    high: NDArray[np.unsignedinteger]
    medium: NDArray[np.unsignedinteger]
    low: NDArray[np.unsignedinteger]
    """[class]: any place for a class that the deck does not deal."""
    highs: NDArray[np.int64]
    mediums: NDArray[np.int64]
    lows: NDArray[np.int64]
    """The values, ascending."""

    def count_wins(self, counts: NDArray[np.int64], ways: Sequence[Values]) -> list[int]:
        """Of so many hands of each class those against which each way wins two hands of three."""
        highs = np.unique([high for high, _, _ in ways])
        # A way with the high hand highs[i] wins it against the parts up to i.
        part = np.searchsorted(highs, self.highs, side="right")
        shape = len(highs) + 1, len(self.mediums), len(self.lows)
        at = ((part * shape[1])[self.high] + self.medium) * shape[2] + self.low
        cells = np.bincount(at, counts, int(np.prod(shape)))
        below = cells.astype(np.int64).reshape(shape).cumsum(axis=0)  # far below 2**53 before: exact
        return [self._wins(below[np.searchsorted(highs, way[0])], below[-1], way) for way in ways]

    def _wins(self, below: NDArray[np.int64], all: NDArray[np.int64], way: Values) -> int:
        """High and another hand, or both others where high is lost."""
        medium, low = np.searchsorted(self.mediums, way[1]), np.searchsorted(self.lows, way[2])
        one = below[:medium].sum() + below[:, :low].sum() - below[:medium, :low].sum()
        return int(one + (all - below)[:medium, :low].sum())


def pack_values(values: ThreeValues) -> Arrays:
    """What a `Standing` is made of, for all classes."""
    found = dict[str, NDArray[Any]]()
    for name, column in zip(("high", "medium", "low"), values.by_hand, strict=True):
        at, found[f"{name}s"] = places(column)
        found[name] = np.zeros(len(three_classes()), at.dtype)
        found[name][values.classes] = at
    return found
