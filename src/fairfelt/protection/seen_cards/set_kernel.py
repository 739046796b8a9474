"""The kernels behind `by_sets`: hands beside known cards, one hidden card, and the best choices."""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts


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
    """The sweep where one card of the dealer's is hidden: those that make less, but for the player's.

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
def choose_all(
    below: Array, kinds: Array, weights: Array, rows: Array, cuts: Array, following: int, lines: Array, allowed: Array,
    nets: Array, extras: Array, totals: Array,
) -> None:  # fmt: skip
    """The best choice of each hand. below: [hand, cut]; rows, cuts, lines, allowed: by the player's kind."""
    values = np.zeros(len(nets), np.int64)
    for hand in range(len(below)):
        kind = kinds[hand]
        settle_cuts(
            below[hand], rows[kind], cuts[kind], following, nets, extras, lines[kind], weights[hand], values, totals,
            allowed[kind],
        )  # fmt: skip
