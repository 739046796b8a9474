"""Community cards that leave the player the same flush are counted together: the same as every two one by one."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fairfelt.exact.core.decisions import BINOMIALS
from fairfelt.exact.solvers.suits import kernels, steps
from fairfelt.exact.solvers.suits.steps import LENGTHS, MOST_WILD, PATTERNS, RANKS, SUITS
from fairfelt.hands import WILD_FLUSH

WILD, DRAWS = 4, 5
COMPRESS = steps.compress_table()
HANDS = {
    "three of a suit with the ace": ((0b100000100100, 0b1, 0b1000, 0), 0),
    "one of each suit, a wild card": ((0b1, 0b10, 0b100000000000, 0b1000), 1),
    "ace and king, two wild cards": ((0b110000000000, 0b100000000000, 0, 0), 2),
    "four low cards of a suit": ((0b1111, 0, 0b10, 0), 0),
}


def tables() -> kernels.SuitTables:
    """A whole deck; no rows are needed to compare."""
    nothing = np.zeros((0, 0), np.int64)
    deck = np.full(SUITS, (1 << RANKS) - 1)
    return kernels.SuitTables(deck, WILD, DRAWS, WILD_FLUSH.table, BINOMIALS, nothing, nothing, nothing)


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
        lower, equal = steps.compare_equal_length(
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
