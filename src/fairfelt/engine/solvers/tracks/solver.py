"""Showdowns by the best track without shared cards: straight runs, solitaire runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.cuts import cuts_of
from fairfelt.engine.core.decide import ShowdownTables, decide_labels
from fairfelt.engine.core.decisions import BINOMIALS, Decisions, ShowdownResult, empty_decisions, join_parts
from fairfelt.engine.core.problem import asks_for_a_hand, plain_ranking, showdown_problem
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import CellClasses, Deck
from fairfelt.rules.hands import LINE_BITS, TrackRanking
from fairfelt.runtime.compute.executors import run_tasks

from .kernels import FEW, Removals, States, count_block, walk_from

CELLS = 13
PARTS = 16
Block = tuple[NDArray[np.int64], NDArray[np.int64]]
"""Places of vectors on one track, and of those on the other that make a hand with each of them."""


@dataclass(frozen=True, eq=False)
class Track:
    """All ways to remove the player's cards from one track, and what they leave the dealer."""

    vectors: NDArray[np.uint8]
    polynomials: NDArray[Any]
    """[threshold, vector, cards]: the dealer's cards on this track that are worth less; see `walk_from`."""
    worth: NDArray[np.int64]
    """The player's value on this track, by its place among all values."""
    weights: NDArray[np.int64]

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """Cards removed."""
        return np.asarray(self.vectors.sum(axis=1), np.int64)

    def removals(self, places: NDArray[np.int64]) -> Removals:
        """Some of them, ready to be decided."""
        worth = self.worth[places]
        order = np.argsort(worth, kind="stable")
        edges = np.flatnonzero(np.diff(worth[order], prepend=-1, append=-1))
        alike = np.column_stack((edges[:-1], edges[1:]))
        return Removals(self.polynomials, places, worth, self.weights[places], order, alike)


def fits(game: Game) -> bool:
    """The best of one or two tracks wins; nothing is shared, wild or seen of the dealer's, and any hand may bet."""
    ranking, shared = plain_ranking(game), game.deal.count(Cards.COMMUNITY)
    natural = isinstance(ranking, TrackRanking) and ranking.tracks <= 2 and not ranking.wilds
    return natural and not shared and not asks_for_a_hand(game)


def solve_tracks(game: Game, executor: Executor | None = None) -> ShowdownResult:
    """Value every class of hands of a game whose ranking is the best of one or two tracks."""
    problem = showdown_problem(game)
    ranking = problem.showdown.ranking
    assert isinstance(ranking, TrackRanking)
    hole, dealer = game.hole, game.deal.count(Cards.DEALER)
    cells = np.bitwise_count(np.arange(1 << CELLS))
    values = np.unique(ranking.table[0][cells <= max(hole, dealer)])
    placed = np.minimum(np.searchsorted(values, ranking.table[0]), len(values) - 1)
    capacities = [tuple(held) for held in capacities_of(ranking, game.deck)]
    different = dict.fromkeys(capacities)
    cuts, lines = cuts_of(problem, values, values), (values >> LINE_BITS).astype(np.int64)
    asked = cuts.places[np.unique(placed[cells <= hole])]
    thresholds = np.unique(asked[asked >= 0])
    walked = {c: track_of(c, placed, thresholds, hole, dealer, ranking.tracks, executor) for c in different}
    tracks = [walked[c] for c in capacities]
    keys = [_vector_keys(t.vectors, i, ranking, game.deck) for i, t in enumerate(tracks)]
    if len(tracks) == 1:
        tracks, keys = [empty_track(tracks[0]), *tracks], [np.zeros(1, np.uint64), *keys]
    a, b = tracks
    blocks = _blocks(a, b, hole)
    by_pair = partial(_by_pair, blocks)
    weights = by_pair(np.multiply, a.weights, b.weights)
    classes = CellClasses(by_pair(np.add, *keys), weights, _card_keys(ranking, game.deck))
    following, places = comb(len(game.deck) - hole, dealer), np.searchsorted(thresholds, cuts.places)
    tables = ShowdownTables(
        places, cuts.rows, cuts.counts, lines, problem.allowed(values), problem.nets, problem.extras
    )
    part = _decide_blocks(tables, following, a, b, blocks, executor)
    seen = by_pair(np.maximum, values[a.worth], values[b.worth])
    return join_parts(problem, classes, seen, [part], following)


def _by_pair(blocks: Sequence[Block], combine: np.ufunc, a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """[pair]: what either track has, combined."""
    found = np.empty(sum(len(left) * len(right) for left, right in blocks), a.dtype)
    at = 0
    for left, right in blocks:
        room = found[at : at + len(left) * len(right)].reshape(len(left), len(right))
        combine.outer(a[left], b[right], out=room)
        at += room.size
    return found


def _decide_blocks(
    tables: ShowdownTables, following: int, a: Track, b: Track, blocks: Sequence[Block], executor: Executor | None
) -> Decisions:
    """All pairs. On tracks that are alike, a pair is worth what it is with the tracks exchanged, and decided once."""
    sizes = [len(left) * len(right) for left, right in blocks]
    ends, last = np.cumsum(sizes), len(blocks) - 1
    counted = [at for at in range(last + 1) if sizes[at] and (a is not b or 2 * at <= last)]
    stretch = sum(sizes[at] for at in counted) // PARTS
    pieces = [(at, some) for at in counted for some in _slices(blocks[at], stretch)]
    tasks = [(blocks[at][0][some], blocks[at][1], 1 + (a is b and 2 * at < last)) for at, some in pieces]
    values, best, totals = zip(*run_tasks(partial(_decide, tables, following, a, b), tasks, executor), strict=True)
    found = np.empty((ends[-1], tables.nets.shape[0]), np.result_type(*values)), np.empty(ends[-1], np.uint8)
    for whole, parts in zip(found, (values, best), strict=True):
        for (at, some), (left, right, times), part in zip(pieces, tasks, parts, strict=True):
            piece = part.reshape(len(left), len(right), -1)
            whole[ends[at] - sizes[at] : ends[at]].reshape(-1, *piece.shape[1:])[some] = piece
            if times > 1:
                twin = whole[ends[last - at] - sizes[at] : ends[last - at]]
                twin.reshape(len(right), -1, piece.shape[2])[:, some] = piece.swapaxes(0, 1)
    return Decisions(*found, np.sum(totals, axis=0))


def _slices(block: Block, stretch: int) -> list[slice]:
    """Of the vectors on the left, so that about so many pairs are looked at together."""
    left, right = block
    size = 1 + stretch // len(right)
    return [slice(at, at + size) for at in range(0, len(left), size)]


def _decide(
    tables: ShowdownTables, following: int, a: Track, b: Track, left: NDArray[np.int64], right: NDArray[np.int64],
    times: int,
) -> Decisions:  # fmt: skip
    """Each of some removals with each of the other track's, which count so many times."""
    mine, others, pairs = a.removals(left), b.removals(right), len(left) * len(right)
    most, dtype = np.diff(others.alike).max(), np.int32 if following < 1 << 31 else np.int64
    room = np.empty((tables.places.shape[1], b.polynomials.shape[2] + 1, most), dtype)
    below = np.zeros((pairs, 1, tables.places.shape[1]), dtype)
    count_block(tables, mine, others, room, below[:, 0])
    kinds = np.maximum.outer(mine.worth, others.worth).ravel()
    weights = times * np.multiply.outer(mine.weights, others.weights).ravel()
    found = empty_decisions((pairs, 1), tables.nets, tables.extras)
    decide_labels(tables, kinds, weights, below, np.full((pairs, 1), following), *found)
    return Decisions(found.values[:, 0], found.best[:, 0], found.totals).narrow()


def capacities_of(ranking: TrackRanking, deck: Deck) -> list[list[int]]:
    """[track, cell]: cards of the deck."""
    held = Counter(ranking.place(card) for card in deck.cards)
    return [[held[track, cell] for cell in range(CELLS)] for track in range(ranking.tracks)]


def track_of(
    capacities: tuple[int, ...], placed: NDArray[np.int64], thresholds: NDArray[np.int64], hole: int, dealer: int,
    tracks: int, executor: Executor | None,
) -> Track:  # fmt: skip
    """Walk all removals from one track; those of a single track remove the whole hand.

    thresholds  values for which it is asked how many of the dealer's hands are worth less
    """
    low, states = hole if tracks == 1 else 0, merge_masks(placed)
    walk = partial(_walk_part, capacities, states, thresholds, low, hole, dealer, tracks)
    tasks = [(a, b) for a in range(capacities[-1] + 1) for b in range(capacities[-2] + 1)]
    removed, counted = zip(*run_tasks(walk, tasks, executor), strict=True)
    vectors, polynomials = np.concatenate(removed), np.concatenate(counted, axis=1)
    masks = ((vectors > 0) << np.arange(CELLS)).sum(axis=1)
    ways = [np.array([comb(n, k) for k in range(n + 1)], np.int64) for n in capacities]
    weights = np.prod([ways[c][vectors[:, c]] for c in range(CELLS)], axis=0)
    return Track(vectors, polynomials, placed[masks], weights)


def merge_masks(placed: NDArray[np.int64]) -> States:
    """Merge masks of the lower cells that are worth the same whatever lies above, and see what a cell more makes them.

    placed  [mask]  the value of all cells
    """
    levels, numbers = [], placed
    for cells in reversed(range(CELLS)):
        many = numbers.max() + 1
        codes, numbers = np.unique(numbers[: 1 << cells] * many + numbers[1 << cells :], return_inverse=True)
        levels.append((codes // many, codes % many))
    (lower, upper), *lower_levels = levels
    (neither, with_lower), *rest = lower_levels
    worth = np.stack((lower[neither], lower[with_lower], upper[neither], upper[with_lower]), axis=1)
    without, within = (np.concatenate(part) for part in zip(*reversed(rest), strict=True))
    sizes = [*(len(codes) for codes, _ in reversed(rest)), len(worth)]
    return States(np.concatenate(([0], np.cumsum(sizes))), without, within, worth)


def _walk_part(
    capacities: tuple[int, ...], states: States, thresholds: NDArray[np.int64], low: int, high: int, dealer: int,
    tracks: int, highest: int, second: int,
) -> tuple[NDArray[np.uint8], NDArray[Any]]:  # fmt: skip
    """The part of the walk that removes so many cards of the two highest cells."""
    caps, gone = np.array(capacities, np.int64), highest + second
    removed = np.zeros(CELLS, np.uint8)
    removed[-1], removed[-2] = highest, second
    leaves = _removals(capacities[:-2], low - gone, high - gone)
    degrees, width = dealer + 1, len(thresholds)
    kind = np.int32 if comb(sum(capacities), min(dealer, sum(capacities) // 2)) < 1 << 31 else np.int64
    vectors = np.zeros((leaves, CELLS), np.uint8)
    polynomials = np.zeros((width, leaves, degrees if tracks > 1 else 1), kind)
    buffer = np.zeros((states.starts[-1], FEW + degrees, width), kind)
    walk_from(removed, caps, states, thresholds, low, high, BINOMIALS, buffer, vectors, polynomials)
    return vectors, polynomials


def _removals(capacities: tuple[int, ...], low: int, high: int) -> int:
    """Ways to remove between `low` and `high` cards, by number of each cell."""
    ways = [1] + [0] * max(high, 0)
    for capacity in capacities:
        ways = [sum(ways[max(0, n - capacity) : n + 1]) for n in range(len(ways))]
    return sum(ways[max(low, 0) : high + 1]) if high >= 0 else 0


def empty_track(other: Track) -> Track:
    """A second track without cards, so that one track is counted as two are."""
    nothing = np.zeros((1, CELLS), np.uint8)
    return Track(nothing, np.ones_like(other.polynomials[:, :1]), np.zeros(1, np.int64), np.ones(1, np.int64))


def pairs_of(a: Track, b: Track, hole: int) -> NDArray[np.int64]:
    """Vectors that together remove a whole hand, as places on each track."""
    return np.concatenate([_pairs(left, right) for left, right in _blocks(a, b, hole)])


def _blocks(a: Track, b: Track, hole: int) -> list[Block]:
    """Vectors of so many cards, and those of the other track with the rest of a hand."""
    return [(np.flatnonzero(a.sizes == size), np.flatnonzero(b.sizes == hole - size)) for size in range(hole + 1)]


def _pairs(left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.int64]:
    """Each of the left with each of the right."""
    return np.column_stack((np.repeat(left, len(right)), np.tile(right, len(left))))


def _card_keys(ranking: TrackRanking, deck: Deck) -> NDArray[np.uint64]:
    """What each card adds to the key of a hand: a count for each cell."""
    bits = max(max(row) for row in capacities_of(ranking, deck)).bit_length()
    keys = np.zeros(52, np.uint64)
    for card in deck.faces:
        track, cell = ranking.place(card) or (0, 0)
        keys[card] = 1 << bits * (CELLS * track + cell)
    return keys


def _vector_keys(vectors: NDArray[np.uint8], track: int, ranking: TrackRanking, deck: Deck) -> NDArray[np.uint64]:
    bits = max(max(row) for row in capacities_of(ranking, deck)).bit_length()
    scale = np.array([1 << bits * (CELLS * track + cell) for cell in range(CELLS)], np.uint64)
    return np.asarray((vectors.astype(np.uint64) * scale).sum(axis=1))
