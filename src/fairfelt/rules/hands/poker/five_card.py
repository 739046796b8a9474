"""The value of five cards in poker, in plain code: ranks in order of importance. All poker hands rest on this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum

from fairfelt.rules.cards import RANKS
from fairfelt.rules.hands.ranking import LINE_BITS

ACE = RANKS.index("A")


def grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The different ranks, largest group and then highest rank first; and the sizes of the groups."""
    sizes = Counter(ranks)
    order = sorted(sizes, key=lambda rank: (sizes[rank], rank), reverse=True)
    return tuple(order), tuple(sizes[rank] for rank in order)


def straight_top(order: Sequence[int]) -> int | None:
    """The rank a straight of these different ranks, highest first, ends in; None if it is no straight."""
    size = len(order)
    if order[0] - order[-1] == size - 1:
        return order[0]
    below_ace = tuple(reversed(range(size - 1)))
    return size - 2 if tuple(order) == (ACE, *below_ace) else None


def key_of(ranks: Iterable[int]) -> int:
    """Four bits a rank, the most important in the highest."""
    key = 0
    for rank in ranks:
        key = key << 4 | rank
    return key


def letters_of(key: int, count: int) -> str:
    """The ranks of a key as letters, the most important first."""
    return "".join(RANKS[key >> 4 * place & 15] for place in reversed(range(count)))


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
