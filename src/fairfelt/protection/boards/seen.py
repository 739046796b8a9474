"""A game with shared cards of which the dealer's cards are seen, as the kernels take it: streets, columns, kinds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Unsolved
from fairfelt.exact.core.levels import Level
from fairfelt.exact.core.sights import Sights, first_sights, next_sights, symmetry_of
from fairfelt.exact.solvers.boards.problem import HOLE, BoardProblem, board_problem, fits
from fairfelt.hands import POKER
from fairfelt.protection.information import Information, view_of
from fairfelt.rules import Cards, Game

from .cells import settle_cells
from .kernel import BOARD, NUMBERS, decide_all

Whole = NDArray[np.int64]
BOARD_S, DEALER_S, KNOWN_S = 1.5e-7, 4e-9, 4e-8
"""What a board takes on one core, and each of the dealer's hands beside it; a board where all cards are known."""
STANDARD = 52


@dataclass(frozen=True, eq=False)
class BoardTables:
    """What counting a hand takes, in numbers alone: it goes to other processes and machines."""

    seen: int
    left: int
    sizes: tuple[int, ...]
    early: range
    columns: int
    floors: NDArray[np.int32]
    settled: Whole
    late: Whole
    kinds: tuple[Whole, Whole] | None
    """Where all of the dealer's cards are known."""
    streets: tuple[Whole, ...]
    needs: tuple[Whole, ...]
    """[early street]"""


@dataclass(frozen=True, eq=False)
class SeenBoards:
    """A game with shared cards and what is known of it, as the kernel takes it."""

    problem: BoardProblem
    seen: int
    """Cards of the dealer's that are known."""
    sizes: tuple[int, ...]
    """Shared cards that are known at each street."""

    @staticmethod
    def of(core: Game, information: Information) -> SeenBoards | None:
        """None where it has another form."""
        if not _has_form(core, information):
            return None
        try:
            problem = board_problem(core)
        except Unsolved:
            return None
        known = np.cumsum([street.reveals(Cards.COMMUNITY) for street in view_of(core, information).game_shown.streets])
        found = SeenBoards(problem, len(information.dealer), tuple(map(int, known)))
        early = [found.sizes[street] for street in found.early]
        return found if early and all(a < b for a, b in pairwise(early)) else None

    @property
    def early(self) -> range:
        """Streets before the whole board is known."""
        return range(sum(size < BOARD for size in self.sizes))

    @property
    def left(self) -> int:
        """Cards that neither the player nor the one who sees holds or has seen of the dealer's."""
        return STANDARD - HOLE - self.seen

    @cached_property
    def classes(self) -> Sights:
        """Own cards and the dealer's that are seen, up to an exchange of suits."""
        symmetry = symmetry_of(self.problem.game.deck, [self.problem.ranking.tells])
        return next_sights(first_sights(symmetry, Level((HOLE, 0, 0))), Level((HOLE, 0, self.seen)))

    @cached_property
    def ways(self) -> int:
        """Rounds that one hand is dealt, each as often as there are ways to come to its board."""
        steps = [self.sizes[street] for street in self.early] + [BOARD]
        hidden = comb(self.left - BOARD, HOLE - self.seen)
        return comb(self.left, BOARD) * hidden * prod(comb(b, a) for a, b in pairwise(steps))

    @property
    def seconds(self) -> float:
        """About, on one core."""
        classes = comb(STANDARD, HOLE) * comb(STANDARD - HOLE, self.seen) / 14
        dealers = comb(self.left - BOARD, HOLE - self.seen)
        board_s = KNOWN_S if self.seen == HOLE else BOARD_S + dealers * DEALER_S
        return classes * comb(self.left, BOARD) * board_s

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, path, number]: result, square and hit of a path."""
        problem = self.problem
        return settle_cells(problem.game, problem.tree.paths, problem.rows, problem.bands, problem.scale)

    @cached_property
    def kinds(self) -> tuple[Whole, Whole]:
        """[player's line, cell]: its kind, and [kind, kept column, number]: what one such board comes to.

        With all of the dealer's cards known, a line and a cell say how every path ends, and the late decisions too.
        """
        lines, cells, _, _ = self.settled.shape
        need = self.need(self.early[-1])
        columns = np.zeros((lines * cells, self.first_columns[-1], NUMBERS), np.int64)
        columns[:, : self.settled.shape[2]] = self.settled.reshape(lines * cells, -1, NUMBERS)
        decide_all(columns, self.late)
        kinds, kind_of = np.unique(columns[:, need].reshape(lines * cells, -1), axis=0, return_inverse=True)
        return kind_of.reshape(lines, cells), kinds.reshape(len(kinds), len(need), NUMBERS)

    @cached_property
    def tables(self) -> BoardTables:
        """All of it in numbers."""
        return BoardTables(
            self.seen, self.left, self.sizes, self.early, self.first_columns[-1], self.problem.bands.floors,
            self.settled, self.late, self.kinds if self.seen == HOLE else None,
            tuple(self.street(at) for at in self.early), tuple(self.need(at) for at in self.early),
        )  # fmt: skip

    @cached_property
    def first_columns(self) -> tuple[int, ...]:
        """[street]: where the columns of its states begin, and at last how many columns there are."""
        states = [len(states) for states in self.problem.tree.arrivals[:-1]]
        return tuple(np.cumsum([len(self.problem.tree.paths), *states]).tolist())

    def street(self, at: int) -> Whole:
        """[state, own column and targets]: the choices in ascending order of the bet."""
        tree = self.problem.tree
        leads_to, arrives_as = tree.leads_to[at][:, tree.orders[at]], tree.arrives_as[at][:, tree.orders[at]]
        first = np.array([*self.first_columns[:-1], 0])
        own = self.first_columns[at] + np.arange(len(leads_to))[:, None]
        return np.hstack((own, first[leads_to] + arrives_as)).astype(np.int64)

    def need(self, at: int) -> Whole:
        """Columns that a street or an earlier one asks for, made after it."""
        asked = np.concatenate([self.street(street)[:, 1:].ravel() for street in range(at + 1)])
        own = np.concatenate([self.street(street)[:, 0] for street in range(at + 1)])
        return np.setdiff1d(asked, own).astype(np.int64)

    @cached_property
    def late(self) -> Whole:
        """[street, state, own column and targets]: those with the whole board in sight, the last first; -1 for none."""
        streets = [self.street(at) for at in reversed(range(len(self.early), len(self.sizes)))]
        states, width = (max((street.shape[side] for street in streets), default=1) for side in (0, 1))
        found = np.full((len(streets), states, width), -1, np.int64)
        for at, street in enumerate(streets):
            found[at, : street.shape[0], : street.shape[1]] = street
        return found


def _has_form(core: Game, information: Information) -> bool:
    if information.sorted or information.hands != 1 or not 1 <= len(information.dealer) <= HOLE or not fits(core):
        return False
    if core.showdown is None or core.showdown.ranking is not POKER or len(core.deck) != STANDARD:
        return False
    asks = any(choice.holding for street in core.streets for choice in street.choices)
    return not asks and core.hole == HOLE and core.deal.count(Cards.COMMUNITY) == BOARD
