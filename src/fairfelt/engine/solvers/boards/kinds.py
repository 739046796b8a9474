"""Boards and cards beside them where suits matter through flushes alone: far fewer classes than by exchange of suits.

A suit counts on a board if it can still make a flush. Two boards are of one class if they have the same ranks and the
same ranks of every suit that counts; two cards beside a board are of one kind if they have the same rank and neither,
or both, the same such suit. No hand that can follow tells them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS_PER_SUIT, SUITS, Deck
from fairfelt.runtime.compute.executors import chunks

from .boards import CARDS, Boards
from .kind_kernels import KEY_BITS, KINDS, deal_holdings, list_keys, list_kinds
from .problem import HOLE, BoardProblem


def counts_by_kind(game: Game) -> bool:
    """Whether its ranking sees flushes alone, and no board two of them: then there are few classes.

    A suit that the deck has not, between two that it has, would stand at another place on boards of one class.
    """
    assert game.showdown
    suits = sorted(SUITS.index(suit) for suit in game.deck.suits)
    side_by_side = suits[-1] - suits[0] < len(suits)
    return side_by_side and 2 * (game.showdown.ranking.suited_from - HOLE) > game.deal.count(Cards.COMMUNITY)


def least_of_a_suit(problem: BoardProblem, size: int) -> int:
    """So many cards of a suit make it count on a board of that size."""
    return problem.ranking.suited_from - HOLE - (problem.sizes[-1] - size)


@dataclass(frozen=True, eq=False)
class Kinds:
    """The kinds of cards beside some boards, and the holdings, which are their pairs; see `kind_kernels`."""

    boards: NDArray[np.uint8]
    many: NDArray[np.int64]
    """[board]: kinds, whether or not they have cards."""
    times: NDArray[np.int32]
    """[board, kind]: its cards."""
    cards: NDArray[np.uint8]
    """[board, kind, 2]: the first and the last of them."""

    @staticmethod
    def beside(boards: NDArray[np.uint8], keys: NDArray[np.int64], deck: Deck, least: int) -> Kinds:
        """Beside boards, given with their keys, on which suits with the least number of cards count."""
        times, cards = np.zeros((len(boards), KINDS), np.int32), np.zeros((len(boards), KINDS, 2), np.uint8)
        list_kinds(boards, least, np.isin(np.arange(CARDS), deck.faces), times, cards)
        return Kinds(boards, RANKS_PER_SUIT * ((keys >> KEY_BITS) + 1), times, cards)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """[board]: where its holdings begin, and at last where all end."""
        return np.concatenate(([0], np.cumsum(self.many * (self.many + 1) // 2)))

    def hands(self) -> NDArray[np.uint8]:
        """[holding, card]: the board and two cards of the kinds."""
        hands = np.empty((self.first[-1], self.boards.shape[1] + HOLE), np.uint8)
        deal_holdings(self.boards, self.many, self.times, self.cards, self.first, hands)
        return hands


@dataclass(frozen=True, eq=False)
class KindBoards:
    """All classes of the boards of one size."""

    keys: NDArray[np.int64]
    """Ascending."""
    least: int
    kinds: Kinds

    @staticmethod
    def of(problem: BoardProblem, boards: Boards) -> KindBoards:
        """From the boards up to an exchange of suits."""
        least, hands = least_of_a_suit(problem, boards.size), boards.classes.hands
        found, first = np.unique(_keys(hands, least), return_index=True)
        return KindBoards(found, least, Kinds.beside(hands[first], found, problem.game.deck, least))

    def __len__(self) -> int:
        return len(self.keys)

    def shared_out(self, boards: NDArray[np.uint8], parts: int) -> list[NDArray[np.int64]]:
        """The numbers of these boards in about so many parts; those of one class are in one part."""
        keys = _keys(boards, self.least)
        order = np.argsort(keys, kind="stable")
        cuts = np.searchsorted(keys[order], self.keys[[first for first, _ in chunks(len(self), parts)]])
        return np.split(order, cuts[1:])

    @property
    def holdings(self) -> int:
        """Of all classes."""
        return int(self.kinds.first[-1])

    @property
    def reading(self) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
        """What a kernel finds holdings by."""
        return self.least, self.keys, self.kinds.first

    def some(self, first: int, last: int) -> tuple[Any, Any, Any, Any, Any, int]:
        """What a kernel goes on from at some of the boards."""
        kinds, some = self.kinds, slice(first, last)
        return kinds.boards[some], kinds.many[some], kinds.times[some], kinds.cards[some], kinds.first[some], self.least


def _keys(boards: NDArray[np.uint8], least: int) -> NDArray[np.int64]:
    keys = np.empty(len(boards), np.int64)
    list_keys(boards, least, keys)
    return keys
