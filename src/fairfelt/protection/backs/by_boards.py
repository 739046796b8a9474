"""One hidden card of the dealer's at a game with one decision, after the flop: every class of boards, once.

What a board is worth is added to the flops within it, each turned into the one that stands for its class. A flop that
reads the same with suits exchanged has got only some of its pairs so; these are then added up over such exchanges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import permutations
from math import comb
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT, all_hands, suit_classes
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress, Unsolved
from fairfelt.exact.core.counter import COLUMNS
from fairfelt.exact.core.counter import IntArray as Whole
from fairfelt.exact.solvers.boards.problem import HOLE, BoardProblem, board_problem, fits
from fairfelt.hands import POKER
from fairfelt.hands.poker.tables import poker_tables
from fairfelt.protection.boards.cells import settle_cells
from fairfelt.protection.boards.kernel import BOARD
from fairfelt.rules import Cards, Choice, Game

from .board_kernel import add_boards
from .kernel import play_classes
from .ranked import NUMBERS, MarkedPart, RankValues, live_cards

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


@dataclass(frozen=True, eq=False)
class FlopCount(Boards):
    """Either of the dealer's cards."""

    @staticmethod
    def of(core: Game) -> FlopCount | None:
        """None where the game has another form."""
        if (
            not fits(core)
            or core.showdown is None
            or core.showdown.ranking is not POKER
            or len(core.deck.suits) != SUITS
        ):
            return None
        street = core.streets[0]
        once = len(core.streets) == 1 and street.reveals(Cards.COMMUNITY) == FLOP and not street.reveals(Cards.DEALER)
        asks = any(choice.holding for choice in street.choices)
        if not once or asks or core.hole != HOLE or core.deal.count(Cards.COMMUNITY) != BOARD:
            return None
        try:
            board_problem(core)
        except Unsolved:
            return None
        return FlopCount(core)

    @cached_property
    def played(self) -> list[int]:
        """The choices that do not fold."""
        return [at for at, choice in enumerate(self.choices) if not choice.folds]

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), BOARD) / 19.3 * BOARD_S

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, choice, number]"""
        problem = self.problem
        found = settle_cells(self.game, problem.tree.paths, problem.rows, problem.bands, self.scale)
        paths = [int(problem.tree.arrives_as[0][0, choice]) for choice in problem.tree.orders[0]]
        return np.ascontiguousarray(found[:, :, paths])

    def tasks(self, progress: Progress | None = None) -> list[tuple[Any, ...]]:
        flops = suit_classes(self.game.deck, FLOP)
        own = np.sort(flops.hands, axis=1)
        return split_by_size(STRETCH, own, flops.weights, self._table(own, progress))

    def _table(self, own: NDArray[np.uint8], progress: Progress | None) -> Whole:
        """[class of flops, pair, choice, number, rank]: what all boards add, on two threads with a table each."""
        boards, free = suit_classes(self.game.deck, BOARD), SimpleQueue[Whole]()
        shape = len(own), comb(len(self.faces) - FLOP, HOLE), len(self.played), NUMBERS, COLUMNS - 1
        for _ in range(TABLES):
            free.put(np.zeros(shape, np.int64))
        add = partial(self._add, self.turned(own), free)
        tasks = split_by_size(BOARDS, np.sort(boards.hands, axis=1).astype(np.int64), boards.weights)
        for done, _ in enumerate(stream_tasks(add, tasks, threads=TABLES), 1):
            if progress:
                upto = min(done * BOARDS, len(boards))
                progress(upto, len(boards), f"{self.game.title}: {len(boards):,} classes of boards")
        found = free.get()
        for _ in range(TABLES - 1):
            found += free.get()
        return found

    def _add(self, turned: Turned, free: SimpleQueue[Whole], boards: Whole, weights: Whole) -> None:
        tables, into = poker_tables(HOLE + BOARD), free.get()
        add_boards(
            boards, weights, self.faces, *turned, tables.card_keys, tables.rows, tables.values, tables.suited,
            tables.flushes, self.problem.bands.floors, np.ascontiguousarray(self.settled[:, :, self.played]), into,
        )  # fmt: skip
        free.put(into)

    def by_rank(self, flops: NDArray[np.uint8], weights: Whole, table: Whole) -> RankValues:
        """Some flops, with every pair of the player's."""
        numbers, _, each = self._numbers(flops, weights, table)
        return RankValues(np.ascontiguousarray(numbers[:, :, :, 0]), each)

    def play(self, classes: Whole, flops: NDArray[np.uint8], weights: Whole, table: Whole) -> MarkedPart:
        """The same, played by the class of the marked card."""
        sums, chosen = np.zeros(NUMBERS, np.int64), np.zeros(len(self.choices), np.int64)
        numbers, ways, each = self._numbers(flops, weights, table)
        play_classes(numbers, ways, each, classes, sums, chosen)
        return MarkedPart(sums.astype(object), chosen.astype(object))

    def threshold(self, worth: Whole) -> str:
        """None by the player's hand alone: the flop lies beside it."""
        raise NotImplementedError(f"{self.game.title}: no rule by the player's hand alone")

    def _numbers(self, flops: NDArray[np.uint8], weights: Whole, table: Whole) -> tuple[Whole, Whole, Whole]:
        """[hand, rank, choice, number]: result, square and hit; [hand, rank] how much follows; [hand] weights."""
        parts = [self._of_flop(flop, weight, found) for flop, weight, found in zip(flops, weights, table, strict=True)]
        numbers, ways, each = (np.concatenate(part) for part in zip(*parts, strict=True))
        return numbers, ways, each

    def _of_flop(self, flop: NDArray[np.uint8], weight: int, found: Whole) -> tuple[Whole, Whole, Whole]:
        pairs, whole = self.over_exchanges(flop, found)
        gone = np.hstack((pairs, np.tile(flop, (len(pairs), 1)))).astype(np.uint8)
        ways = live_cards(self.game.deck, gone) * self.ways
        numbers = np.zeros((len(pairs), COLUMNS, len(self.choices), NUMBERS), np.int64)
        numbers[:, : COLUMNS - 1, self.played] = np.moveaxis(whole, 3, 1)
        for at in set(range(len(self.choices))) - set(self.played):
            numbers[:, :, at] = ways[:, :, None] * self._folded(at)
        return numbers, ways, np.full(len(pairs), weight)

    def _folded(self, choice: int) -> Whole:
        """[number] of a fold, whatever the hands."""
        there = self.problem.bands.rows >= 0
        return np.asarray(self.settled[there][0, choice], np.int64)


def exchanged(cards: NDArray[Any], suits: Whole) -> Whole:
    """The cards with their suits exchanged."""
    return np.asarray(suits[cards // RANKS_PER_SUIT] * RANKS_PER_SUIT + cards % RANKS_PER_SUIT, np.int64)
