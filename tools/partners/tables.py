"""A game with shared cards in streets as the kernel of shared hands takes it: columns, slots, ways to come to a board.

A column stands for a path to the end or for a state at a street. It is worth something by each *version* of play: by
version v a player goes by the rules' cards alone at the streets before v, and by all that partners hold from v on. Of
best play, version 0, the squares of the results and the hits are kept too. Columns that are added to a smaller board
lie in its slots, each number that differs once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise
from math import comb, prod

import numpy as np

from fairfelt.engine.core.counter import IntArray as Whole
from fairfelt.engine.exact import Unsolved
from fairfelt.engine.solvers.boards.problem import HOLE, board_problem, fits
from fairfelt.rules import Cards, Game
from fairfelt.rules.hands import POKER
from tools.exposed_boards import BOARD, ExposedBoards

STANDARD = 52


@dataclass(frozen=True, eq=False)
class Level:
    """A street before the whole board is in sight, after the first one."""

    street: Whole
    """[state, own column and targets], the choices in ascending order of the bet."""
    size: int
    """Shared cards in sight."""
    parts: Whole
    """[part, card]: its boards within a larger board of the next such street, or of all."""
    slots: Whole
    """[slot, (column, number)]: what is added up for each of its boards…"""
    fill: Whole
    """[entry, (column, number, slot)]: …and where it goes again."""


@dataclass(frozen=True, eq=False)
class PartnerBoards:
    """A game as the kernel takes it."""

    boards: ExposedBoards

    @staticmethod
    def of(core: Game) -> PartnerBoards | None:
        """None where the game has another form: poker hands of two cards each and five shared, turned over later."""
        if not fits(core) or core.showdown is None or core.showdown.ranking is not POKER or len(core.deck) != STANDARD:
            return None
        asks = any(choice.holding for street in core.streets for choice in street.choices)
        if asks or core.hole != HOLE or core.deal.count(Cards.COMMUNITY) != BOARD or core.streets[0].community:
            return None
        try:
            problem = board_problem(core)
        except Unsolved:
            return None
        found = PartnerBoards(ExposedBoards(problem, problem.sizes[:-1]))
        return found if len(found.boards.early) > 1 else None

    @property
    def streets(self) -> int:
        """How many decisions there are."""
        return len(self.boards.sizes)

    @property
    def numbers(self) -> int:
        """Of a column: one for each version, the square and the hits of best play."""
        return self.streets + 3

    @cached_property
    def born(self) -> Whole:
        """[column]: the street whose state it is; past the last for a path."""
        firsts = self.boards.first_columns
        found = np.full(firsts[-1], self.streets, np.int64)
        for street in range(self.streets):
            found[firsts[street] : firsts[street + 1]] = street
        return found

    @cached_property
    def whole(self) -> Whole:
        """[slot, (column, number)] of the paths that the first decision leads to at once."""
        asked, last = self.boards.street(0)[0, 1:], self.streets
        paths = np.unique(asked[self.born[asked] == last]).tolist()
        return _table([(path, number) for path in paths for number in (last, last + 1, last + 2)], 2)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """The last first."""
        found, larger = [], BOARD
        for at in reversed(self.boards.early[1:]):
            size = self.boards.sizes[at]
            parts = np.array(list(combinations(range(larger), size)), np.int64)
            found.append(Level(self.boards.street(at), size, parts, *self._slots(at)))
            larger = size
        return tuple(found)

    @cached_property
    def first(self) -> Level:
        """The first decision, with no shared card in sight."""
        return Level(self.boards.street(0), 0, np.zeros((1, 0), np.int64), *self._slots(0))

    def _slots(self, at: int) -> tuple[Whole, Whole]:
        """Of the columns that a street or one between it and the first asks for, made after it."""
        asking = range(1, at + 1) if at else range(1)
        asked = np.unique(np.concatenate([self.boards.street(street)[:, 1:].ravel() for street in asking]))
        columns = [int(c) for c in asked if self.born[c] > at and (at or self.born[c] < self.streets)]
        slots, fill, last = list[tuple[int, int]](), list[tuple[int, int, int]](), self.streets
        for column in columns:
            born, first = int(self.born[column]), len(slots)
            versions = [born, *range(born + 1, last + 1)] if born < last else [last]
            slots += [(column, number) for number in (*versions, last + 1, last + 2)]
            fill += [(column, number, first + max(0, number - versions[0])) for number in range(last + 1)]
            fill += [(column, last + 1, len(slots) - 2), (column, last + 2, len(slots) - 1)]
        return _table(slots, 2), _table(fill, 3)

    def ways(self, left: int) -> int:
        """Rounds that one hand is dealt of so many cards left, each as often as there are ways to come to its board."""
        return comb(left, BOARD) * comb(left - BOARD, HOLE) * self.chains

    @property
    def chains(self) -> int:
        """Ways to come to a whole board."""
        return prod(comb(b, a) for a, b in pairwise([*(self.boards.sizes[at] for at in self.boards.early), BOARD]))


def _table(rows: Sequence[tuple[int, ...]], width: int) -> Whole:
    return np.array(rows, np.int64).reshape(len(rows), width)
