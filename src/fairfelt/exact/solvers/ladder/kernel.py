"""The kernel behind `ladder`: draw what the second street reveals in every way, decide, add up.

The last shared card changes one suit, and the hand is then the better of that suit and the best of the others (the
floor). What it brings depends on the suit's mask and the floor alone, so it is looked up, and how rounds end is
recorded as how often each mask stood beside each floor.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array


@njit(nogil=True, cache=True)
def growth_table(ranks: int, table: Array, lines: int) -> Array:
    """[mask, line]: cards that, added to a suit, make that line of it."""
    grown = np.zeros((len(table), lines), np.int64)
    for mask in range(len(table)):
        for rank in range(13):
            if ranks >> rank & 1 and not mask >> rank & 1:
                grown[mask, table[mask | 1 << rank] >> 20] += 1
    return grown


@njit(nogil=True, cache=True)
def floor_values(grown: Array, nets: Array) -> Array:
    """[mask, floor]: summed results of one more card of a suit, the other suits making the floor."""
    values = np.zeros(grown.shape, np.int64)
    for mask in range(len(grown)):
        for floor in range(len(nets)):
            for line in range(len(nets)):
                values[mask, floor] += grown[mask, line] * nets[max(line, floor)]
    return values


@njit(nogil=True, cache=True)
def _floors(masks: Array, table: Array, floors: Array) -> None:
    """For each suit the best line of the others."""
    best, second, where = 0, 0, -1
    for suit in range(len(masks)):
        line = table[masks[suit]] >> 20
        if line > best:
            best, second, where = line, best, suit
        elif line > second:
            second = line
    for suit in range(len(masks)):
        floors[suit] = second if suit == where else best


@njit(nogil=True, cache=True, inline="always")
def _last_decision(
    masks: Array, floors: Array, table: Array, brings: Array, fold: int, weight: int, stood: Array
) -> int:
    """The value of a bet with one card to come; with a weight, what stood is recorded where betting is best."""
    _floors(masks, table, floors)
    value = 0
    for suit in range(len(masks)):
        value += brings[masks[suit], floors[suit]]
    if value >= fold and weight:
        for suit in range(len(masks)):
            stood[masks[suit], floors[suit]] += weight
    return value


@njit(nogil=True, cache=True)
def _last_street(
    reveal: int, masks: Array, floors: Array, cards: Array, table: Array, brings: Array, lines: Array, fold: int,
    weight: int, stood: Array, values: Array, counts: Array,
) -> tuple[int, int]:  # fmt: skip
    """All ways to reveal one or two cards before the last decision: summed value, and how many of them fold.

    lines           [mask]  the line one suit makes for a rule of thumb
    values, counts  [line]  in and out: what betting brings, and how often, by the line then seen
    """
    value, folded = 0, 0
    for at in range(len(cards)):
        suit, bit = cards[at] // 13, 1 << cards[at] % 13
        if masks[suit] & bit:
            continue
        masks[suit] |= bit
        for then in range(at + 1, len(cards) if reveal == 2 else at + 2):
            second, mark = (cards[then] // 13, 1 << cards[then] % 13) if reveal == 2 else (0, 0)
            if masks[second] & mark:
                continue
            masks[second] |= mark
            found = _last_decision(masks, floors, table, brings, fold, weight, stood)
            value += max(found, fold)
            folded += found < fold
            line = 0
            for mask in masks:
                line = max(line, lines[mask])
            values[line] += found
            counts[line] += 1
            masks[second] ^= mark
        masks[suit] ^= bit
    return value, folded


@njit(nogil=True, cache=True)
def value_classes(
    reveal: int, hands: Array, weights: Array, cards: Array, table: Array, grown: Array,
    brings: Array, lines: Array, folds: Array, following: Array, values: Array, late_values: Array,
    late_counts: Array, endings: Array,
) -> None:  # fmt: skip
    """Value the first bet for each hand, and add up how all their rounds end.

    hands        [hand, suit]  masks of the hole cards
    late_values  [hand, line]  what the second bet brings, by the line then seen; late_counts how often
    endings      [ending]      combinations that fold at each of the two streets, then that end on each line
    """
    size = grown.shape[1]
    stood = np.zeros((len(table), size), np.int64)
    floors = np.zeros(hands.shape[1], np.int64)
    unread = np.zeros(late_values.shape[1], np.int64)
    late = folds[1] * following[1]
    for i in range(len(hands)):
        values[i], folded = _last_street(
            reveal, hands[i], floors, cards, table, brings, lines, late, weights[i], stood, late_values[i],
            late_counts[i],
        )  # fmt: skip
        if values[i] >= folds[0] * following[0]:
            endings[1] += weights[i] * folded * following[1]
        else:  # few hands fold at once: what was recorded of them is taken back
            _last_street(
                reveal, hands[i], floors, cards, table, brings, lines, late, -weights[i], stood, unread, unread
            )
            endings[0] += weights[i] * following[0]
    for mask in range(len(stood)):
        for floor in range(size):
            if stood[mask, floor]:
                for line in range(size):
                    endings[2 + max(line, floor)] += stood[mask, floor] * grown[mask, line]


@njit(nogil=True, cache=True)
def last_values(hands: Array, table: Array, brings: Array, values: Array) -> None:
    """Value the last bet for each of the hands, one card to come."""
    floors = np.zeros(hands.shape[1], np.int64)
    stood = np.zeros((1, 1), np.int64)
    for i in range(len(hands)):
        values[i] = _last_decision(hands[i], floors, table, brings, 0, 0, stood)
