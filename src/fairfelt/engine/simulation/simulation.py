"""Rounds by the million, and what they came to beside the exact result."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import isinf, sqrt
from time import perf_counter
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending, showdown_rows
from fairfelt.engine.core.information_sets import PLACES, Level
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.courses.solution import Player
from fairfelt.engine.estimate.draw import Places, draws, follow_streets, line_numbers, showdown_numbers
from fairfelt.engine.exact import Progress, RoundPar, Solution, Unsolved, WagerPar, par_of, solve
from fairfelt.engine.solve import advisor
from fairfelt.engine.solvers.general.settlements import whole_line_reading
from fairfelt.engine.solvers.general.solution import GeneralSolution
from fairfelt.engine.view import View
from fairfelt.rules import ROUND, Blackjack, Cards, Facts, Game, PaiGowPoker
from fairfelt.runtime.compute.cuda import Gpu

from .blackjack import blackjack_kernel, result_kernel
from .course import find_positions, setting_kernel, step_course
from .dealer import Dealer, GpuDealer
from .kernels import compile_game
from .tallies import ALL, Estimate, Tally, TallyCounter, estimate

# Courses of play dealt by kernels: those with few positions, blackjack, and hands of seven cards that are set.


MANY_ROUNDS: Final = 50_000
"""Stepping this many rounds takes longer than finding all hands of blackjack does."""


class CourseKernel(Protocol):
    """Deals rounds of a game with a course, and counts what players end with."""

    @property
    def dealer(self) -> Dealer: ...
    def tally(self, counts: Any) -> Tally: ...


def course_kernel(player: Player, seats: int, rounds: int) -> CourseKernel | None:
    """The kernel for a course; None where there is none for that few rounds, and they are stepped one by one."""
    if type(player.course) is Blackjack:
        return blackjack_kernel(player, seats) if rounds >= MANY_ROUNDS else None
    if type(player.course) is PaiGowPoker:
        return setting_kernel(player, seats)
    return find_positions(player, seats)


# Dealt games that no kernel is written for, sampled many rounds at once: the solution itself decides each street.


BLOCK: Final = 1 << 14


def sample_dealt(
    game: Game, solution: Solution, rounds: int, seed: int, seats: int, report: Callable[[int], None]
) -> Tally:
    """Deal rounds; `report` hears how many are done."""
    tree, levels, found = tree_of(game), View.of(game).levels, TallyCounter(game)
    rows, deck = showdown_rows(game) if game.showdown else None, np.array(game.deck.cards, np.uint8)
    hands = [whole_line_reading(wager) for wager in game.wagers if wager.ranking]
    shared, theirs = (game.deal.count(place) for place in PLACES[1:])

    def decide(street: int, level: Level, here: Any, visible: NDArray[np.uint8], came_from: Any) -> Any:
        chosen = np.zeros(len(here), np.int64)
        for state in np.unique(came_from):
            some, known = came_from == state, int(state) if solution.states(street) > 1 else 0
            chosen[some] = solution.decide(street, visible[some], known)
        return chosen

    def end(places: Places) -> NDArray[np.int64]:
        """[round, number]: the path, the row of the showdown, and the line of every bet on a hand of its own."""
        first = follow_streets(tree, levels, places, decide), showdown_numbers(game, rows, places)
        return np.stack([*first, *(line_numbers(hand, places) for hand in hands)], axis=1)

    def ending(path: int, row: int, *lines: int) -> Ending:
        names = tuple((name, line) for hand, line in zip(hands, lines, strict=True) for name in hand.wagers)
        return Ending(tree.paths[path], rows.facts[row] if rows else Facts(), 0, 0, names)

    for done in range(0, rounds, BLOCK):
        report(done)
        nothing = np.empty((min(BLOCK, rounds - done), 0), np.uint8)
        cards = draws((seed * 1_000_003 + done) % 2**32, nothing, deck, 1, seats * game.hole + shared + theirs)[:, 0]
        *own, community, dealer = np.split(cards, np.cumsum([*[game.hole] * seats, shared]), axis=1)
        ends = [end({Cards.OWN: hand, Cards.COMMUNITY: community, Cards.DEALER: dealer}) for hand in own]
        for row, times in zip(*np.unique(np.stack(ends, axis=1), axis=0, return_counts=True), strict=True):
            found.add([ending(*seat) for seat in row.tolist()], int(times))
    report(rounds)
    return found.tally()


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
    seat_correlation_error: float | None = None
    """Its standard error, by the rounds that were dealt; None where there is no correlation."""


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
    report = progress or (lambda done, total, what: None)
    report(0, rounds, f"solving {game.title}")
    solution = advisor(game) if game.course else solve(game, executor=executor)
    sheet = par_of(solution, bettors=seats - 1)
    report(0, rounds, f"compiling {game.title}")
    sample = _sampling(game, solution, rounds, seats, threads, executor, round_only=round_only)
    start = perf_counter()
    found = sample(seed, lambda done: report(done, rounds, f"dealing {game.title}"))
    seconds = perf_counter() - start
    whole = estimate(found[ALL], found[ALL].round_results(), rounds)
    wagers = [_simulated(ROUND, "", whole, sheet.round, sheet.round.variance, rounds, seats)]
    for exact in () if round_only else sheet.wagers:
        wager = game.wager(exact.wager)
        tally = found.get(wager.name) or found[ALL].as_opened_with(wager)
        table = next(table for table in wager.paytables if table.name == exact.paytable)
        single = estimate(tally, tally.wager_results(wager, table, seats - 1), rounds)
        wagers.append(_simulated(wager.name, table.name, single, exact, exact.sampling_variance, rounds, seats))
    return Simulation(game, rounds, seed, seats, seconds, tuple(wagers))


Sampling = Callable[[int, Callable[[int], None]], Mapping[str, Tally]]
"""Deals rounds by a seed, and reports how many are done; what was counted, by the name of a wager or for all."""


def _sampling(
    game: Game,
    solution: Solution,
    rounds: int,
    seats: int,
    threads: int | None,
    executor: Executor | None,
    *,
    round_only: bool,
) -> Sampling:
    """By a kernel, compiled, and on a GPU where its source has a translation.

    Without one a course is stepped in plain Python, thousands of rounds a second; where decisions are no tables to look
    up, the solution decides many rounds at once, a hundred thousand a second.
    """
    tallies: Callable[[Any], Mapping[str, Tally]]
    if game.course:
        player = Player(game, solution)
        course = (result_kernel(player, seats) if round_only else None) or course_kernel(player, seats, rounds)
        if not course:
            return lambda seed, report: {ALL: step_course(player, rounds, seed, seats, report)}
        dealer, tally = course.dealer, course.tally
        tallies = lambda counts: {ALL: tally(counts)}  # noqa: E731
    else:
        kernel = None
        if not isinstance(solution, GeneralSolution) or solution.knows_one_hand:
            with suppress(Unsolved):
                kernel = compile_game(game, seats)
        if not kernel:
            return lambda seed, report: {ALL: sample_dealt(game, solution, rounds, seed, seats, report)}
        dealer, tallies = kernel.dealer, kernel.tallies
    if isinstance(executor, Gpu):
        if dealer.on_gpu:
            on_gpu = GpuDealer(executor, dealer)
            return lambda seed, report: tallies(on_gpu.sample(rounds, seed, report))
        executor = None
    dealer(0, 0, 0)
    return lambda seed, report: tallies(dealer.deal(rounds, seed, report, threads, executor))


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
    return SimulatedWager(wager, paytable, rounds, mean, error, interval, exact, within, *together)


def _seat_correlation(
    found: Estimate, variance: Fraction | None, rounds: int, seats: int
) -> tuple[float, float] | tuple[None, None]:
    """The correlation and its standard error.

    What seats share is the covariance of every pair of them, summed both ways and divided by all hands, squared.
    """
    if seats == 1 or not variance or isinf(found.standard_error):
        return None, None
    scale = rounds * seats / (seats - 1) / float(variance)
    return found.between_seats * scale, found.between_error * scale


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
