"""One hand of the player's: plain play of it, and starts in which partners hold some of the other cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import IntArray as Whole
from fairfelt.engine.solvers.boards.problem import HOLE
from fairfelt.rules.hands.poker.five_card import poker_tables
from tools.exposed_boards import BOARD, LINE_BITS, RANKS

from .kernel import RANK_PAIRS, count_dealers, deal_boards, decide, decide_boards, number_of, settle
from .tables import STANDARD, PartnerBoards

Floats = NDArray[np.float64]
NEVER = 255
"""Stands for no choice."""


@dataclass(frozen=True, eq=False)
class CountedHand:
    """A hand counted over every board of the cards left."""

    deck: Whole
    """The cards left, in the order of their ranks…"""
    places: Whole
    """…and their places among all cards but the player's."""
    tables: tuple[Whole, ...]
    """[level, the last first][board, slot]"""
    columns: Whole
    """[column, number] at the first decision."""


@dataclass(frozen=True, eq=False)
class Sights:
    """What some boards show at the later streets, [board, street]."""

    plain: NDArray[np.uint8]
    """What plain play chooses, in ascending order of the bet; `NEVER` where it does not come there…"""
    values: NDArray[np.float32]
    """[board, street, choice]: …what each choice is worth there with all that partners hold…"""
    expected: NDArray[np.float32]
    """…and by what the rules show, the largest bet over the smallest."""
    best: NDArray[np.uint8]
    """What best play chooses; `NEVER` where it does not come there."""


@dataclass(frozen=True, eq=False)
class PlayerHand:
    """Two cards of the player's."""

    game: PartnerBoards
    own: tuple[int, int]

    @cached_property
    def rest(self) -> Whole:
        """All other cards."""
        return by_rank(sorted(set(range(STANDARD)) - set(self.own)))

    @cached_property
    def plain(self) -> tuple[tuple[NDArray[np.uint8], ...], NDArray[np.uint8], NDArray[np.uint8]]:
        """[level, the last first][board, state], [late street, board, state] and [state]: what plain play does."""
        game, left = self.game, len(self.rest)
        late = game.boards.late
        return (
            tuple(np.zeros((comb(left, level.size), len(level.street)), np.uint8) for level in game.levels),
            np.zeros((len(late), comb(left, BOARD) if len(late) else 1, late.shape[1]), np.uint8),
            np.zeros(1, np.uint8),
        )

    @cached_property
    def usual(self) -> CountedHand:
        """Nothing but the player's cards known: plain play is made by it."""
        return self._deal(self.rest, np.arange(len(self.rest)), making=True)

    def start(self, dead: Sequence[int]) -> CountedHand:
        """Partners hold some cards."""
        assert self.usual, "plain play is made first"
        free = ~np.isin(self.rest, np.array(dead))
        return self._deal(self.rest[free], np.flatnonzero(free), making=False)

    def _deal(self, deck: Whole, places: Whole, *, making: bool) -> CountedHand:
        game, binomials = self.game, _binomials()
        boards, hand = game.boards, told_apart(self.own)
        columns = np.zeros((boards.first_columns[-1], game.numbers), np.int64)
        early, late, first = self.plain
        levels = game.levels
        tables = [np.zeros((comb(len(deck), levels[0].size), len(levels[0].slots)), np.int64)]
        totals = np.zeros(len(game.whole), np.int64)
        deal_boards(
            hand, told_apart(deck), places, *_poker(), boards.problem.bands.floors, boards.settled, boards.late,
            self._late_at, late, making, np.concatenate((levels[0].slots, game.whole)), levels[0].parts, binomials,
            columns, tables[0], totals,
        )  # fmt: skip
        at = len(levels)
        for level, after, plain in zip(levels, (*levels[1:], game.first), early, strict=True):
            into = np.zeros((comb(len(deck), after.size), len(after.slots)), np.int64)
            decide_boards(
                tables[-1], level.fill, level.size, places, level.street, at, plain, making, after.slots,
                after.parts, binomials, columns, into,
            )  # fmt: skip
            tables.append(into)
            at -= 1
        for column, number, slot in game.first.fill:
            columns[column, number] = tables[-1][0, slot]
        for (column, number), total in zip(game.whole, totals * game.chains, strict=True):
            columns[column, slice(number + 1) if number == game.streets else number] = total
        decide(columns, game.first.street, 0, first, making)
        return CountedHand(deck, places, tuple(tables[:-1]), columns)

    @property
    def _late_at(self) -> Whole:
        boards = self.game.boards
        return np.arange(len(boards.sizes) - 1, len(boards.early) - 1, -1)

    def sights(self, dealt: CountedHand, boards: Whole) -> Sights:
        """What boards come to, given by the places of their cards in the order in which they are turned over."""
        game = self.game
        tree, later = game.boards.problem.tree, game.streets - 1
        widest = max(game.boards.street(street).shape[1] - 1 for street in range(1, game.streets))
        plain, best = (np.full((len(boards), later), NEVER, np.uint8) for _ in range(2))
        values = np.zeros((len(boards), later, widest), np.float32)
        expected = np.zeros((len(boards), later), np.float32)
        first = game.boards.street(0)[0]
        begins = {False: int(self.plain[2][0]), True: _last_best(dealt.columns[first[1:], 0])}
        for row, informed in np.ndindex(len(boards), 2):
            street, state, choice = 0, 0, begins[bool(informed)]
            while True:
                chosen = tree.orders[street][choice]
                street, state = int(tree.leads_to[street][state, chosen]), int(tree.arrives_as[street][state, chosen])
                if street > later:
                    break
                board = np.sort(boards[row, : game.boards.sizes[street]])
                worth = self._worth(street, dealt, board, state)
                if informed:
                    choice = best[row, street - 1] = _last_best(worth)
                else:
                    there = dealt.places[board]
                    usual = self._worth(street, self.usual, there, state)
                    choice = plain[row, street - 1] = self._plain_at(street, there)[state]
                    values[row, street - 1, : len(worth)], expected[row, street - 1] = worth, usual[-1] - usual[0]
        return Sights(plain, values, expected, best)

    def _plain_at(self, street: int, places: Whole) -> NDArray[np.uint8]:
        early, late, _ = self.plain
        number = number_of(places, len(places), _binomials())
        levels = len(self.game.levels)
        return np.asarray(
            early[levels - street][number] if street <= levels else late[self.game.streets - 1 - street, number]
        )

    def _worth(self, street: int, dealt: CountedHand, board: Whole, state: int) -> Floats:
        """[choice]: in units of the Ante, with best play later."""
        game, levels = self.game, len(self.game.levels)
        columns = np.zeros((game.boards.first_columns[-1], game.numbers), np.int64)
        left, unit = len(dealt.deck), game.boards.problem.scale
        if street <= levels:
            level = game.levels[levels - street]
            row = dealt.tables[levels - street][number_of(board, len(board), _binomials())]
            columns[level.fill[:, 0], level.fill[:, 1]] = row[level.fill[:, 2]]
            many = game.ways(left) // (comb(left, level.size) * _chains_before(game, street))
            targets = level.street[state, 1:]
        else:
            floors = game.boards.problem.bands.floors
            hist, cells = np.zeros(3 * len(floors), np.int64), np.zeros(RANK_PAIRS, np.uint8)
            value = count_dealers(
                told_apart(self.own), told_apart(dealt.deck), board, *_poker(), floors, np.uint8(0), hist.copy(), cells,
                hist,
            )  # fmt: skip
            settle(value >> LINE_BITS, hist, game.boards.settled, columns)
            for later in range(game.streets - 1, street, -1):
                decide(columns, game.boards.street(later), later, np.zeros(9, np.uint8), True)
            many, targets = comb(left - BOARD, HOLE), game.boards.street(street)[state, 1:]
        return np.asarray(columns[targets, 0] / (many * unit), np.float64)


def _last_best(values: NDArray[np.generic]) -> int:
    """Of equal ones the last."""
    return len(values) - 1 - int(np.argmax(values[::-1]))


def _chains_before(game: PartnerBoards, street: int) -> int:
    """Ways to come to a board of an early street."""
    sizes, found = game.boards.sizes, 1
    for before, after in pairwise(sizes[: street + 1]):
        found *= comb(after, before)
    return found


def by_rank(cards: Sequence[int]) -> Whole:
    """Some cards in the order of their ranks."""
    return np.array(sorted(cards, key=lambda card: (card % RANKS, card)), np.int64)


def told_apart(cards: Sequence[int] | Whole) -> Whole:
    """[card, (number, rank, suit)]"""
    numbers = np.array(cards, np.int64)
    return np.stack((numbers, numbers % RANKS, numbers // RANKS), axis=1)


def _poker() -> tuple[NDArray[np.uint32], NDArray[np.uint16], NDArray[np.int32], NDArray[np.int32]]:
    tables = poker_tables(HOLE + BOARD)
    return tables.keys, tables.rows, tables.values, tables.flushes


_BINOMIALS = np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(STANDARD + 1)], np.int64)


def _binomials() -> Whole:
    return _BINOMIALS
