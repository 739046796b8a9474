"""Community cards that leave the player the same flush are counted together: the same as every two one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.decisions import BINOMIALS
from fairfelt.engine.solvers.suits import kernels, steps
from fairfelt.engine.solvers.suits.steps import (
    LENGTHS,
    MOST_WILD,
    PATTERNS,
    RANKS,
    SUITS,
    combine_suits,
    count_sets,
    crown_length,
    survey_suit,
)
from fairfelt.rules.hands import WILD_FLUSH
from fairfelt.runtime.compute.jit import njit

WILD, DRAWS = 4, 5
HANDS = {
    "three of a suit with the ace": ((0b100000100100, 0b1, 0b1000, 0), 0),
    "one of each suit, a wild card": ((0b1, 0b10, 0b100000000000, 0b1000), 1),
    "ace and king, two wild cards": ((0b110000000000, 0b100000000000, 0, 0), 2),
    "four low cards of a suit": ((0b1111, 0, 0b10, 0), 0),
}


@njit(nogil=True, cache=True)
def compress_table() -> Array:
    """[mask, x]: how many sets within the mask are below x, as integers."""
    table = np.zeros((4096, 4097), np.uint16)
    for mask in range(4096):
        count = 0
        for x in range(4096):
            table[mask, x] = count
            if x & mask == x:
                count += 1
        table[mask, 4096] = count
    return table


@njit(nogil=True, cache=True, inline="always")
def compare_equal_length(
    value: int, shared_wild: int, wild: int, draws: int, pattern: int, pool: Array, first: Array, second: Array,
    held: Array, coefficients: Array, compress: Array,
) -> tuple[int, int]:  # fmt: skip
    """The dealer's flushes of the player's length: how many are lower, and how many equal.

    pool           [suit]  ranks the dealer could hold, community cards included
    first, second  [suit]  a community card of that suit, or 0
    held           [suit]  number of community cards
    """
    line, ranks = value >> 20, (value & 8191) >> 1
    crown = crown_length(ranks)
    edge = 12 - crown
    under = ranks & ((1 << edge) - 1)
    high0, low0, forced0, x0, y0 = survey_suit(pool[0] & ~(first[0] | second[0]), first[0], second[0], edge, under)
    high1, low1, forced1, x1, y1 = survey_suit(pool[1] & ~(first[1] | second[1]), first[1], second[1], edge, under)
    high2, low2, forced2, x2, y2 = survey_suit(pool[2] & ~(first[2] | second[2]), first[2], second[2], edge, under)
    high3, low3, forced3, x3, y3 = survey_suit(pool[3] & ~(first[3] | second[3]), first[3], second[3], edge, under)
    x0, y0, x1, y1 = compress[low0, x0], compress[low0, y0], compress[low1, x1], compress[low1, y1]
    x2, y2, x3, y3 = compress[low2, x2], compress[low2, y2], compress[low3, x3], compress[low3, y3]
    lower, upto = 0, 0
    for drawn in range(min(wild, draws, crown - shared_wild, line - shared_wild - 1) + 1):
        k, fill = line - shared_wild - drawn, crown - shared_wild - drawn
        if k >= LENGTHS:
            continue
        a0, b0 = count_sets(k - held[0], fill - forced0, high0, low0, x0, y0)
        a1, b1 = count_sets(k - held[1], fill - forced1, high1, low1, x1, y1)
        a2, b2 = count_sets(k - held[2], fill - forced2, high2, low2, x2, y2)
        a3, b3 = count_sets(k - held[3], fill - forced3, high3, low3, x3, y3)
        cards = draws - drawn + held[0] + held[1] + held[2] + held[3]
        lower += combine_suits(coefficients, pattern, k, drawn, cards, a0, a1, a2, a3)
        upto += combine_suits(coefficients, pattern, k, drawn, cards, b0, b1, b2, b3)
    return lower, upto - lower


COMPRESS = compress_table()


def tables() -> kernels.SuitTables:
    """A whole deck; no rows are needed to compare."""
    nothing = np.zeros((0, 0), np.int64)
    deck = np.full(SUITS, (1 << RANKS) - 1)
    return kernels.SuitTables(deck, WILD, DRAWS, WILD_FLUSH.table, BINOMIALS, nothing)


def one_by_one(masks: NDArray[np.int64], wild: int, pool: NDArray[np.int64], c: NDArray[np.int64]) -> NDArray[np.int64]:
    """Every two community cards; a wild one is of suit four."""
    found, left = np.zeros((3, PATTERNS, LENGTHS), np.int64), WILD - wild
    natural = [(suit, 1 << rank) for suit in range(SUITS) for rank in range(RANKS) if pool[suit] >> rank & 1]
    for one, two in combinations([*natural, *[(SUITS, 0)] * left], 2):
        first, second, held = (np.zeros(SUITS + 1, np.int64) for _ in range(3))
        first[one[0]], second[two[0]] = one[1], two[1]
        held[one[0]] += 1
        held[two[0]] += 1
        gone, pattern = int(held[SUITS]), steps.pattern_number(one[0], two[0])
        value = steps.best_value(masks, first, second, WILD_FLUSH.table, wild + gone)
        lower, equal = compare_equal_length(
            value, gone, left - gone, DRAWS, pattern, pool, first[:SUITS], second[:SUITS], held[:SUITS], c, COMPRESS
        )
        found[:, pattern, value >> 20] += 1, lower, equal
    return found


@pytest.mark.heavy
@pytest.mark.parametrize("name", HANDS)
def test_together_and_one_by_one(name: str) -> None:
    masks, wild = np.array(HANDS[name][0], np.int64), HANDS[name][1]
    pool = ~masks & (1 << RANKS) - 1
    coefficients = np.zeros((PATTERNS, LENGTHS, MOST_WILD, 1 << SUITS), np.int64)
    kernels.coefficients_of(np.bitwise_count(pool).astype(np.int64), WILD - wild, tables(), coefficients)
    cards, counts = np.zeros((SUITS, kernels.MOST_PAIRS, 3), np.int64), np.zeros(SUITS, np.int64)
    sums, found = np.zeros((3, SUITS, MOST_WILD), np.int64), np.zeros((3, PATTERNS, LENGTHS), np.int64)
    kernels.compare_boards(masks, wild, pool, WILD - wild, tables(), coefficients, cards, counts, sums, found)
    assert (found == one_by_one(masks, wild, pool, coefficients)).all()


def test_sets_below_a_bound() -> None:
    drawn = np.random.default_rng(7).integers(0, 4096, (2000, 2))
    assert all(steps.sets_below(mask, x) == COMPRESS[mask, x] for mask, x in drawn.tolist())
