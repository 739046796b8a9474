"""The dealer's final totals against many shoes at once, in whole numbers of two limbs.

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
def add_ends(
    shoes: Array, parent: Array, card: Array, before: Array, depth: Array, final: Array, ways: Array, ends: Array
) -> None:
    """Add the weights up by final total and number of cards.

    shoes  [shoe, card]                 cards left
    ends   [shoe, final, depth, limb]   out: low and high limbs, neither carried over
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
            if final[node] >= 0:
                ends[shoe, final[node], depth[node], 0] += ways[node] * low[node]
                ends[shoe, final[node], depth[node], 1] += ways[node] * high[node]


@njit(nogil=True, cache=True, inline="always")
def times(a: int, b: int, prime: int) -> int:
    """a times b modulo a prime below 2^48: the quotient is guessed in floats and is off by one at most.

    The products wrap around at 64 bits; their difference, which is small, does not.
    """
    rest = a * b - np.int64(np.float64(a) * np.float64(b) / np.float64(prime)) * prime
    return int(rest + prime if rest < 0 else rest - prime if rest >= prime else rest)


@vectorize(cache=True)  # type: ignore[no-untyped-call]
def times_modulo(a: int, b: int, prime: int) -> int:
    """Element by element."""
    return times(a, b, prime)


@njit(nogil=True, cache=True)
def chances_modulo(ends: Array, unseen: Array, primes: Array, inverses: Array, chances: Array) -> None:
    """Divide each end by the orders of as many cards, and add up over the numbers of cards.

    ends      [shoe, final, depth, limb]
    inverses  [number, prime]            one over each number
    chances   [shoe, final, prime]       out
    """
    for shoe in range(ends.shape[0]):
        for final in range(ends.shape[1]):
            for at in range(len(primes)):
                prime, base, chance = primes[at], (LOW + 1) % primes[at], 0
                for depth in range(ends.shape[2] - 1, 0, -1):
                    high = times(ends[shoe, final, depth, 1] % prime, base, prime)
                    whole = (chance + high + ends[shoe, final, depth, 0] % prime) % prime
                    chance = times(whole, inverses[max(unseen[shoe] - depth + 1, 1), at], prime)
                chances[shoe, final, at] = chance
