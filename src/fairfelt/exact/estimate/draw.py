"""Draws the cards that are not in sight at random, many ways for each sight."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.jit import njit

Array = NDArray[Any]


@njit(nogil=True, cache=True)
def draw_cards(seed: int, sights: Array, deck: Array, drawn: Array) -> None:
    """Fill `drawn` [sight, way, card] with cards that are left in the deck beside each sight.

    sights    [sight, card]
    deck      every card of the shoe, copies included
    """
    np.random.seed(seed)
    rest = np.empty(len(deck), np.uint8)
    for i in range(len(sights)):
        left = 0
        gone = np.zeros(sights.shape[1], np.bool_)
        for card in deck:
            held = False
            for j in range(sights.shape[1]):
                if not gone[j] and sights[i, j] == card:
                    gone[j] = held = True
                    break
            if not held:
                rest[left] = card
                left += 1
        for way in range(drawn.shape[1]):
            for at in range(drawn.shape[2]):
                pick = at + np.random.randint(0, left - at)
                rest[at], rest[pick] = rest[pick], rest[at]
                drawn[i, way, at] = rest[at]


def draws(seed: int, sights: NDArray[np.uint8], deck: NDArray[np.uint8], ways: int, cards: int) -> NDArray[np.uint8]:
    """[sight, way, card]: so many cards, so many times for each sight."""
    drawn = np.empty((len(sights), ways, cards), np.uint8)
    draw_cards(seed, np.ascontiguousarray(sights), deck, drawn)
    return drawn
