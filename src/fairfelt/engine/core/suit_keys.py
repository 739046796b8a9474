"""The number of an information set that is the same for all information sets which an exchange of suits makes equal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import RANKS_PER_SUIT
from fairfelt.runtime.compute.jit import njit

SUITS = 4
MOST_CARDS = 64
BITS_PER_RANK = 4
"""No part of an information set holds a card so often that its number needs more."""


@njit(nogil=True, cache=True)
def canonical_keys(
    infosets: NDArray[np.uint8],
    counts: NDArray[np.int64],
    groups: NDArray[np.int64],
    numbers: NDArray[np.int64],
    faces: int,
) -> NDArray[np.int64]:
    """[information set]: suits are exchanged so that the fullest comes first in every group, place after place.

    `counts` says how many cards each place has, `groups` which suits may be exchanged (a row each, filled up with -1),
    `numbers` the place of a card among all faces.
    """
    keys = np.zeros(infosets.shape[0], np.int64)
    weights = np.zeros((SUITS, counts.shape[0]), np.int64)
    becomes = np.zeros(SUITS, np.int64)
    order = np.zeros(SUITS, np.int64)
    held = np.zeros(MOST_CARDS, np.int64)
    for i in range(infosets.shape[0]):
        weights[:] = 0
        at = 0
        for place in range(counts.shape[0]):
            for _ in range(counts[place]):
                suit = infosets[i, at] // RANKS_PER_SUIT
                if suit < SUITS:
                    rank = np.int64(infosets[i, at]) - suit * RANKS_PER_SUIT
                    weights[suit, place] += np.int64(1) << (rank * BITS_PER_RANK)
                at += 1
        for suit in range(SUITS):
            becomes[suit] = suit
        for group in range(groups.shape[0]):
            many = 0
            while many < SUITS and groups[group, many] >= 0:
                suit = groups[group, many]
                to = many
                while to > 0 and _is_fuller(weights, suit, order[to - 1]):
                    order[to] = order[to - 1]
                    to -= 1
                order[to] = suit
                many += 1
            for to in range(many):
                becomes[order[to]] = groups[group, to]
        at, key = 0, np.int64(0)
        for place in range(counts.shape[0]):
            for n in range(counts[place]):
                card = np.int64(infosets[i, at])
                suit = card // RANKS_PER_SUIT
                if suit < SUITS:
                    card += (becomes[suit] - suit) * RANKS_PER_SUIT
                number = numbers[card]
                to = n
                while to > 0 and held[to - 1] > number:
                    held[to] = held[to - 1]
                    to -= 1
                held[to] = number
                at += 1
            for n in range(counts[place]):
                key = key * faces + held[n]
        keys[i] = key
    return keys


@njit(nogil=True, cache=True)
def _is_fuller(weights: NDArray[np.int64], suit: int, other: int) -> bool:
    """Whether a suit comes before another: by the first place in which they differ."""
    for place in range(weights.shape[1]):
        if weights[suit, place] != weights[other, place]:
            return bool(weights[suit, place] > weights[other, place])
    return False
