"""Showdowns by the best of one or two tracks without shared cards: straight runs, solitaire runs.

For one track, let f(mask) say whether the cells covered are worth less than a threshold. The number of ways to
take d cards with f true is found by eliminating cells one at a time: a cell with r cards left turns f into

        f'(mask) = f(mask without the cell) + ((1 + x)^r - 1) f(mask with the cell)

a polynomial in x whose exponent counts cards. All thresholds go through together, and removed cards are walked
as a tree, so that hands with the same high cells share the work. Masks of the lower cells that are worth the same
whatever lies above are one state: of a run only its ends and its length matter. Coefficients are numbers of hands of
one deck, which fit in 32 bits where C(cards of the track, the dealer's cards) does, and always in 64.
"""

from __future__ import annotations

from collections import Counter as Multiset
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import RANK_OF, Counter, Counts, IntArray
from fairfelt.engine.core.decisions import BINOMIALS, Array, ShowdownTables
from fairfelt.engine.core.problem import asks_for_a_hand, plain_ranking
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import CellClasses
from fairfelt.rules.hands import TrackRanking
from fairfelt.rules.hands.tracks import CELLS
from fairfelt.runtime.compute.executors import run_tasks, split_by_size
from fairfelt.runtime.compute.jit import njit


class States(NamedTuple):
    """Masks of the lower cells that no card above can tell apart, level by level: see `merge_masks`."""

    starts: Array
    """[level]: where the states of the masks of n cells begin; those of all cells are the values."""
    without: Array
    within: Array
    """[state]: its state on the level above if no card of the next cell is taken, and if some are; counted there."""


FEW = 4
"""Cards of a cell that are taken at once, and so the empty degrees below the first."""


@njit(nogil=True, cache=True)
def _eliminate(
    source: Array, target: Array, without: Array, within: Array, width: int, least: int, left: int, ways: Array
) -> None:
    """Eliminate the highest cell, of which `left` cards remain, for all degrees from the least on.

    found = none + Σ ways[taken] · some, taken cards lower in degree: hands of one deck, below 2^49, and below 2^31
    where `_walk_part` keeps 32 bits.

    source, target   [state, place]  all degrees with their thresholds, `width` of them, after `FEW` empty ones
    without, within  [state]         the source's state if no card of the cell is taken, and if some are
    ways             [taken]         ways to take n of the cards that remain
    """
    first = (FEW + least) * width
    size = target.shape[1] - first
    one, two, three, four = (ways[1], ways[2], ways[3], ways[4])
    for state in range(len(target)):
        none, some, found = source[without[state], first:], source[within[state]], target[state, first:]
        by_one, by_two = some[first - width :], some[first - 2 * width :]
        by_three, by_four = some[first - 3 * width :], some[first - 4 * width :]
        if left <= 2:
            for i in range(size):
                found[i] = none[i] + one * by_one[i] + two * by_two[i]
        else:
            for i in range(size):
                found[i] = none[i] + one * by_one[i] + two * by_two[i] + three * by_three[i] + four * by_four[i]
        for taken in range(FEW + 1, left + 1):
            begin = max(first, (FEW + taken) * width)
            rest, more = target[state, begin:], some[begin - taken * width :]
            for i in range(len(rest)):
                rest[i] += ways[taken] * more[i]


@njit(nogil=True, cache=True)
def walk_from(
    least_taken: Array, most_taken: Array, capacities: Array, states: States, thresholds: Array, low: int, high: int,
    choose: Array, buffer: Array, vectors: Array, polynomials: Array,
) -> None:  # fmt: skip
    """Walk all removals of `low` to `high` cards that take n of each cell; coefficients are below 2^49.

    choose       [cards, taken]             binomials
    buffer       [place, degree, threshold] room for all levels, zeros at first, with `FEW` degrees below the first
    vectors      [leaf, cell]               out: cards removed
    polynomials  [threshold, leaf, degree]  out: ways to take `degree` of the rest worth less than the threshold;
                                            only the highest degrees where that axis is short
    """
    cells, degrees, width, kept = len(capacities), buffer.shape[1] - FEW, buffer.shape[2], polynomials.shape[2]
    starts, flat = states.starts, buffer.reshape(len(buffer), -1)
    for value in range(starts[cells + 1] - starts[cells]):
        for t in range(width):
            buffer[starts[cells] + value, FEW, t] = value < thresholds[t]
    removed, below = np.zeros(cells, np.uint8), np.zeros(cells + 1, np.int64)
    least, most, following = np.zeros((3, cells + 1), np.int64)
    for cell in range(cells):
        below[cell + 1] = below[cell] + capacities[cell]
    least[cells], most[cells], following[cells] = low, high, least_taken[cells - 1]
    cell, leaf = cells, 0
    while cell <= cells:
        if cell == 0:
            if least[0] <= 0:
                vectors[leaf] = removed
                for t in range(width):
                    for i in range(kept):
                        polynomials[t, leaf, i] = buffer[starts[0], FEW + degrees - kept + i, t]
                leaf += 1
            cell = 1
        taken = following[cell]
        if taken > most_taken[cell - 1] or taken > most[cell]:
            cell += 1
            continue
        following[cell] += 1
        if below[cell - 1] < least[cell] - taken:
            continue
        left, first, last = capacities[cell - 1] - taken, starts[cell - 1], starts[cell]
        _eliminate(
            flat[last : starts[cell + 1]], flat[first:last], states.without[first:last], states.within[first:last],
            width, max(0, degrees - kept - below[cell - 1]), left, choose[left],
        )  # fmt: skip
        removed[cell - 1] = taken
        least[cell - 1], most[cell - 1] = least[cell] - taken, most[cell] - taken
        cell -= 1
        if cell:
            following[cell] = least_taken[cell - 1]


class TrackTable(NamedTuple):
    """What the dealer can have on one track, whatever is gone of it."""

    polynomials: Array
    """[threshold, removal, cards]"""
    left: Array
    """[vector, cell]: cards that a player leaves who takes these of the track."""
    same: Array
    """[vector]: the place of the removal of just these…"""
    one: Array
    """[vector, cell]: …of one card more…"""
    two: Array
    """[vector, cell, cell]: …and of two; none where only one card is exposed."""


@njit(nogil=True, cache=True, inline="always")
def _join(place: int, a: TrackTable, mine: int, b: TrackTable, other: int) -> int:
    """Σ a[degree] · b[rest]: opposing hands below a threshold, the tracks sharing the cards in all ways; below 2^49."""
    below, last = np.int64(0), a.polynomials.shape[2] - 1
    for degree in range(last + 1):
        below += np.int64(a.polynomials[place, mine, degree]) * np.int64(b.polynomials[place, other, last - degree])
    return int(below)


@njit(nogil=True, cache=True)
def _fill_without(
    place: int, exposed: int, mine: int, other: int, a: TrackTable, b: TrackTable, one: Array, two: Array
) -> int:
    """The dealer's hands below a threshold: all of them, and those without some cards.

    mine, other  the player's cards on either track
    one          [cell]        out: without one card of a cell, where there is one; the second track's cells come last
    two          [cell, cell]  out: without two, where there are; the second cell is the same or a lower one
    """
    cells = a.left.shape[1]
    all_a, all_b = a.same[mine], b.same[other]
    left_a, left_b = a.left[mine], b.left[other]
    for cell in range(cells):
        if left_a[cell]:
            one[cell] = _join(place, a, a.one[mine, cell], b, all_b)
        if left_b[cell]:
            one[cells + cell] = _join(place, a, all_a, b, b.one[other, cell])
    for cell in range(cells if exposed > 1 else 0):
        for lower in range(cell + 1):
            if left_a[cell] and left_a[lower] > (lower == cell):
                two[cell, lower] = _join(place, a, a.two[mine, cell, lower], b, all_b)
            if left_b[cell] and left_b[lower] > (lower == cell):
                two[cells + cell, cells + lower] = _join(place, a, all_a, b, b.two[other, cell, lower])
        if left_b[cell]:
            without = b.one[other, cell]
            for lower in range(cells):
                if left_a[lower]:
                    two[cells + cell, lower] = _join(place, a, a.one[mine, lower], b, without)
    return _join(place, a, all_a, b, all_b)


@njit(nogil=True, cache=True)
def count_cells(
    tables: ShowdownTables, a: TrackTable, b: TrackTable, exposed: int, mine: Array, others: Array, kinds: Array,
    following: int, below: Array, ways: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut by the cell of one exposed card, the cells of two, or without any.

    With n(x) hands without cards x, those that hold cards i and j are n() - n(i) - n(j) + n(i, j).

    mine, others  [hand]              the player's cards on either track
    following     the dealer's hands with given exposed cards
    below, ways   [hand, label, cut]  out, zeros before; a label is a cell, or c (c + 1) / 2 + d for cells c >= d
    """
    cells, half = 2 * a.left.shape[1], a.left.shape[1]
    one, two = np.zeros(cells, np.int64), np.zeros((cells if exposed > 1 else 0, cells), np.int64)
    left = np.zeros(cells, np.int64)
    for cut in range(0 if exposed else tables.places.shape[1]):  # cut by cut, so that polynomials stay in the cache
        for hand in range(len(kinds)):
            if cut < tables.cuts[kinds[hand]]:
                place = tables.places[kinds[hand], cut]
                below[hand, 0, cut] = _join(place, a, a.same[mine[hand]], b, b.same[others[hand]])
    if exposed == 0:
        ways[:] = following
        return
    for hand in range(len(kinds)):
        for cell in range(half):
            left[cell], left[half + cell] = a.left[mine[hand], cell], b.left[others[hand], cell]
        for cut in range(tables.cuts[kinds[hand]]):
            place = tables.places[kinds[hand], cut]
            every = _fill_without(place, exposed, mine[hand], others[hand], a, b, one, two)
            for cell in range(cells):
                if exposed == 1 and left[cell]:
                    below[hand, cell, cut] = left[cell] * (every - one[cell])
                for lower in range(cell + 1 if exposed > 1 else 0):
                    pairs = _pairs(left, cell, lower)
                    if pairs:
                        found = every - one[cell] - one[lower] + two[cell, lower]
                        below[hand, cell * (cell + 1) // 2 + lower, cut] = pairs * found
        for cell in range(cells):
            if exposed == 1:
                ways[hand, cell] = left[cell] * following
            for lower in range(cell + 1 if exposed > 1 else 0):
                ways[hand, cell * (cell + 1) // 2 + lower] = _pairs(left, cell, lower) * following


@njit(nogil=True, cache=True, inline="always")
def _pairs(left: Array, cell: int, lower: int) -> int:
    """Ways to take one card of each of two cells, or two of the same."""
    return int(left[cell] * left[lower] if lower < cell else left[cell] * (left[cell] - 1) // 2)


@dataclass(frozen=True, eq=False)
class Track:
    """All ways to remove some cards from one track, and what they leave the dealer."""

    vectors: NDArray[np.uint8]
    """[removal, cell]: cards removed."""
    polynomials: NDArray[Any]
    """[threshold, removal, cards]: the dealer's cards on this track that are worth less; see `walk_from`."""
    worth: IntArray
    """[removal]: the value of what is removed, by its place among all values."""
    weights: IntArray

    @cached_property
    def sizes(self) -> IntArray:
        """Cards removed."""
        return np.asarray(self.vectors.sum(axis=1), np.int64)

    def up_to(self, cards: int) -> Track:
        """Those of no more cards, as a player's: what they leave is asked of the whole track."""
        some = self.sizes <= cards
        return Track(self.vectors[some], self.polynomials[:, :0], self.worth[some], self.weights[some])


def track_of(
    capacities: tuple[int, ...], placed: IntArray, thresholds: IntArray, cards: int, dealer: int, tracks: int
) -> Track:
    """Walk all removals of up to n cards from one track; those of a single track remove all of them.

    placed      [mask]  the place of its value among all values
    thresholds  values for which it is asked how many of the dealer's hands are worth less
    """
    walk = partial(_walk_part, capacities, merge_masks(placed), thresholds, cards, dealer, tracks)
    tasks = [(a, b) for a in range(capacities[-1] + 1) for b in range(capacities[-2] + 1)]
    removed, counted = zip(*run_tasks(walk, tasks), strict=True)
    vectors, polynomials = np.concatenate(removed), np.concatenate(counted, axis=1)
    masks = ((vectors > 0) << np.arange(CELLS)).sum(axis=1)
    weights = np.prod(BINOMIALS[np.array(capacities), vectors], axis=1)
    return Track(vectors, polynomials, placed[masks], weights)


def merge_masks(placed: IntArray) -> States:
    """Merge masks of the lower cells that are worth the same whatever lies above, and see what one cell more makes."""
    levels, numbers = [], placed
    for cells in reversed(range(CELLS)):
        many = numbers.max() + 1
        codes, numbers = np.unique(numbers[: 1 << cells] * many + numbers[1 << cells :], return_inverse=True)
        levels.append((codes // many, codes % many))
    levels.reverse()
    without, within = (np.concatenate(part) for part in zip(*levels, strict=True))
    return States(np.cumsum([0, *(len(codes) for codes, _ in levels), placed.max() + 1]), without, within)


def _walk_part(
    capacities: tuple[int, ...], states: States, thresholds: IntArray, cards: int, dealer: int, tracks: int,
    highest: int, second: int,
) -> tuple[NDArray[np.uint8], NDArray[Any]]:  # fmt: skip
    """The part of the walk that removes n cards of the two highest cells."""
    least, most = np.zeros(CELLS, np.int64), np.array(capacities, np.int64)
    least[-2:] = most[-2:] = second, highest
    low = cards if tracks == 1 else 0
    ways = [1]
    for fewest, many in zip(least.tolist(), most.tolist(), strict=True):
        ways = np.convolve(ways, [0] * fewest + [1] * (many - fewest + 1)).tolist()
    leaves, degrees = sum(ways[low : cards + 1]), dealer + 1
    kind = np.int32 if comb(sum(capacities), min(dealer, sum(capacities) // 2)) < 1 << 31 else np.int64
    vectors = np.zeros((leaves, CELLS), np.uint8)
    polynomials = np.zeros((len(thresholds), leaves, degrees if tracks > 1 else 1), kind)
    buffer = np.zeros((states.starts[-1], FEW + degrees, len(thresholds)), kind)
    most_cards = max(FEW, *capacities) + 1
    choose = BINOMIALS[:most_cards, :most_cards].astype(kind)
    walk_from(least, most, np.array(capacities), states, thresholds, low, cards, choose, buffer, vectors, polynomials)
    return vectors, polynomials


MOST_EXPOSED = 2
BATCH = 130_000
"""Pairs of a hand and a label in one task."""
HAND_S, PAIR_S = 9e-9, (8e-6, 1e-4)
"""What takes about so long on one core: a hand of the deck in plain play; vectors with one card exposed, and two."""
DIGIT = 8
"""More cards than any cell has."""


@dataclass(frozen=True, eq=False)
class TrackCounter(Counter):
    """A label is the cell of the exposed card, or the cells of two."""

    @staticmethod
    def of(core: Game, exposed: int = 0) -> TrackCounter | None:
        """None where another ranking wins, cards are shared or wild, a choice asks for a hand, or more are exposed."""
        ranking, counter = plain_ranking(core), TrackCounter(core, exposed)
        natural = isinstance(ranking, TrackRanking) and ranking.tracks <= 2 and not ranking.wilds
        fits = natural and not core.deal.count(Cards.COMMUNITY) and not asks_for_a_hand(core)
        return counter if fits and exposed <= min(MOST_EXPOSED, counter.hidden) else None

    @property
    def tracked(self) -> TrackRanking:
        assert isinstance(self.ranking, TrackRanking)
        return self.ranking

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        coverable = np.bitwise_count(np.arange(1 << CELLS)) <= max(self.game.hole, self.hidden)
        return np.asarray(np.unique(self.tracked.table[0][coverable]), np.int32)

    @cached_property
    def placed(self) -> IntArray:
        """[mask]: the kind."""
        return np.asarray(np.minimum(np.searchsorted(self.kinds, self.tracked.table[0]), len(self.kinds) - 1), np.int64)

    @cached_property
    def thresholds(self) -> IntArray:
        """Kinds at which some hand of the player's has a cut."""
        own = self.placed[np.bitwise_count(np.arange(1 << CELLS)) <= self.game.hole]
        asked = self.cuts.places[np.unique(own)]
        return np.unique(asked[asked >= 0])

    @cached_property
    def tables(self) -> ShowdownTables:
        """With thresholds as the places of cuts."""
        tables = self.settlement_tables()
        return tables._replace(places=np.searchsorted(self.thresholds, tables.places))

    @property
    def seconds(self) -> float:
        if not self.exposed:
            return HAND_S * comb(len(self.game.deck), self.game.hole)
        ways = np.ones(1, np.int64)
        for cards in self.capacities.ravel().tolist():
            ways = np.convolve(ways, np.ones(cards + 1, np.int64))
        return int(ways[self.game.hole]) / (1 + self._are_alike) * PAIR_S[self.exposed - 1]

    @cached_property
    def capacities(self) -> IntArray:
        """[track, cell]: cards of the deck; the second track has none where there is but one."""
        held = Multiset(self.tracked.place(card) for card in self.game.deck.cards)
        return np.array([[held[track, cell] for cell in range(CELLS)] for track in range(2)], np.int64)

    @cached_property
    def label_ranks(self) -> IntArray:
        found = np.zeros((2, CELLS), np.int64)
        for card in self.game.deck.faces:
            place = self.tracked.place(card)
            assert place
            found[place] = RANK_OF[int(card)]
        return found.ravel()

    @property
    def _are_alike(self) -> bool:
        """Whether tracks may be exchanged, so that the one with more of a hand's cards comes first."""
        return np.array_equal(*self.capacities) and np.array_equal(*self.label_ranks.reshape(2, CELLS))

    @cached_property
    def removed(self) -> list[tuple[Track, Track]]:
        """All ways to remove the player's cards and exposed ones: all of one track, or up to as many of each of two."""
        tracks, hole = self.tracked.tracks, self.game.hole
        of_cells = list(map(tuple, self.capacities[:tracks].tolist()))
        found = []
        for more in range(0 if tracks == 1 else self.exposed, self.exposed + 1):
            walk = partial(track_of, placed=self.placed, thresholds=self.thresholds, cards=hole + more)
            walked = {cells: walk(cells, dealer=self.hidden, tracks=tracks) for cells in dict.fromkeys(of_cells)}
            a, *b = (walked[cells] for cells in of_cells)
            found.append((a, b[0] if b else _empty_track(a)))
        return found

    @cached_property
    def own(self) -> tuple[Track, Track]:
        a, b = self.removed[0]
        return a.up_to(self.game.hole), b.up_to(self.game.hole)

    @cached_property
    def gone(self) -> tuple[TrackTable, TrackTable]:
        """What each leaves the dealer, with no card more removed, one and two."""
        a, b = self.own
        return self._gone(0, a, [mine for mine, _ in self.removed]), self._gone(1, b, [self.removed[0][1]])

    def _gone(self, track: int, own: Track, removed: list[Track]) -> TrackTable:
        vectors = np.concatenate([each.vectors for each in removed])
        every = [each.polynomials for each in removed]
        polynomials = every[0] if len(every) == 1 else np.concatenate(every, axis=1)
        all_keys, keys, cell = _keys(vectors), _keys(own.vectors), DIGIT ** np.arange(CELLS if self.exposed else 0)
        order = np.argsort(all_keys)
        pairs = cell[:, None] + cell if self.exposed > 1 else np.zeros((0, CELLS), np.int64)
        same, one, two = (
            _places(keys.reshape(-1, *[1] * more.ndim) + more, all_keys[order], order)
            for more in (np.zeros((), np.int64), cell, pairs)
        )
        return TrackTable(polynomials, self.capacities[track] - own.vectors.astype(np.int64), same, one, two)

    @cached_property
    def pairs(self) -> tuple[IntArray, IntArray]:
        """Removals that together are a whole hand, as places on each track."""
        (a, b), hole = self.own, self.game.hole
        blocks = [(np.flatnonzero(a.sizes == n), np.flatnonzero(b.sizes == hole - n)) for n in range(hole + 1)]
        mine = np.concatenate([np.repeat(left, len(right)) for left, right in blocks])
        return mine, np.concatenate([np.tile(right, len(left)) for left, right in blocks])

    @cached_property
    def classes(self) -> CellClasses:
        """The player's hands as multisets of cells."""
        (a, b), (mine, others) = self.own, self.pairs
        bits, cards = int(self.capacities.max()).bit_length(), np.zeros(52, np.uint64)
        cells = np.array([1 << bits * at for at in range(CELLS * self.tracked.tracks)], np.uint64).reshape(-1, CELLS)
        for card in self.game.deck.faces:
            cards[card] = cells[self.tracked.place(card)]
        keys = [
            (own.vectors * of_cell).sum(axis=1, dtype=np.uint64) for own, of_cell in zip((a, b), cells, strict=False)
        ]
        in_all = keys[0][mine] + keys[1][others] if len(keys) > 1 else keys[0][mine]
        return CellClasses(in_all, a.weights[mine] * b.weights[others], cards)

    def tasks(self) -> list[tuple[Any, ...]]:
        assert self.gone, "walked once for all tasks"
        (a, b), (mine, others), weights = self.own, self.pairs, self.classes.weights
        if self.exposed and self._are_alike:
            weights = weights * (1 + np.sign(a.sizes[mine] - b.sizes[others]))
        there, kinds = weights > 0, np.maximum(a.worth[mine], b.worth[others])
        return split_by_size(BATCH // self._labels, mine[there], others[there], kinds[there], weights[there])

    @property
    def _labels(self) -> int:
        return comb(2 * CELLS + self.exposed - 1, self.exposed)

    def count(self, mine: IntArray, others: IntArray, kinds: IntArray, weights: IntArray) -> Counts:
        below = np.zeros((len(kinds), self._labels, self.cuts.places.shape[1]), np.int64)
        ways = np.zeros(below.shape[:2], np.int64)
        count_cells(self.tables, *self.gone, self.exposed, mine, others, kinds, self.following, below, ways)
        return Counts(kinds, weights, below, ways)


def _empty_track(other: Track) -> Track:
    """A second track without cards, so that one track is counted as two are."""
    nothing = np.zeros((1, CELLS), np.uint8)
    return Track(nothing, np.ones_like(other.polynomials[:, :1]), np.zeros(1, np.int64), np.ones(1, np.int64))


def _keys(vectors: NDArray[np.uint8]) -> IntArray:
    """[vector]: a number of its own."""
    return np.asarray(vectors.astype(np.int64) @ (DIGIT ** np.arange(CELLS)), np.int64)


def _places(keys: IntArray, there: IntArray, order: IntArray) -> IntArray:
    """Where some vectors are, by the keys of all of them in ascending order; anywhere, if they are not."""
    return np.asarray(order[np.minimum(np.searchsorted(there, keys), len(there) - 1)], np.int64)
