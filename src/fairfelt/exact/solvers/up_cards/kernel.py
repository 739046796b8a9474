"""Counts, for one set of up cards, the dealer's unseen cards below, up to and outside every hand of the player's.

Three counts lie in one 64-bit number: the dealer's hands that are worth less, those worth no more, and those that do
not play. Each is a sum over sets of cards with alternating signs, so one sum serves all three.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit

Array = NDArray[Any]
GROUPS = 6
MOST_OPTIONS = 6
"""Ways to choose suits for the cards of one rank: six for a pair."""
MOST_LAST = MOST_OPTIONS * MOST_OPTIONS
EVEN_BITS, OUT_BITS = 16, 32
MASK = 0xFFFF


@njit(nogil=True, cache=True)
def add_hand(cards: Array, what: int, none: Array, one: Array, two: Array, three: Array) -> None:
    """Add one of the dealer's hands to every set of its unseen cards, in any order of the set."""
    none[0] += what
    for i in range(len(cards)):
        a = cards[i]
        one[a] += what
        for j in range(len(cards)):
            b = cards[j]
            if i != j:
                two[a, b] += what
                for k in range(len(cards)):
                    if k != i and k != j:
                        three[a, b, cards[k]] += what


@njit(nogil=True, cache=True)
def count_one(hand: Array, none: Array, one: Array, two: Array, three: Array) -> int:
    """The dealer's hands that hold none of these cards."""
    found = none[0]
    for i in range(len(hand)):
        found -= one[hand[i]]
        for j in range(i):
            found += two[hand[i], hand[j]]
            for k in range(j):
                found -= three[hand[i], hand[j], hand[k]]
    return int(found)


@njit(nogil=True, cache=True)
def settle(found: int, coefficients: Array, allowed: int, totals: Array) -> None:
    """Take the best choice for one hand, and add its three counts there."""
    less, even, out = found & MASK, (found >> EVEN_BITS) & MASK, found >> OUT_BITS
    best, most = 0, 0
    for choice in range(allowed):
        value = coefficients[choice, 0] * less + coefficients[choice, 1] * even
        value += coefficients[choice, 2] * out + coefficients[choice, 3]
        if choice == 0 or value >= most:
            best, most = choice, value
    totals[best, 0] += less
    totals[best, 1] += even
    totals[best, 2] += out
    totals[best, 3] += 1


@njit(nogil=True, cache=True)
def _of_one(options: Array, row: int, size: int, one: Array, two: Array, three: Array) -> int:
    """What the cards of one rank take off."""
    found = 0
    for i in range(size):
        found -= one[options[row, i]]
        for j in range(i):
            found += two[options[row, i], options[row, j]]
            for k in range(j):
                found -= three[options[row, i], options[row, j], options[row, k]]
    return found


@njit(nogil=True, cache=True)
def _of_two(options: Array, row: int, size: int, other: int, others: int, two: Array, three: Array) -> int:
    """What sets with cards of both of two ranks give back."""
    found = 0
    for i in range(size):
        for j in range(others):
            found += two[options[row, i], options[other, j]]
            for k in range(i):
                found -= three[options[row, i], options[row, k], options[other, j]]
            for k in range(j):
                found -= three[options[row, i], options[other, j], options[other, k]]
    return found


@njit(nogil=True, cache=True)
def make_room() -> tuple[Array, ...]:
    """Arrays for the sums of one set of ranks, made once: to clear them each time would cost more than the sums."""
    o, last = MOST_OPTIONS, MOST_LAST
    return (
        np.zeros((GROUPS, o), np.int64),
        np.zeros(GROUPS, np.int64),
        np.zeros((GROUPS, o), np.int64),
        np.zeros((GROUPS, GROUPS, o, o), np.int64),
        np.zeros((GROUPS, GROUPS, GROUPS, o, o, o), np.int64),
        np.zeros(last, np.int64),
        np.zeros((4, o, last), np.int64),
        np.zeros((4, 4, o, o, last), np.int64),
        np.zeros((4, last), np.int64),
    )


@njit(nogil=True, cache=True)
def count_ranks(
    sizes: Array, firsts: Array, counts: Array, options: Array, gone: Array, other: Array, coefficients: Array,
    allowed: int, none: Array, one: Array, two: Array, three: Array, room: tuple[Array, ...], totals: Array,
) -> None:  # fmt: skip
    """All hands of the same ranks, in every choice of suits; those marked in `other` are worth something else.

    sizes, firsts, counts  [group]             cards of a rank, its first option, how many options
    options                [option, card]      the cards themselves
    gone                   [card]              whether a card is one of the up cards
    room                                       made by `make_room`; only what is written here is read again
    """
    kept, many, single, double, triple, places, alone, both, work = room
    for g in range(GROUPS):
        many[g] = 0
        for o in range(counts[g]):
            free = True
            for at in range(sizes[g]):
                if gone[options[firsts[g] + o, at]]:
                    free = False
            if free:
                kept[g, many[g]] = o
                many[g] += 1
        if many[g] == 0:
            return
    for a in range(GROUPS):
        for i in range(many[a]):
            first = firsts[a] + kept[a, i]
            single[a, i] = _of_one(options, first, sizes[a], one, two, three)
            for b in range(a):
                for j in range(many[b]):
                    second = firsts[b] + kept[b, j]
                    double[b, a, j, i] = _of_two(options, second, sizes[b], first, sizes[a], two, three)
                    for c in range(b):
                        for k in range(many[c]):
                            third = firsts[c] + kept[c, k]
                            found = 0
                            for x in range(sizes[a]):
                                for y in range(sizes[b]):
                                    for z in range(sizes[c]):
                                        found -= three[options[third, z], options[second, y], options[first, x]]
                            triple[c, b, a, k, j, i] = found
    last = many[4] * many[5]
    for p in range(many[4]):
        for q in range(many[5]):
            j = p * many[5] + q
            work[0, j] = none[0] + single[4, p] + single[5, q] + double[4, 5, p, q]
            places[j] = kept[4, p] * counts[5] + kept[5, q]
    for a in range(4):
        for i in range(many[a]):
            for p in range(many[4]):
                for q in range(many[5]):
                    j = p * many[5] + q
                    alone[a, i, j] = single[a, i] + double[a, 4, i, p] + double[a, 5, i, q] + triple[a, 4, 5, i, p, q]
            for b in range(a):
                for k in range(many[b]):
                    for p in range(many[4]):
                        for q in range(many[5]):
                            j = p * many[5] + q
                            both[b, a, k, i, j] = (
                                double[b, a, k, i] + triple[b, a, 4, k, i, p] + triple[b, a, 5, k, i, q]
                            )
    for o0 in range(many[0]):
        for j in range(last):
            work[1, j] = work[0, j] + alone[0, o0, j]
        for o1 in range(many[1]):
            for j in range(last):
                work[2, j] = work[1, j] + alone[1, o1, j] + both[0, 1, o0, o1, j]
            for o2 in range(many[2]):
                add = triple[0, 1, 2, o0, o1, o2]
                for j in range(last):
                    work[3, j] = work[2, j] + alone[2, o2, j] + both[0, 2, o0, o2, j] + both[1, 2, o1, o2, j] + add
                for o3 in range(many[3]):
                    add = triple[0, 1, 3, o0, o1, o3] + triple[0, 2, 3, o0, o2, o3] + triple[1, 2, 3, o1, o2, o3]
                    start = ((kept[0, o0] * counts[1] + kept[1, o1]) * counts[2] + kept[2, o2]) * counts[3]
                    start = (start + kept[3, o3]) * counts[4] * counts[5]
                    for j in range(last):
                        if not other[start + places[j]]:
                            found = work[3, j] + alone[3, o3, j] + both[0, 3, o0, o3, j] + both[1, 3, o1, o3, j]
                            settle(found + both[2, 3, o2, o3, j] + add, coefficients, allowed, totals)


@njit(nogil=True, cache=True)
def count_up_cards(
    up: Array, unseen: Array, dealers: Array, qualifying: int,
    values: Array, sizes: Array, firsts: Array, counts: Array, starts: Array, options: Array, others: Array,
    hands: Array, hand_values: Array, kinds: Array, kind_groups: Array, coefficients: Array, allowed: Array,
    weight: int, totals: Array,
) -> None:  # fmt: skip
    """One set of up cards: the dealer's hands come in as the player's get better, and every hand is settled.

    unseen        [hand, card]              the dealer's unseen cards, from the worst hand up
    dealers       [hand]                    what they are worth with the up cards
    values        [ranks]                   what most hands of these ranks are worth, ascending
    hands         [hand, card]              hands worth something else, ascending by `hand_values`
    kinds         [kind]                    every value of the player's; its coefficients, what it may choose, its group
    totals        [group, choice, count]    in and out
    """
    cards = options.max() + 1
    none, one = np.zeros(1, np.int64), np.zeros(cards, np.int64)
    two, three = np.zeros((cards, cards), np.int64), np.zeros((cards, cards, cards), np.int64)
    gone = np.zeros(cards, np.bool_)
    for card in up:
        gone[card] = True
    for at in range(len(dealers)):
        if dealers[at] < qualifying:
            add_hand(unseen[at], 1 << OUT_BITS, none, one, two, three)
    room = make_room()
    here = np.zeros((totals.shape[1], totals.shape[2]), np.int64)
    below = even = ranks = single = 0
    for kind in range(len(kinds)):
        value = kinds[kind]
        while below < len(dealers) and dealers[below] < value:
            add_hand(unseen[below], 1, none, one, two, three)
            below += 1
        while even < len(dealers) and dealers[even] <= value:
            add_hand(unseen[even], 1 << EVEN_BITS, none, one, two, three)
            even += 1
        here[:] = 0
        while ranks < len(values) and values[ranks] == value:
            count_ranks(sizes[ranks], firsts[ranks], counts[ranks], options, gone, others[starts[ranks] :],
                        coefficients[kind], allowed[kind], none, one, two, three, room, here)  # fmt: skip
            ranks += 1
        while single < len(hands) and hand_values[single] == value:
            free = True
            for card in hands[single]:
                if gone[card]:
                    free = False
            if free:
                settle(count_one(hands[single], none, one, two, three), coefficients[kind], allowed[kind], here)
            single += 1
        for choice in range(here.shape[0]):
            for at in range(here.shape[1]):
                totals[kind_groups[kind], choice, at] += weight * here[choice, at]
