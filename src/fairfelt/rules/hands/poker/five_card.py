"""The value of five cards in poker, in plain code. Everything else about poker hands rests on this."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from ..ranking import LINE_BITS
from .kickers import ACE, grouped, key_of, straight_top


class Poker(IntEnum):
    """The lines of five-card poker, from worst to best."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


BY_GROUPS = {
    (2, 1, 1, 1): Poker.PAIR,
    (2, 2, 1): Poker.TWO_PAIR,
    (3, 1, 1): Poker.THREE_OF_A_KIND,
    (3, 2): Poker.FULL_HOUSE,
    (4, 1): Poker.FOUR_OF_A_KIND,
}


def five_card_value(ranks: Sequence[int], *, suited: bool) -> int:
    """The value of five cards: their line, then the ranks that decide, largest group first."""
    order, sizes = grouped(ranks)
    if sizes in BY_GROUPS:
        return BY_GROUPS[sizes] << LINE_BITS | key_of(order)
    top = straight_top(order)
    if top is None:
        return (Poker.FLUSH if suited else Poker.HIGH_CARD) << LINE_BITS | key_of(order)
    return _straight(top, suited=suited) << LINE_BITS | top


def _straight(top: int, *, suited: bool) -> Poker:
    if not suited:
        return Poker.STRAIGHT
    return Poker.ROYAL_FLUSH if top == ACE else Poker.STRAIGHT_FLUSH
