"""The kernels behind a marked card: all partitions of the ranks at once, and play by one of them."""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array


@njit(nogil=True, cache=True)
def _choice_for_all(values: Array, live: Array) -> int:
    """The choice that no rank makes worse than another one, the last of them; -1 where the rank matters."""
    for choice in range(values.shape[1] - 1, -1, -1):
        best = True
        for rank in live:
            for other in range(values.shape[1]):
                best = best and values[rank, choice] >= values[rank, other]
        if best:
            return choice
    return -1


@njit(nogil=True, cache=True)
def add_partitions(values_of: Array, weights: Array, live: Array, worths: Array) -> int:
    """Add what every partition is worth to some hands; those to which the rank is all one are returned in one sum.

    values_of  [hand, rank, choice]
    live       the ranks that there are; the last of them is in no set
    worths     [set of the others]  in and out
    """
    ranks, sets, common = len(live), len(worths), 0
    sums = np.zeros(sets, np.int64)
    inside, outside = np.empty(sets, np.int64), np.empty(sets, np.int64)
    for hand in range(len(values_of)):
        values = values_of[hand]
        same = _choice_for_all(values, live)
        if same >= 0:
            for rank in live:
                common += weights[hand] * values[rank, same]
            continue
        for choice in range(values.shape[1]):
            total, size = values[live[ranks - 1], choice], 1
            for at in range(ranks - 1):
                worth = values[live[at], choice]
                total += worth
                for chosen in range(size):
                    sums[size + chosen] = sums[chosen] + worth
                size *= 2
            if choice == 0:
                for chosen in range(sets):
                    inside[chosen] = sums[chosen]
                    outside[chosen] = total - sums[chosen]
            else:
                for chosen in range(sets):
                    inside[chosen] = max(inside[chosen], sums[chosen])
                    outside[chosen] = max(outside[chosen], total - sums[chosen])
        for chosen in range(sets):
            worths[chosen] += weights[hand] * (inside[chosen] + outside[chosen])
    return common


@njit(nogil=True, cache=True)
def play_classes(numbers: Array, ways: Array, weights: Array, labels: Array, sums: Array, chosen: Array) -> None:
    """Play every hand by the class of the card, of equal choices the larger bet.

    labels  [rank]    its class
    sums    [number]  in and out
    chosen  [choice]  in and out: rounds in which it is made
    """
    classes, choices = labels.max() + 1, numbers.shape[2]
    found = np.empty((choices, numbers.shape[3]), np.int64)
    for hand in range(len(numbers)):
        for label in range(classes):
            found[:] = 0
            many = np.int64(0)
            for rank in range(len(labels)):
                if labels[rank] == label:
                    many += ways[hand, rank]
                    for choice in range(choices):
                        for number in range(numbers.shape[3]):
                            found[choice, number] += numbers[hand, rank, choice, number]
            best = 0
            for choice in range(1, choices):
                if found[choice, 0] >= found[best, 0]:
                    best = choice
            for number in range(numbers.shape[3]):
                sums[number] += weights[hand] * found[best, number]
            chosen[best] += weights[hand] * many
