"""Classes of hands that a ranking cannot tell apart: what an exact count enumerates instead of every hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, groupby
from math import comb, factorial, prod

import numpy as np
from numpy.typing import NDArray

from .card import RANKS, SUITS, Card
from .deck import Deck

RANKS_PER_SUIT = 13


@dataclass(frozen=True, eq=False)
class HandClasses(ABC):
    """Every class of hands once: a key in ascending order, how many hands it stands for, one of them."""

    keys: NDArray[np.uint64]
    weights: NDArray[np.int64]
    hands: NDArray[np.uint8]
    """A representative of each class, one a row."""

    def __len__(self) -> int:
        return len(self.keys)

    @abstractmethod
    def key(self, cards: Sequence[Card]) -> int:
        """The key of the class these cards belong to."""

    def find(self, cards: Sequence[Card]) -> int:
        """The place of that class."""
        key = self.key(cards)
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        if at == len(self.keys) or int(self.keys[at]) != key:
            raise LookupError("these cards are no hand of this deck")
        return at


@dataclass(frozen=True, eq=False)
class CellClasses(HandClasses):
    """Hands as multisets of cells, where cards of one cell count alike.

    A key holds the number of cards of each cell, so many bits a cell, and is the sum of `card_keys`.
    """

    card_keys: NDArray[np.uint64]

    def key(self, cards: Sequence[Card]) -> int:
        return sum(int(self.card_keys[card]) for card in cards)


@dataclass(frozen=True, eq=False)
class SuitClasses(HandClasses):
    """Hands up to an exchange of suits; loose cards (wild ones) count by their number alone.

    A key holds the suits' 13-bit masks, the fullest suit first, and the number of loose cards above them.
    """

    suits: tuple[int, ...]
    loose: frozenset[Card]

    def key(self, cards: Sequence[Card]) -> int:
        masks = [sum(1 << c.rank for c in cards if c.suit == suit and c not in self.loose) for suit in self.suits]
        return suit_key(masks, sum(c in self.loose for c in cards))


def suit_key(masks: Sequence[int], loose: int) -> int:
    """The key of a hand given by its suits."""
    ordered = sorted(masks, key=lambda mask: (mask.bit_count(), mask), reverse=True)
    return sum(mask << RANKS_PER_SUIT * at for at, mask in enumerate(ordered)) | loose << 4 * RANKS_PER_SUIT


def cell_classes(deck: Deck, count: int, cell: Callable[[Card], int]) -> CellClasses:
    """All multisets of `count` cards by cell."""
    capacities = Counter(cell(card) for card in deck.cards)
    bits = max(capacities.values()).bit_length()
    card_keys = np.zeros(52, np.uint64)
    for face in deck.faces:
        card_keys[face] = 1 << bits * cell(face)
    cells = sorted(capacities)
    vectors = cell_vectors(tuple(capacities[c] for c in cells), count)
    scale = np.array([1 << bits * c for c in cells], np.uint64)
    keys = (vectors.astype(np.uint64) * scale).sum(axis=1)
    order = np.argsort(keys)
    members = [[face for face in deck.cards if cell(face) == c] for c in cells]
    return CellClasses(
        keys[order],
        vector_weights(vectors, tuple(capacities[c] for c in cells))[order],
        _cell_hands(vectors[order], members, count),
        card_keys,
    )


def _cell_hands(vectors: NDArray[np.uint8], members: list[list[Card]], count: int) -> NDArray[np.uint8]:
    """A representative of each vector: the first cards of each cell."""
    hands = np.zeros((len(vectors), count), np.uint8)
    filled = np.zeros(len(vectors), np.int64)
    for at, cards in enumerate(members):
        for nth, card in enumerate(cards[:count]):
            rows = np.flatnonzero(vectors[:, at] > nth)
            hands[rows, filled[rows]] = card
            filled[rows] += 1
    return hands


@lru_cache(maxsize=16)
def cell_vectors(capacities: tuple[int, ...], total: int) -> NDArray[np.uint8]:
    """All ways to take `total` cards from cells of those sizes, as rows of counts."""
    rows = np.zeros((1, 0), np.uint8)
    sums = np.zeros(1, np.int64)
    for at, capacity in enumerate(capacities):
        room = sum(capacities[at + 1 :])
        grown = [(rows[keep], sums[keep] + n, n) for n in range(capacity + 1)
                 for keep in [(sums + n <= total) & (sums + n + room >= total)]]  # fmt: skip
        rows = np.concatenate([np.column_stack((r, np.full(len(r), n, np.uint8))) for r, _, n in grown])
        sums = np.concatenate([s for _, s, _ in grown])
    return rows


def vector_weights(vectors: NDArray[np.uint8], capacities: tuple[int, ...]) -> NDArray[np.int64]:
    """How many hands each row of counts stands for."""
    weights = np.ones(len(vectors), np.int64)
    for at, capacity in enumerate(capacities):
        weights *= np.array([comb(capacity, n) for n in range(capacity + 1)], np.int64)[vectors[:, at]]
    return weights


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
        keys = sum(masks[:, at].astype(np.uint64) << np.uint64(RANKS_PER_SUIT * at) for at in range(len(suits)))
        keys = keys | np.uint64(taken << 4 * RANKS_PER_SUIT)
        parts.append((keys, ways * comb(len(wild), taken), _suit_hands(masks, suits, wild[:taken])))
    keys, weights, hands = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(keys)
    return SuitClasses(keys[order], weights[order], hands[order], suits, frozenset(wild))


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


def rank_cell(card: Card) -> int:
    """The cell of a card where only ranks count."""
    return card.rank


def colour_cell(card: Card) -> int:
    """The cell of a card where only rank and colour count."""
    return card.rank + len(RANKS) * card.is_red
