"""How cost grows: the same work on one core and on two, ten times the work, and workers that are processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from fairfelt import games
from fairfelt.exact import solve
from fairfelt.exact.solve import forget
from fairfelt.rules import Game

from .measure import Row, best_seconds, dealing_seconds

COUNTED = (games.solitaire_stud, games.flushes_gone_wild)
"""One that takes a second, one that takes many."""
DEALT = games.three_card_poker
ROUNDS = 20_000_000
TENFOLD = 10
CORES = 2
REPEATS = 2
GOAL = "half of one core's"


def rows() -> Iterator[Row]:
    """The peer of two cores is one core, that of ten times the work is the work once."""
    processes = ProcessPoolExecutor(CORES, mp_context=get_context("spawn"))
    with processes, ThreadPoolExecutor(1) as one, ThreadPoolExecutor(CORES) as both:
        for game in COUNTED:
            alone = _solved(game, one)
            yield Row(f"Solving {game.title}, {CORES} cores to 1", "s", _solved(game, both), alone, GOAL)
            yield Row(f"  {CORES} processes to 1 core", "s", _solved(game, processes), alone, GOAL)
        alone = _dealt(ROUNDS, one)
        what = f"{DEALT.title}, {ROUNDS // 1_000_000} million rounds"
        yield Row(f"{what}, {CORES} cores to 1", "s", _dealt(ROUNDS, both), alone, GOAL)
        yield Row(f"  {CORES} processes to 1 core", "s", _dealt(ROUNDS, processes), alone, GOAL)
        yield Row(f"  {TENFOLD} times the rounds, 1 core", "s", _dealt(TENFOLD * ROUNDS, one), alone, "10 times")


def _solved(game: Game, executor: Executor) -> float:
    return best_seconds(lambda: _from_scratch(game, executor), rounds=REPEATS, warm_up=False)


def _from_scratch(game: Game, executor: Executor) -> None:
    forget()
    solve(game, executor=executor)


def _dealt(rounds: int, executor: Executor) -> float:
    return dealing_seconds(DEALT, rounds, repeats=1 + REPEATS, executor=executor)
