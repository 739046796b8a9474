"""Classes of hands that a ranking cannot tell apart: what an exact count enumerates instead of every hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, groupby
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from .card import SUITS, Card
from .deck import Deck

RANKS_PER_SUIT = 13
DECK = 52


@dataclass(frozen=True, eq=False)
class HandClasses(ABC):
    """Every class of hands once: its key, and how many hands it stands for."""

    keys: NDArray[np.uint64]
    weights: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.keys)

    @abstractmethod
    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        """The keys of the classes these hands belong to, one hand a row."""

    def places(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The places of those classes."""
        return self._order[np.searchsorted(self._sorted_keys, self.keys_of(hands))]

    def place(self, cards: Sequence[Card]) -> int:
        """The place of the class of one hand."""
        return int(self.places(np.array([cards], np.uint8))[0])

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        return np.argsort(self.keys)

    @cached_property
    def _sorted_keys(self) -> NDArray[np.uint64]:
        return self.keys[self._order]


@dataclass(frozen=True, eq=False)
class CellClasses(HandClasses):
    """Hands as multisets of cells, where cards of one cell count alike.

    A key holds the number of cards of each cell, so many bits a cell, and is the sum of `card_keys`.
    """

    card_keys: NDArray[np.uint64]

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        return np.asarray(self.card_keys[hands].sum(axis=1), np.uint64)


@dataclass(frozen=True, eq=False)
class SuitClasses(HandClasses):
    """Hands up to an exchange of suits; loose cards (wild ones) count by their number alone.

    A key holds the suits' 13-bit masks, the fullest suit first, and the number of loose cards above them.
    """

    hands: NDArray[np.uint8]
    """A representative of each class, one a row."""
    loose: NDArray[np.bool_]
    """Which of the 52 cards are loose."""

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        loose = self.loose[hands]
        bits = np.where(loose, 0, np.int64(1) << (hands % RANKS_PER_SUIT).astype(np.int64))
        suits = hands // RANKS_PER_SUIT
        masks = np.stack([(bits * (suits == suit)).sum(axis=1) for suit in range(len(SUITS))], axis=1)
        ordered = np.sort(np.bitwise_count(masks).astype(np.int64) << RANKS_PER_SUIT | masks, axis=1)[:, ::-1]
        return suit_keys(ordered & (1 << RANKS_PER_SUIT) - 1, loose.sum(axis=1))


def suit_keys(masks: NDArray[np.int64], loose: NDArray[np.int64] | int) -> NDArray[np.uint64]:
    """Keys of hands given by their suits, the fullest first."""
    shifts = RANKS_PER_SUIT * np.arange(masks.shape[1])
    key = (masks << shifts).sum(axis=1) | np.int64(loose) << len(SUITS) * RANKS_PER_SUIT
    return np.asarray(key, np.uint64)


def suit_classes(deck: Deck, count: int, loose: Sequence[Card] = ()) -> SuitClasses:
    """All hands of `count` cards up to an exchange of suits, the loose cards taken by number."""
    if deck.copies != 1 or deck.jokers:
        raise ValueError("suits are exchanged in a single deck without jokers only")
    suits = tuple(sorted(SUITS.index(s) for s in deck.suits))
    wild = [card for card in deck.cards if card in loose]
    ranks = tuple(sorted({card.rank for card in deck.cards if card not in wild}))
    parts = []
    for taken in range(min(count, len(wild)) + 1):
        masks, ways = _suit_patterns(ranks, len(suits), count - taken)
        parts.append((suit_keys(masks, taken), ways * comb(len(wild), taken), _suit_hands(masks, suits, wild[:taken])))
    keys, weights, hands = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(keys)
    is_loose = np.isin(np.arange(DECK), wild)
    return SuitClasses(keys[order], weights[order], hands[order], is_loose)


def _suit_patterns(ranks: tuple[int, ...], suits: int, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Masks of the suits, fullest first, and in how many ways they fall on the suits."""
    found = [_partition_patterns(ranks, sizes) for sizes in _partitions(count, suits, min(count, len(ranks)))]
    return np.concatenate([masks for masks, _ in found]), np.concatenate([ways for _, ways in found])


def _partitions(total: int, parts: int, most: int) -> list[tuple[int, ...]]:
    """Descending numbers that add up to the total."""
    if not parts:
        return [()] if not total else []
    return [(n, *rest) for n in range(min(total, most), -1, -1) for rest in _partitions(total - n, parts - 1, n)]


def _partition_patterns(ranks: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Patterns whose suits hold so many cards each: suits of one size are taken in descending order of mask."""
    masks, ways = np.zeros((1, 0), np.int64), np.array([factorial(len(sizes))], np.int64)
    for size, group in groupby(sizes):
        alike = list(combinations_with_replacement(_masks(ranks, size), len(list(group))))
        repeats = np.array([prod(map(factorial, Counter(row).values())) for row in alike], np.int64)
        masks = np.hstack((np.repeat(masks, len(alike), axis=0), np.tile(np.array(alike, np.int64), (len(masks), 1))))
        ways = np.repeat(ways, len(alike)) // np.tile(repeats, len(ways))
    return masks, ways


def _suit_hands(masks: NDArray[np.int64], suits: tuple[int, ...], wild: Sequence[Card]) -> NDArray[np.uint8]:
    """A representative of each pattern, its first mask on the first suit."""
    cards = np.array([13 * suit + rank for suit in suits for rank in range(RANKS_PER_SUIT)], np.uint8)
    bits = (masks[:, :, None] >> np.arange(RANKS_PER_SUIT)) & 1
    chosen = cards[np.nonzero(bits.reshape(len(masks), -1))[1]].reshape(len(masks), -1)
    return np.hstack((chosen, np.tile(np.array(wild, np.uint8), (len(masks), 1))))


def _masks(ranks: tuple[int, ...], count: int) -> list[int]:
    """All masks of so many ranks, the greatest first."""
    return sorted((sum(1 << r for r in some) for some in combinations(ranks, count)), reverse=True)
