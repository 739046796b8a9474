"""From classes to hands: the choice of each class of hands written to the number of every hand it stands for.

The suits of a class come in every order; the ascending cards of each hand so made give its number.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import SuitClasses
from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array

from .hand_index import HandIndex
from .packing import BYTE_BITS, aligned

JOKER = 52


def expand(classes: SuitClasses, choices: NDArray[np.uint8], index: HandIndex, bits: int) -> NDArray[np.uint8]:
    """The choices of all hands, so many bits each, the first in the lowest bits of a byte."""
    packed = np.zeros(aligned(len(index)) * bits // BYTE_BITS, np.uint8)
    suits = np.array(classes.suits, np.int64)
    _write(classes.keys.astype(np.int64), choices, suits, classes.orders, index.cell_of, index.ways, bits, packed)
    return packed


@njit(nogil=True, cache=True)
def _write(
    keys: Array, choices: Array, suits: Array, orders: Array, cell_of: Array, ways: Array, bits: int, packed: Array
) -> None:
    share = 8 // bits
    masks = np.zeros(4, np.int64)
    for i in range(len(keys)):
        if not choices[i]:
            continue
        for o in range(len(orders)):
            repeated = False
            for s in range(len(suits)):
                masks[orders[o, s]] = keys[i] >> 13 * s & 8191
                if s and orders[o, s - 1] > orders[o, s]:
                    repeated |= masks[orders[o, s - 1]] == masks[orders[o, s]]
            if repeated:
                continue
            number, held = 0, 0
            for s in range(len(suits)):
                card, mask = 13 * suits[s], masks[s]
                while mask:
                    if mask & 1:
                        number += ways[held, cell_of[card]]
                        held += 1
                    mask >>= 1
                    card += 1
            if keys[i] >> JOKER:
                number += ways[held, cell_of[JOKER]]
            packed[number // share] |= choices[i] << number % share * bits
