"""Showdowns by the best track without shared cards: straight runs, solitaire runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import CellClasses
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.cuts import cuts_of
from fairfelt.exact.core.decisions import BINOMIALS, Part, ShowdownResult, empty_part, join_parts, narrow_part
from fairfelt.exact.core.problem import asks_for_a_hand, plain_ranking, showdown_problem
from fairfelt.hands import LINE_BITS, TrackRanking
from fairfelt.rules import Cards, Game

from .kernels import FEW, States, TrackTables, decide_pairs, walk_from

CELLS = 13
PARTS = 16


@dataclass(frozen=True, eq=False)
class Track:
    """All ways to remove the player's cards from one track, and what they leave the dealer."""

    vectors: NDArray[np.uint8]
    polynomials: NDArray[Any]
    """[threshold, vector, cards]: the dealer's cards on this track that are worth less; see `walk_from`."""
    worth: NDArray[np.int64]
    """The player's value on this track, by its place among all values."""
    weights: NDArray[np.int64]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Cards removed."""
        return np.asarray(self.vectors.sum(axis=1), np.int64)


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
    coverable = np.bitwise_count(np.arange(1 << CELLS)) <= max(hole, dealer)
    values = np.unique(ranking.table[0][coverable])
    placed = np.minimum(np.searchsorted(values, ranking.table[0]), len(values) - 1)
    capacities = [tuple(held) for held in capacities_of(ranking, game.deck)]
    different = dict.fromkeys(capacities)
    cuts, lines = cuts_of(problem, values, values), (values >> LINE_BITS).astype(np.int64)
    thresholds = np.unique(cuts.places[cuts.places >= 0])
    walked = {c: track_of(c, placed, thresholds, hole, dealer, ranking.tracks, executor) for c in different}
    tracks = [walked[c] for c in capacities]
    a, b = tracks if len(tracks) == 2 else (tracks[0], empty_track(tracks[0]))
    pairs, blocks = pairs_of(a, b, hole), _blocks(a, b, hole)
    worth = np.maximum(a.worth[pairs[:, 0]], b.worth[pairs[:, 1]])
    weights = a.weights[pairs[:, 0]] * b.weights[pairs[:, 1]]
    keys = sum(_vector_keys(t.vectors, i, ranking, game.deck)[pairs[:, i]] for i, t in enumerate(tracks))
    classes = CellClasses(np.asarray(keys), weights, _card_keys(ranking, game.deck))
    following, places = comb(len(game.deck) - hole, dealer), np.searchsorted(thresholds, cuts.places)
    tables = TrackTables(places, cuts.rows, cuts.counts, lines, problem.nets, problem.extras, following)
    decide = partial(_decide, tables, a.polynomials, b.polynomials)
    shapes = [(len(left), len(right)) for left, right in blocks]
    times = _times_counted(shapes, alike=a is b)
    counted = slice(0, len(times))
    parts = run_tasks(decide, split_evenly(PARTS, pairs[counted], worth[counted], weights[counted] * times), executor)
    return join_parts(problem, classes, values[worth], [*parts, *_mirrored(shapes, parts, len(times))], following)


def _times_counted(shapes: Sequence[tuple[int, int]], *, alike: bool) -> NDArray[np.int64]:
    """[pair]: how often it counts, of those that are looked at, where the blocks of pairs have these sides.

    On tracks that are alike, a pair is worth what it is with the tracks exchanged: the later blocks are left out.
    """
    last = len(shapes) - 1
    many = [1 + (alike and 2 * at < last) for at in range(last + 1) if not alike or 2 * at <= last]
    return np.repeat(many, [left * right for left, right in shapes[: len(many)]])


def _mirrored(shapes: Sequence[tuple[int, int]], parts: Sequence[Part], counted: int) -> Iterator[Part]:
    """The blocks after the pairs that were counted: each is an earlier one with the tracks exchanged."""
    ends = np.cumsum([left * right for left, right in shapes])
    left_out = np.flatnonzero(ends > counted).tolist()
    if not left_out:
        return
    values, best = (np.concatenate([part[at] for part in parts]) for at in range(2))
    choices = values.shape[1]
    for at in left_out:
        left, right = shapes[at]
        twin = slice(ends[-1 - at] - left * right, ends[-1 - at])
        yield (
            values[twin].reshape(right, left, choices).swapaxes(0, 1).reshape(left * right, choices),
            best[twin].reshape(right, left).T.ravel(),
            np.zeros_like(parts[0][2]),
        )


def _decide(
    tables: TrackTables, polynomials_a: NDArray[Any], polynomials_b: NDArray[Any], pairs: NDArray[np.int64],
    worth: NDArray[np.int64], weights: NDArray[np.int64],
) -> Part:  # fmt: skip
    """Some of the hands."""
    part = empty_part(len(pairs), tables.nets, tables.extras)
    decide_pairs(tables, polynomials_a, polynomials_b, pairs, worth, weights, *part)
    return narrow_part(part)


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


def _blocks(a: Track, b: Track, hole: int) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
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
