"""Kernels for boards: value every pair of cards beside a board, and count for each the dealer's pairs band by band.

Places in the arrays of a board run over its live pairs, those that leave it its cards, and come last. Numbers that are
looked up by are unsigned: a number that may be negative costs a check.
"""

from __future__ import annotations

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.runtime.compute.jit import njit

LESS, EQUAL, GREATER = 0, 1, 2
"""How the player's hand compares with the dealer's."""
CARDS = 52
DIGIT_BITS = 9
DIGITS = 3
"""Values have 27 bits: lines up to 127."""


@njit(nogil=True, cache=True)
def list_live_pairs(boards: Array, cards: Array, live: Array) -> None:
    """For each board the numbers of its live pairs."""
    for i in range(len(boards)):
        held = np.int64(0)
        for card in boards[i]:
            held |= 1 << np.int64(card)
        found = 0
        for pair in range(len(cards)):
            if not held & (1 << np.int64(cards[pair, 0]) | 1 << np.int64(cards[pair, 1])):
                live[i, found] = pair
                found += 1


@njit(nogil=True, cache=True)
def take_live(everywhere: Array, live: Array, here: Array) -> None:
    """[board, column, live pair] from [board, column, pair]…"""
    for i in range(len(live)):
        for k in range(here.shape[1]):
            for j in range(live.shape[1]):
                here[i, k, j] = everywhere[i, k, live[i, j]]


@njit(nogil=True, cache=True)
def put_live(here: Array, live: Array, everywhere: Array) -> None:
    """…and back."""
    for i in range(len(live)):
        for k in range(here.shape[1]):
            for j in range(live.shape[1]):
                everywhere[i, k, live[i, j]] = here[i, k, j]


@njit(nogil=True, cache=True)
def join_hands(boards: Array, cards: Array, live: Array, hands: Array) -> None:
    """[board, pair, card]: each board with each live pair."""
    size = boards.shape[1]
    for i in range(len(boards)):
        for j in range(live.shape[1]):
            for k in range(size):
                hands[i, j, k] = boards[i, k]
            hands[i, j, size] = cards[live[i, j], 0]
            hands[i, j, size + 1] = cards[live[i, j], 1]


@njit(nogil=True, cache=True)
def _sort(values: Array, order: Array, spare: Array, starts: Array) -> None:
    """Put the places of the values in ascending order of value, digit by digit."""
    mask = (1 << DIGIT_BITS) - 1
    starts[:] = 0
    for j in range(len(values)):
        order[j] = j
        for digit in range(DIGITS):
            starts[digit, np.uint32(values[j] >> DIGIT_BITS * digit & mask) + 1] += 1
    for digit in range(DIGITS):
        for d in range(1, 1 << DIGIT_BITS):
            starts[digit, d] += starts[digit, d - 1]
        for j in range(len(values)):
            number = np.uint32(values[order[j]] >> DIGIT_BITS * digit & mask)
            spare[starts[digit, number]] = order[j]
            starts[digit, number] += 1
        order[:] = spare


@njit(nogil=True, cache=True)
def _share_out(
    values: Array, order: Array, ends: Array, ways: Array, floors: Array, all_of: Array, with_card: Array
) -> None:
    """Pairs in each band: all of them, and by each of their cards."""
    all_of[:] = 0
    with_card[:] = 0
    band = 0
    for j in order:
        while band + 1 < len(floors) and values[j] >= floors[band + 1]:
            band += 1
        all_of[band] += ways[2, j]
        with_card[band, ends[0, j]] += ways[0, j]
        with_card[band, ends[1, j]] += ways[1, j]


@njit(nogil=True, cache=True)
def _count_dealers(
    values: Array, order: Array, ends: Array, ways: Array, floors: Array, all_of: Array, with_card: Array,
    passed: Array, counts: Array,
) -> None:  # fmt: skip
    """Pass the pairs of a board in ascending order, those of equal value together.

    Of the pairs below a hand those with one of its two cards are taken off; no other pair has both.

    ends  [2, pair]  its cards, or their kinds
    ways  [3, pair]  pairs of these kinds that have a given card of the first, of the second; all of them
    """
    bands, many = len(floors), len(values)
    band, below, at = 0, 0, 0
    passed[:] = 0
    while at < many:
        value = values[order[at]]
        while band + 1 < bands and value >= floors[band + 1]:
            band, below = band + 1, 0
            passed[:] = 0
        end = at
        while end < many and values[order[end]] == value:
            j = order[end]
            counts[3 * band + GREATER, j] = below - passed[ends[0, j]] - passed[ends[1, j]]
            end += 1
        for k in range(at, end):
            j = order[k]
            passed[ends[0, j]] += ways[0, j]
            passed[ends[1, j]] += ways[1, j]
            below += ways[2, j]
        for k in range(at, end):
            j = order[k]
            a, b = ends[0, j], ends[1, j]
            up_to = below - passed[a] - passed[b] + 1
            counts[3 * band + EQUAL, j] = up_to - counts[3 * band + GREATER, j]
            for other in range(bands):
                free = all_of[other] - with_card[other, a] - with_card[other, b]
                if other == band:
                    counts[3 * other + LESS, j] = free + 1 - up_to
                else:
                    counts[3 * other + (GREATER if other < band else LESS), j] = free
        at = end


@njit(nogil=True, cache=True)
def count_dealers(values: Array, live: Array, cards: Array, floors: Array, counts: Array) -> None:
    """[board, cell, pair]: the dealer's pairs that leave board and player their cards.

    A cell is a band and a comparison; counts come in as zeros.
    """
    bands, many = len(floors), live.shape[1]
    order, spare = np.empty(many, np.uint32), np.empty(many, np.uint32)
    starts = np.empty((DIGITS, (1 << DIGIT_BITS) + 1), np.uint32)
    all_of, with_card = np.empty(bands, np.int32), np.empty((bands, CARDS), np.int32)
    passed, ends, ways = np.empty(CARDS, np.int32), np.empty((2, many), np.uint8), np.ones((3, many), np.int32)
    for i in range(len(live)):
        for j in range(many):
            ends[0, j] = cards[live[i, j], 0]
            ends[1, j] = cards[live[i, j], 1]
        _sort(values[i], order, spare, starts)
        _share_out(values[i], order, ends, ways, floors, all_of, with_card)
        _count_dealers(values[i], order, ends, ways, floors, all_of, with_card, passed, counts[i])


@njit(nogil=True, cache=True)
def count_dealers_by_kind(values: Array, many: Array, times: Array, first: Array, floors: Array, counts: Array) -> None:
    """[cell, holding]: the same for holdings, the pairs of kinds beside each board; see `kind_kernels`."""
    bands, kinds = len(floors), times.shape[1]
    most = kinds * (kinds + 1) // 2
    order, spare = np.empty(most, np.uint32), np.empty(most, np.uint32)
    starts = np.empty((DIGITS, (1 << DIGIT_BITS) + 1), np.uint32)
    all_of, with_card = np.empty(bands, np.int32), np.empty((bands, kinds), np.int32)
    passed, ends, ways = np.empty(kinds, np.int32), np.empty((2, most), np.uint8), np.empty((3, most), np.int32)
    for i in range(len(many)):
        found = 0
        for a in range(many[i]):
            for b in range(a):
                ends[0, found], ends[1, found] = a, b
                ways[0, found], ways[1, found] = times[i, b], times[i, a]
                ways[2, found] = times[i, a] * times[i, b]
                found += 1
            ends[0, found], ends[1, found] = a, a
            ways[0, found], ways[1, found] = times[i, a] - 1, 0
            ways[2, found] = times[i, a] * (times[i, a] - 1) // 2
            found += 1
        here = slice(first[i], first[i] + found)
        _sort(values[here], order[:found], spare[:found], starts)
        _share_out(values[here], order[:found], ends, ways, floors, all_of, with_card)
        _count_dealers(values[here], order[:found], ends, ways, floors, all_of, with_card, passed, counts[:, here])


@njit(nogil=True, cache=True)
def push(
    sums: Array, live: Array, board_weights: Array, places: Array, exchanges: Array, moved: Array, into: Array
) -> None:
    """Add what boards are worth to every smaller board they contain.

    sums               [board, column, pair]
    places, exchanges  [board, part]           where the smaller boards are
    into               [class, column, pair]   in and out: sums over all larger boards, before `spread_evenly`
    """
    goes = np.empty(live.shape[1], np.uint16)
    for i in range(len(live)):
        weighted = sums[i] * board_weights[i]
        for part in range(places.shape[1]):
            exchange = moved[exchanges[i, part]]
            for j in range(live.shape[1]):
                goes[j] = exchange[live[i, j]]
            for k in range(len(weighted)):
                target = into[places[i, part], k]
                for j in range(live.shape[1]):
                    target[goes[j]] += weighted[k, j]


@njit(nogil=True, cache=True)
def spread_evenly(pushed: Array, live: Array, keeping: Array, moved: Array, sums: Array) -> None:
    """Boards of a class were added at one of several pairs that count alike: give each its share.

    keeping  [board, exchange]      exchanges of suits that leave the board as it is
    sums     [board, column, pair]  out, live pairs only
    """
    alike = len(moved)
    for i in range(len(live)):
        for k in range(pushed.shape[1]):
            for j in range(live.shape[1]):
                total = 0
                for exchange in range(alike):
                    if keeping[i, exchange]:
                        total += pushed[i, k, moved[exchange, live[i, j]]]
                sums[i, k, j] = total // alike


@njit(nogil=True, cache=True)
def advance(
    before: Array, live: Array, places: Array, exchanges: Array, moved: Array, states: Array, carried: Array,
    choices: Array, best: Array, after: Array,
) -> None:  # fmt: skip
    """In how many ways the streets before lead each board and pair to where a round can stand after a street.

    before   [class, word, pair]   ways by standing after the street before, eight in a word, a byte each
    states   [standing]            the state of this street that it is, or -1…
    carried  [standing]            …and then what it is called after this street
    choices  [state, choice]       where a choice leads
    after    [board, word, pair]   out
    """
    words = np.empty((before.shape[1], live.shape[1]), np.uint64)
    for i in range(len(live)):
        words[:] = 0
        for part in range(places.shape[1]):
            exchange = moved[exchanges[i, part]]
            for word in range(len(words)):
                ways = before[places[i, part], word]
                for j in range(live.shape[1]):
                    words[word, j] += ways[exchange[live[i, j]]]
        for j in range(live.shape[1]):
            for standing in range(len(states)):
                times = words[standing // 8, j] >> np.uint64(8 * (standing % 8)) & np.uint64(255)
                if times:
                    state = states[standing]
                    then = carried[standing] if state < 0 else choices[state, best[i, state, j]]
                    after[i, then // 8, j] += times << np.uint64(8 * (then % 8))


@njit(nogil=True, cache=True)
def add_endings(values: Array, counts: Array, board_weights: Array, ways: Array, totals: Array) -> None:
    """[standing, line, cell]: how all rounds on these boards end."""
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            line = values[i, j] >> 20
            for standing in range(len(totals)):
                times = ways[i, standing // 8, j] >> np.uint64(8 * (standing % 8)) & np.uint64(255)
                if times:
                    weight = board_weights[i] * np.int64(times)
                    for cell in range(counts.shape[1]):
                        totals[standing, line, cell] += weight * counts[i, cell, j]
