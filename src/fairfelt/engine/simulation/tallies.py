"""What the kernels count: rounds by cell, a cell being all that the wagers of a tally can tell apart.

Money is left out until the end: a cell is settled then, by the same Python that settles an ending of the exact count,
for every wager and every paytable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Unsolved
from fairfelt.engine.core.endings import Ending, settle_ending
from fairfelt.engine.core.rows import Rows, showdown_rows, wager_tables
from fairfelt.engine.core.tree import tree_of
from fairfelt.rules import Cards, Facts, Game, Outcome, Paytable, Wager
from fairfelt.rules.hands import Ranking

WagerTable = tuple[Wager, Paytable]
"""A wager by one of its paytables."""

Answer = tuple[Outcome, int]
"""What becomes of a wager, and the units on it."""


@dataclass(frozen=True)
class Reading:
    """A ranking and the cards it reads."""

    ranking: Ranking
    on: Cards
    against: Cards | None = None
    """The other hand it reads besides, if any."""
    first: int = 0
    """So many of the first cards of each place; 0 for all of them."""

    @property
    def other(self) -> Reading:
        """That hand alone."""
        assert self.against
        return Reading(self.ranking, self.against, first=self.first)

    @property
    def lines(self) -> int:
        """Lines that can be told apart; pairs of lines where there are two hands."""
        return len(self.ranking.lines) ** (2 if self.against else 1)


@dataclass(frozen=True, eq=False)
class Tally:
    """Wagers that are settled by the same facts: a path, a row of the showdown, the line of one reading."""

    game: Game
    wagers: tuple[Wager, ...]
    rows: Rows | None
    reading: Reading | None

    @property
    def tables(self) -> tuple[WagerTable, ...]:
        """What is settled in each cell."""
        return wager_tables(self.wagers)

    @property
    def cells(self) -> NDArray[np.uint16]:
        """[path, row, line]: the number of the cell."""
        return self._cells_and_answers[0]

    def __len__(self) -> int:
        return len(self._cells_and_answers[1])

    def settle(self, wager: Wager, table: Paytable) -> list[Answer]:
        """What becomes of a wager in each cell."""
        at = next(at for at, pair in enumerate(self.tables) if pair[0] is wager and pair[1] is table)
        return [answers[at] for answers in self._cells_and_answers[1]]

    @cached_property
    def _cells_and_answers(self) -> tuple[NDArray[np.uint16], list[tuple[Answer, ...]]]:
        """Cells and their answers: endings with the same answer from every sheet are one cell."""
        numbers: dict[tuple[Answer, ...], int] = {}
        cells = []
        for ending in self._all_endings():
            answers = tuple(settle_ending(self.game, wager, table, ending) for wager, table in self.tables)
            cells.append(numbers.setdefault(answers, len(numbers)))
        return np.array(cells, np.uint16).reshape(self._shape), list(numbers)

    @cached_property
    def _shape(self) -> tuple[int, int, int]:
        lines = self.reading.lines if self.reading else 1
        return len(tree_of(self.game).paths), len(self.rows) if self.rows else 1, lines

    def _all_endings(self) -> Iterator[Ending]:
        """One for each path, row and line."""
        paths = tree_of(self.game).paths
        for path, row, line in product(*map(range, self._shape)):
            facts = self.rows.facts[row] if self.rows else Facts(player=line)
            yield Ending(paths[path], facts, line, 0)


def tallies_of(game: Game) -> tuple[Tally, ...]:
    """First the game itself, with all side bets that need to know no more; then the others by what they read."""
    base = {reading_of(game, wager) for wager in game.wagers if wager.is_base} - {None}
    if len(base) > 1:
        raise Unsolved(f"{game.title}: its own wagers are paid by {len(base)} different hands; one is dealt so far")
    inside = tuple(w for w in game.wagers if w.is_base or reading_of(game, w) in {None, *base})
    rows = showdown_rows(game) if game.showdown else None
    others: dict[Reading, list[Wager]] = {}
    for wager in game.wagers:
        if wager not in inside and (reading := reading_of(game, wager)):
            others.setdefault(reading, []).append(wager)
    first = Tally(game, inside, rows, next(iter(base), None))
    return (first, *(Tally(game, tuple(wagers), None, reading) for reading, wagers in others.items()))


def reading_of(game: Game, wager: Wager) -> Reading | None:
    """What a wager is paid by; None if by the showdown."""
    if not wager.ranking:
        return None
    against = wager.against and dealt_places(game, wager.against)
    on = dealt_places(game, wager.on)
    longest = max(game.deal.count(place) for place in Cards if place in (on | against if against else on))
    return Reading(wager.ranking, on, against, first=wager.first if wager.first < longest else 0)


def dealt_places(game: Game, on: Cards) -> Cards:
    """Without the places that get no cards, so that equal readings are equal."""
    dealt = [place for place in Cards if place in on and game.deal.count(place)]
    return Cards(sum(place.value for place in dealt))
