"""Boards dealt once for each class of them, and what they are worth added to the flops within them.

A flop that reads the same with suits exchanged gets only some of its pairs so; these are then added up over such
exchanges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import COLUMNS, RANK_OF
from fairfelt.engine.core.counter import IntArray as Whole
from fairfelt.engine.solvers.boards.problem import HOLE, BoardProblem, board_problem
from fairfelt.rules import Choice, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, Deck, all_hands, suit_classes
from tools.exposed_boards import BOARD

FLOP = 3
SUITS = 4
ORDERS = 24
"""Of the suits: flops of a class, times the exchanges that leave one of them as it is."""
BOARD_S = 1.3e-3
"""What a class of boards takes, about, on one core."""
STRETCH, BOARDS = 45, 1_000
"""Classes of flops in one task; classes of boards."""
TABLES = 2
"""Of 650 megabytes each."""
Turned = tuple[Whole, Whole, NDArray[np.uint8], Whole]
"""How flops are turned into those of their classes."""


@dataclass(frozen=True, eq=False)
class Boards:
    """A game of two cards each and a board of five, whose boards are dealt once for each class of them."""

    game: Game

    @cached_property
    def problem(self) -> BoardProblem:
        """The game in integers."""
        return board_problem(self.game)

    @property
    def scale(self) -> int:
        """By this all results are multiplied to be whole."""
        return self.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Of the first decision, in ascending order of the bet."""
        return tuple(self.game.streets[0].choices[choice] for choice in self.problem.tree.orders[0])

    @property
    def left(self) -> int:
        """Cards beside the player's and the flop."""
        return len(self.game.deck) - HOLE - FLOP

    @property
    def ways(self) -> int:
        """Ways to deal the other cards beside the one that is hidden, in all orders of the suits."""
        return (self.left - 1) * comb(self.left - HOLE, BOARD - FLOP) * ORDERS

    @property
    def rounds(self) -> int:
        """All ways to deal, with all cards that may be the hidden one."""
        cards = len(self.game.deck)
        return comb(cards, FLOP) * comb(cards - FLOP, HOLE) * self.left * self.ways

    @cached_property
    def faces(self) -> Whole:
        """The cards, ascending."""
        return np.sort(np.array(self.game.deck.faces, np.int64))

    def turned(self, own: NDArray[np.uint8]) -> Turned:
        """Binomials; [flop]: its class, and what all cards become in it; [class, card]: places beside its own flop."""
        flops, each = suit_classes(self.game.deck, FLOP), np.sort(all_hands(self.game.deck, FLOP), axis=1)
        binomials = np.array([[comb(card, size) for size in range(FLOP + 1)] for card in range(ALL_CARDS)], np.int64)
        numbers = binomials[each, np.arange(1, FLOP + 1)].sum(axis=1)
        classes, turned = np.zeros(numbers.max() + 1, np.int64), np.zeros((numbers.max() + 1, ALL_CARDS), np.uint8)
        classes[numbers], turned[numbers] = flops.places(each), flops.turned(each)
        cards = np.arange(ALL_CARDS)
        return binomials, classes, turned, self.faces.searchsorted(cards) - (own[:, :, None] < cards).sum(axis=1)

    def over_exchanges(self, flop: NDArray[np.uint8], found: Whole) -> tuple[Whole, Whole]:
        """The pairs beside a flop, and what they come to over all exchanges of suits that leave the flop as it is."""
        deck = np.setdiff1d(self.faces, flop)
        pairs = deck[np.array([(i, j) for j in range(len(deck)) for i in range(j)], np.int64)]
        whole = np.zeros_like(found)
        for order in permutations(range(SUITS)):
            suits = np.array(order)
            if set(exchanged(flop, suits).tolist()) == set(flop.tolist()):
                moved = np.sort(np.searchsorted(deck, exchanged(pairs, suits)), axis=1)
                whole += found[moved[:, 1] * (moved[:, 1] - 1) // 2 + moved[:, 0]]
        return pairs, whole


def exchanged(cards: NDArray[Any], suits: Whole) -> Whole:
    """The cards with their suits exchanged."""
    return np.asarray(suits[cards // RANKS_PER_SUIT] * RANKS_PER_SUIT + cards % RANKS_PER_SUIT, np.int64)


def live_cards(deck: Deck, hands: NDArray[np.uint8]) -> Whole:
    """[hand, rank]: cards of the deck that a hand does not hold."""
    there = np.bincount(RANK_OF[np.array(deck.faces, np.int64)], minlength=COLUMNS)
    held = (RANK_OF[hands][:, :, None] == np.arange(COLUMNS)).sum(axis=1)
    return np.asarray(there - held, np.int64)
