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
