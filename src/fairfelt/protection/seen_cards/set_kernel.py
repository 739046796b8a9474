"""The kernels behind `by_sets`: hands that are alike beside known cards, one hidden card, and the best choices."""

from __future__ import annotations

import numpy as np

from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array, settle_cuts

SUIT_BITS, SUIT = 13, np.uint64(8191)


@njit(nogil=True, cache=True)
def take_first_of_orders(masks: Array, known: int, orders: Array, kept: Array, weights: Array) -> int:
    """Hands without known cards of which no exchange of suits makes a lesser number; and how many hands are like it.

    orders         [order, suit]  the exchanges that leave the known cards as they are, that of no suit first
    kept, weights  [place]        out
    """
    found = 0
    for hand in range(len(masks)):
        mask = masks[hand]
        if mask & known:
            continue
        same, least = 1, True
        for order in range(1, len(orders)):
            moved = mask >> np.uint64(4 * SUIT_BITS) << np.uint64(4 * SUIT_BITS)
            for suit in range(4):
                part = mask >> np.uint64(SUIT_BITS * suit) & SUIT
                moved |= part << np.uint64(SUIT_BITS * orders[order, suit])
            if moved < mask:
                least = False
                break
            same += moved == mask
        if least:
            kept[found], weights[found] = hand, len(orders) // same
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


@njit(nogil=True, cache=True)
def choose_knowing(
    below: Array, kinds: Array, weights: Array, rows: Array, cuts: Array, following: int, lines: Array, allowed: Array,
    nets: Array, extras: Array, totals: Array,
) -> None:  # fmt: skip
    """The same where every card is known: the best choice of each row by itself."""
    for hand in range(len(below)):
        kind, lower = kinds[hand], np.int64(0)
        for cut in range(cuts[kind] + 1):
            upper = np.int64(below[hand, cut] if cut < cuts[kind] else following)
            row, best = rows[kind, cut], 0
            for choice in range(1, allowed[kind]):
                more = nets[choice, row] + extras[choice, lines[kind]]
                if more >= nets[best, row] + extras[best, lines[kind]]:
                    best = choice
            totals[best, lines[kind], row] += weights[hand] * (upper - lower)
            lower = upper
