"""Boards and pairs of cards beside them, up to an exchange of suits.

Boards of one size fall into classes; a pair of hole cards keeps its name, so that a place is a class of boards and one
of all pairs. What holds for a board and a pair is found at the representative of the board's class, with the suits of
the pair exchanged in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import RANKS_PER_SUIT, Deck, SuitClasses, suit_classes

CARDS = 52


@dataclass(frozen=True, eq=False)
class CardPairs:
    """All pairs of cards of a deck, numbered, and what becomes of them when suits are exchanged."""

    deck: Deck

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """[pair, 2]: the lower card first; the pair of the a-th and the b-th card has the number C(b, 2) + a."""
        faces = self.deck.faces
        return np.array([(faces[a], faces[b]) for b in range(len(faces)) for a in range(b)], np.uint8)

    def __len__(self) -> int:
        return len(self.cards)

    @cached_property
    def numbers(self) -> NDArray[np.int64]:
        """[card, card]: the number of the pair, whichever card comes first."""
        table = np.full((CARDS, CARDS), -1, np.int64)
        first, second = self.cards.T
        table[first, second] = table[second, first] = np.arange(len(self))
        return table

    @cached_property
    def suits(self) -> list[int]:
        """The suits of the deck, ascending."""
        return sorted({card.suit for card in self.deck.faces})

    @cached_property
    def exchanges(self) -> list[tuple[int, ...]]:
        """Every way to exchange suits: the new place of each suit of the deck."""
        return list(permutations(range(len(self.suits))))

    @cached_property
    def moved_cards(self) -> NDArray[np.uint8]:
        """[exchange, card]"""
        moved = np.tile(np.arange(CARDS, dtype=np.uint8), (len(self.exchanges), 1))
        for number, places in enumerate(self.exchanges):
            for face in self.deck.faces:
                suit = self.suits[places[self.suits.index(face.suit)]]
                moved[number, face] = RANKS_PER_SUIT * suit + face.rank
        return moved

    @cached_property
    def moved(self) -> NDArray[np.uint16]:
        """[exchange, pair]"""
        cards = self.moved_cards[:, self.cards]
        return self.numbers[cards[..., 0], cards[..., 1]].astype(np.uint16)


@dataclass(frozen=True, eq=False)
class Boards:
    """The boards of one size."""

    pairs: CardPairs
    size: int

    @cached_property
    def classes(self) -> SuitClasses:
        """Up to an exchange of suits."""
        return suit_classes(self.pairs.deck, self.size)

    def __len__(self) -> int:
        return len(self.classes)

    def locate(self, boards: NDArray[np.uint8]) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        """The class of each board, and the exchange of suits that takes it to its representative."""
        return self.classes.places(boards).astype(np.uint32), self._exchanges(boards)

    def _exchanges(self, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        suits = np.array(self.pairs.suits)
        places = np.searchsorted(suits, self.classes.turned(boards)[:, RANKS_PER_SUIT * suits] // RANKS_PER_SUIT)
        digits = len(suits) ** np.arange(len(suits))
        numbers = np.zeros(len(suits) ** len(suits), np.uint8)
        numbers[np.array(self.pairs.exchanges) @ digits] = np.arange(len(self.pairs.exchanges))
        return np.asarray(numbers[places @ digits])

    @cached_property
    def keeping(self) -> NDArray[np.bool_]:
        """[class, exchange]: whether the representative stays the same board."""
        hands = np.sort(self.classes.hands, axis=1)
        moved = np.sort(self.pairs.moved_cards[:, hands], axis=2)
        return np.asarray((moved == hands).all(axis=2).T)

    def within(self, smaller: Boards) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        """[class, part]: every way to take a smaller board out of the representative, located; kept for the way on."""
        if smaller.size not in self._parts:
            self._parts[smaller.size] = self._located(smaller)
        return self._parts[smaller.size]

    @cached_property
    def _parts(self) -> dict[int, tuple[NDArray[np.uint32], NDArray[np.uint8]]]:
        """By the size of the smaller boards."""
        return {}

    def _located(self, smaller: Boards) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
        chosen = list(combinations(range(self.size), smaller.size))
        parts = np.array(chosen, np.int64).reshape(len(chosen), smaller.size)
        boards = self.classes.hands[:, parts].reshape(len(self) * len(parts), smaller.size)
        places, exchanges = smaller.locate(boards)
        return places.reshape(len(self), -1), exchanges.reshape(len(self), -1)
