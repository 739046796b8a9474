"""The kernels behind `cross`: every pair of cards across, every pair down, every middle card, for two hole cards.

With the hole cards given, a hand is one of the other cards' pairs and a middle card, so its line is looked up. A middle
card that lies in the pair itself has the line after the last one, by which nothing is paid and nothing is counted.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array


@njit(nogil=True, cache=True)
def sum_middle(one: Array, other: Array, rates: Array, sums: Array) -> None:
    """Sums over the middle card of what is staked before the deal and of each bet; lines by the middle card."""
    sums[:] = 0
    for middle in range(len(one)):
        row = rates[one[middle], other[middle]]
        for bet in range(4):
            sums[bet] += row[bet]


@njit(nogil=True, cache=True)
def last_choice(sums: Array, ways: int, across: int, down: int, folds: Array) -> tuple[int, int]:
    """The best Middle bet with those sums and bets, 0 for a fold, and what it is worth; of equal ones the larger."""
    best, choice = folds[across, down] * ways, 0
    worth = sums[0] + across * sums[1] + down * sums[2]
    for times in range(1, len(folds)):
        if worth + times * sums[3] >= best:
            best, choice = worth + times * sums[3], times
    return choice, best


@njit(nogil=True, cache=True)
def value_down(lines: Array, rates: Array, folds: Array, first: int, second: int) -> Array:
    """[Across bet, Down bet]: with those two cards across, summed over all that can follow."""
    cards, most = lines.shape[0], len(folds)
    found = np.zeros((most, most), np.int64)
    sums = np.zeros(4, np.int64)
    for third in range(cards):
        for fourth in range(third + 1, cards):
            if third in (first, second) or fourth in (first, second):
                continue
            sum_middle(lines[first, second], lines[third, fourth], rates, sums)
            for across in range(1, most):
                for down in range(1, most):
                    found[across, down] += last_choice(sums, cards - 4, across, down, folds)[1]
    return found


@njit(nogil=True, cache=True)
def best_down(values: Array, across: int, ways: int, folds: Array) -> tuple[int, int]:
    """The best Down bet after an Across bet, 0 for a fold, and what it is worth."""
    best, choice = folds[across, 0] * ways, 0
    for down in range(1, len(folds)):
        if values[across, down] >= best:
            best, choice = values[across, down], down
    return choice, best


@njit(nogil=True, cache=True)
def solve_hole(lines: Array, rates: Array, folds: Array, counted: Array) -> Array:
    """[Across bet]: what each is worth with those hole cards, 0 for a fold; how rounds end by best play is counted.

    `counted` is [Across bet, Down bet, Middle bet, line across, line down]; what was folded stands under 0 and no line.
    """
    cards, most, none = lines.shape[0], len(folds), rates.shape[0] - 1
    pairs_down = (cards - 2) * (cards - 3) // 2
    ways = pairs_down * (cards - 4)
    values = np.zeros(most, np.int64)
    values[0] = folds[0, 0] * (cards * (cards - 1) // 2) * ways
    chosen = np.zeros((cards, cards, most), np.int64)
    for first in range(cards):
        for second in range(first + 1, cards):
            found = value_down(lines, rates, folds, first, second)
            for across in range(1, most):
                choice, worth = best_down(found, across, ways, folds)
                chosen[first, second, across] = choice
                values[across] += worth
    across = 0
    for times in range(1, most):
        if values[times] >= values[across]:
            across = times
    if across == 0:
        counted[0, 0, 0, none, none] += (cards * (cards - 1) // 2) * ways
        return values
    sums = np.zeros(4, np.int64)
    for first in range(cards):
        for second in range(first + 1, cards):
            down = chosen[first, second, across]
            if down == 0:
                counted[across, 0, 0, none, none] += ways
                continue
            for third in range(cards):
                for fourth in range(third + 1, cards):
                    if third in (first, second) or fourth in (first, second):
                        continue
                    one, other = lines[first, second], lines[third, fourth]
                    sum_middle(one, other, rates, sums)
                    middle = last_choice(sums, cards - 4, across, down, folds)[0]
                    if middle == 0:
                        counted[across, down, 0, none, none] += cards - 4
                        continue
                    ends = counted[across, down, middle]
                    for card in range(cards):
                        if one[card] < none and other[card] < none:
                            ends[one[card], other[card]] += 1
    return values
