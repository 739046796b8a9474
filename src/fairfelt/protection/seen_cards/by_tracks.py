"""One or two of the dealer's cards seen at showdowns by the best track: cards of one cell are alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from fairfelt.compute.executors import split_by_size
from fairfelt.exact.solvers.tracks.solver import CELLS, Track, pairs_of
from fairfelt.protection.backs.by_tracks import DIGIT, TrackCount, places_of, vector_keys
from fairfelt.protection.information import Information
from fairfelt.rules import Game

from .count import Whole
from .showdown import MOST, SeenShowdown, cards_seen
from .track_kernel import Gone, play_tracks

STRETCH = 5_000
"""Pairs of removals in one task."""
PAIR_S = (8e-6, 1e-4)
"""What one takes with one card seen and with two, about, on one core."""


@dataclass(frozen=True, eq=False)
class SeenTracks(SeenShowdown):
    """Every class of hands, each cell or two cells of a card seen."""

    showdown: TrackCount

    @staticmethod
    def of(core: Game, information: Information) -> SeenTracks | None:
        """None where the game has another form."""
        showdown, seen = TrackCount.of(core), cards_seen(core, information)
        return SeenTracks(core, showdown, seen) if showdown and 1 <= seen <= min(MOST, showdown.hidden) else None

    @property
    def seconds(self) -> float:
        ways = np.ones(1, np.int64)
        for cards in self.showdown.capacities.ravel().tolist():
            ways = np.convolve(ways, np.ones(cards + 1, np.int64))
        return int(ways[self.game.hole]) / self._times * PAIR_S[self.seen - 1]

    @cached_property
    def own(self) -> tuple[Track, Track]:
        """The player's cards on either track."""
        return self.showdown.removals(self.game.hole)

    @cached_property
    def gone(self) -> tuple[Gone, Gone]:
        """What each leaves the dealer, with no card more removed, one and two."""
        hole, fewest = self.game.hole, 0 if self.showdown.tracked.tracks == 1 else self.seen
        walked = [self.showdown.removals(hole + cards) for cards in range(fewest, self.seen + 1)]
        return self._gone(0, self.own[0], [a for a, _ in walked]), self._gone(1, self.own[1], [walked[0][1]])

    def _gone(self, track: int, own: Track, removed: list[Track]) -> Gone:
        vectors = np.concatenate([each.vectors for each in removed])
        polynomials = np.concatenate([each.polynomials for each in removed], axis=1)
        all_keys, keys, cell = vector_keys(vectors), vector_keys(own.vectors), DIGIT ** np.arange(CELLS)
        order = np.argsort(all_keys)
        pairs = cell[:, None] + cell if self.seen > 1 else np.zeros((0, CELLS), np.int64)
        same, one, two = (
            places_of(keys.reshape(-1, *[1] * more.ndim) + more, all_keys[order], order)
            for more in (np.zeros((), np.int64), cell, pairs)
        )
        there = self.showdown.capacities[track] if track < len(self.showdown.capacities) else np.zeros(CELLS, np.int64)
        return Gone(polynomials, there - own.vectors.astype(np.int64), same, one, two)

    @property
    def _times(self) -> int:
        """Tracks that are alike may be exchanged, so that the one with more of a hand's cards comes first."""
        cells = self.showdown.capacities.tolist()
        return 2 if len(cells) > 1 and cells[0] == cells[1] else 1

    def tasks(self) -> list[tuple[Any, ...]]:
        assert self.gone, "walked once for all tasks"
        (a, b), hole = self.own, self.game.hole
        mine, others = pairs_of(a, b, hole).T
        weights = a.weights[mine] * b.weights[others]
        if self._times > 1:
            weights = weights * (1 + np.sign(a.sizes[mine] - b.sizes[others]))
        there = weights > 0
        kinds = np.maximum(a.worth[mine], b.worth[others])
        return split_by_size(STRETCH, mine[there], others[there], kinds[there], weights[there])

    def play(self, totals: Whole, mine: Whole, others: Whole, kinds: Whole, weights: Whole) -> None:
        play_tracks(*self.gone, self.seen, mine, others, kinds, weights, self.following, self.pays, totals)
