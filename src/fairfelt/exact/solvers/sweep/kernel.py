"""The kernel behind `sweep` that decides, once it is known how many of the dealer's hands are below each cut."""

from __future__ import annotations

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts


@njit(nogil=True, cache=True)
def decide_classes(
    below: Array, rows: Array, cuts: Array, kinds: Array, following: int, weights: Array,
    groups: Array, allowed: Array, nets: Array, extras: Array, values: Array, best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for each class, with every up card that leaves a weight.

    below                    [class, up card, cut]   the dealer's hands below each cut
    rows, cuts               [player's kind, …]      the row below each cut and of the rest; the number of cuts
    weights, values, best    by class and up card
    """
    ups = below.shape[1]
    for i in range(len(below)):
        kind = kinds[i]
        for up in range(ups):
            at = i * ups + up
            if weights[at]:
                best[at] = settle_cuts(
                    below[i, up], rows[kind], cuts[kind], following, nets, extras, groups[i], weights[at],
                    values[at], totals, allowed[i],
                )  # fmt: skip
