"""Exposed or marked cards of the dealer's at showdowns by the best track: cards of one cell are alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import RANK_OF, Counter, Counts, IntArray
from fairfelt.rules import Game
from fairfelt.rules.hands import TrackRanking
from fairfelt.runtime.compute.executors import split_by_size

from .kernels import Gone, count_cells
from .solver import CELLS, Track, capacities_of, empty_track, fits, pairs_of, track_of

MOST_EXPOSED = 2
LABELS = 130_000
"""Pairs of a hand and a label in one task."""
PAIR_S = (8e-6, 1e-4)
"""What a hand takes with one card exposed and with two, about, on one core."""
DIGIT = 8
"""No cell has so many cards."""


@dataclass(frozen=True, eq=False)
class TrackCounter(Counter):
    """A label is the cell of the exposed card, or the cells of two."""

    @staticmethod
    def of(core: Game, exposed: int) -> TrackCounter | None:
        """None where the game has another form, or other than one or two cards are exposed."""
        counter = TrackCounter(core, exposed)
        return counter if fits(core) and 1 <= exposed <= min(MOST_EXPOSED, counter.hidden) else None

    @property
    def tracked(self) -> TrackRanking:
        """The ranking."""
        assert isinstance(self.ranking, TrackRanking)
        return self.ranking

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        coverable = np.bitwise_count(np.arange(1 << CELLS)) <= max(self.game.hole, self.hidden)
        return np.asarray(np.unique(self.tracked.table[0][coverable]), np.int32)

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @property
    def seconds(self) -> float:
        ways = np.ones(1, np.int64)
        for cards in self.capacities.ravel().tolist():
            ways = np.convolve(ways, np.ones(cards + 1, np.int64))
        return int(ways[self.game.hole]) / self._times * PAIR_S[self.exposed - 1]

    @cached_property
    def capacities(self) -> IntArray:
        """[track, cell]: cards of the deck; the second track has none where there is but one."""
        held = capacities_of(self.tracked, self.game.deck)
        return np.array([*held, *[[0] * CELLS] * (2 - len(held))], np.int64)

    @cached_property
    def label_ranks(self) -> IntArray:
        found = np.zeros((2, CELLS), np.int64)
        for card in self.game.deck.faces:
            place = self.tracked.place(card)
            assert place
            found[place] = RANK_OF[int(card)]
        return found.ravel()

    @property
    def _times(self) -> int:
        """Tracks that are alike may be exchanged, so that the one with more of a hand's cards comes first."""
        ranks = self.label_ranks.reshape(2, CELLS)
        return 2 if np.array_equal(*self.capacities) and np.array_equal(*ranks) else 1

    def removals(self, cards: int) -> tuple[Track, Track]:
        """All ways to remove so many cards, or up to so many from each of two tracks."""
        tracks, thresholds = self.tracked.tracks, np.arange(len(self.kinds) + 1)
        placed = np.minimum(np.searchsorted(self.kinds, self.tracked.table[0]), len(self.kinds) - 1)
        walk = partial(track_of, placed=placed, thresholds=thresholds, hole=cards, dealer=self.hidden)
        of_cells = list(map(tuple, self.capacities[:tracks].tolist()))
        walked = {cells: walk(cells, tracks=tracks, executor=None) for cells in dict.fromkeys(of_cells)}
        a, *b = (walked[cells] for cells in of_cells)
        return a, b[0] if b else empty_track(a)

    @cached_property
    def own(self) -> tuple[Track, Track]:
        """The player's cards on either track."""
        return self.removals(self.game.hole)

    @cached_property
    def gone(self) -> tuple[Gone, Gone]:
        """What each leaves the dealer, with no card more removed, one and two."""
        hole, fewest = self.game.hole, 0 if self.tracked.tracks == 1 else self.exposed
        walked = [self.removals(hole + cards) for cards in range(fewest, self.exposed + 1)]
        return self._gone(0, self.own[0], [a for a, _ in walked]), self._gone(1, self.own[1], [walked[0][1]])

    def _gone(self, track: int, own: Track, removed: list[Track]) -> Gone:
        vectors = np.concatenate([each.vectors for each in removed])
        polynomials = np.concatenate([each.polynomials for each in removed], axis=1)
        all_keys, keys, cell = _keys(vectors), _keys(own.vectors), DIGIT ** np.arange(CELLS)
        order = np.argsort(all_keys)
        pairs = cell[:, None] + cell if self.exposed > 1 else np.zeros((0, CELLS), np.int64)
        same, one, two = (
            _places(keys.reshape(-1, *[1] * more.ndim) + more, all_keys[order], order)
            for more in (np.zeros((), np.int64), cell, pairs)
        )
        return Gone(polynomials, self.capacities[track] - own.vectors.astype(np.int64), same, one, two)

    def tasks(self) -> list[tuple[Any, ...]]:
        assert self.gone, "walked once for all tasks"
        (a, b), hole = self.own, self.game.hole
        mine, others = pairs_of(a, b, hole).T
        weights = a.weights[mine] * b.weights[others]
        if self._times > 1:
            weights = weights * (1 + np.sign(a.sizes[mine] - b.sizes[others]))
        there = weights > 0
        kinds = np.maximum(a.worth[mine], b.worth[others])
        return split_by_size(LABELS // self._labels, mine[there], others[there], kinds[there], weights[there])

    @property
    def _labels(self) -> int:
        cells = 2 * CELLS
        return cells if self.exposed == 1 else cells * (cells + 1) // 2

    def count(self, mine: IntArray, others: IntArray, kinds: IntArray, weights: IntArray) -> Counts:
        below = np.zeros((len(kinds), self._labels, self.cuts.places.shape[1]), np.int64)
        ways = np.zeros(below.shape[:2], np.int64)
        count_cells(self.tables, *self.gone, self.exposed, mine, others, kinds, self.following, below, ways)
        return Counts(kinds, weights, below, ways)


def _keys(vectors: NDArray[np.uint8]) -> IntArray:
    """[vector]: a number of its own."""
    return np.asarray(vectors.astype(np.int64) @ (DIGIT ** np.arange(CELLS)), np.int64)


def _places(keys: IntArray, there: IntArray, order: IntArray) -> IntArray:
    """Where some vectors are, by the keys of all of them in ascending order; anywhere, if they are not."""
    return np.asarray(order[np.minimum(np.searchsorted(there, keys), len(there) - 1)], np.int64)
