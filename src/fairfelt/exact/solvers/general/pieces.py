"""The hidden cards dealt out to the threads of a card: which of them come with a piece of work, and all its pieces."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import comb

import numpy as np
from numpy.typing import NDArray

MOST_PIECES = 1 << 17
ENOUGH_PIECES = 1 << 10
"""For the threads that share a sight; with more, less is worked out once for many rounds."""
BITS = 8
"""Of the place of a card among those that are left."""


@dataclass(frozen=True)
class Dealt:
    """The loops over hidden cards, by place, from so many that are left. Cards of one place come in falling order.

    So all threads that hold the same last card turn over the same cards after it, at the same time.
    """

    places: tuple[int, ...]
    left: int

    @property
    def rounds(self) -> int:
        """All ways to turn them over."""
        return self._ways(len(self.places))

    @property
    def given(self) -> int:
        """How many come with a piece: the fewest that make enough pieces, or as many as there may be pieces."""
        fitting = [many for many in range(len(self.places) + 1) if self._ways(many) <= MOST_PIECES]
        enough = [many for many in fitting if self._ways(many) >= ENOUGH_PIECES]
        return min(enough, default=max(fitting))

    def is_after_its_like(self, at: int) -> bool:
        """Whether a card lies where the one before it does."""
        return at > 0 and self.places[at - 1] == self.places[at]

    def pieces(self) -> NDArray[np.uint64]:
        """Each as one number, `BITS` for a card; those with the most to turn over come first."""
        dealt = np.zeros((1, 0), np.int64)
        for at in range(self.given):
            cards = np.tile(np.arange(self.left), len(dealt))
            before = np.repeat(dealt, self.left, axis=0)
            fits = (before != cards[:, None]).all(axis=1)
            if self.is_after_its_like(at):
                fits &= cards < before[:, -1]
            dealt = np.column_stack((before, cards))[fits]
            dealt = dealt[dealt[:, -1] >= self._alike_after(at)]
        if dealt.shape[1]:
            dealt = dealt[np.argsort(-dealt[:, -1], kind="stable")]
        shifts = np.arange(dealt.shape[1], dtype=np.uint64) * np.uint64(BITS)
        return np.asarray((dealt.astype(np.uint64) << shifts).sum(axis=1), np.uint64)

    def _alike_after(self, at: int) -> int:
        """How many cards of the same place come after one: so many lower ones it has to leave."""
        after = self.places[at + 1 :]
        return next((many for many, place in enumerate(after) if place != self.places[at]), len(after))

    def _ways(self, many: int) -> int:
        ways, left = 1, self.left
        for _, alike in groupby(self.places[:many]):
            count = len(list(alike))
            ways, left = ways * comb(left, count), left - count
        return ways
