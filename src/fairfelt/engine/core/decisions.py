"""What a showdown solver finds: for each class of hands the value of every choice and the best one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.problem import LOW_BITS, Problem
from fairfelt.rules.cards import HandClasses, UpCardClasses
from fairfelt.rules.hands import LINE_BITS
from fairfelt.runtime.compute.jit import njit

# Where the dealer's hands, in ascending order, begin to settle otherwise against a hand of the player's.


_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")


@dataclass(frozen=True, eq=False)
class Cuts:
    """For each kind of hand the player can have, where the dealer's kinds settle otherwise than the one before."""

    places: NDArray[np.int64]
    """[kind, cut]: the first of the dealer's kinds above it, -1 where there are fewer cuts."""
    rows: NDArray[np.int64]
    """[kind, cut]: the row of the kinds below each cut and, after the last cut, of the rest."""
    counts: NDArray[np.int64]


def cuts_of(problem: Problem, players: NDArray[np.int32], dealers: NDArray[np.int32]) -> Cuts:
    """By comparing all kinds of the player's with the dealer's that begin something: a line, to play, or no less."""
    plays = (dealers >= problem.showdown.qualifying_value).astype(np.int64)
    begins = np.flatnonzero(np.diff((dealers.astype(np.int64) >> LINE_BITS << 1) + plays, prepend=-1))
    own = [np.searchsorted(dealers, players, side=side) for side in _SIDES]
    edges = np.sort(np.column_stack((np.tile(begins, (len(players), 1)), *own)), axis=1)
    compared = problem.comparison_rows(players[:, None], dealers[np.minimum(edges, len(dealers) - 1)])
    kinds, ats = np.nonzero(np.diff(compared, axis=1))
    counts = np.bincount(kinds, minlength=len(players))
    places = np.full((len(players), counts.max()), -1, np.int64)
    rows = np.zeros((len(players), counts.max() + 1), np.int64)
    nth = np.arange(len(kinds)) - (np.cumsum(counts) - counts)[kinds]
    places[kinds, nth] = edges[kinds, ats + 1]
    rows[:, 0] = compared[:, 0]
    rows[kinds, nth + 1] = compared[kinds, ats + 1]
    return Cuts(places, rows, counts)


def cuts_by_row(kinds: int, rows: int) -> Cuts:
    """For rounds that are counted by row: after every row but the last, whatever the kind of the player's hand."""
    every = np.tile(np.arange(rows), (kinds, 1))
    return Cuts(np.full((kinds, rows - 1), -1), every, np.full(kinds, rows - 1))


def by_row(tally: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """[hand, label, cut] and [hand, label]: rounds below those cuts, and all of them. tally: [hand, label, row]"""
    upto = np.cumsum(tally, axis=2)
    return np.ascontiguousarray(upto[:, :, :-1]), np.ascontiguousarray(upto[:, :, -1])


BINOMIALS = np.array([[comb(n, k) for k in range(53)] for n in range(53)], np.int64)

Whole = NDArray[Any]
"""Whole numbers that are kept, in as many bits as they need."""
HALF = 1 << 30


class Decisions(NamedTuple):
    """The best choices of some own hands, one by one or by label."""

    values: Whole
    """[hand, choice] or [hand, label, choice]: summed net results."""
    best: NDArray[np.uint8]
    totals: NDArray[np.int64]
    """[choice, line, row]: rounds in which each choice is made."""

    def narrow(self) -> Decisions:
        """In as few bits as they will be kept in, so that all parts together take no more."""
        return self._replace(values=narrow_values(self.values))


@dataclass(frozen=True, eq=False)
class ShowdownResult:
    """The classes of the player's hands, decided one by one."""

    problem: Problem
    classes: HandClasses
    seen: NDArray[np.int32]
    """The value of the player's cards as seen at the decision."""
    values: Whole
    """[class, choice]: scaled results summed over all that can follow."""
    best: NDArray[np.uint8]
    totals: NDArray[np.int64]
    """[choice, line group, row]: combinations under the best choice."""
    following: int
    """Combinations of other cards that follow each hand."""

    @property
    def lines(self) -> NDArray[np.int64]:
        """The line of the player's cards as seen at the decision."""
        return (self.seen >> LINE_BITS).astype(np.int64)


def empty_decisions(hands: int | tuple[int, ...], nets: NDArray[np.int64], extras: NDArray[np.int64]) -> Decisions:
    """Some hands before a kernel has been there, with the tables by which it settles them."""
    (choices, rows), shape = nets.shape, (hands,) if isinstance(hands, int) else hands
    values, best = np.zeros((*shape, choices), np.int64), np.zeros(shape, np.uint8)
    return Decisions(values, best, np.zeros((choices, extras.shape[1], rows), np.int64))


def narrow_classes(classes: HandClasses) -> HandClasses:
    """In half the bits where there are millions of them."""
    if not isinstance(classes, UpCardClasses):
        return classes
    keys: Any = classes.keys.astype(np.uint32)
    weights: Any = classes.weights.astype(np.int32)
    return replace(classes, keys=keys, weights=weights)


def pack_showdown(result: ShowdownResult) -> dict[str, NDArray[Any]]:
    """What was counted, without what follows from the game."""
    return {"seen": result.seen, "values": result.values, "best": result.best, "totals": result.totals}


def narrow_values(numbers: Whole) -> Whole:
    """In half the bits where two of them can still be added."""
    if numbers.dtype == np.int32:
        return numbers
    fits = int(numbers.min()) > -HALF and int(numbers.max()) < HALF
    return numbers.astype(np.int32) if fits else numbers


def weighted_sums(kind: NDArray[np.int64], weights: NDArray[np.int64], values: Whole) -> list[int]:
    """Weighted sums by kind, in two halves so that 64 bits suffice."""
    weights = weights.astype(np.int64)
    high, low = values >> LOW_BITS, values & ((1 << LOW_BITS) - 1)
    sums = np.zeros((2, int(kind.max()) + 1), np.int64)
    np.add.at(sums[0], kind, weights * high)
    np.add.at(sums[1], kind, weights * low)
    return [(int(h) << LOW_BITS) + int(lo) for h, lo in sums.T]


# One decision, made the same way everywhere: the greatest value, and of equal values the larger bet.


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

    value = following · extras + Σ (below[cut] − below[cut − 1]) · nets, below 2^63 as `decide_labels` says.
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
    exposed; `showdown_problem` refuses a game in which either would not be below 2^63.

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
