"""One decision, made the same way everywhere: the greatest value, and of equal values the larger bet."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.jit import njit

Array = NDArray[Any]
"""An argument of a kernel, whose types numba works out itself."""


class ShowdownTables(NamedTuple):
    """How a showdown with one decision settles, by the kind of the own hand. See `Cuts` and `Problem`."""

    places: Array
    rows: Array
    cuts: Array
    lines: Array
    """[kind]: the line of the own hand…"""
    allowed: Array
    """…and how many of the choices it may make, the smallest bets first."""
    nets: Array
    extras: Array


@njit(nogil=True, cache=True, inline="always")
def settle_cuts(
    below: Array, rows: Array, cuts: int, following: int, nets: Array, extras: Array, group: int, weight: int,
    values: Array, totals: Array, allowed: int,
) -> int:  # fmt: skip
    """Value the first choices of one hand, which may be made, take the best, and add its rows to the totals.

    below   [cut]                 the dealer's hands below each cut, of all that follow
    rows    [cut]                 the row up to each cut and, after the last, of the rest
    nets    [choice, row]         scaled net result; choices in ascending order of the bet
    extras  [choice, group]       scaled extra pay that the own cards earn
    values  [choice]              out: summed net results
    totals  [choice, group, row]  in and out: rounds under the best choice

    A choice that may not be made is worth what the largest bet is.
    """
    best = 0
    for choice in range(allowed):
        value, lower = following * extras[choice, group], np.int64(0)
        for cut in range(cuts):
            value += (below[cut] - lower) * nets[choice, rows[cut]]
            lower = np.int64(below[cut])
        values[choice] = value + (following - lower) * nets[choice, rows[cuts]]
        if values[choice] >= values[best]:
            best = choice
    lower = np.int64(0)
    for cut in range(cuts):
        totals[best, group, rows[cut]] += weight * (below[cut] - lower)
        lower = np.int64(below[cut])
    totals[best, group, rows[cuts]] += weight * (following - lower)
    for choice in range(allowed, nets.shape[0]):
        values[choice] = values[allowed - 1]
    return best


@njit(nogil=True, cache=True)
def decide_labels(
    tables: ShowdownTables, kinds: Array, weights: Array, below: Array, ways: Array, values: Array, best: Array,
    totals: Array,
) -> None:  # fmt: skip
    """Take the best choice of every hand and label: of the largest sums over cuts of

        (below[cut] - below[cut - 1]) (nets[choice, row of the cut] + extras[choice, line])

    the largest bet. A value is at most a result times `ways`, a total at most all deals times the cards that may be
    exposed; `showdown_problem` refuses a game in which either would not fit in 63 bits.

    kinds, weights  [hand]
    below           [hand, label, cut]     the dealer's hands worth less than the cut
    ways            [hand, label]          all of the dealer's hands with that label
    values          [hand, label, choice]  out: summed net results
    best            [hand, label]          out
    totals          [choice, line, row]    in and out: rounds in which the choice is made
    """
    for hand in range(len(kinds)):
        kind = kinds[hand]
        for label in range(ways.shape[1]):
            if ways[hand, label]:
                best[hand, label] = settle_cuts(
                    below[hand, label], tables.rows[kind], tables.cuts[kind], ways[hand, label], tables.nets,
                    tables.extras, tables.lines[kind], weights[hand], values[hand, label], totals,
                    tables.allowed[kind],
                )  # fmt: skip
