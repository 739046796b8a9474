"""Classes of hands that a ranking cannot tell apart: what an exact count enumerates instead of every hand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import chain, combinations, groupby, permutations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from .card import SUITS, Card
from .deck import Deck

RANKS_PER_SUIT = 13
ALL_CARDS = 53
"""Every card there is, one joker among them."""


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
    """Hands up to an exchange of suits; loose cards (wild ones, the joker) count by their number alone.

    A key holds the suits' 13-bit masks, the fullest suit first, and the number of loose cards above them.
    """

    hands: NDArray[np.uint8]
    """A representative of each class, one a row."""
    loose: NDArray[np.bool_]
    """Which of all cards are loose."""
    suits: tuple[int, ...]
    """Suits of the deck; a representative has its fullest suit on the first."""

    @property
    def orders(self) -> NDArray[np.int64]:
        """[order, suit]: the orders in which the suits of a key come in the hands of its class."""
        return np.array(list(permutations(range(len(self.suits)))), np.int64)

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        ordered = np.sort(self._fullness(hands), axis=1)[:, ::-1]
        return suit_keys(ordered >> 1 & (1 << RANKS_PER_SUIT) - 1, self.loose[hands].sum(axis=1))

    def turned(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """[hand, card]: the card that any card becomes when suits are exchanged so that the hand is its class's own."""
        order = np.argsort(-self._fullness(hands), axis=1, kind="stable")
        place = np.argsort(order, axis=1, kind="stable")
        suits = np.array([*self.suits, *(s for s in range(len(SUITS)) if s not in self.suits)])
        moved = suits[place][:, :, None] * RANKS_PER_SUIT + np.arange(RANKS_PER_SUIT)
        cards = np.full((len(hands), ALL_CARDS), ALL_CARDS - 1, np.uint8)
        cards[:, : ALL_CARDS - 1] = moved.reshape(len(hands), -1)
        return cards

    def _fullness(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """By suit: the number of its cards, their mask, and whether the deck has it, most important first."""
        bits = np.where(self.loose[hands], 0, np.int64(1) << (hands % RANKS_PER_SUIT).astype(np.int64))
        held = hands // RANKS_PER_SUIT
        masks = np.stack([(bits * (held == suit)).sum(axis=1) for suit in range(len(SUITS))], axis=1)
        there = np.isin(np.arange(len(SUITS)), self.suits)
        return np.asarray((np.bitwise_count(masks).astype(np.int64) << RANKS_PER_SUIT | masks) << 1 | there, np.int64)


@dataclass(frozen=True, eq=False)
class SingleHands(SuitClasses):
    """Every hand for itself, where suits cannot be exchanged: a key holds the suits in the order of the deck."""

    @property
    def orders(self) -> NDArray[np.int64]:
        return np.arange(len(self.suits))[None, :]

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        masks = self._fullness(hands)[:, list(self.suits)] >> 1 & (1 << RANKS_PER_SUIT) - 1
        return suit_keys(masks, self.loose[hands].sum(axis=1))

    def turned(self, hands: NDArray[np.uint8]) -> NDArray[np.uint8]:
        return np.tile(np.arange(ALL_CARDS, dtype=np.uint8), (len(hands), 1))


@dataclass(frozen=True, eq=False)
class UpCardClasses(HandClasses):
    """Hands with one card of the dealer's beside them, up to an exchange of suits. A key is a place.

    A hand here is a row of the player's cards and the up card. Where the class itself holds that card the weight is 0.
    """

    own: SuitClasses

    @classmethod
    def of(cls, own: SuitClasses, deck: Deck) -> UpCardClasses:
        """Every class of hands with every card of the deck that it leaves."""
        left = np.zeros((len(own), ALL_CARDS), bool)
        left[:, np.array(deck.faces)] = True
        left[np.arange(len(own))[:, None], own.hands] = False
        weights = np.where(left, own.weights[:, None], 0)
        return cls(np.arange(left.size, dtype=np.uint64), weights.ravel(), own)

    def keys_of(self, hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
        own = hands[:, :-1]
        up_card = np.take_along_axis(self.own.turned(own), hands[:, -1:].astype(np.int64), axis=1)[:, 0]
        return np.asarray(self.own.places(own) * ALL_CARDS + up_card, np.uint64)

    def places(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        return self.keys_of(hands).astype(np.int64)


def all_hands(deck: Deck, count: int) -> NDArray[np.uint8]:
    """Every hand of a single deck, one a row, in the order of `itertools.combinations`."""
    flat = chain.from_iterable(combinations(deck.faces, count))
    return np.fromiter(flat, np.uint8, comb(len(deck.faces), count) * count).reshape(-1, count)


def suit_keys(masks: NDArray[np.int64], loose: NDArray[np.int64] | int) -> NDArray[np.uint64]:
    """Keys of hands given by their suits, the fullest first."""
    shifts = RANKS_PER_SUIT * np.arange(masks.shape[1])
    key = (masks << shifts).sum(axis=1) | np.int64(loose) << len(SUITS) * RANKS_PER_SUIT
    return np.asarray(key, np.uint64)


def single_hands(deck: Deck, count: int) -> SingleHands:
    """All hands of `count` cards of a single deck, one by one."""
    hands, joker = all_hands(deck, count), np.arange(ALL_CARDS) == ALL_CARDS - 1
    suits = tuple(sorted(SUITS.index(s) for s in deck.suits))
    found = SingleHands(np.zeros(0, np.uint64), np.ones(len(hands), np.int64), hands, joker, suits)
    return replace(found, keys=found.keys_of(hands))


def suit_classes(deck: Deck, count: int, loose: Sequence[Card] = ()) -> SuitClasses:
    """All hands of `count` cards up to an exchange of suits; the loose cards and the joker are taken by number."""
    if deck.copies != 1 or deck.jokers > 1:
        raise ValueError("suits are exchanged in a single deck with no more than one joker only")
    suits = tuple(sorted(SUITS.index(s) for s in deck.suits))
    wild = [card for card in deck.cards if card in loose or card.is_joker]
    ranks = tuple(sorted({card.rank for card in deck.cards if card not in wild}))
    parts = []
    for taken in range(min(count, len(wild)) + 1):
        for sizes in _partitions(count - taken, len(suits), min(count - taken, len(ranks))):
            masks, ways = _partition_patterns(ranks, sizes)
            hands = _suit_hands(masks, sizes, suits, wild[:taken])
            parts.append((suit_keys(masks, taken), ways * comb(len(wild), taken), hands))
    keys, weights, hands = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(keys)
    is_loose = np.isin(np.arange(ALL_CARDS), wild)
    return SuitClasses(keys[order], weights[order], hands[order], is_loose, suits)


def _partitions(total: int, parts: int, most: int) -> list[tuple[int, ...]]:
    """Descending numbers that add up to the total."""
    if not parts:
        return [()] if not total else []
    return [(n, *rest) for n in range(min(total, most), -1, -1) for rest in _partitions(total - n, parts - 1, n)]


def _partition_patterns(ranks: tuple[int, ...], sizes: tuple[int, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Patterns whose suits hold so many cards each: suits of one size are taken in descending order of mask."""
    masks, ways = np.zeros((1, 0), np.int64), np.array([factorial(len(sizes))], np.int64)
    for size, group in groupby(sizes):
        places = _ascending(len(list(group)), comb(len(ranks), size))
        alike = np.array(_masks(ranks, size), np.int64)[places]
        masks = np.hstack((np.repeat(masks, len(alike), axis=0), np.tile(alike, (len(masks), 1))))
        ways = np.repeat(ways, len(alike)) // np.tile(_orders_that_keep(places), len(ways))
    return masks, ways


def _ascending(length: int, size: int) -> NDArray[np.int64]:
    """All rows of so many numbers below a size that never descend, in order."""
    rows = np.arange(size)[:, None]
    for _ in range(length - 1):
        more = size - rows[:, -1]
        following = np.arange(more.sum()) - np.repeat(np.cumsum(more) - more, more)
        rows = np.hstack((np.repeat(rows, more, axis=0), (np.repeat(rows[:, -1], more) + following)[:, None]))
    return rows


def _orders_that_keep(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """In how many orders each row, which never descends, reads the same."""
    alike, orders = np.ones((2, len(rows)), np.int64)
    for at in range(1, rows.shape[1]):
        alike = np.where(rows[:, at] == rows[:, at - 1], alike + 1, 1)
        orders = orders * alike
    return orders


def _suit_hands(
    masks: NDArray[np.int64], sizes: tuple[int, ...], suits: tuple[int, ...], wild: Sequence[Card]
) -> NDArray[np.uint8]:
    """A representative of each pattern, its first mask on the first suit."""
    held = _ranks_of_masks()
    columns = [RANKS_PER_SUIT * suit + held[masks[:, at], : sizes[at]] for at, suit in enumerate(suits)]
    return np.hstack((*columns, np.tile(np.array(wild, np.uint8), (len(masks), 1)))).astype(np.uint8)


@cache
def _ranks_of_masks() -> NDArray[np.uint8]:
    """[mask]: its ranks, the lowest first, and then nothing of meaning."""
    held = np.zeros((1 << RANKS_PER_SUIT, RANKS_PER_SUIT), np.uint8)
    for mask in range(1 << RANKS_PER_SUIT):
        ranks = [rank for rank in range(RANKS_PER_SUIT) if mask >> rank & 1]
        held[mask, : len(ranks)] = ranks
    return held


def _masks(ranks: tuple[int, ...], count: int) -> list[int]:
    """All masks of so many ranks, the greatest first."""
    return sorted((sum(1 << r for r in some) for some in combinations(ranks, count)), reverse=True)
