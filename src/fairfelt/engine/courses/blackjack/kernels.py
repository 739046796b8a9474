"""The dealer's final totals against many shoes at once: in floats, and in whole numbers of two limbs.

The weight of a node is the number of ordered ways to draw its cards: below 416^12 < 2^105 for eight decks.

      weight = high · 2^50 + low        low in 50 bits, high in the other 64
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.jit import njit, vectorize

LIMB = 50
LOW = (1 << LIMB) - 1
LANES = 16

Array = NDArray[Any]
"""An argument of a kernel, whose types numba works out itself."""


@njit(nogil=True, cache=True)
def add_ends(shoes: Array, parent: Array, card: Array, before: Array, slot: Array, ways: Array, ends: Array) -> None:
    """Add the weights up by final total and number of cards.

    shoes  [shoe, card]          cards left
    slot   [node]                where it is added; nodes that are no end share a slot that nobody reads
    ends   [shoe, slot, limb]    out: low and high limbs, neither carried over

    Shoes are taken side by side, in lanes.
    """
    left = np.empty((shoes.shape[1], LANES), np.int64)
    low, high = np.zeros((len(parent), LANES), np.int64), np.zeros((len(parent), LANES), np.int64)
    made, carried = np.empty((ends.shape[1], LANES), np.int64), np.empty((ends.shape[1], LANES), np.int64)
    low[0] = 1
    for start in range(0, len(shoes), LANES):
        for lane in range(LANES):
            for kind in range(shoes.shape[1]):
                left[kind, lane] = shoes[min(start + lane, len(shoes) - 1), kind]
        made[:] = 0
        carried[:] = 0
        made[slot[0]] = ways[0]
        for node in range(1, len(parent)):
            above, kind, into, many, less = parent[node], card[node], slot[node], ways[node], before[node]
            for lane in range(LANES):
                held = max(left[kind, lane] - less, 0)
                product = low[above, lane] * held
                low[node, lane] = product & LOW
                high[node, lane] = high[above, lane] * held + (product >> LIMB)
            for lane in range(LANES):
                made[into, lane] += many * low[node, lane]
                carried[into, lane] += many * high[node, lane]
        for lane in range(min(LANES, len(shoes) - start)):
            for into in range(ends.shape[1]):
                ends[start + lane, into, 0] += made[into, lane]
                ends[start + lane, into, 1] += carried[into, lane]


@njit(nogil=True, cache=True)
def add_float_ends(
    shoes: Array, parent: Array, card: Array, before: Array, slot: Array, ways: Array, ends: Array
) -> None:
    """The same in floats: ends [shoe, slot]."""
    left, made = np.empty((shoes.shape[1], LANES)), np.empty((ends.shape[1], LANES))
    nodes = np.ones((len(parent), LANES))
    for start in range(0, len(shoes), LANES):
        for lane in range(LANES):
            for kind in range(shoes.shape[1]):
                left[kind, lane] = shoes[min(start + lane, len(shoes) - 1), kind]
        made[:] = 0.0
        made[slot[0]] = ways[0]
        for node in range(1, len(parent)):
            above, kind, into, many, less = parent[node], card[node], slot[node], ways[node], before[node]
            for lane in range(LANES):
                weight = nodes[above, lane] * max(left[kind, lane] - less, 0.0)
                nodes[node, lane] = weight
                made[into, lane] += many * weight
        for lane in range(min(LANES, len(shoes) - start)):
            for into in range(ends.shape[1]):
                ends[start + lane, into] += made[into, lane]


@njit(nogil=True, cache=True)
def add_couples(couple: Array, one: Array, two: Array, weights: Array) -> None:
    """Add products up by the cards of both.

    couple     [cards, cards]    which set they are together
    one, two   [cards, end]
    weights    [set, end]        out
    """
    for a in range(len(one)):
        for b in range(len(two)):
            for end in range(one.shape[1]):
                weights[couple[a, b], end] += one[a, end] * two[b, end]


@njit(nogil=True, cache=True)
def chances_to_draw(codes: Array, shoe: Array, orders: Array) -> Array:
    """[set]: the probability to draw those cards in one order; six bits of a code are the cards of one kind."""
    chances = np.ones(len(codes))
    for at in range(len(codes)):
        size = 0
        for kind in range(len(shoe)):
            drawn = codes[at] >> (6 * kind) & 63
            size += drawn
            for one in range(drawn):
                chances[at] *= max(shoe[kind] - one, 0.0)
        chances[at] *= orders[min(size, len(orders) - 1)]
    return chances


@njit(nogil=True, cache=True, fastmath=True)
def weigh_sets(
    codes: Array,
    weights: Array,
    shoe: Array,
    orders: Array,
    parent: Array,
    card: Array,
    before: Array,
    slot: Array,
    ways: Array,
    hole: int,
    peeks: bool,
) -> float:
    """The sum over sets of cards that are gone: the probability of each end of the dealer, by what that weighs.

    codes    [set]         six bits for the number of cards of each kind
    weights  [set, end]    17 … 22, a bust, a natural that nobody looked for
    shoe     [card]        cards left before the set is gone
    orders   [number]      one over the orders of so many cards

    Sets are taken side by side, in lanes, which is what makes the walk through the dealer's tree fast. No factor there
    is negative that counts: before the shoe has fewer than no cards of a kind it has none.
    """
    left = np.empty((len(shoe), LANES))
    nodes = np.ones((len(parent), LANES))
    made = np.empty((slot.max() + 1, LANES))
    finals = weights.shape[1] - 2
    depths = (len(made) - 1) // finals
    total = 0.0
    for start in range(0, len(codes), LANES):
        for lane in range(LANES):
            code = codes[min(start + lane, len(codes) - 1)]
            for kind in range(len(shoe)):
                left[kind, lane] = shoe[kind] - (code >> (6 * kind) & 63)
        made[:] = 0.0
        made[slot[0]] = ways[0]
        for node in range(1, len(parent)):
            above, kind, into, many, less = parent[node], card[node], slot[node], ways[node], before[node]
            for lane in range(LANES):
                weight = nodes[above, lane] * (left[kind, lane] - less)
                nodes[node, lane] = weight
                made[into, lane] += many * weight
        for lane in range(min(LANES, len(codes) - start)):
            size = len(orders) - 1 - round(left[:, lane].sum())
            natural = left[hole, lane] * (orders[size + 1] / orders[size]) if hole >= 0 else 0.0
            bust, found = 1.0 - natural, 0.0
            for final in range(finals):
                end = 0.0
                for depth in range(min(depths, len(orders) - size)):
                    end += made[final * depths + depth, lane] * (orders[size + depth] / orders[size])
                bust -= end
                found += end * weights[start + lane, final]
            found += bust * weights[start + lane, finals]
            if not peeks:
                found += natural * weights[start + lane, finals + 1]
            total += found
    return total


@njit(nogil=True, cache=True, inline="always")
def rest_of(number: int, quotient: float, prime: int) -> int:
    """What is left of a number after a division whose quotient is guessed in floats and off by one at most.

    The number may have wrapped around at 64 bits: so does the product, and their difference, which is small, does not.
    """
    rest = number - np.int64(quotient) * prime
    return int(rest + prime if rest < 0 else rest - prime if rest >= prime else rest)


@vectorize(cache=True)  # type: ignore[no-untyped-call]
def times_modulo(a: int, b: int, prime: int) -> int:
    """a times b modulo a prime below 2^48, element by element."""
    return rest_of(a * b, np.float64(a) * np.float64(b) / np.float64(prime), prime)


@vectorize(cache=True)  # type: ignore[no-untyped-call]
def modulo(a: int, prime: int) -> int:
    """a modulo a prime below 2^48, as long as a is below 2^62, element by element."""
    return rest_of(a, np.float64(a) / np.float64(prime), prime)


@njit(nogil=True, cache=True)
def draw_modulo(chances: Array, results: Array, after: Array, primes: Array, found: Array) -> None:
    """Add results up, weighed by the chances of the cards that lead to them.

    chances  [row, card, prime]
    results  [place, cell, prime]   zeros in the last place
    after    [row, card]            the place
    found    [row, cell, prime]     in: zeros; out
    """
    parts, cells, nowhere = 1.0 / primes, results.shape[1], len(results) - 1
    for row in range(len(after)):
        for card in range(after.shape[1]):
            place = after[row, card]
            for cell in range(cells if place != nowhere else 0):
                some = np.int64(0)
                for at in range(len(primes)):
                    some |= results[place, cell, at]
                for at in range(len(primes) if some else 0):
                    chance, result = chances[row, card, at], results[place, cell, at]
                    found[row, cell, at] += rest_of(chance * result, chance * parts[at] * result, primes[at])
        for cell in range(cells):
            for at in range(len(primes)):
                number = found[row, cell, at]
                found[row, cell, at] = rest_of(number, number * parts[at], primes[at])


@njit(nogil=True, cache=True)
def chances_modulo(ends: Array, unseen: Array, primes: Array, inverses: Array, chances: Array) -> None:
    """Divide each end by the orders of as many cards, and add up over the numbers of cards.

    ends      [shoe, final, depth, limb]
    inverses  [number, prime]            one over each number
    chances   [shoe, final, prime]       out
    """
    parts, bases = 1.0 / primes, (LOW + 1) % primes
    for shoe in range(ends.shape[0]):
        for final in range(ends.shape[1]):
            found, some = chances[shoe, final], False
            found[:] = 0
            for depth in range(ends.shape[2] - 1, 0, -1):
                low, high = ends[shoe, final, depth, 0], ends[shoe, final, depth, 1]
                low, high = low & LOW, high + (low >> LIMB)
                some = some or low != 0 or high != 0
                number = max(unseen[shoe] - depth + 1, 1)
                for at in range(len(primes) if some else 0):
                    prime, part, base, inverse = primes[at], parts[at], bases[at], inverses[number, at]
                    whole = low + found[at]
                    if high:
                        upper = rest_of(high, high * part, prime)
                        whole = rest_of(upper * base + whole, (upper * part) * base + whole * part, prime)
                    found[at] = rest_of(whole * inverse, whole * part * inverse, prime)
            found += ends[shoe, final, 0, 0]
