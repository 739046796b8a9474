"""Rounds by the million, and what they came to beside the exact result."""

from __future__ import annotations

from dataclasses import dataclass
from os import cpu_count
from time import perf_counter
from typing import Final

from fairfelt.exact import Par, Progress, par
from fairfelt.rules import ROUND, Game

from .blocks import sample_blocks
from .estimate import Estimate, estimate
from .kernels import Counts, Kernels, compile_game
from .results import round_results, wager_results

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
    """Whether the exact mean lies within three standard errors."""


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
    threads: int | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Deal so many rounds to so many seats, all with every bet of one unit and the best strategy.

    The result depends on the seed, never on the number of threads.
    """
    _verify(rounds, seed, threads)
    tell = progress or (lambda done, total, what: None)
    tell(0, rounds, f"solving {game.title}")
    kernels = compile_game(game, seats)
    sheet = par(game, bettors=seats - 1)
    tell(0, rounds, f"compiling {game.title}")
    kernels.sample(0, seed, 0)
    start = perf_counter()
    counts = sample_blocks(
        lambda size, block: kernels.sample(size, seed, block),
        rounds,
        threads or cpu_count() or 1,
        lambda done: tell(done, rounds, f"dealing {game.title}"),
    )
    seconds = perf_counter() - start
    return Simulation(game, rounds, seed, seats, seconds, _wagers(kernels, tuple(kernels.split(counts)), sheet, rounds))


def _wagers(kernels: Kernels, counts: tuple[Counts, ...], sheet: Par, rounds: int) -> tuple[SimulatedWager, ...]:
    """The round, then every wager by every paytable as the PAR sheet lists them."""
    game, seats = kernels.source.game, kernels.source.seats
    whole = estimate(counts[0], round_results(kernels.tallies[0]), rounds, seats)
    found = [_simulated(ROUND, "", rounds, whole, -float(sheet.round.house_edge))]
    for exact in sheet.wagers:
        wager = game.wager(exact.wager)
        table = next(t for t in wager.paytables if t.name == exact.paytable)
        at = kernels.tally_of(wager)
        single = estimate(counts[at], wager_results(kernels.tallies[at], wager, table), rounds, seats)
        found.append(_simulated(wager.name, table.name, rounds, single, -float(exact.house_edge)))
    return tuple(found)


def _simulated(wager: str, paytable: str, rounds: int, found: Estimate, exact: float) -> SimulatedWager:
    mean, error = found.mean, found.standard_error
    interval = (mean - NORMAL_95 * error, mean + NORMAL_95 * error)
    within = abs(mean - exact) <= WITHIN_ERRORS * error
    return SimulatedWager(wager, paytable, rounds, mean, error, interval, exact, within)


def _verify(rounds: int, seed: int, threads: int | None) -> None:
    if rounds < 1:
        raise ValueError(f"{rounds} rounds are too few: give 1 or more")
    if seed < 0:
        raise ValueError(f"the seed {seed} is negative: give 0 or more")
    if threads is not None and threads < 1:
        raise ValueError(f"{threads} threads are too few: give 1 or more, or None for one a core")
