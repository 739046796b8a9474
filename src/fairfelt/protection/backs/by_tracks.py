"""One hidden card at showdowns by the best track: what the dealer can have is known for all cards that may be gone.

The dealer's hands that hold a card are those without the player's cards, less those without the card too.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import split_by_size
from fairfelt.exact import Progress
from fairfelt.exact.solvers.tracks.solver import CELLS, Track, capacities_of, empty_track, fits, pairs_of, track_of
from fairfelt.hands import TrackRanking
from fairfelt.rules import Game

from .ranked import COLUMNS, RANK_OF, Ranked, ShowdownCount, Whole
from .track_kernel import count_in_cells

STRETCH = 50_000
"""Pairs of removals in one task."""
PAIR_S = 1e-5
"""What one takes, about, on one core."""
DIGIT = 8
"""No cell has so many cards."""


@dataclass(frozen=True, eq=False)
class TrackCount(ShowdownCount):
    """Any of the dealer's cards at a showdown by the best of one or two tracks."""

    @staticmethod
    def of(core: Game) -> TrackCount | None:
        """None where the game has another form."""
        return TrackCount(core) if fits(core) else None

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
        return comb(len(self.game.deck), self.game.hole) / 48 * PAIR_S

    @cached_property
    def capacities(self) -> Whole:
        """[track, cell]: cards of the deck."""
        return np.array(capacities_of(self.tracked, self.game.deck), np.int64)

    @cached_property
    def columns(self) -> Whole:
        """[track, cell]: the rank of its cards."""
        found = np.zeros(self.capacities.shape, np.int64)
        for card in self.game.deck.faces:
            place = self.tracked.place(card)
            assert place
            found[place] = RANK_OF[int(card)]
        return found

    @cached_property
    def placed(self) -> Whole:
        """[cells covered]: the kind."""
        return np.asarray(np.minimum(np.searchsorted(self.kinds, self.tracked.table[0]), len(self.kinds) - 1), np.int64)

    def removals(self, cards: int) -> tuple[Track, Track]:
        """All ways to remove so many cards, or up to so many from each of two tracks."""
        tracks = self.tracked.tracks
        thresholds = np.arange(len(self.kinds) + 1)
        walk = partial(track_of, placed=self.placed, thresholds=thresholds, hole=cards, dealer=self.hidden)
        of_cells = list(map(tuple, self.capacities.tolist()))
        walked = {cells: walk(cells, tracks=tracks, executor=None) for cells in dict.fromkeys(of_cells)}
        a, *b = (walked[cells] for cells in of_cells)
        return a, b[0] if b else empty_track(a)

    @cached_property
    def gone(self) -> tuple[Track, Track]:
        """With the player's cards and one more removed."""
        return self.removals(self.game.hole + 1)

    def tasks(self, progress: Progress | None = None) -> list[tuple[Any, ...]]:
        a, b = self.removals(self.game.hole)
        pairs = pairs_of(a, b, self.game.hole)
        assert self.gone, "walked once for all tasks"
        kinds = np.maximum(a.worth[pairs[:, 0]], b.worth[pairs[:, 1]])
        weights = a.weights[pairs[:, 0]] * b.weights[pairs[:, 1]]
        return split_by_size(STRETCH, a.vectors[pairs[:, 0]], b.vectors[pairs[:, 1]], kinds, weights)

    def ranked(self, a: NDArray[np.uint8], b: NDArray[np.uint8], kinds: Whole, weights: Whole) -> Ranked:
        """Hands by the cards they take of each cell of either track."""
        held = np.stack((a, b), axis=1)[:, : len(self.capacities)].astype(np.int64)
        left = self.capacities - held
        numbers = [np.sort(vector_keys(track.vectors)) for track in self.gone]
        orders = [np.argsort(vector_keys(track.vectors)) for track in self.gone]
        more = np.stack(
            [_with_one_more(of, *each) for of, each in zip((a, b), zip(numbers, orders, strict=True), strict=True)],
            axis=1,
        )
        same = np.stack(
            [
                places_of(vector_keys(of), *each)
                for of, each in zip((a, b), zip(numbers, orders, strict=True), strict=True)
            ],
            axis=1,
        )
        below = np.zeros((len(kinds), COLUMNS, self.cuts.places.shape[1]), np.int64)
        count_in_cells(
            kinds, left, more, same, self.columns, self.cuts.places, self.cuts.counts, self.left - self.hidden,
            self.gone[0].polynomials, self.gone[1].polynomials, below,
        )  # fmt: skip
        live = np.zeros((len(kinds), COLUMNS), np.int64)
        for place in np.ndindex(self.columns.shape):
            live[:, self.columns[place]] += left[:, *place]
        return self.settle(kinds, below, live, weights)


def vector_keys(vectors: NDArray[np.uint8]) -> Whole:
    """[vector]: a number of its own."""
    return np.asarray(vectors.astype(np.int64) @ (DIGIT ** np.arange(CELLS)), np.int64)


def places_of(keys: Whole, there: Whole, order: Whole) -> Whole:
    """Where some vectors are, by the keys of all of them in ascending order; anywhere, if they are not."""
    return np.asarray(order[np.minimum(np.searchsorted(there, keys), len(there) - 1)], np.int64)


def _with_one_more(vectors: NDArray[np.uint8], there: Whole, order: Whole) -> Whole:
    """[vector, cell]: where the one is that takes one card more of a cell."""
    return places_of(vector_keys(vectors)[:, None] + DIGIT ** np.arange(CELLS), there, order)
