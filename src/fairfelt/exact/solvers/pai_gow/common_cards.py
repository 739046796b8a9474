"""Kernels: the hands that hold some cards in common, by class, set against each other.

A hand is first taken as if no suit counted. Then only the ranks of common cards matter, and there are few choices of
them. What is wrong with that are the hands with a flush, on either side or on both: as flushes they are added, as what
they would be without suits they are taken off. Most of the time goes into the corners that players
reach, some five a class (`profiles.py`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.hands.poker.tables import COLUMN_BITS, ROW_BITS

from .deck_tables import BINOMIALS, MOST_BESIDE, DeckTables, FlushClasses, RankSets
from .flushes import NONE, SIZE
from .grid import Stakes, compare_placed, new_grid, place_dealers, place_players
from .kernels import COLUMNS, ROWS
from .seven_cards import ClassTables


class Dealt(NamedTuple):
    """All that is known of hands before they are compared."""

    tables: ClassTables
    sets: RankSets
    flushes: FlushClasses
    deck: DeckTables


@njit(nogil=True, cache=True)
def _list_by_ranks(held: Any, joker: Any, dealt: Dealt, mixed: Array, flush: Array) -> tuple[int, int]:
    """The hands that hold cards of these ranks, and perhaps the joker; says how many classes are listed of either kind.

    mixed   [3, place]  out: classes; hands that hold certain cards of these ranks, taken as if no suit counted; and
                        negative, pairs of a flush and cards of these ranks in it, without suits
    flush   [2, place]  out: classes of flushes as `FlushClasses` lists them, and those pairs
    """
    rows, places, listed_from = dealt.tables.rows, dealt.tables.places, dealt.flushes.listed_from
    start, counts, groups, ranks = dealt.sets.start, dealt.sets.counts[held], dealt.sets.groups, dealt.sets.rank
    numbers, keys, first = dealt.sets.times, dealt.sets.key, dealt.flushes.first
    copies, flushes, all_flushes = dealt.deck.copies, dealt.deck.flushes, dealt.deck.all_flushes
    size = counts.sum()
    found = suited = 0
    for with_joker in range(joker, dealt.deck.joker + 1):
        missing = SIZE - with_joker - size
        if missing < 0:
            continue
        for more in range(start[missing], start[missing + 1]):
            ways = chosen = 1
            for group in range(groups[more]):
                rank, count = ranks[more, group], numbers[more, group]
                if counts[rank] + count > copies[rank]:
                    ways = 0
                    break
                ways *= BINOMIALS[copies[rank] - counts[rank], count]
                chosen *= BINOMIALS[counts[rank] + count, count]
            if not ways:
                continue
            key = keys[held] + keys[more]
            place = places[(key & COLUMNS) + rows[key >> COLUMN_BITS & ROWS | with_joker << ROW_BITS]]
            mixed[0, found], mixed[1, found], mixed[2, found] = place, ways, -chosen * all_flushes[place]
            found += 1
            if all_flushes[place]:
                for at in range(listed_from[place], listed_from[place + 1]):
                    flush[0, suited], flush[1, suited] = first + at, chosen * flushes[at]
                    suited += 1
    return found, suited


@njit(nogil=True, cache=True)
def count_by_ranks(
    choices: Array, joker: Any, dealt: Dealt, against_mixed: Stakes, by_mixed: Stakes, totals: Array, kinds: Array
) -> None:
    """Pairs that hold cards of each of these choices of ranks: without suits, and with a flush on one side.

    The dealers of `against_mixed` and the players of `by_mixed` are taken as if no suit counted.
    """
    one, other = new_grid(against_mixed, np.int64), new_grid(by_mixed, np.int64)
    first, listed = dealt.flushes.first, len(dealt.flushes.listed)
    mixed, flush, mine = np.zeros((3, first), np.int64), np.zeros((2, listed), np.int64), np.zeros(first, np.int64)
    for held in choices:
        counts = dealt.sets.counts[held]
        factor = 1
        for rank in range(NONE):
            factor *= BINOMIALS[dealt.deck.copies[rank], counts[rank]]
        if not factor:
            continue
        found, suited = _list_by_ranks(held, joker, dealt, mixed, flush)
        for at in range(found):
            mine[at] = factor * mixed[1, at] + mixed[2, at]
        sign = 1 - 2 * ((counts.sum() + joker) & 1)
        classes, plain = mixed[0, :found], mixed[1, :found]
        place_players(classes, mine[:found], against_mixed, one)
        place_players(flush[0, :suited], flush[1, :suited], against_mixed, one)
        place_dealers(classes, plain, against_mixed, one)
        compare_placed(sign, against_mixed, one, totals, kinds)
        if suited:
            place_players(classes, plain, by_mixed, other)
            place_dealers(classes, mixed[2, :found], by_mixed, other)
            place_dealers(flush[0, :suited], flush[1, :suited], by_mixed, other)
            compare_placed(sign, by_mixed, other, totals, kinds)


@njit(nogil=True, cache=True)
def _list_masks(suited: Any, masks: Array, found: Array) -> Array:
    """The sets of ranks that hold these."""
    number = 0
    for mask in masks:
        found[number] = mask
        number += mask & suited == suited
    return found[:number]


@njit(nogil=True, cache=True)
def _list_flushes(masks: Array, beside: Any, joker: Any, dealt: Dealt, listed: Array, without: Array) -> int:
    """The flushes of one suit with one of these sets of ranks that hold those cards beside it, and perhaps the joker.

    Each as what it is and, negative, as what it would be without suits.
    """
    flush_rows, first, flush_by_ranks = dealt.tables.flush_rows, dealt.flushes.first, dealt.flushes.by_ranks
    sizes, start, places = dealt.deck.sizes, dealt.deck.beside_from[beside], dealt.deck.beside
    ways, last = dealt.deck.beside_ways, dealt.deck.joker
    classes, numbers = listed[0], listed[1]
    found, end = 0, len(classes)
    for mask in masks:
        for with_joker in range(joker, last + 1):
            others = SIZE - with_joker - sizes[mask]
            if others < 0 or others > MOST_BESIDE:
                continue
            for at in range(start[others], start[others + 1]):
                place = flush_rows[mask] + places[at]
                classes[found], numbers[found] = place, ways[at]
                found += 1
                by_ranks = flush_by_ranks[place - first]
                if not without[by_ranks]:
                    end -= 1
                    classes[end] = by_ranks
                without[by_ranks] -= ways[at]
    for at in range(end, len(classes)):
        classes[found], numbers[found] = classes[at], without[classes[at]]
        without[classes[at]] = 0
        found += 1
    return found


@njit(nogil=True, cache=True)
def count_flushes_of_a_suit(
    suited: Array, joker: Any, dealt: Dealt, stakes: Stakes, totals: Array, kinds: Array
) -> None:
    """Pairs of two flushes of the same suit that hold these ranks of it, whatever else they hold in common."""
    grid, deck = new_grid(stakes, np.int32), dealt.deck
    size = len(stakes.cells.cell_of)
    listed, without, room = np.zeros((2, size), np.int64), np.zeros(size, np.int64), np.zeros(1 << NONE, np.int64)
    for mask in suited:
        masks = _list_masks(mask, deck.masks, room)
        for beside in range(deck.ways.shape[1]):
            factor = deck.suits * deck.ways[1, beside]
            found = _list_flushes(masks, beside, joker, dealt, listed, without) if factor else 0
            if found:
                place_players(listed[0, :found], listed[1, :found], stakes, grid)
                place_dealers(listed[0, :found], listed[1, :found], stakes, grid)
                common = deck.sizes[mask] + _number(beside) + joker
                compare_placed(factor * (1 - 2 * (common & 1)), stakes, grid, totals, kinds)


@njit(nogil=True, cache=True)
def _number(beside: Any) -> int:
    """How many cards a choice of those beside a flush has: two, then one, then none."""
    pairs = NONE * (NONE + 1) // 2
    return 2 if beside < pairs else 1 if beside < pairs + NONE else 0


@njit(nogil=True, cache=True)
def count_flushes_of_two_suits(
    mine: Array, beside: Array, joker: Any, dealt: Dealt, stakes: Stakes, totals: Array, kinds: Array
) -> None:
    """Pairs of two flushes of different suits: each row holds in common these ranks of the player's suit (two at most,
    13 for none), and beside it these, of the dealer's suit or of others: all dealers meet the same players."""
    grid, deck, others = new_grid(stakes, np.int32), dealt.deck, dealt.tables.others
    size = len(stakes.cells.cell_of)
    listed, without, room = np.zeros((2, size), np.int64), np.zeros(size, np.int64), np.zeros(1 << NONE, np.int64)
    for row in range(len(mine)):
        one, two = beside[row]
        held, next_to = np.int64((mine[row] < NONE).sum()), np.int64((beside[row] < NONE).sum())
        met = 0
        for dealers_own in range(4):
            first, second = one if dealers_own & 1 else NONE, two if dealers_own & 2 else NONE
            third, fourth = NONE if dealers_own & 1 else one, NONE if dealers_own & 2 else two
            factor = deck.suits * (deck.suits - 1) * deck.ways[2, others[third, fourth, NONE]]
            more = int(third < NONE) + int(fourth < NONE)
            if not factor or held + more > MOST_BESIDE or not _is_new(dealers_own, one, two):
                continue
            masks = _list_masks(_mask(first, second), deck.masks, room)
            found = _list_flushes(
                masks, _beside(mine[row, 0], mine[row, 1], third, fourth, others), joker, dealt, listed, without
            )
            listed[1, :found] *= factor
            place_dealers(listed[0, :found], listed[1, :found], stakes, grid)
            met += found
        if met:
            masks = _list_masks(_mask(mine[row, 0], mine[row, 1]), deck.masks, room)
            found = _list_flushes(masks, others[one, two, NONE], joker, dealt, listed, without)
            place_players(listed[0, :found], listed[1, :found], stakes, grid)
            compare_placed(1 - 2 * (held + next_to + joker & 1), stakes, grid, totals, kinds)


@njit(nogil=True, cache=True)
def _is_new(dealers_own: Any, one: Any, two: Any) -> bool:
    """Whether the first and the second of these ranks can be of the dealer's suit as the bits say, and for once."""
    if one == two:
        return not dealers_own or (dealers_own == 1 and one < NONE)
    return not (dealers_own & 2 and two == NONE)


@njit(nogil=True, cache=True)
def _mask(one: Any, two: Any) -> Any:
    return (1 << one | 1 << two) & (1 << NONE) - 1


@njit(nogil=True, cache=True)
def _beside(first: Any, second: Any, third: Any, fourth: Any, others: Array) -> Any:
    """The place of these ranks together, two at most, among all that stand beside a flush."""
    lower, upper = NONE, NONE
    for rank in (first, second, third, fourth):
        if rank < NONE:
            lower, upper = rank, lower
    return others[lower, upper, NONE]
