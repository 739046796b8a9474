"""The kernel behind `ladder`: draw what the second street reveals in every way, decide, add up.

The last shared card changes one suit, and the hand is then the better of that suit and the best of the others (the
floor). What it brings depends on the suit's mask and the floor alone, so it is looked up, and how rounds end is
recorded as how often each mask stood beside each floor. Two cards change two suits at most: what the others bring
depends on the best line of those two, and is found once for all cards of the same suits.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

RANKS = 13


class Tables(NamedTuple):
    """What is known of a suit by its mask."""

    values: Array
    advice: Array
    """The line it makes for a rule of thumb."""
    brings: Array
    """[mask, floor]: see `floor_values`."""


class Scratch(NamedTuple):
    """Room for `_last_street`: what two suits grow to; by the best line of both what the others bring, and bets."""

    first: Array
    second: Array
    stays: Array
    bets: Array


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


@njit(nogil=True, cache=True)
def _stay(masks: Array, first: int, second: int, tables: Tables, stays: Array) -> tuple[int, int]:
    """What all suits but two bring, by the best line of those two; and the best lines of the suits that stay."""
    floor, seen = 0, 0
    for suit in range(len(masks)):
        if suit not in (first, second):
            floor = max(floor, tables.values[masks[suit]] >> 20)
            seen = max(seen, tables.advice[masks[suit]])
    for line in range(len(stays)):
        stays[line] = 0
        for suit in range(len(masks)):
            if suit not in (first, second):
                stays[line] += tables.brings[masks[suit], _above(masks, first, second, suit, line, tables)]
    return floor, seen


@njit(nogil=True, cache=True)
def _above(masks: Array, first: int, second: int, suit: int, line: int, tables: Tables) -> int:
    """The best line beside a suit that stays, given that of the two that do not."""
    for other in range(len(masks)):
        if other not in (first, second, suit):
            line = max(line, tables.values[masks[other]] >> 20)
    return line


@njit(nogil=True, cache=True)
def _record_stays(
    masks: Array, first: int, second: int, tables: Tables, bets: Array, weight: int, stood: Array
) -> None:
    """The suits that stay stood beside their floors as often as was bet, by the best line of the two others."""
    for line in range(len(bets)):
        if bets[line]:
            for suit in range(len(masks)):
                if suit not in (first, second):
                    above = _above(masks, first, second, suit, line, tables)
                    stood[masks[suit], above] += weight * bets[line]
            bets[line] = 0


@njit(nogil=True, cache=True)
def _grown(mask: int, ranks: int, cards: int, masks: Array) -> int:
    """A suit with one or two cards more, in every way."""
    found = 0
    for high in range(RANKS):
        if (ranks & ~mask) >> high & 1:
            if cards == 1:
                masks[found] = mask | 1 << high
                found += 1
            else:
                for low in range(high):
                    if (ranks & ~mask) >> low & 1:
                        masks[found] = mask | 1 << high | 1 << low
                        found += 1
    return found


@njit(nogil=True, cache=True)
def _last_street(
    reveal: int, masks: Array, ranks: int, tables: Tables, fold: int, weight: int, scratch: Scratch, stood: Array,
    values: Array, counts: Array,
) -> tuple[int, int]:  # fmt: skip
    """All ways to reveal one or two cards before the last decision: summed value, and how many of them fold.

    values, counts  [line]  in and out: what betting brings, and how often, by the line then seen
    """
    value, folded = 0, 0
    first, second, stays, bets = scratch.first, scratch.second, scratch.stays, scratch.bets
    for suit in range(len(masks)):
        floor, seen = _stay(masks, suit, suit, tables, stays)
        for at in range(_grown(masks[suit], ranks, reveal, first)):
            mask = first[at]
            line = tables.values[mask] >> 20
            found = tables.brings[mask, floor] + stays[line]
            value += max(found, fold)
            if found >= fold:
                stood[mask, floor] += weight
                bets[line] += 1
            else:
                folded += 1
            shown = max(seen, tables.advice[mask])
            values[shown] += found
            counts[shown] += 1
        _record_stays(masks, suit, suit, tables, bets, weight, stood)
        for other in range(suit if reveal == 2 else 0):
            floor, seen = _stay(masks, suit, other, tables, stays)
            more = _grown(masks[other], ranks, 1, second)
            for at in range(_grown(masks[suit], ranks, 1, first)):
                mask = first[at]
                line = tables.values[mask] >> 20
                above, shown = max(line, floor), max(seen, tables.advice[mask])
                for then in range(more):
                    beside = second[then]
                    last = tables.values[beside] >> 20
                    under, best, late = max(last, floor), max(line, last), max(shown, tables.advice[beside])
                    found = tables.brings[mask, under] + tables.brings[beside, above] + stays[best]
                    value += max(found, fold)
                    if found >= fold:
                        stood[mask, under] += weight
                        stood[beside, above] += weight
                        bets[best] += 1
                    else:
                        folded += 1
                    values[late] += found
                    counts[late] += 1
            _record_stays(masks, suit, other, tables, bets, weight, stood)
    return value, folded


@njit(nogil=True, cache=True)
def value_classes(
    reveal: int, hands: Array, weights: Array, ranks: int, tables: Tables, grown: Array, folds: Array,
    following: Array, values: Array, late_values: Array, late_counts: Array, endings: Array,
) -> None:  # fmt: skip
    """Value the first bet for each hand, and add up how all their rounds end.

    hands        [hand, suit]  masks of the hole cards
    ranks        ranks of the deck, as a mask
    late_values  [hand, line]  what the second bet brings, by the line then seen; late_counts how often
    endings      [ending]      combinations that fold at each of the two streets, then that end on each line
    """
    size = grown.shape[1]
    stood, unread = np.zeros(grown.shape, np.int64), np.zeros(late_values.shape[1], np.int64)
    pairs = RANKS * (RANKS - 1) // 2
    scratch = Scratch(np.zeros(pairs, np.int64), np.zeros(RANKS, np.int64), np.zeros(size, np.int64),
                      np.zeros(size, np.int64))  # fmt: skip
    late = folds[1] * following[1]
    for i in range(len(hands)):
        values[i], folded = _last_street(
            reveal, hands[i], ranks, tables, late, weights[i], scratch, stood, late_values[i], late_counts[i]
        )
        if values[i] >= folds[0] * following[0]:
            endings[1] += weights[i] * folded * following[1]
        else:  # few hands fold at once: what was recorded of them is taken back
            _last_street(reveal, hands[i], ranks, tables, late, -weights[i], scratch, stood, unread, unread)
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
    for i in range(len(hands)):
        _floors(hands[i], table, floors)
        for suit in range(hands.shape[1]):
            values[i] += brings[hands[i, suit], floors[suit]]
