"""Dealt games sampled in arrays: blocks of rounds with random cards, decided by the solution and counted by cell.

Pairs are counted between every two seats of a round, because rounds are independent of each other and seats are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import showdown_rows
from fairfelt.engine.core.information_sets import PLACES, Level
from fairfelt.engine.core.tree import Tree, tree_of
from fairfelt.engine.estimate.draw import Places, draws, follow_streets, line_numbers, showdown_numbers
from fairfelt.engine.exact import Solution
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game
from fairfelt.runtime.compute.executors import stream_tasks

from .tallies import ALL, Cells, Tally, cells_of

BLOCK_ROUNDS: Final = 1 << 16
"""A fraction of a second's work, after which an interruption is heard."""
Report = Callable[[int], None]
"""Hears how many rounds are done."""


def random_deals(seed: int, block: int, deck: NDArray[np.uint8], rounds: int, cards: int) -> NDArray[np.uint8]:
    """[round, card]: a block of deals in which every order of the shoe is as likely; each block has its own stream."""
    (state,) = np.random.SeedSequence((seed, block)).generate_state(1)
    (deals,) = draws(int(state), np.empty((1, 0), np.uint8), deck, rounds, cards)
    return np.asarray(deals, np.uint8)


def blocks_of(rounds: int) -> Iterator[tuple[int, int]]:
    """The number of each block and of its rounds."""
    firsts = range(0, rounds, BLOCK_ROUNDS)
    return ((block, min(BLOCK_ROUNDS, rounds - first)) for block, first in enumerate(firsts))


@dataclass(frozen=True, eq=False)
class DealtRounds:
    """Rounds of a dealt game for some seats, all with the best strategy."""

    game: Game
    solution: Solution
    seats: int

    @cached_property
    def groups(self) -> tuple[Cells, ...]:
        """What is counted: the wagers of each are settled by the same facts."""
        return cells_of(self.game)

    @cached_property
    def tree(self) -> Tree:
        return tree_of(self.game)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        return View.of(self.game).levels

    def sample(self, rounds: int, seed: int, report: Report, threads: int | None) -> Mapping[str, Tally]:
        """Deal blocks on threads of this machine; what was counted, by the name of a wager and for the round."""
        counts = self.count(self.deal(seed, 0, 0))
        done = 0
        for at, found in stream_tasks(partial(self._count_block, seed), blocks_of(rounds), threads=threads):
            for total, more in zip(counts, found, strict=True):
                total += more
            done += min(BLOCK_ROUNDS, rounds - at * BLOCK_ROUNDS)
            report(done)
        return self.tallies(counts)

    def _count_block(self, seed: int, block: int, rounds: int) -> list[NDArray[np.int64]]:
        return self.count(self.deal(seed, block, rounds))

    def deal(self, seed: int, block: int, rounds: int) -> NDArray[np.uint8]:
        """[round, card]: the community's cards, the dealer's, then seat by seat."""
        deal, deck = self.game.deal, np.array(self.game.deck.cards, np.uint8)
        cards = deal.count(Cards.COMMUNITY | Cards.DEALER) + self.seats * self.game.hole
        return random_deals(seed, block, deck, rounds, cards)

    def count(self, deals: NDArray[np.uint8]) -> list[NDArray[np.int64]]:
        """For each group, how often seats come to its cells, then [cell, cell] how often every two of a round do."""
        found = []
        for cells, ended in zip(self.groups, self.settle(deals), strict=True):
            size = len(cells)
            pairs = [ended[:, seat] * size + ended[:, other] for seat, other in combinations(range(self.seats), 2)]
            together = np.bincount(np.concatenate(pairs), minlength=size**2) if pairs else np.zeros(0, np.int64)
            found.append(np.concatenate((np.bincount(ended.ravel(), minlength=size), together)))
        return found

    def settle(self, deals: NDArray[np.uint8]) -> list[NDArray[np.int64]]:
        """For each group [round, seat]: the cell in which each seat ends."""
        shared, theirs = (self.game.deal.count(place) for place in PLACES[1:])
        community, dealer, *own = np.split(
            deals, [shared, *(shared + theirs + self.game.hole * np.arange(self.seats)).tolist()], axis=1
        )
        of_all = {Cards.COMMUNITY: community, Cards.DEALER: dealer}
        by_seat = [self._settle_seat({Cards.OWN: hand, **of_all}) for hand in own]
        return [np.stack(column, axis=1) for column in zip(*by_seat, strict=True)]

    def _settle_seat(self, places: Places) -> list[NDArray[np.int64]]:
        path = follow_streets(self.tree, self.levels, places, self._decide)
        rows = showdown_rows(self.game) if self.game.showdown else None
        row, lines = showdown_numbers(self.game, rows, places), dict[Any, NDArray[np.int64]]()
        for reading in {reading for cells in self.groups for reading in cells.readings}:
            lines[reading] = line_numbers(reading.ranking, places, reading.on, reading.against, reading.first)
        return [
            cells.numbers[path, row if cells.rows else 0, *(lines[reading] for reading in cells.readings)].astype(
                np.int64
            )
            for cells in self.groups
        ]

    def _decide(self, street: int, level: Level, here: Any, visible: NDArray[np.uint8], came_from: Any) -> Any:
        chosen = np.zeros(len(here), np.int64)
        for state in np.unique(came_from):
            some, known = came_from == state, int(state) if self.solution.states(street) > 1 else 0
            chosen[some] = self.solution.decide(street, visible[some], known)
        return chosen

    def tallies(self, counts: list[NDArray[np.int64]]) -> Mapping[str, Tally]:
        """By the name of the wager, and for the round, from all counts."""
        found: dict[str, Tally] = {}
        for cells, numbers in zip(self.groups, counts, strict=True):
            size = len(cells)
            tally = Tally.of_square(self.game, cells.endings, numbers[:size], numbers[size:])
            found |= dict.fromkeys([wager.name for wager in cells.wagers], tally)
            found.setdefault(ALL, tally)
        return found
