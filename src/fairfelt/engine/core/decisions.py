"""What a showdown solver finds: for each class of hands the value of every choice and the best one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import HandClasses, UpCardClasses
from fairfelt.rules.hands import LINE_BITS

from .problem import LOW_BITS, Problem

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
