"""The kernel behind `by_tracks`: the dealer's hands with a card of each cell."""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.exact.solvers.tracks.kernels import count_below


@njit(nogil=True, cache=True)
def count_in_cells(
    kinds: Array, left: Array, more: Array, same: Array, columns: Array, places: Array, cuts: Array, unused: int,
    polynomials_a: Array, polynomials_b: Array, below: Array,
) -> None:  # fmt: skip
    """By the rank of one of the dealer's cards.

    left          [hand, track, cell]          cards that the player does not hold
    more          [hand, track, cell]          the place of the removal that takes one card more of a cell…
    same          [hand, track]                …and of the one that takes the player's alone
    columns       [track, cell]                the rank of its cards
    unused        cards that neither holds: every hand of the dealer's is found once without each of them
    polynomials   [threshold, removal, cards]  the dealer's hands on one track
    below         [hand, rank, cut]            in and out
    """
    without = np.zeros(columns.shape, np.int64)
    for hand in range(len(kinds)):
        for cut in range(cuts[kinds[hand]]):
            place, total = places[kinds[hand], cut], 0
            for track in range(left.shape[1]):
                for cell in range(left.shape[2]):
                    if left[hand, track, cell]:
                        a = more[hand, 0, cell] if track == 0 else same[hand, 0]
                        b = more[hand, 1, cell] if track == 1 else same[hand, 1]
                        found = count_below(polynomials_a[place, a], polynomials_b[place, b])
                        without[track, cell] = found
                        total += left[hand, track, cell] * found
            total //= unused
            for track in range(left.shape[1]):
                for cell in range(left.shape[2]):
                    if left[hand, track, cell]:
                        here = left[hand, track, cell] * (total - without[track, cell])
                        below[hand, columns[track, cell], cut] += here
