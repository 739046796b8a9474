"""Boards of one size, one of each class, and the kinds of cards beside them; see `kernels`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, SUITS, Deck

from .kernels import KEY_BITS, KINDS, deal_holdings, find_holdings, list_keys, list_kinds
from .problem import HOLE, BoardProblem

CARDS = ALL_CARDS - 1


@dataclass(frozen=True, eq=False)
class CardPairs:
    """All pairs of cards of a deck, numbered."""

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

    def beside(self, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """[board × pair, card]: every pair with every board, also with one that has its cards."""
        return np.hstack((np.tile(self.cards, (len(boards), 1)), np.repeat(boards, len(self), axis=0)))


@dataclass(frozen=True, eq=False)
class KindBoards:
    """Some classes of boards of one size, with their kinds and holdings."""

    keys: NDArray[np.int64]
    """[class]: ascending."""
    least: NDArray[np.int64]
    """[suit]: n cards of it make it count."""
    boards: NDArray[np.uint8]
    """[class, card]: one of the boards."""
    times: NDArray[np.int32]
    """[class, kind]: its cards."""
    cards: NDArray[np.uint8]
    """[class, kind, 2]: the first and the last of them."""

    @staticmethod
    def of(deck: Deck, least: NDArray[np.int64], boards: NDArray[np.uint8]) -> KindBoards:
        """The classes of these boards."""
        keys = np.empty(len(boards), np.int64)
        list_keys(boards, least, keys)
        found, first = np.unique(keys, return_index=True)
        times, cards = np.zeros((len(found), KINDS), np.int32), np.zeros((len(found), KINDS, 2), np.uint8)
        list_kinds(boards[first], least, np.isin(np.arange(CARDS), deck.faces), times, cards)
        return KindBoards(found, least, boards[first], times, cards)

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def many(self) -> NDArray[np.int64]:
        """[class]: kinds, whether or not they have cards."""
        return RANKS_PER_SUIT * ((self.keys >> KEY_BITS) + 1)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """[class]: where its holdings begin, and at last where all end."""
        return np.concatenate(([0], np.cumsum(self.many * (self.many + 1) // 2)))

    @property
    def holdings(self) -> int:
        """Of all classes."""
        return int(self.first[-1])

    def hands(self) -> NDArray[np.uint8]:
        """[holding, card]: the board and two cards of the kinds."""
        hands = np.empty((self.holdings, self.boards.shape[1] + HOLE), np.uint8)
        deal_holdings(self.boards, self.many, self.times, self.cards, self.first, hands)
        return hands

    def find(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[hand]: the holding of two cards beside a board, which come first."""
        found = np.empty(len(hands), np.int64)
        find_holdings(np.ascontiguousarray(hands), self.least, self.keys, self.first, found)
        return found

    def pairs(self) -> NDArray[np.int64]:
        """[holding]: how many pairs it stands for beside its board, where there is one class."""
        (times,), (kinds,) = self.times.astype(np.int64), self.many
        one, other = np.tril_indices(kinds)
        pairs = np.where(one == other, times[one] * (times[one] - 1) // 2, times[one] * times[other])
        return np.asarray(pairs, np.int64)

    def some(self, first: int, last: int) -> tuple[Any, Any, Any, Any, Any, Any]:
        """What a kernel goes on from at some of the boards."""
        some = slice(first, last)
        return self.boards[some], self.many[some], self.times[some], self.cards[some], self.first[some], self.least


def least_of_suits(problem: BoardProblem, size: int) -> NDArray[np.int64]:
    """[suit]: n cards of it make it count on a board of that size; more than those for one the deck has not."""
    least = np.full(len(SUITS), size + 1, np.int64)
    to_come = problem.sizes[-1] - size
    least[[SUITS.index(suit) for suit in problem.game.deck.suits]] = problem.ranking.suited_from - HOLE - to_come
    return least
