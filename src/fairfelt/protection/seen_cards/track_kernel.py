"""The kernel behind `by_tracks`: the dealer's hands that hold one card or two, by those that are without them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts
from fairfelt.exact.solvers.tracks.kernels import count_below

from .settle import Pays


class Gone(NamedTuple):
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
    """[vector, cell, cell]: …and of two; none where only one card is seen."""


@njit(nogil=True, cache=True)
def _fill_without(place: int, mine: int, other: int, a: Gone, b: Gone, none: Array, one: Array, two: Array) -> None:
    """The dealer's hands below a threshold without some cards.

    mine, other  the player's cards on either track
    none         [1]           out: all of them
    one          [cell]        out: without one card of a cell, where there is one; the second track's cells come last
    two          [cell, cell]  out: without two, where there are; the second cell is the same or a lower one
    """
    cells = a.left.shape[1]
    on_a, on_b = a.polynomials[place], b.polynomials[place]
    all_a, all_b = on_a[a.same[mine]], on_b[b.same[other]]
    left_a, left_b = a.left[mine], b.left[other]
    none[0] = count_below(all_a, all_b)
    for cell in range(cells):
        if left_a[cell]:
            one[cell] = count_below(on_a[a.one[mine, cell]], all_b)
        if left_b[cell]:
            one[cells + cell] = count_below(all_a, on_b[b.one[other, cell]])
    for cell in range(cells if len(two) else 0):
        for lower in range(cell + 1):
            if left_a[cell] and left_a[lower] > (lower == cell):
                two[cell, lower] = count_below(on_a[a.two[mine, cell, lower]], all_b)
            if left_b[cell] and left_b[lower] > (lower == cell):
                two[cells + cell, cells + lower] = count_below(all_a, on_b[b.two[other, cell, lower]])
        if left_b[cell]:
            without = on_b[b.one[other, cell]]
            for lower in range(cells):
                if left_a[lower]:
                    two[cells + cell, lower] = count_below(on_a[a.one[mine, lower]], without)


@njit(nogil=True, cache=True)
def play_tracks(
    a: Gone, b: Gone, seen: int, mine: Array, others: Array, kinds: Array, weights: Array, following: int, pays: Pays,
    totals: Array,
) -> None:  # fmt: skip
    """Every hand with each card or two cards that may be seen, played as is best.

    mine, others  [hand]               the player's cards on either track
    totals        [choice, line, row]  in and out
    """
    cells, most = 2 * a.left.shape[1], pays.places.shape[1]
    none, one = np.zeros((most, 1), np.int64), np.zeros((most, cells), np.int64)
    two = np.zeros((most, cells if seen > 1 else 0, cells), np.int64)
    below, values, left = np.zeros(most, np.int64), np.zeros(len(pays.nets), np.int64), np.zeros(cells, np.int64)
    for hand in range(len(kinds)):
        kind = kinds[hand]
        cuts, rows, line, allowed = pays.cuts[kind], pays.rows[kind], pays.lines[kind], pays.allowed[kind]
        for cell in range(cells // 2):
            left[cell], left[cells // 2 + cell] = a.left[mine[hand], cell], b.left[others[hand], cell]
        for cut in range(cuts):
            _fill_without(pays.places[kind, cut], mine[hand], others[hand], a, b, none[cut], one[cut], two[cut])
        for cell in range(cells):
            if not left[cell]:
                continue
            if seen == 1:
                for cut in range(cuts):
                    below[cut] = none[cut, 0] - one[cut, cell]
                settle_cuts(
                    below, rows, cuts, following, pays.nets, pays.extras, line, weights[hand] * left[cell], values,
                    totals, allowed,
                )  # fmt: skip
                continue
            for lower in range(cell + 1):
                ways = left[cell] * left[lower] if lower < cell else left[cell] * (left[cell] - 1) // 2
                if not ways:
                    continue
                for cut in range(cuts):
                    below[cut] = none[cut, 0] - one[cut, cell] - one[cut, lower] + two[cut, cell, lower]
                settle_cuts(
                    below, rows, cuts, following, pays.nets, pays.extras, line, weights[hand] * ways, values, totals,
                    allowed,
                )  # fmt: skip
