"""Part of a hand, read as poker as far as it goes: pairs and better, cards of a suit, cards to a straight.

A ranking values whole hands: poker reads five cards and more. What two or three cards make is read here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS, RANK_NAMES, RANKS_PER_SUIT
from fairfelt.rules.hands.ranking import Ranking

IntArray = NDArray[np.int64]
FIVE, SUITS = 5, 4
HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = range(9)
NAMES = {
    TWO_PAIR: "two pair",
    STRAIGHT: "a straight",
    FLUSH: "a flush",
    FULL: "a full house",
    STRAIGHT_FLUSH: "a straight flush",
}
BASE = RANKS_PER_SUIT + 1
ABOVE_ALL = (STRAIGHT_FLUSH + 1) * RANKS_PER_SUIT
"""A level that no hand reaches: a joker's."""


def reads(ranking: Ranking, cards: int) -> bool:
    """Whether a ranking can read a hand of `cards` cards."""
    try:
        ranking.batch(np.arange(cards, dtype=np.uint8)[None, :])
    except (ValueError, IndexError, KeyError, AssertionError):
        return False
    return True


def rank_counts(cards: NDArray[np.uint8]) -> IntArray:
    """[row, rank]: how many cards of each; a joker has none."""
    ranks = np.where(cards == ALL_CARDS - 1, RANKS_PER_SUIT, cards % RANKS_PER_SUIT)
    return np.asarray((ranks[:, :, None] == np.arange(RANKS_PER_SUIT)).sum(axis=1), np.int64)


def suit_counts(cards: NDArray[np.uint8]) -> IntArray:
    """[row, suit]"""
    return np.asarray((cards[:, :, None] // RANKS_PER_SUIT == np.arange(SUITS)).sum(axis=1), np.int64)


def nearest_straight(counts: IntArray) -> IntArray:
    """[row]: how many cards of the straight that is nearest."""
    there = counts > 0
    around = np.hstack((there[:, -1:], there)).astype(np.int64)
    windows = [around[:, at : at + FIVE].sum(axis=1) for at in range(RANKS_PER_SUIT + 2 - FIVE)]
    return np.asarray(np.max(windows, axis=0), np.int64)


def made_of(cards: NDArray[np.uint8]) -> tuple[IntArray, IntArray]:
    """[row]: the kind of hand with the rank that makes it, as one level; and the whole strength, to be compared."""
    counts = rank_counts(cards)
    order = np.argsort(-(counts * BASE + np.arange(RANKS_PER_SUIT) * (counts > 0)), axis=1, kind="stable")[:, :FIVE]
    many = np.take_along_axis(counts, order, axis=1)
    ranks = np.where(many > 0, order + 1, 0)
    kind = np.select(
        [many[:, 0] >= 4, (many[:, 0] == 3) & (many[:, 1] >= 2), many[:, 0] == 3, (many[:, 0] == 2) & (many[:, 1] == 2),
         many[:, 0] == 2],
        [QUADS, FULL, TRIPS, TWO_PAIR, PAIR], HIGH,
    )  # fmt: skip
    straight = nearest_straight(counts) == FIVE
    flush = suit_counts(cards).max(axis=1) >= FIVE
    kind = np.where(straight, np.maximum(kind, STRAIGHT), kind)
    kind = np.where(flush, np.maximum(kind, FLUSH), kind)
    kind = np.where(straight & flush, np.maximum(kind, STRAIGHT_FLUSH), kind)
    strength = kind
    for column in ranks.T:
        strength = strength * BASE + column
    level = kind * RANKS_PER_SUIT + np.where(np.isin(kind, (HIGH, PAIR, TRIPS)), ranks[:, 0] - 1, 0)
    return np.asarray(level, np.int64), np.asarray(strength, np.int64)


def made_words(level: int) -> str:
    """The least hand on a level."""
    kind, rank = divmod(level, RANKS_PER_SUIT)
    name = RANK_NAMES[rank]
    plural = f"{name}es" if name.endswith("x") else f"{name}s"
    if kind == HIGH:
        return f"{name} high"
    if kind in (PAIR, TRIPS):
        whole = "a pair" if kind == PAIR else "three of a kind"
        return whole if not rank else f"{'a pair of' if kind == PAIR else 'three'} {plural}"
    return NAMES.get(kind, "four of a kind")
