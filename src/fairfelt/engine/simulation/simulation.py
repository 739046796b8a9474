"""Rounds by the million, and what they came to beside the exact result."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import isinf, sqrt
from time import perf_counter
from typing import Final

from fairfelt.engine.courses.solution import Player
from fairfelt.engine.exact import Progress, RoundPar, Solution, WagerPar, par_of, solve
from fairfelt.engine.solve import advisor
from fairfelt.rules import ROUND, Game

from .course import sample_course
from .dealt import DealtRounds, Report
from .tallies import ALL, Estimate, Tally, estimate

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
    """The dealing alone; solving the game comes before."""
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

    The game is solved on the executor, and rounds are dealt on threads. The result depends on the seed alone. With
    `round_only` the round is compared, without its wagers.
    """
    _verify(game, rounds, seed, seats, threads)
    report = progress or (lambda done, total, what: None)
    report(0, rounds, f"solving {game.title}")
    solution = advisor(game) if game.course else solve(game, executor=executor)
    sheet = par_of(solution, bettors=seats - 1)
    start = perf_counter()
    found = _sample(
        game, solution, rounds, seed, seats, threads, lambda done: report(done, rounds, f"dealing {game.title}")
    )
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


def _sample(
    game: Game, solution: Solution, rounds: int, seed: int, seats: int, threads: int | None, report: Report
) -> Mapping[str, Tally]:
    """What was counted, by the name of a wager or for all."""
    if game.course:
        return sample_course(Player(game, solution), rounds, seed, seats, report)
    return DealtRounds(game, solution, seats).sample(rounds, seed, report, threads)


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
