"""Rounds by the million, and what they came to beside the exact result."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import isinf, sqrt
from time import perf_counter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Progress, RoundPar, Solution, Unsolved, WagerPar, par_of, solve
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.levels import PLACES
from fairfelt.engine.core.rows import showdown_rows
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.estimate.draw import Places, draws, line_numbers, showdown_numbers
from fairfelt.engine.solve import advisor
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.view import View
from fairfelt.rules import ROUND, Cards, Facts, Game
from fairfelt.runtime.compute.cuda import Gpu

from .by_course import course_kernel
from .by_course.blackjack import result_kernel
from .course import Player, step_course
from .cuda import GpuDealer
from .dealer import Dealer
from .kernels import compile_game
from .tallies import Estimate, Tally, TallyCounter, estimate

# Dealt games that no kernel is written for, sampled many rounds at once: the solution itself decides each street.


BLOCK: Final = 1 << 14


def sample_dealt(
    game: Game, solution: Solution, rounds: int, seed: int, seats: int, tell: Callable[[int], None]
) -> Tally:
    """Deal rounds; `tell` hears how many are done."""
    dealer, found = _Dealer(game, solution, seats), TallyCounter(game)
    for done in range(0, rounds, BLOCK):
        tell(done)
        ends = dealer.deal(min(BLOCK, rounds - done), (seed * 1_000_003 + done) % 2**32)
        for row, times in zip(*np.unique(ends, axis=0, return_counts=True), strict=True):
            found.add([dealer.ending(row[seat]) for seat in range(seats)], int(times))
    tell(rounds)
    return found.tally()


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

    def ending(self, numbers: NDArray[np.int64]) -> Ending:
        """What those numbers stand for."""
        path, row, *found = numbers.tolist()
        lines = tuple((wager.name, line) for wager, line in zip(self.on_hands, found, strict=True))
        return Ending(self.tree.paths[path], self.rows.facts[row] if self.rows else Facts(), 0, 0, lines)

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
    _verify(game, rounds, seed, seats, threads)
    tell = progress or (lambda done, total, what: None)
    tell(0, rounds, f"solving {game.title}")
    solution = advisor(game) if game.course else solve(game, executor=executor)
    sheet = par_of(solution, bettors=seats - 1)
    tell(0, rounds, f"compiling {game.title}")
    place = Place(threads, executor)
    if game.course:
        sample = _course_sampling(game, solution, rounds, seats, place, round_only=round_only)
    else:
        sample = _dealt_sampling(game, solution, seats, place)
    start = perf_counter()
    found = sample(rounds, seed, lambda done: tell(done, rounds, f"dealing {game.title}"))
    seconds = perf_counter() - start
    whole = estimate(found(ROUND), found(ROUND).round_results(), rounds)
    wagers = [_simulated(ROUND, "", whole, sheet.round, sheet.round.variance, rounds, seats)]
    for exact in () if round_only else sheet.wagers:
        wager, tally = game.wager(exact.wager), found(exact.wager)
        table = next(table for table in wager.paytables if table.name == exact.paytable)
        single = estimate(tally, tally.wager_results(wager, table, seats - 1), rounds)
        wagers.append(_simulated(wager.name, table.name, single, exact, exact.sampling_variance, rounds, seats))
    return Simulation(game, rounds, seed, seats, seconds, tuple(wagers))


Sampled = Callable[[str], Tally]
"""What was counted for a wager by its name, or for the round."""
Sampling = Callable[[int, int, Callable[[int], None]], Sampled]
"""Deals so many rounds by a seed, and tells how many are done."""


@dataclass(frozen=True)
class Place:
    """Where rounds are dealt."""

    threads: int | None
    executor: Executor | None

    def prepare(self, dealer: Dealer) -> Callable[[int, int, Callable[[int], None]], Any]:
        """The dealer compiled, on a GPU where its source has a translation."""
        if isinstance(self.executor, Gpu) and dealer.on_gpu:
            return GpuDealer(self.executor, dealer).sample
        dealer(0, 0, 0)
        executor = None if isinstance(self.executor, Gpu) else self.executor
        return partial(dealer.deal, threads=self.threads, executor=executor)


def _dealt_sampling(game: Game, solution: Solution, seats: int, place: Place) -> Sampling:
    """By a kernel; where decisions are no tables to look up, by the solution: a hundred thousand rounds a second."""
    kernel = None
    if not isinstance(solution, GeneralSolution) or solution.knows_one_hand:
        with suppress(Unsolved):
            kernel = compile_game(game, seats)
    if not kernel:
        return lambda rounds, seed, tell: _same(sample_dealt(game, solution, rounds, seed, seats, tell))
    tallies, deal = kernel.tallies, place.prepare(kernel.dealer)
    return lambda rounds, seed, tell: tallies(deal(rounds, seed, tell)).__getitem__


def _course_sampling(
    game: Game, solution: Solution, rounds: int, seats: int, place: Place, *, round_only: bool
) -> Sampling:
    """By a kernel where there is one for the course; else round by round in plain Python, thousands a second."""
    player = Player(game, solution)
    kernel = (result_kernel(player, seats) if round_only else None) or course_kernel(player, seats, rounds)
    if not kernel:
        return lambda rounds, seed, tell: _same(step_course(player, rounds, seed, seats, tell))
    tally, deal = kernel.tally, place.prepare(kernel.dealer)
    return lambda rounds, seed, tell: _same(tally(deal(rounds, seed, tell)))


def _same(tally: Tally) -> Sampled:
    """One tally for all wagers."""
    return lambda name: tally if name == ROUND else tally.as_opened_with(tally.game.wager(name))


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


def _verify(game: Game, rounds: int, seed: int, seats: int, threads: int | None) -> None:
    if rounds < 1:
        raise ValueError(f"{rounds} rounds are too few: give 1 or more")
    if seed < 0:
        raise ValueError(f"the seed {seed} is negative: give 0 or more")
    if not 1 <= seats <= game.seats:
        raise ValueError(f"{game.title} seats 1 to {game.seats} players, not {seats}")
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads are too few: give 1 or more, or None for one a core")
