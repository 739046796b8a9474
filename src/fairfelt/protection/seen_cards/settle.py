"""The kernels that the counts by cuts share: what a game pays between them, and every round played as is best."""

from __future__ import annotations

from typing import NamedTuple

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array


class Pays(NamedTuple):
    """How a showdown settles, in whole numbers. See `Cuts` and `Problem`."""

    places: Array
    rows: Array
    cuts: Array
    lines: Array
    """[kind]: the line of the player's hand…"""
    allowed: Array
    """…and how many of the choices it may make, the smallest bets first."""
    nets: Array
    extras: Array


@njit(nogil=True, cache=True)
def play_known(pays: Pays, kinds: Array, below: Array, following: int, weights: Array, totals: Array) -> None:
    """Every hand against each of the dealer's, which is known; of equal choices the larger bet.

    below   [hand, cut]          the dealer's hands below each cut, of all that follow
    totals  [choice, line, row]  in and out: rounds in which the choice is made
    """
    for hand in range(len(kinds)):
        kind, lower = kinds[hand], 0
        line = pays.lines[kind]
        for cut in range(pays.cuts[kind] + 1):
            row, best = pays.rows[kind, cut], 0
            for choice in range(1, pays.allowed[kind]):
                worth = pays.nets[choice, row] + pays.extras[choice, line]
                if worth >= pays.nets[best, row] + pays.extras[best, line]:
                    best = choice
            upper = below[hand, cut] if cut < pays.cuts[kind] else following
            totals[best, line, row] += weights[hand] * (upper - lower)
            lower = upper
