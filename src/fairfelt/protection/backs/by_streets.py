"""One hidden card of the dealer's where hands are decided before the flop, on it, and with the whole board in sight.

Every decision goes by the class of the card, so that what two classes are worth is no sum over ranks: some partitions
are played out at once, each class for itself. The search begins with the ranks from one on against those below, and
goes on by moving single ranks until no move gains. So it finds the best of those it tried, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate
from math import comb
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.cards import RANKS
from fairfelt.cards.classes import RANKS_PER_SUIT, suit_classes
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress, Unsolved
from fairfelt.exact.solvers.boards.problem import HOLE, board_problem, fits
from fairfelt.hands import POKER
from fairfelt.hands.poker.tables import poker_tables
from fairfelt.protection.boards.cells import settle_cells
from fairfelt.protection.boards.kernel import BOARD, decide_all
from fairfelt.protection.boards.seen import SeenBoards
from fairfelt.protection.figures import Figures
from fairfelt.protection.words import frequency_rule
from fairfelt.rules import Cards, Game

from .board_kernel import add_nested_boards
from .by_boards import BOARD_S, BOARDS, FLOP, SUITS, Boards, Turned
from .ranked import NUMBERS, Whole, live_cards

AT_ONCE = 12
"""Partitions that are played out together: a table of them takes 1.6 GB."""
PLAYED_TIMES, SEARCH_TIMES = 3, 5
"""How many times as long as a count of the boards it takes to play one partition out; and the search, as that."""
Told = Callable[[str, Fraction], None]


@dataclass(frozen=True)
class BestTried:
    """The best partition of those that were played out."""

    ranks: str
    edge: Fraction
    tried: int


@dataclass(frozen=True, eq=False)
class StreetsCount(Boards):
    """Either of the dealer's cards."""

    threads: int = 1
    """Each has a table of its own, of 1.6 GB where many partitions are played out."""

    @staticmethod
    def of(core: Game) -> StreetsCount | None:
        """None where the game has another form."""
        poker = core.showdown is not None and core.showdown.ranking is POKER and len(core.deck.suits) == SUITS
        if not poker or not fits(core) or core.hole != HOLE or core.deal.count(Cards.COMMUNITY) != BOARD:
            return None
        known = tuple(accumulate(street.reveals(Cards.COMMUNITY) for street in core.streets))
        asks = any(choice.holding for street in core.streets for choice in street.choices)
        shows = any(street.reveals(Cards.DEALER) for street in core.streets)
        if asks or shows or tuple(size for size in known if size < BOARD) != (0, FLOP):
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
        """The search: all ranks from one on, and twice all single ranks."""
        return SEARCH_TIMES * self.seconds

    @cached_property
    def streets(self) -> SeenBoards:
        """The decisions as columns."""
        sizes = tuple(accumulate(street.reveals(Cards.COMMUNITY) for street in self.game.streets))
        return SeenBoards(self.problem, 1, sizes)

    @cached_property
    def settled(self) -> Whole:
        """[player's line, cell, path, number]"""
        problem = self.problem
        return settle_cells(self.game, problem.tree.paths, problem.rows, problem.bands, self.scale)

    def edges(self, partitions: Sequence[str], progress: Progress | None = None) -> list[Fraction]:
        """The player's edge by the classes of each partition; one that names no rank tells nothing."""
        found = []
        for at in range(0, len(partitions), AT_ONCE):
            some = partitions[at : at + AT_ONCE]
            sums, _ = self._played(_classes(some), 1, progress)
            pairs = zip(sums[::2], sums[1::2], strict=True)
            found += [Fraction(int(one[0] + other[0]), self.rounds * self.scale) for one, other in pairs]
        return found

    def search(self, progress: Progress | None = None, told: Told | None = None) -> BestTried:
        """From the best threshold on, rank by rank; what is found is told on the way."""
        ranks = "".join(letter for letter in RANKS if letter in self.game.deck.ranks)
        known: dict[str, Fraction] = {}
        asked, best = [ranks[at:] for at in range(1, len(ranks))], ""
        while asked:
            for partition, edge in zip(asked, self.edges(asked, progress), strict=True):
                known[partition] = edge
                if told:
                    told(partition, edge)
            best = max(known, key=lambda partition: known[partition])
            moves = [_moved(best, letter, ranks) for letter in ranks]
            asked = [move for move in moves if move not in ("", ranks) and not {move, _other(move, ranks)} & {*known}]
        return BestTried(min(best, _other(best, ranks), key=len), known[best], len(known))

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
        kinds = RANKS_PER_SUIT * RANKS_PER_SUIT * 2
        worth = np.zeros((kinds, len(sets), len(need), numbers), object)
        rounds = np.zeros((kinds, len(sets)), object)
        for flop, weight, found in zip(own, flops.weights, table, strict=True):
            pairs, whole = self.over_exchanges(flop, found)
            columns = np.zeros((len(pairs) * len(sets), self.streets.first_columns[-1], NUMBERS), np.int64)
            columns[:, self.streets.need(1), :numbers] = whole.reshape(len(columns), -1, numbers)
            decide_all(columns, street[None])
            kept = columns[:, need, :numbers].reshape(len(pairs), len(sets), len(need), numbers)
            kind = _kinds(pairs)
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
            boards, weights, self.faces, *turned, tables.card_keys, tables.rows, tables.values, tables.suited,
            tables.flushes, self.problem.bands.floors, settled, self.streets.late, need, sets, columns, into,
        )  # fmt: skip
        free.put(into)


def _classes(partitions: Sequence[str]) -> NDArray[np.bool_]:
    """[class, rank]: the ranks that each names, and the others."""
    named = [[letter in partition for letter in RANKS] for partition in partitions]
    return np.array([row for ranks in named for row in (ranks, [not held for held in ranks])])


def _other(partition: str, ranks: str) -> str:
    return "".join(letter for letter in ranks if letter not in partition)


def _moved(partition: str, letter: str, ranks: str) -> str:
    """The same with one rank in the other class."""
    return "".join(each for each in ranks if (each in partition) != (each == letter))


def _kinds(pairs: Whole) -> Whole:
    """[pair]: by its ranks, and whether it is suited."""
    ranks, suits = np.sort(pairs % RANKS_PER_SUIT, axis=1), pairs // RANKS_PER_SUIT
    suited = suits[:, 0] == suits[:, 1]
    return np.asarray((ranks[:, 1] * RANKS_PER_SUIT + ranks[:, 0]) * 2 + suited, np.int64)


def _with_flop(pairs: Whole, flop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """[pair, card]: the pair, and the flop beside it."""
    return np.hstack((pairs, np.tile(flop, (len(pairs), 1)))).astype(np.uint8)
