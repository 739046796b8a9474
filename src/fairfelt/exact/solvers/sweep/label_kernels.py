"""Kernels of exposed cards at showdowns that are swept: hands beside known cards, and what they leave.

All of them only count hands of the dealer's, which are fewer than 2^31.
"""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array


@njit(nogil=True, cache=True)
def turn_hands(
    hands: Array, kinds: Array, weights: Array, turn: Array, known: int, turned: Array, turned_kinds: Array,
    turned_weights: Array, found: int,
) -> int:  # fmt: skip
    """Hands with their suits exchanged, those that hold no known card, each in ascending order.

    turn     [card]        the card that it becomes
    known    a bit for each known card
    turned…  [hand, card]  out, from place `found` on; how many there are then
    """
    one = np.uint64(1)
    for hand in range(len(hands)):
        free = True
        for at in range(hands.shape[1]):
            card, place = turn[hands[hand, at]], at
            free = free and not known >> np.uint64(card) & one
            while place and turned[found, place - 1] > card:
                turned[found, place] = turned[found, place - 1]
                place -= 1
            turned[found, place] = card
        if free:
            turned_kinds[found], turned_weights[found] = kinds[hand], weights[hand]
            found += 1
    return found


@njit(nogil=True, cache=True)
def sweep_one_card(events: Array, cuts: Array, hands: Array, keys: Array, kinds: Array, below: Array) -> None:
    """The sweep where one card of the dealer's is unknown: those that make less, but for the player's.

    events  [event]      the hand times the cuts there can be, and which of its cuts; in ascending order of `cuts`
    keys    [card]       its bit, in ascending order of `kinds`
    below   [hand, cut]  out
    """
    slots, added, lower = below.shape[1], 0, np.uint64(0)
    for at in range(len(events)):
        while added < len(keys) and kinds[added] < cuts[at]:
            lower |= keys[added]
            added += 1
        hand, total = events[at] // slots, np.int64(added)
        for card in hands[hand]:
            total -= np.int64(lower >> np.uint64(card) & np.uint64(1))
        below[hand, events[at] % slots] = total


@njit(nogil=True, cache=True)
def take_away(found: Array, places: Array, rest: Array, columns: Array, hidden: int, below: Array) -> None:
    """Count the dealer's hands below each cut by the shown card and the rank of a hidden one.

    found   [event, shown card]            the dealer's hands with it that hold neither the player's cards nor a card
    places  [hand, card, cut]              the event for that card, -1 where there is none
    rest    [hand, card]                   cards that the player does not hold
    below   [hand, shown card, rank, cut]  in and out

    A dealer's hand leaves out so many of the other cards; it is found once for each of them.
    """
    left = rest.shape[1]
    missing = left - 1 - hidden
    for hand in range(len(rest)):
        for cut in range(places.shape[2]):
            if places[hand, 0, cut] < 0:
                continue
            for up in range(left):
                total = np.int64(0)
                for card in range(left):
                    if card != up:
                        total += found[places[hand, card, cut], rest[hand, up]]
                total //= missing
                for card in range(left):
                    if card != up:
                        without = found[places[hand, card, cut], rest[hand, up]]
                        below[hand, up, columns[rest[hand, card]], cut] += total - without
