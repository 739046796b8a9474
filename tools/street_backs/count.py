"""One hidden card of the dealer's where hands are decided before the flop, on it, and once more behind it.

Every decision goes by the class of the card, so that what two classes are worth is no sum over ranks. But what a round
pays is, and only the last decision is made board by board: the search takes flop by flop, and values every set of ranks
on all boards behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate
from math import comb
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from fairfelt.analysis.protection.figures import Figures
from fairfelt.analysis.protection.known_cards import frequency_rule
from fairfelt.engine.answers.answer import ShortRule
from fairfelt.engine.core.counter import IntArray as Whole
from fairfelt.engine.exact import Progress, Unsolved
from fairfelt.engine.solvers.boards.problem import HOLE, board_problem, fits
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS, RANKS_PER_SUIT, suit_classes
from fairfelt.rules.hands import POKER
from fairfelt.rules.hands.poker.five_card import poker_tables
from fairfelt.runtime.compute.executors import split_by_size, stream_tasks
from tools.exposed_boards import BOARD, NUMBERS, ExposedBoards, settle_cells

from .boards import BOARD_S, BOARDS, FLOP, SUITS, Boards, Turned, live_cards
from .every_set import KINDS, BestSet, best_of, kinds_of, search_sets
from .kernel import add_nested_boards, decide_all

PLAYED_TIMES = 3
"""How many times as long as a count of the boards it takes to play some partitions out."""
FLOP_S = 1.9
"""What a class of flops takes in the search, about, on one core."""
STREETS = (0, FLOP, BOARD - 1), (0, FLOP, BOARD)
"""Shared cards in sight at each decision: the last one on the turn, or with the whole board."""


@dataclass(frozen=True, eq=False)
class StreetsCount(Boards):
    """Either of the dealer's cards."""

    threads: int = 1
    """For partitions that are played out, each thread has a table of its own: 130 megabytes for each of them."""

    @staticmethod
    def of(core: Game) -> StreetsCount | None:
        """None where the game has another form."""
        poker = core.showdown is not None and core.showdown.ranking is POKER and len(core.deck.suits) == SUITS
        if not poker or not fits(core) or core.hole != HOLE or core.deal.count(Cards.COMMUNITY) != BOARD:
            return None
        known = tuple(accumulate(street.reveals(Cards.COMMUNITY) for street in core.streets))
        asks = any(choice.holding for street in core.streets for choice in street.choices)
        shows = any(street.reveals(Cards.DEALER) for street in core.streets)
        if asks or shows or known not in STREETS or len(core.streets[-1].choices) != 2:
            return None
        try:
            board_problem(core)
        except Unsolved:
            return None
        return StreetsCount(core)

    @property
    def seconds(self) -> float:
        """What play by one partition takes, about, on one core."""
        return comb(len(self.game.deck), BOARD) / 19.3 * BOARD_S * PLAYED_TIMES

    @property
    def search_seconds(self) -> float:
        """The search, about, on one core."""
        return comb(len(self.game.deck), FLOP) / 12.6 * FLOP_S

    @property
    def plays(self) -> bool:
        """Whether all figures of one partition can be counted."""
        return self.streets.sizes[-1] == BOARD

    @cached_property
    def streets(self) -> ExposedBoards:
        """The decisions as columns."""
        sizes = tuple(accumulate(street.reveals(Cards.COMMUNITY) for street in self.game.streets))
        return ExposedBoards(self.problem, sizes, 1)

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, path, number]"""
        return settle_cells(self.problem)

    def edges(self, partitions: Sequence[str], progress: Progress | None = None) -> list[Fraction]:
        """The player's edge by the classes of each partition; one that names no rank tells nothing."""
        sums, _ = self._played(_classes(partitions), 1, progress)
        pairs = zip(sums[::2], sums[1::2], strict=True)
        return [Fraction(int(one[0] + other[0]), self.rounds * self.scale) for one, other in pairs]

    def search(self, progress: Progress | None = None) -> BestSet:
        """The best of all partitions."""
        ranks = "".join(letter for letter in RANKS if letter in self.game.deck.ranks)
        return best_of(search_sets(self, self.streets, progress=progress), ranks)

    def played(self, ranks: str, progress: Progress | None = None) -> tuple[Figures, tuple[ShortRule, ...]]:
        """All figures of play by one partition, and how often each first choice is made."""
        sums, chosen = self._played(_classes([ranks]), NUMBERS, progress)
        mean, square, hits = (Fraction(int(number), self.rounds) for number in sums.sum(axis=0))
        figures = Figures(mean / self.scale, hits, (square - mean**2) / self.scale**2)
        shares = [Fraction(int(made), self.rounds) for made in chosen.sum(axis=0)]
        street = self.game.streets[0].name
        return figures, (frequency_rule(street, zip(self.choices, shares, strict=True), digits=4),)

    def _played(
        self, sets: NDArray[np.bool_], numbers: int, progress: Progress | None
    ) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
        """[class, number] over all rounds with best play by each class, and [class, first choice] rounds."""
        flops = suit_classes(self.game.deck, FLOP)
        own = np.sort(flops.hands, axis=1)
        table = self._nested(own, sets, numbers, progress)
        street, need = self.streets.street(1), self.streets.need(0)
        worth = np.zeros((KINDS, len(sets), len(need), numbers), object)
        rounds = np.zeros((KINDS, len(sets)), object)
        for flop, weight, found in zip(own, flops.weights, table, strict=True):
            pairs, whole = self.over_exchanges(flop, found)
            columns = np.zeros((len(pairs) * len(sets), self.streets.first_columns[-1], NUMBERS), np.int64)
            columns[:, self.streets.need(1), :numbers] = whole.reshape(len(columns), -1, numbers)
            decide_all(columns, street[None])
            kept = columns[:, need, :numbers].reshape(len(pairs), len(sets), len(need), numbers)
            kind = kinds_of(pairs)
            some = np.zeros(worth.shape, np.int64)
            np.add.at(some, kind, kept)
            worth += some.astype(object) * int(weight)
            live = (
                live_cards(self.game.deck, _with_flop(pairs, flop))[:, :RANKS_PER_SUIT]
                @ sets.T.astype(np.int64)
                * self.ways
            )
            ways = np.zeros(rounds.shape, np.int64)
            np.add.at(ways, kind, live)
            rounds += ways.astype(object) * int(weight)
        return self._first(worth, rounds, need)

    def _first(
        self, worth: NDArray[np.object_], rounds: NDArray[np.object_], need: Whole
    ) -> tuple[NDArray[np.object_], NDArray[np.object_]]:
        """The first decision, by what the player holds."""
        targets = [need.tolist().index(column) for column in self.streets.street(0)[0, 1:].tolist()]
        values = worth[:, :, targets]
        best = len(targets) - 1 - np.argmax(values[:, :, ::-1, 0].astype(np.int64), axis=2)
        taken = np.take_along_axis(values, best[:, :, None, None], axis=2)[:, :, 0]
        made = np.array([np.where(best == at, rounds, 0).sum(axis=0) for at in range(len(targets))], object)
        return taken.sum(axis=0), made.T

    def _nested(
        self, own: NDArray[np.uint8], sets: NDArray[np.bool_], numbers: int, progress: Progress | None
    ) -> Whole:
        """[class of flops, pair, class, kept column, number]: what all boards add."""
        boards, need = suit_classes(self.game.deck, BOARD), self.streets.need(1)
        shape = len(own), comb(len(self.faces) - FLOP, HOLE), len(sets), len(need), numbers
        tables, free = [np.zeros(shape, np.int64) for _ in range(self.threads)], SimpleQueue[Whole]()
        for table in tables:
            free.put(table)
        add = partial(self._add_nested, self.turned(own), free, need, sets, numbers)
        tasks = split_by_size(BOARDS, np.sort(boards.hands, axis=1).astype(np.int64), boards.weights)
        for done, _ in enumerate(stream_tasks(add, tasks, threads=self.threads), 1):
            if progress:
                upto = min(done * BOARDS, len(boards))
                progress(upto, len(boards), f"{self.game.title}: {len(boards):,} classes of boards")
        for table in tables[1:]:
            tables[0] += table
        return tables[0]

    def _add_nested(
        self,
        turned: Turned,
        free: SimpleQueue[Whole],
        need: Whole,
        sets: NDArray[np.bool_],
        numbers: int,
        boards: Whole,
        weights: Whole,
    ) -> None:
        tables, into = poker_tables(HOLE + BOARD), free.get()
        columns = np.zeros((self.streets.first_columns[-1], NUMBERS), np.int64)
        settled = np.ascontiguousarray(self.settled[:, :, :, :numbers])
        add_nested_boards(
            boards, weights, self.faces, *turned, tables.keys, tables.rows, tables.values, tables.suited,
            tables.flushes, self.problem.bands.floors, settled, self.streets.late, need, sets, columns, into,
        )  # fmt: skip
        free.put(into)


def _classes(partitions: Sequence[str]) -> NDArray[np.bool_]:
    """[class, rank]: the ranks that each names, and the others."""
    named = [[letter in partition for letter in RANKS] for partition in partitions]
    return np.array([row for ranks in named for row in (ranks, [not held for held in ranks])])


def _with_flop(pairs: Whole, flop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """[pair, card]: the pair, and the flop beside it."""
    return np.hstack((pairs, np.tile(flop, (len(pairs), 1)))).astype(np.uint8)
