"""Rounds by the million, and what they came to beside the exact result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import inf, isinf, sqrt
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Par, Progress, RoundPar, Solution, Unsolved, WagerPar, par_of, solve
from fairfelt.engine.core.levels import PLACES
from fairfelt.engine.core.rows import showdown_rows
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.draw import Places, draws, line_numbers, showdown_numbers
from fairfelt.engine.solve import advisor
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.view import View
from fairfelt.rules import ROUND, Cards, Facts, Game, Wager

from .by_course import course_kernel
from .by_course.blackjack import result_kernel
from .cells import Cell, CellTally, count_pairs
from .course import Player, step_course
from .kernels import Counts, Kernels, compile_game
from .results import Results, SettledCells, round_results, wager_results
from .sampling import sampling

# Dealt games that no kernel is written for, sampled many rounds at once: the solution itself decides each street.


BLOCK: Final = 1 << 14


def sample_dealt(
    game: Game, solution: Solution, *, rounds: int, seed: int, seats: int, tell: Callable[[int], None]
) -> tuple[CellTally, Counts]:
    """Deal so many rounds; `tell` hears how many are done."""
    dealer, alone, pairs = _Dealer(game, solution, seats), Counter[Cell](), Counter[tuple[Cell, Cell]]()
    for done in range(0, rounds, BLOCK):
        tell(done)
        ends = dealer.deal(min(BLOCK, rounds - done), (seed * 1_000_003 + done) % 2**32)
        for row, times in zip(*np.unique(ends, axis=0, return_counts=True), strict=True):
            cells = [dealer.cell(row[seat]) for seat in range(seats)]
            for cell in cells:
                alone[cell] += int(times)
            for pair in combinations(cells, 2):
                pairs[pair] += int(times)
    tell(rounds)
    return CellTally(game, tuple(alone)), count_pairs(alone, pairs, seats)


class _Dealer:
    def __init__(self, game: Game, solution: Solution, seats: int) -> None:
        self.game, self.solution, self.seats = game, solution, seats
        self.tree, self.levels = tree_of(game), View.of(game).levels
        self.rows = showdown_rows(game) if game.showdown else None
        self.on_hands = [wager for wager in game.wagers if wager.ranking]
        self.deck = np.array(game.deck.cards, np.uint8)

    def deal(self, rounds: int, seed: int) -> NDArray[np.int64]:
        """[round, seat, number]: the path, the row of the showdown, and the line of every bet on a hand of its own."""
        shared, theirs = (self.game.deal.count(place) for place in PLACES[1:])
        hole, nothing = self.game.hole, np.empty((rounds, 0), np.uint8)
        cards = draws(seed, nothing, self.deck, 1, self.seats * hole + shared + theirs)[:, 0]
        own, community, dealer = np.split(cards, [self.seats * hole, self.seats * hole + shared], axis=1)
        ends = []
        for seat in range(self.seats):
            hand = own[:, seat * hole : (seat + 1) * hole]
            ends.append(self._ends({Cards.OWN: hand, Cards.COMMUNITY: community, Cards.DEALER: dealer}))
        return np.stack(ends, axis=1)

    def cell(self, numbers: NDArray[np.int64]) -> Cell:
        """What those numbers stand for."""
        path, row, *lines = numbers.tolist()
        return Cell(self.tree.paths[path], self.rows.facts[row] if self.rows else Facts(), tuple(lines))

    def _ends(self, places: Places) -> NDArray[np.int64]:
        lines = [
            line_numbers(wager.ranking, places, wager.on, wager.against, wager.first)
            for wager in self.on_hands
            if wager.ranking
        ]
        return np.stack([self._paths(places), showdown_numbers(self.game, self.rows, places), *lines], axis=1)

    def _paths(self, places: Places) -> NDArray[np.int64]:
        """How each round goes, decided street by street."""
        rounds = len(places[Cards.OWN])
        state, street = np.zeros(rounds, np.int64), np.zeros(rounds, np.int64)
        for level in self.levels:
            infosets = np.hstack([places[place][:, :seen] for place, seen in zip(PLACES, level.counts, strict=True)])
            for at in level.streets:
                for came_from in range(len(self.tree.arrivals[at])):
                    here = np.flatnonzero((street == at) & (state == came_from))
                    if not len(here):
                        continue
                    known = came_from if self.solution.states(at) > 1 else 0
                    chosen = self.solution.decide(at, np.ascontiguousarray(infosets[here]), known)
                    street[here] = self.tree.leads_to[at][came_from, chosen]
                    state[here] = self.tree.arrives_as[at][came_from, chosen]
        return state


# Mean and standard error from counts, in whole numbers up to the last division.
#
# A mean is all that was won over all units staked, of all seats. Its error goes by rounds, which are independent of
# each other. Let X be what the seats win in a round and U what they stake, each a sum over seats; then
#
#       mean            =  sum X / sum U
#       standard error  =  sqrt( n / (n - 1) * sum (X - mean * U)^2 )  /  sum U          over n rounds
#
# and a sum of X * U over rounds is the sum over all cells and twice that over all pairs of cells.


@dataclass(frozen=True)
class Estimate:
    """A mean and how far it may be off."""

    mean: float
    standard_error: float
    """Infinite where one round, or no stake at all, says nothing about it."""
    between_seats: float = 0.0
    """The part of its square that comes of seats that share a round; nothing where there is one."""


def estimate(counts: Counts, results: Results, rounds: int, seats: int) -> Estimate:
    """The mean of the results, envy included: every hand pays it to all other seats."""
    won, staked = results.nets + results.scale * (seats - 1) * results.envy, results.units * results.scale
    counts, won, staked = _merge_equal_cells(counts, won, staked)
    cells = counts.cells.astype(object)
    total, stake = int((cells * won).sum()), int((cells * staked).sum())
    if not stake:
        return Estimate(0.0, inf)
    mean = Fraction(total, stake)
    off = won - mean * staked
    alone, between = (cells * off * off).sum(), _between(counts, off)
    error = sqrt((alone + between) * rounds / (rounds - 1)) / stake if rounds > 1 else inf
    return Estimate(float(mean), error, float(Fraction(between) / stake**2))


def _merge_equal_cells(counts: Counts, won: Any, staked: Any) -> tuple[Counts, Any, Any]:
    """Cells that come to the same are one, so that few products of large whole numbers are left."""
    groups: dict[tuple[int, int], int] = {}
    group = np.array([groups.setdefault(pair, len(groups)) for pair in zip(won, staked, strict=True)], np.int64)
    cells = np.zeros(len(groups), np.int64)
    np.add.at(cells, group, counts.cells)
    pairs = np.zeros((len(groups),) * 2 if counts.pairs.size else (0, 0), np.int64)
    if counts.pairs.size:
        np.add.at(pairs, (group[:, None], group[None, :]), counts.pairs)
    nets, stakes = (np.array(column, object) for column in zip(*groups, strict=True))
    return Counts(cells, pairs), nets, stakes


def _between(counts: Counts, off: Any) -> Fraction | int:
    """Twice the sum over all pairs of seats in a round of the product of how far they are off."""
    pairs = counts.pairs.astype(object)
    return 2 * (off @ pairs @ off) if pairs.size else 0


NORMAL_95: Final = 1.959963984540054
"""Standard errors either side of the mean that hold 95% of a normal distribution."""
WITHIN_ERRORS: Final = 3


@dataclass(frozen=True)
class SimulatedWager:
    """One wager with one paytable, or the whole round: sampled, and exact."""

    wager: str
    paytable: str
    rounds: int
    mean: float
    """Net result for each unit staked, of all seats; per Ante for the round and for a bonus.

    Envy is in it, shares of progressive levels are not.
    """
    standard_error: float
    interval: tuple[float, float]
    """Holds the true mean 95 times in 100."""
    exact: float
    within: bool
    """Whether the exact mean lies within three standard errors: those of the exact variance, where it is known.

    A sample that has not seen the rare hands would think too well of itself.
    """
    seat_correlation: float | None = None
    """Between any two seats of a round, by the exact variance of one; None where there is one seat or no variance."""


@dataclass(frozen=True)
class Simulation:
    """Everything that was dealt. The first wager is the round."""

    game: Game
    rounds: int
    seed: int
    seats: int
    seconds: float
    """The dealing alone; solving the game and compiling it come before."""
    wagers: tuple[SimulatedWager, ...]


def simulate(
    game: Game,
    *,
    rounds: int,
    seed: int,
    seats: int = 1,
    round_only: bool = False,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deal rounds to some seats, all with every bet of one unit and the best strategy.

    The result depends on the seed, never on the executor or the number of threads. Counting the result of the round
    only, without its wagers, is many times faster at blackjack on a GPU.
    """
    _verify(rounds, seed, threads)
    tell = progress or (lambda done, total, what: None)
    tell(0, rounds, f"solving {game.title}")
    if game.course:
        return _simulate_course(game, rounds, seed, seats, threads, executor, tell, round_only=round_only)
    solution = solve(game, executor=executor)
    if not (kernels := _kernels(game, solution, seats)):
        return _only_round(_simulate_dealt(game, solution, rounds, seed, seats, tell), round_only)
    sheet = par_of(solution, bettors=seats - 1)
    tell(0, rounds, f"compiling {game.title}")
    sample = sampling(kernels, threads, executor)
    start = perf_counter()
    counts = sample(rounds, seed, lambda done: tell(done, rounds, f"dealing {game.title}"))
    seconds = perf_counter() - start
    parts = tuple(kernels.split(counts))

    def counted(wager: Wager) -> tuple[Counts, SettledCells]:
        at = kernels.tally_of(wager)
        return parts[at], kernels.tallies[at]

    wagers = _wagers(sheet, rounds, seats, (parts[0], kernels.tallies[0]), counted)
    return _only_round(Simulation(game, rounds, seed, seats, seconds, wagers), round_only)


def _only_round(found: Simulation, round_only: bool) -> Simulation:
    return replace(found, wagers=found.wagers[:1]) if round_only else found


def _kernels(game: Game, solution: Solution, seats: int) -> Kernels | None:
    """The game compiled; None where its decisions are no tables that a kernel could look up."""
    if isinstance(solution, GeneralSolution) and not solution.knows_one_hand:
        return None
    try:
        return compile_game(game, seats)
    except Unsolved:
        return None


def _simulate_dealt(game: Game, solution: Solution, rounds: int, seed: int, seats: int, tell: Progress) -> Simulation:
    """By the block, decided by the solution: a hundred thousand rounds a second, not millions."""
    _verify_seats(game, seats)
    sheet = par_of(solution, bettors=seats - 1)
    start = perf_counter()
    tally, counts = sample_dealt(
        game,
        solution,
        rounds=rounds,
        seed=seed,
        seats=seats,
        tell=lambda done: tell(done, rounds, f"dealing {game.title}"),
    )
    seconds = perf_counter() - start
    return Simulation(
        game, rounds, seed, seats, seconds, _wagers(sheet, rounds, seats, (counts, tally), lambda _: (counts, tally))
    )


def _verify_seats(game: Game, seats: int) -> None:
    if not 1 <= seats <= game.seats:
        raise ValueError(f"{game.title} seats 1 to {game.seats} players, not {seats}")


def _simulate_course(
    game: Game, rounds: int, seed: int, seats: int, threads: int | None, executor: Executor | None, tell: Progress,
    *, round_only: bool,
) -> Simulation:  # fmt: skip
    """By a kernel where there is one for the course; else round by round in plain Python, thousands a second."""
    _verify_seats(game, seats)
    solution = advisor(game)
    player, sheet = Player(game, solution), par_of(solution, bettors=seats - 1)
    tell(0, rounds, f"compiling {game.title}")
    only = result_kernel(player, seats) if round_only else None
    kernel = None if only else course_kernel(player, seats, rounds)
    dealing = only or kernel
    sample = sampling(dealing, threads, executor) if dealing else None
    start = perf_counter()

    def dealt(done: int) -> None:
        tell(done, rounds, f"dealing {game.title}")

    if only and sample:
        counted = Counts(sample(rounds, seed, dealt), np.zeros((0, 0), np.int64))
        seconds = perf_counter() - start
        whole = estimate(counted, only.results, rounds, seats)
        row = _simulated(ROUND, "", whole, sheet.round, sheet.round.variance, rounds, seats)
        return Simulation(game, rounds, seed, seats, seconds, (row,))
    if kernel and sample:
        tally, counts = kernel.tally(sample(rounds, seed, dealt))
    else:
        tally, counts = step_course(player, rounds=rounds, seed=seed, seats=seats, tell=dealt)
    seconds = perf_counter() - start
    wagers = _wagers(sheet, rounds, seats, (counts, tally), lambda wager: (counts, tally.as_opened_with(wager)))
    return _only_round(Simulation(game, rounds, seed, seats, seconds, wagers), round_only)


def _wagers(
    sheet: Par,
    rounds: int,
    seats: int,
    whole_round: tuple[Counts, SettledCells],
    counted: Callable[[Wager], tuple[Counts, SettledCells]],
) -> tuple[SimulatedWager, ...]:
    """The round, then every wager by every paytable as the PAR sheet lists them."""
    game, (counts, tally) = sheet.game, whole_round
    whole = estimate(counts, round_results(tally), rounds, seats)
    found = [_simulated(ROUND, "", whole, sheet.round, sheet.round.variance, rounds, seats)]
    for exact in sheet.wagers:
        wager = game.wager(exact.wager)
        table = next(t for t in wager.paytables if t.name == exact.paytable)
        counts, tally = counted(wager)
        single = estimate(counts, wager_results(tally, wager, table), rounds, seats)
        found.append(_simulated(wager.name, table.name, single, exact, exact.sampling_variance, rounds, seats))
    return tuple(found)


def _simulated(
    wager: str,
    paytable: str,
    found: Estimate,
    sheet: RoundPar | WagerPar,
    variance: Fraction | None,
    rounds: int,
    seats: int,
) -> SimulatedWager:
    mean, error, exact = found.mean, found.standard_error, -float(sheet.house_edge)
    interval = (mean - NORMAL_95 * error, mean + NORMAL_95 * error)
    within = abs(mean - exact) <= WITHIN_ERRORS * _expected_error(found, variance, rounds * seats)
    together = _seat_correlation(found, variance, rounds, seats)
    return SimulatedWager(wager, paytable, rounds, mean, error, interval, exact, within, together)


def _seat_correlation(found: Estimate, variance: Fraction | None, rounds: int, seats: int) -> float | None:
    """What seats share is the covariance of every pair of them, summed both ways and divided by all hands, squared."""
    if seats == 1 or not variance or isinf(found.standard_error):
        return None
    return found.between_seats * rounds * seats / (seats - 1) / float(variance)


def _expected_error(found: Estimate, variance: Fraction | None, hands: int) -> float:
    """The standard error by the exact variance of a hand; only what seats share is taken from the sample."""
    if variance is None or isinf(found.standard_error):
        return found.standard_error
    square = float(variance / hands) + found.between_seats
    return sqrt(square) if square > 0 else found.standard_error


def _verify(rounds: int, seed: int, threads: int | None) -> None:
    if rounds < 1:
        raise ValueError(f"{rounds} rounds are too few: give 1 or more")
    if seed < 0:
        raise ValueError(f"the seed {seed} is negative: give 0 or more")
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads are too few: give 1 or more, or None for one a core")
