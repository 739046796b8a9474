"""Solves showdowns with shared cards in streets: every class of boards once, its results taken back a card at a time.

A street is decided by the sums of all boards that can follow; then all rounds are followed forward, from the deal to
the whole board, to see how they end. See `kernels` for the classes of boards, and for holdings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations
from math import comb, factorial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import Passage, passages_of
from fairfelt.engine.solution import StreetByStreetSolution, curve_of
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, SUITS, Card, Deck, SuitClasses, format_cards, suit_classes
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.compute.executors import chunks, run_tasks, split_by_size, stream_tasks

from ..solver import Keeping, Solver, count_hands
from .kernels import (
    HOLDINGS,
    KEY_BITS,
    KINDS,
    add_endings,
    count_dealers,
    deal_holdings,
    find_holdings,
    list_keys,
    list_kinds,
    pass_card,
)
from .problem import HOLE, BoardProblem, board_problem, fits

CARDS = ALL_CARDS - 1


@dataclass(frozen=True, eq=False)
class KindBoards:
    """Some classes of boards of one size, with their kinds and holdings."""

    keys: NDArray[np.int64]
    """[class]: ascending."""
    least: NDArray[np.int64]
    """[suit]: n cards of it make it count."""
    boards: NDArray[np.uint8]
    """[class, card]: one of the boards."""
    times: NDArray[np.int32]
    """[class, kind]: its cards."""
    cards: NDArray[np.uint8]
    """[class, kind, 2]: the first and the last of them."""

    @staticmethod
    def of(deck: Deck, least: NDArray[np.int64], boards: NDArray[np.uint8]) -> KindBoards:
        keys = np.empty(len(boards), np.int64)
        list_keys(boards, least, keys)
        found, first = np.unique(keys, return_index=True)
        times, cards = np.zeros((len(found), KINDS), np.int32), np.zeros((len(found), KINDS, 2), np.uint8)
        list_kinds(boards[first], least, np.isin(np.arange(CARDS), deck.faces), times, cards)
        return KindBoards(found, least, boards[first], times, cards)

    def __len__(self) -> int:
        return len(self.keys)

    @cached_property
    def many(self) -> NDArray[np.int64]:
        """[class]: kinds, whether or not they have cards."""
        return RANKS_PER_SUIT * ((self.keys >> KEY_BITS) + 1)

    @cached_property
    def first(self) -> NDArray[np.int64]:
        """[class]: where its holdings begin, and at last where all end."""
        return np.concatenate(([0], np.cumsum(self.many * (self.many + 1) // 2)))

    @property
    def holdings(self) -> int:
        return int(self.first[-1])

    def hands(self) -> NDArray[np.uint8]:
        """[holding, card]: the board and two cards of the kinds."""
        hands = np.empty((self.holdings, self.boards.shape[1] + HOLE), np.uint8)
        deal_holdings(self.boards, self.many, self.times, self.cards, self.first, hands)
        return hands

    def find(self, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[hand]: the holding of two cards beside a board, which come first."""
        found = np.empty(len(hands), np.int64)
        find_holdings(np.ascontiguousarray(hands), self.least, self.keys, self.first, found)
        return found

    def pairs(self) -> NDArray[np.int64]:
        """[holding]: how many pairs it stands for beside its board, where there is one class."""
        (times,), (kinds,) = self.times.astype(np.int64), self.many
        one, other = np.tril_indices(kinds)
        pairs = np.where(one == other, times[one] * (times[one] - 1) // 2, times[one] * times[other])
        return np.asarray(pairs, np.int64)

    def some(self, first: int, last: int) -> tuple[Any, Any, Any, Any, Any, Any]:
        """What a kernel goes on from at some of the boards."""
        some = slice(first, last)
        return self.boards[some], self.many[some], self.times[some], self.cards[some], self.first[some], self.least


def least_of_suits(problem: BoardProblem, size: int) -> NDArray[np.int64]:
    """[suit]: n cards of it make it count on a board of that size; more than those for one the deck has not."""
    least = np.full(len(SUITS), size + 1, np.int64)
    to_come = problem.sizes[-1] - size
    least[[SUITS.index(suit) for suit in problem.game.deck.suits]] = problem.ranking.suited_from - HOLE - to_come
    return least


# The decisions as straight-line source: columns are variables, weights numbers.


@lru_cache(maxsize=16)
def whole_board_source(problem: BoardProblem) -> str:
    """`weigh(values, counts, parts, sums, best)`: from the dealer's pairs to the columns asked for before."""
    cells = 3 * len(problem.bands.floors)
    lines = [f"line = np.uint32(values[i, j] >> {LINE_BITS})"]
    lines += [f"c{cell} = np.int64(counts[i, {cell}, j])" for cell in range(cells)]
    for part in range(len(problem.parts)):
        lines.append(f"x{part} = " + " + ".join(f"c{cell} * parts[{part}, line, {cell}]" for cell in range(cells)))
    last = len(problem.columns) - 1
    if last not in problem.early:
        lines += _decision_lines(problem, last)
        last -= 1
    return _source("values, counts, parts, sums, best", lines + _keep(problem.needed(last)))


@lru_cache(maxsize=64)
def street_source(problem: BoardProblem, street: int) -> str:
    """`weigh(values, given, sums, best)`: decide by the columns given, and keep those the street before asks for."""
    lines = [f"x{column} = given[i, {at}, j]" for at, column in enumerate(problem.needed(street))]
    lines += _decision_lines(problem, street)
    return _source("values, given, sums, best", [*lines, *_keep(problem.needed(street - 1))])


def _decision_lines(problem: BoardProblem, street: int) -> Iterator[str]:
    """Of equal values the larger bet, which comes last."""
    for state, column in enumerate(problem.columns[street]):
        for at, choice in enumerate(problem.tree.orders[street]):
            constant = int(problem.constants[street][state, choice]) * problem.following[street]
            shares = enumerate(problem.weights[street][state, choice].tolist())
            value = " + ".join([str(constant), *(f"{share} * x{c}" for c, share in shares if share)])
            if at == 0:
                yield f"x{column} = np.int64({value})"
                yield f"chosen = {choice}"
            else:
                yield f"other = np.int64({value})"
                yield f"if other >= x{column}: x{column} = other; chosen = {choice}"
        yield f"best[i, {state}, j] = chosen"


def _keep(columns: list[int]) -> list[str]:
    return [f"sums[i, {at}, j] = x{column}" for at, column in enumerate(columns)]


def _source(arguments: str, lines: list[str]) -> str:
    """Sums of results over all that follows are below 2^62, as `board_problem` makes sure."""
    inner = "\n            ".join(lines)
    return f"""import numpy as np
from fairfelt.runtime.compute.jit import njit

@njit(nogil=True, cache=True, boundscheck=False)
def weigh({arguments}):
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            {inner}
"""


BATCH = 256
"""Whole boards in a task: few enough that what comes back is small beside memory."""
TASKS = 64
MAX_KEPT = 1 << 23
"""Sums of a street that are kept for advice; a street with more is summed up again when it is asked about."""
MAX_BYTES = 6 << 30
"""Of what is counted for every holding beside all whole boards, path by path."""

Sums = NDArray[np.int64]
"""[column, holding]: what is summed over all that follows, for the columns that are asked for; see `problem`."""
Best = NDArray[np.uint8]
"""[state, holding]"""
HoldingCounts = tuple[NDArray[np.int32], NDArray[np.int32], Sums, Best]
"""By holding, which comes last: its value, the dealer's pairs in each cell, the sums asked for, the best choices."""


@dataclass(frozen=True, eq=False)
class BoardCounter:
    """Deals every holding to player and dealer beside whole boards, and decides where that is asked."""

    deck: Deck
    least: NDArray[np.int64]
    ranking: Ranking
    floors: NDArray[np.int32]
    parts: NDArray[np.int64]
    columns: int
    """Sums that the street before asks for."""
    states: int
    """In which there is a decision with the whole board visible."""
    source: str

    @staticmethod
    def of(problem: BoardProblem) -> BoardCounter:
        late = len(problem.columns) - len(problem.early)
        return BoardCounter(
            problem.game.deck, least_of_suits(problem, problem.sizes[-1]), problem.ranking, problem.bands.floors,
            problem.parts, len(problem.needed(problem.last_early)), len(problem.columns[-1]) if late else 0,
            whole_board_source(problem),
        )  # fmt: skip

    def __call__(self, boards: NDArray[np.uint8]) -> HoldingCounts:
        kinds = KindBoards.of(self.deck, self.least, boards)
        values = self.ranking.batch(kinds.hands())
        counts = np.zeros((1, self.parts.shape[2], len(values)), np.int32)
        count_dealers(values, kinds.many, kinds.times, kinds.first, self.floors, counts[0])
        sums = np.empty((1, self.columns, len(values)), np.int64)
        best = np.zeros((1, self.states, len(values)), np.uint8)
        compile_source(self.source, "weigh")(values[None], counts, self.parts, sums, best)
        return values, counts[0], sums[0], best[0]


@dataclass(frozen=True, eq=False)
class BoardsResult:
    """A solved game: what is best at each street, and how all rounds end."""

    problem: BoardProblem
    sums: dict[int, Sums] = field(default_factory=dict)
    """By street: the columns it asks for, for every holding, where they are kept."""
    best: dict[int, Best] = field(default_factory=dict)
    """By street, for those before the whole board is seen."""
    endings: dict[tuple[int, int], int] = field(default_factory=dict)
    """By path and row: combinations of whole rounds."""
    levels: dict[int, KindBoards] = field(default_factory=dict)
    """By size, as far as they are made."""

    @cached_property
    def pairs(self) -> NDArray[np.uint8]:
        """[pair, 2]: all that a player may hold, the lower card first."""
        return np.array([pair[::-1] for pair in combinations(self.problem.game.deck.faces[::-1], HOLE)][::-1], np.uint8)

    def boards(self, size: int) -> SuitClasses:
        """The boards of a size up to an exchange of suits."""
        return suit_classes(self.problem.game.deck, size)

    def level(self, size: int) -> KindBoards:
        if size not in self.levels:
            least = least_of_suits(self.problem, size)
            self.levels[size] = KindBoards.of(self.problem.game.deck, least, self.boards(size).hands)
        return self.levels[size]

    def find(self, street: int, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[hand]: the holding of two cards beside a board at a street; they come first."""
        return self.level(self.problem.sizes[street]).find(hands)

    def kept(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[column]: what a street decides by with these visible cards, where its sums are kept."""
        columns = np.zeros(self.problem.columns[-1].stop, np.int64)
        (holding,) = self.find(street, np.array([[*cards, *shared]], np.uint8))
        columns[self.problem.needed(street)] = self.sums[street][:, holding]
        return columns

    def counted(self, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """[column]: the parts of the result with the whole board visible."""
        boards, counter = np.array([shared], np.uint8), BoardCounter.of(self.problem)
        values, counts, _, _ = counter(boards)
        kinds = KindBoards.of(counter.deck, counter.least, boards)
        (at,) = kinds.find(np.array([[*cards, *shared]], np.uint8))
        columns = np.zeros(self.problem.columns[-1].stop, np.int64)
        parts = self.problem.parts[:, values[at] >> LINE_BITS]
        columns[: len(parts)] = parts @ counts[:, at]
        return columns

    def best_of_boards(self, street: int, state: int, boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """[board, pair]: the best choice; anything where they have a card in common."""
        hands = np.hstack((np.tile(self.pairs, (len(boards), 1)), np.repeat(boards, len(self.pairs), axis=0)))
        if street in self.problem.early:
            best, found = self.best[street][state], self.find(street, hands)
        else:
            counter = BoardCounter.of(self.problem)
            best, found = counter(boards)[3][state], KindBoards.of(counter.deck, counter.least, boards).find(hands)
        return np.asarray(best[found].reshape(len(boards), -1))


def prepare_boards(game: Game) -> BoardProblem:
    """Put a game in integers; refuse one with more boards than there is memory for."""
    problem = board_problem(game)
    to_flush, whole = problem.ranking.suited_from - 2, problem.sizes[-1]
    if 2 * to_flush <= whole:  # most boards are then told apart by all of their suits
        boards = comb(len(game.deck), whole) // factorial(len(game.deck.suits))
        if 8 * boards * HOLDINGS * len(problem.tree.paths) > MAX_BYTES:
            raise Unsolved(f"{game.title}: suits tell {boards:,} boards apart, more than there is memory for")
    return problem


def solve_boards(game: Game, executor: Executor | None = None) -> BoardsResult:
    """Go back from the whole board to the first street, then forward to see how rounds end."""
    problem = prepare_boards(game)
    found, whole, to_come = BoardsResult(problem), problem.sizes[-1], 0
    sums = _count_whole_boards(found, executor) if problem.early else np.zeros((0, 0), np.int64)
    for size in reversed(range(problem.sizes[0], whole)):
        to_come += 1
        sums = _pass_card(found.level(size), found.level(size + 1), sums, back=True) // to_come
        for street in reversed(_streets_at(problem, size)):
            sums, to_come = _decide(found, street, sums), 0
    found.endings.update(_endings(found, executor))
    found.levels.clear()  # those of streets are made again where a hand is asked about
    return found


def _streets_at(problem: BoardProblem, size: int) -> list[int]:
    """The streets with that many shared cards visible, and more to come."""
    return [street for street in problem.early if problem.sizes[street] == size]


def _count_whole_boards(found: BoardsResult, executor: Executor | None) -> Sums:
    counter, whole = BoardCounter.of(found.problem), found.level(found.problem.sizes[-1])
    sums = np.empty((counter.columns, whole.holdings), np.int64)
    for at, (_, _, part, _) in stream_tasks(counter, split_by_size(BATCH, whole.boards), executor):
        start = whole.first[at * BATCH]
        sums[:, start : start + part.shape[1]] = part
    return sums


def _pass_card(here: KindBoards, larger: KindBoards, given: Sums, *, back: bool) -> Sums:
    """Back, what the larger boards are worth, added up over one more card; else the rounds that come to them."""
    found = np.zeros((len(given), (here if back else larger).holdings), np.int64)

    def work(first: int, last: int) -> None:
        boards, rows = (here.some(first, last), slice(None)) if back else (here.some(0, len(here)), slice(first, last))
        one, other = (found, given) if back else (given, found)
        pass_card(*boards, larger.least, larger.keys, larger.first, one[rows], other[rows], back)

    run_tasks(work, chunks(len(here), TASKS) if back else chunks(len(given), usable_cores()))
    return found


def _decide(found: BoardsResult, street: int, given: Sums) -> Sums:
    """Decide at a street by what came there from later ones; what the street before asks for."""
    problem, holdings = found.problem, given.shape[1]
    sums = np.empty((1, len(problem.needed(street - 1)), holdings), np.int64)
    best = np.zeros((1, len(problem.columns[street]), holdings), np.uint8)
    every = np.empty((1, holdings), np.uint8)
    compile_source(street_source(problem, street), "weigh")(every, given[None], sums, best)
    found.best[street] = best[0]
    if given.size <= MAX_KEPT:
        found.sums[street] = given
    return np.asarray(sums[0])


def _endings(found: BoardsResult, executor: Executor | None) -> dict[tuple[int, int], int]:
    """Follow all rounds from the deal to the whole board, and count how they end.

    Cards of one street come in every order; the rounds are divided by these in the end.
    """
    problem, steps = found.problem, passages_of(found.problem.tree)
    ways, orders, out = found.level(0).pairs()[None], 1, 0
    for size in range(problem.sizes[-1] + 1):
        if size:
            ways, out = _pass_card(found.level(size - 1), found.level(size), ways, back=False), out + 1
            orders *= out
        for street in _streets_at(problem, size):
            ways, out = steps[street].advance(found.best[street], ways), 0
    last = steps[-1] if len(problem.early) < len(steps) else steps[-1].nothing_more()
    whole = found.level(problem.sizes[-1])
    come = map(np.ascontiguousarray, np.split(ways, whole.first[BATCH : len(whole) : BATCH], axis=1))
    tasks = [(*task, some) for task, some in zip(split_by_size(BATCH, whole.boards), come, strict=True)]
    totals = np.zeros((len(last.after), *problem.bands.rows.shape), np.int64)
    for _, ends in stream_tasks(partial(_count_endings, BoardCounter.of(problem), last), tasks, executor):
        totals += ends
    return _by_row(problem, last, totals // orders)


def _count_endings(
    counter: BoardCounter, last: Passage, boards: NDArray[np.uint8], ways: NDArray[np.int64]
) -> NDArray[np.int64]:
    """[standing, line, cell]: how the rounds end that come to these whole boards."""
    values, counts, _, best = counter(boards)
    totals = np.zeros((len(last.after), *counter.parts.shape[1:]), np.int64)
    add_endings(values, counts, best, ways, last.states, last.carried, last.choices, totals)
    return totals


def _by_row(problem: BoardProblem, last: Passage, totals: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    """What the cells settle as."""
    endings = np.zeros((len(problem.tree.paths), len(problem.rows)), np.int64)
    there = problem.bands.rows >= 0
    for (_, path), counts in zip(last.after, totals, strict=True):
        np.add.at(endings[path], problem.bands.rows[there], counts[there])
    return {(path, row): int(endings[path, row]) for path, row in zip(*np.nonzero(endings), strict=True)}


def pack_boards(result: BoardsResult) -> dict[str, NDArray[Any]]:
    """What was counted, without what follows from the game."""
    endings = np.array([(path, row, count) for (path, row), count in result.endings.items()], np.int64)
    sums = {f"sums {street}": kept for street, kept in result.sums.items()}
    return {"endings": endings, **sums, **{f"best {street}": best for street, best in result.best.items()}}


def read_boards(game: Game, arrays: Mapping[str, NDArray[Any]]) -> BoardsResult:
    found = BoardsResult(prepare_boards(game))
    found.endings.update({(int(path), int(row)): int(count) for path, row, count in arrays["endings"]})
    for name, kept in arrays.items():
        match name.split():
            case ["sums", street]:
                found.sums[int(street)] = kept
            case ["best", street]:
                found.best[int(street)] = kept
    return found


# What is best at each street, and what it is worth.


class BoardsSolution(StreetByStreetSolution):
    """A showdown with shared cards in streets."""

    def __init__(self, game: Game, result: BoardsResult) -> None:
        self.game = game
        self.result = result
        self.tree = result.problem.tree
        facts = result.problem.rows.facts
        self.endings = tuple(
            Ending(self.tree.paths[path], facts[row], 0, count) for (path, row), count in result.endings.items()
        )

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        problem = self.result.problem
        given = self._given(street, tuple(shared), tuple(cards))
        unit = problem.following[street] * problem.scale
        return [Fraction(int(value), unit) for value in problem.choice_values(street, given)[state]]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        result, hole = self.result, self.game.hole
        if street not in result.problem.early:
            split = ((tuple(hand[hole:]), tuple(hand[:hole])) for hand in hands.tolist())
            values = [result.problem.choice_values(street, self._given(street, *cards))[state] for cards in split]
            return self.tree.best(street, np.array(values))
        return np.asarray(result.best[street][state, result.find(street, hands)])

    def _given(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """The columns that a street decides by; those that are not kept are summed up from the street after it."""
        result, problem = self.result, self.result.problem
        if street in result.sums:
            return result.kept(street, shared, cards)
        if street not in problem.early:
            return result.counted(shared, cards)
        rest = [card for card in self.game.deck.faces if card not in {*shared, *cards}]
        shown = combinations(rest, problem.sizes[street + 1] - problem.sizes[street])
        return np.asarray(np.sum([self._worth(street + 1, (*shared, *more), cards) for more in shown], axis=0))

    def _worth(self, street: int, shared: tuple[int, ...], cards: tuple[int, ...]) -> NDArray[np.int64]:
        """The same with the columns of the street itself."""
        problem, columns = self.result.problem, self._given(street, shared, cards)
        if street < len(problem.columns):
            columns[problem.columns[street]] = problem.choice_values(street, columns).max(axis=1)
        return columns

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """Over every pair beside every visible board at the first decision; empty where their sums are not kept."""
        result, problem = self.result, self.result.problem
        if 0 not in result.sums:
            return ()
        boards, pairs, unit = result.boards(problem.sizes[0]), result.pairs, problem.following[0] * problem.scale
        board, pair = np.nonzero(~(pairs[:, :, None] == boards.hands[:, None, None]).any(axis=(2, 3)))
        shares = problem.weights[0][0][:, problem.needed(0)]
        given = result.sums[0][:, result.find(0, np.hstack((pairs[pair], boards.hands[board])))]
        values = problem.constants[0][0] * problem.following[0] + given.T @ shares.T
        columns = {c.name: values[:, i] / unit for i, c in enumerate(self.game.streets[0].choices)}

        def words(at: int) -> str:
            hand, shown = pairs[pair[at]].tolist(), boards.hands[board[at]].tolist()
            return " and ".join(format_cards(map(Card, cards)) for cards in (hand, shown) if cards)

        return curve_of(columns, boards.weights[board], words)


PAIR_S = 3.2e-9
"""What a pair beside a board takes of one core."""
SOLVER = Solver(
    "boards",
    fits,
    solve_boards,
    BoardsSolution,
    lambda game: (
        PAIR_S * count_hands(game, Cards.COMMUNITY) * comb(len(game.deck) - game.deal.count(Cards.COMMUNITY), HOLE)
    ),
    prepare_boards,
    Keeping(pack_boards, read_boards),
)
