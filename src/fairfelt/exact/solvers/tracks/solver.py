"""Showdowns by the best track without shared cards: straight runs, solitaire runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import CellClasses
from fairfelt.compute.executors import slices, spread
from fairfelt.exact.core.decisions import BINOMIALS, Decided, Part, together, undecided
from fairfelt.exact.core.problem import Problem
from fairfelt.hands import LINE_BITS, TrackRanking
from fairfelt.rules import Cards

CELLS = 13
PARTS = 16
Ints = NDArray[np.int64]
Settling = tuple[Ints, Ints, Ints, Ints, Ints, Ints]
"""Starts, rows and counts of the segments; nets, extras, and the lines of the values."""
Both = tuple[NDArray[Any], NDArray[Any], Ints, Ints]
"""The polynomials of two tracks, and what is worth what there."""


@dataclass(frozen=True, eq=False)
class Segments:
    """For each value of the player's hand, the ranges of dealer's values that settle alike."""

    starts: NDArray[np.int64]
    rows: NDArray[np.int64]
    counts: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Track:
    """All ways to remove the player's cards from one track, and what they leave the dealer."""

    vectors: NDArray[np.uint8]
    polynomials: NDArray[Any]
    worth: NDArray[np.int64]
    """The player's value on this track, by its place among all values."""
    weights: NDArray[np.int64]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Cards removed."""
        return np.asarray(self.vectors.sum(axis=1), np.int64)


def solve_tracks(problem: Problem, ranking: TrackRanking, executor: Executor | None = None) -> Decided:
    """Value every class of hands of a game whose ranking is the best of one or two tracks."""
    game = problem.game
    hole, dealer = game.hole, game.deal.count(Cards.DEALER)
    coverable = np.bitwise_count(np.arange(1 << CELLS)) <= max(hole, dealer)
    values = np.unique(ranking.table[0][coverable])
    placed = np.minimum(np.searchsorted(values, ranking.table[0]), len(values) - 1)
    segments = _segments(problem, values)
    capacities = _capacities(ranking, game.deck)
    tracks = [_track(tuple(c), placed, len(values), hole, dealer, ranking.tracks, executor) for c in capacities]
    pairs = _pairs(tracks, hole)
    worth = np.max([t.worth[pairs[:, i]] for i, t in enumerate(tracks)], axis=0)
    weights = np.prod([t.weights[pairs[:, i]] for i, t in enumerate(tracks)], axis=0)
    card_keys = _card_keys(ranking, game.deck)
    keys = sum(_vector_keys(t.vectors, i, ranking, game.deck)[pairs[:, i]] for i, t in enumerate(tracks))
    lines = (values >> LINE_BITS).astype(np.int64)
    settling = (segments.starts, segments.rows, segments.counts, problem.nets, problem.extras, lines)
    if len(tracks) == 1:
        tasks = slices(PARTS, tracks[0].polynomials, worth, weights)
        parts = spread(partial(_decide_one, settling), tasks, executor)
    else:
        a, b = tracks
        both = (a.polynomials, b.polynomials, a.worth, b.worth)
        parts = spread(partial(_decide_two, settling, both), slices(PARTS, pairs, weights), executor)
    following = comb(len(game.deck) - hole, dealer)
    classes = CellClasses(np.asarray(keys), weights, card_keys)
    return Decided(problem, classes, values[worth], *together(parts), following)


def _decide_one(
    settling: Settling, polynomials: NDArray[Any], worth: NDArray[np.int64], weights: NDArray[np.int64]
) -> Part:
    """Some of the hands of a game on one track."""
    from .kernels import solve_one

    part = undecided(len(worth), *settling[3:5])
    solve_one(0, len(worth), polynomials, worth, weights, *settling, *part)
    return part


def _decide_two(settling: Settling, both: Both, pairs: NDArray[np.int64], weights: NDArray[np.int64]) -> Part:
    """Some of the hands of a game on two tracks."""
    from .kernels import solve_two

    part = undecided(len(pairs), *settling[3:5])
    solve_two(0, len(pairs), pairs, *both, weights, *settling, *part)
    return part


def _segments(problem: Problem, values: NDArray[np.int32]) -> Segments:
    count = len(values)
    starts = np.full((count, count + 1), count, np.int64)
    rows = np.zeros((count, count), np.int64)
    counts = np.zeros(count, np.int64)
    for p, row in enumerate(problem.comparison_rows(values, values)):
        edges = [0, *(q for q in range(1, count) if row[q] != row[q - 1])]
        starts[p, : len(edges)] = edges
        rows[p, : len(edges)] = [row[q] for q in edges]
        counts[p] = len(edges)
    return Segments(starts, rows, counts)


def _capacities(ranking: TrackRanking, deck: Deck) -> list[list[int]]:
    held = Counter(ranking.place(card) for card in deck.cards)
    return [[held[track, cell] for cell in range(CELLS)] for track in range(ranking.tracks)]


def _track(
    capacities: tuple[int, ...], placed: NDArray[np.int64], values: int, hole: int, dealer: int, tracks: int,
    executor: Executor | None,
) -> Track:  # fmt: skip
    """Walk all removals from one track; those of a single track remove the whole hand."""
    low = hole if tracks == 1 else 0
    size = capacities[-1] + 1
    tasks = [(capacities, placed, values, low, hole, dealer, tracks, a, b) for a in range(size)
             for b in range(capacities[-2] + 1)]  # fmt: skip
    parts = spread(_walk_part, tasks, executor)
    vectors, polynomials = (np.concatenate(column) for column in zip(*parts, strict=True))
    masks = ((vectors > 0) << np.arange(CELLS)).sum(axis=1)
    ways = [np.array([comb(n, k) for k in range(n + 1)], np.int64) for n in capacities]
    weights = np.prod([ways[c][vectors[:, c]] for c in range(CELLS)], axis=0)
    return Track(vectors, polynomials, placed[masks], weights)


def _walk_part(
    capacities: tuple[int, ...], placed: NDArray[np.int64], values: int, low: int, high: int, dealer: int, tracks: int,
    highest: int, second: int,
) -> tuple[NDArray[np.uint8], NDArray[Any]]:  # fmt: skip
    """The part of the walk that removes so many cards of the two highest cells."""
    from .kernels import walk_from

    caps, gone = np.array(capacities, np.int64), highest + second
    removed = np.zeros(CELLS, np.uint8)
    removed[-1], removed[-2] = highest, second
    leaves = _removals(capacities[:-2], low - gone, high - gone)
    degrees, width = dealer + 1, values + 1
    kind = np.int32 if comb(sum(capacities), min(dealer, sum(capacities) // 2)) < 1 << 31 else np.int64
    vectors = np.zeros((leaves, CELLS), np.uint8)
    polynomials = np.zeros((leaves, width, degrees if tracks > 1 else 1), kind)
    buffer = np.zeros(((1 << CELLS - 1) - 1) * degrees * width, kind)
    walk_from(removed, caps, placed, low, high, BINOMIALS, buffer, degrees, vectors, polynomials)
    return vectors, polynomials


def _removals(capacities: tuple[int, ...], low: int, high: int) -> int:
    """Ways to remove between `low` and `high` cards, by number of each cell."""
    ways = [1] + [0] * max(high, 0)
    for capacity in capacities:
        ways = [sum(ways[max(0, n - capacity) : n + 1]) for n in range(len(ways))]
    return sum(ways[max(low, 0) : high + 1]) if high >= 0 else 0


def _pairs(tracks: Sequence[Track], hole: int) -> NDArray[np.int64]:
    """Vectors that together remove a whole hand, as places on each track."""
    if len(tracks) == 1:
        return np.arange(len(tracks[0].worth))[:, None]
    a, b = (track.sizes for track in tracks)
    parts = []
    for size in range(hole + 1):
        left, right = np.flatnonzero(a == size), np.flatnonzero(b == hole - size)
        parts.append(np.column_stack((np.repeat(left, len(right)), np.tile(right, len(left)))))
    return np.concatenate(parts)


def _card_keys(ranking: TrackRanking, deck: Deck) -> NDArray[np.uint64]:
    """What each card adds to the key of a hand: a count for each cell."""
    bits = max(max(row) for row in _capacities(ranking, deck)).bit_length()
    keys = np.zeros(52, np.uint64)
    for card in deck.faces:
        track, cell = ranking.place(card) or (0, 0)
        keys[card] = 1 << bits * (CELLS * track + cell)
    return keys


def _vector_keys(vectors: NDArray[np.uint8], track: int, ranking: TrackRanking, deck: Deck) -> NDArray[np.uint64]:
    bits = max(max(row) for row in _capacities(ranking, deck)).bit_length()
    scale = np.array([1 << bits * (CELLS * track + cell) for cell in range(CELLS)], np.uint64)
    return np.asarray((vectors.astype(np.uint64) * scale).sum(axis=1))
