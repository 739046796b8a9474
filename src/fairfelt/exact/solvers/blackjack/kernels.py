"""The dealer's final totals against many shoes at once: in floats, and in whole numbers of two limbs.

The weight of a node is the number of ordered ways to draw its cards: below 416^12 < 2^105 for eight decks.

      weight = high · 2^50 + low        low in 50 bits, high in the other 64
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, vectorize
from numpy.typing import NDArray

LIMB = 50
LOW = (1 << LIMB) - 1

Array = NDArray[Any]
"""An argument of a kernel, whose types numba works out itself."""


@njit(nogil=True, cache=True)
def add_ends(shoes: Array, parent: Array, card: Array, before: Array, slot: Array, ways: Array, ends: Array) -> None:
    """Add the weights up by final total and number of cards.

    shoes  [shoe, card]          cards left
    slot   [node]                where it is added; nodes that are no end share a slot that nobody reads
    ends   [shoe, slot, limb]    out: low and high limbs, neither carried over
    """
    low = np.zeros(len(parent), np.int64)
    high = np.zeros(len(parent), np.int64)
    low[0] = 1
    for shoe in range(len(shoes)):
        for node in range(1, len(parent)):
            left = max(shoes[shoe, card[node]] - before[node], 0)
            product = low[parent[node]] * left
            low[node] = product & LOW
            high[node] = high[parent[node]] * left + (product >> LIMB)
            ends[shoe, slot[node], 0] += ways[node] * low[node]
            ends[shoe, slot[node], 1] += ways[node] * high[node]


@njit(nogil=True, cache=True)
def add_float_ends(
    shoes: Array, parent: Array, card: Array, before: Array, slot: Array, ways: Array, ends: Array
) -> None:
    """The same in floats: ends [shoe, slot]."""
    weight = np.ones(len(parent))
    for shoe in range(len(shoes)):
        for node in range(1, len(parent)):
            weight[node] = weight[parent[node]] * max(shoes[shoe, card[node]] - before[node], 0.0)
            ends[shoe, slot[node]] += ways[node] * weight[node]


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


@njit(nogil=True, cache=True)
def chances_modulo(ends: Array, unseen: Array, primes: Array, inverses: Array, chances: Array) -> None:
    """Divide each end by the orders of as many cards, and add up over the numbers of cards.

    ends      [shoe, final, depth, limb]
    inverses  [number, prime]            one over each number
    chances   [shoe, final, prime]       out
    """
    for at in range(len(primes)):
        prime, part = primes[at], 1.0 / primes[at]
        base = (LOW + 1) % prime
        for shoe in range(ends.shape[0]):
            for final in range(ends.shape[1]):
                chance = 0
                for depth in range(ends.shape[2] - 1, 0, -1):
                    low, high = ends[shoe, final, depth, 0], ends[shoe, final, depth, 1]
                    high = rest_of(high, high * part, prime)
                    whole = chance + rest_of(low, low * part, prime) + rest_of(high * base, high * part * base, prime)
                    whole = rest_of(whole, whole * part, prime)
                    inverse = inverses[max(unseen[shoe] - depth + 1, 1), at]
                    chance = rest_of(whole * inverse, whole * part * inverse, prime)
                chances[shoe, final, at] = chance
