"""The kernel behind `suits`: every two community cards beside every class of hands, then the decision."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_class

from . import steps
from .steps import LENGTHS, MOST_WILD, PATTERNS, RANKS, SUITS


class SuitTables(NamedTuple):
    """What is the same for all classes of hands."""

    deck: Array
    """[suit]: ranks in the deck, the wild ones left out."""
    deck_wild: int
    draws: int
    """Cards that are the dealer's own."""
    table: Array
    """[wild cards, mask]: the value of a suit."""
    binomials: Array
    rows: Array
    """[player's line, dealer's line, comparison]"""
    nets: Array
    extras: Array


@njit(nogil=True, cache=True)
def compare_boards(
    masks: Array, own_wild: int, pool: Array, wild: int, tables: SuitTables, compress: Array, coefficients: Array,
    shorter: Array, met: Array, lower: Array, equal: Array,
) -> None:  # fmt: skip
    """Deal every two community cards beside one hand, and count by their pattern and the player's length.

    masks, pool          [suit]             ranks of the player's; ranks that are left
    met, lower, equal    [pattern, length]  in and out: boards, and the dealer's flushes of that length lower or equal
    """
    bits, starts = np.zeros(SUITS * RANKS + 1, np.int64), np.zeros(SUITS + 2, np.int64)
    first, second, held = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    table, draws, cards = tables.table, tables.draws, 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if pool[suit] >> rank & 1:
                bits[cards] = 1 << rank
                cards += 1
        starts[suit + 1] = cards
    starts[SUITS + 1] = cards + 1  # one more card stands for all wild ones that are left
    for t in range(SUITS + 1):
        for s in range(t + 1):
            gone = (s == SUITS) + (t == SUITS)
            ways = 1 if gone == 0 else (wild if gone == 1 else wild * (wild - 1) // 2)
            if ways == 0:
                continue
            pattern = steps.pattern_number(s, t)
            first[:], second[:], held[:] = 0, 0, 0
            if s < SUITS:
                held[s] += 1
            if t < SUITS:
                held[t] += 1
            for y in range(starts[t], starts[t + 1]):
                if t < SUITS:
                    second[t] = bits[y]
                for x in range(starts[s], y if s == t and t < SUITS else starts[s + 1]):
                    if s < SUITS:
                        first[s] = bits[x]
                    value = steps.best_value(masks, first, second, table, own_wild + gone)
                    line = value >> 20
                    met[pattern, line] += ways
                    if shorter[pattern, line + 1] > shorter[pattern, line]:
                        low, same = steps.compare_equal_length(
                            value, gone, wild - gone, draws, pattern, pool, first, second, held, coefficients, compress
                        )
                        lower[pattern, line] += ways * low
                        equal[pattern, line] += ways * same


@njit(nogil=True, cache=True)
def decide_classes(
    tables: SuitTables, compress: Array, masks: Array, wilds: Array, weights: Array, groups: Array, values: Array,
    best: Array, totals: Array,
) -> None:  # fmt: skip
    """Decide for each class of hands, two community cards yet to come.

    masks, wilds   the player's cards by suit, and wild ones
    """
    nets, extras, binomials, draws = tables.nets, tables.extras, tables.binomials, tables.draws
    tally = np.zeros(nets.shape[1], np.int64)
    products = np.zeros((1 << SUITS, draws + 1), np.int64)
    coefficients = np.zeros((PATTERNS, LENGTHS, MOST_WILD, 1 << SUITS), np.int64)
    shorter = np.zeros((PATTERNS, LENGTHS + 1), np.int64)
    met, lower = np.zeros((PATTERNS, LENGTHS), np.int64), np.zeros((PATTERNS, LENGTHS), np.int64)
    equal = np.zeros((PATTERNS, LENGTHS), np.int64)
    pool, available = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    free, shared = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    for i in range(len(masks)):
        wild = tables.deck_wild - wilds[i]
        for s in range(SUITS):
            pool[s] = tables.deck[s] & ~masks[i, s]
            available[s] = steps.SIZES[pool[s]]
        coefficients[:] = 0
        for t in range(SUITS + 1):
            for s in range(t + 1):
                steps.coefficients_of_pattern(
                    s, t, available, free, shared, wild, draws, binomials, products, coefficients
                )
        steps.count_shorter(coefficients, wild, binomials[wild + available.sum() - 2, draws], shorter)
        met[:], lower[:], equal[:], tally[:] = 0, 0, 0, 0
        compare_boards(masks[i], wilds[i], pool, wild, tables, compress, coefficients, shorter, met, lower, equal)
        steps.add_rows(met, lower, equal, shorter, tables.rows, tally)
        best[i] = settle_class(tally, nets, extras, groups[i], weights[i], values[i], totals)
