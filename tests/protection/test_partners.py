"""Hands shared at games with shared cards in streets: a small deck by brute force, and what signals bring in it."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from fairfelt import games
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.solve import core_game
from fairfelt.hands import POKER
from fairfelt.protection import Information, Interval, best_signal, expose
from fairfelt.protection.information import read_information
from fairfelt.protection.leaks.form import read_finding, write_finding
from fairfelt.protection.leaks.shipped import counted_before, long_counts
from fairfelt.protection.partners import hand as hands
from fairfelt.protection.partners import kernel
from fairfelt.protection.partners.hand import NEVER, Dealt, PlayerHand
from fairfelt.protection.partners.lessons import later_lesson, sampled_of, shared_signal
from fairfelt.protection.partners.rows import SIGHTS, Rows, hand_classes
from fairfelt.protection.partners.run import partner_games
from fairfelt.protection.partners.tables import PartnerBoards
from fairfelt.protection.signals import Number, Part, Signal, read_signal
from fairfelt.protection.signals.find import best_numbers
from fairfelt.rules import Game

ULTIMATE, BONUS = games.find("ultimate-texas-holdem"), games.find("texas-holdem-bonus")
OWN = (11, 10)
LEFT = (9, 8, 12, 5, 13 + 9, 13 + 4, 26 + 11, 26 + 2, 39 + 4)
"""Five clubs of nine cards: every board of three, four and five of a suit, straight flushes among them."""


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels as Python reads them: compiling takes longer than so small a deck."""
    for module in (kernel, hands):
        for name, value in list(vars(module).items()):
            if hasattr(value, "py_func"):
                monkeypatch.setattr(module, name, value.py_func)


def small_start(game: Game, seed: int = 5) -> tuple[PlayerHand, Dealt]:
    """A hand beside nine cards left, where plain play chooses by lot."""
    boards = PartnerBoards.of(core_game(game))
    assert boards
    hand, random = PlayerHand(boards, OWN), np.random.default_rng(seed)
    early, late, first = hand.plain
    streets = [(boards.boards.street(len(early) - at), table) for at, table in enumerate(early)]
    streets += [(late_street, table) for late_street, table in zip(boards.boards.late, late, strict=True)]
    for street, table in [*streets, (boards.first.street, first)]:
        table[...] = random.integers(0, street.shape[1] - 1, table.shape)
    hand.__dict__["usual"] = None
    with np.errstate(over="ignore"):
        return hand, hand._deal(*placed(hand), making=False)


def placed(hand: PlayerHand) -> tuple[np.ndarray, np.ndarray]:
    there = np.isin(hand.rest, np.array(LEFT))
    return hand.rest[there], np.flatnonzero(there)


class BruteForce:
    """Every order of streets, card by card, with the choices of versions as `tables.py` says."""

    def __init__(self, game: Game, hand: PlayerHand) -> None:
        self.game, self.hand, self.tree = core_game(game), hand, tree_of(core_game(game))
        self.deck, self.places = placed(hand)
        self.sizes = hand.game.boards.sizes
        problem = hand.game.boards.problem
        self.scale, self.rows, self.bands = problem.scale, problem.rows, problem.bands

    def worth(self, version: int, street: int = 0, state: int = 0, board: tuple[int, ...] = ()) -> float:
        """What play from a sight on is worth, on average, by places in the deck."""
        if street == len(self.sizes):
            return self._ends(state, board)
        return self.choices(version, street, state, board)[self.chosen(version, street, state, board)]

    def chosen(self, version: int, street: int, state: int, board: tuple[int, ...]) -> int:
        if street < version:
            if street == 0:
                return int(self.hand.plain[2][0])
            return int(self.hand._plain_at(street, np.sort(self.places[list(board)]))[state])
        return int(np.argmax(self.choices(version, street, state, board)))

    def choices(self, version: int, street: int, state: int, board: tuple[int, ...]) -> list[float]:
        found = []
        for choice in self.tree.orders[street]:
            then, arrived = int(self.tree.leads_to[street][state, choice]), int(self.tree.arrives_as[street][state, choice])
            size = self.sizes[then] if then < len(self.sizes) else 5
            rest = [place for place in range(len(self.deck)) if place not in board]
            later = [(*board, *more) for more in combinations(rest, size - len(board))]
            found.append(sum(self.worth(version, then, arrived, each) for each in later) / len(later))
        return found

    def _ends(self, path: int, board: tuple[int, ...]) -> float:
        shared = [int(self.deck[place]) for place in board]
        rest = [int(card) for card in self.deck if card not in shared]
        dealers = [(*pair, *shared) for pair in combinations(rest, 2)]
        values = POKER.batch(np.array([(*OWN, *shared), *dealers], np.uint8)).astype(np.int64)
        mine, settled = int(values[0]), self.hand.game.boards.settled
        cells = [self._cell(mine, int(theirs)) for theirs in values[1:]]
        return sum(int(settled[mine >> 20, cell, path, 0]) for cell in cells) / len(cells) / self.scale

    def _cell(self, mine: int, theirs: int) -> int:
        band = int(np.searchsorted(self.bands.floors, theirs, side="right")) - 1
        return 3 * band + (1 if mine == theirs else 2 if mine > theirs else 0)
