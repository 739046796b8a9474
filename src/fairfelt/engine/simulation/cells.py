"""What became of each player in rounds that were played one by one or by the block, and what every wager comes to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from fairfelt.engine.core.endings import Ending, own_facts, settle_ending
from fairfelt.engine.core.rows import outcome_with, wager_tables
from fairfelt.engine.core.tree import Path
from fairfelt.rules import Facts, Game, Kind, Paytable, Wager

from .kernels import Counts
from .tallies import Answer, WagerTable


class Cell(NamedTuple):
    """All that the wagers of one player are settled by."""

    path: Path
    facts: Facts
    lines: tuple[int, ...]
    """Of the bets on hands of their own, in the order of the game's wagers."""


@dataclass(frozen=True, eq=False)
class CellTally:
    """The cells that came up, and what every wager comes to in each."""

    game: Game
    cells: tuple[Cell, ...]

    @property
    def tables(self) -> tuple[WagerTable, ...]:
        """What is settled in each cell."""
        return wager_tables(self.game.wagers)

    def __len__(self) -> int:
        return len(self.cells)

    def settle(self, wager: Wager, table: Paytable) -> list[Answer]:
        """What becomes of a wager in each cell."""
        return [self._answer(wager, table, cell) for cell in self.cells]

    def as_opened_with(self, wager: Wager) -> CellTally:
        """The same rounds for a player who had opened with that bet, where no later choice could depend on it."""
        street = self.game.opening_choice
        if not street or wager.kind is not Kind.OPENING or self.game.streets:
            return self
        path: Path = tuple((street.name, choice) for choice in street.choices if choice.bet == wager.name)
        return CellTally(self.game, tuple(cell._replace(path=path) for cell in self.cells))

    def _answer(self, wager: Wager, table: Paytable, cell: Cell) -> Answer:
        ending = Ending(cell.path, cell.facts, 0, 0)
        if not wager.ranking or (ending.folded and not wager.survives_fold):
            return settle_ending(self.game, wager, table, ending)
        return outcome_with(self.game, wager, table, own_facts(wager, cell.lines[self._place[wager.name]])), 1

    @cached_property
    def _place(self) -> dict[str, int]:
        return {wager.name: at for at, wager in enumerate(w for w in self.game.wagers if w.ranking)}


def count_pairs(alone: Counter[Cell], pairs: Counter[tuple[Cell, Cell]], seats: int) -> Counts:
    """Cells by their numbers, and how often two seats ended in each pair of them."""
    number = {cell: at for at, cell in enumerate(alone)}
    size = len(number) if seats > 1 else 0
    together = np.zeros((size, size), np.int64)
    for (one, other), count in pairs.items():
        together[number[one], number[other]] += count
    return Counts(np.array(list(alone.values()), np.int64), together)
