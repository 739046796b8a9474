"""How cost grows: the same work on one core, on two and on all, ten times the work, and workers that are processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.engine.solve import forget
from fairfelt.rules import Game
from fairfelt.runtime.compute.cores import usable_cores

from .measure import Row, best_seconds, dealing_seconds

COUNTED = (games.solitaire_stud, games.flushes_gone_wild)
"""One that takes a second, one that takes many."""
DEALT = games.three_card_poker
ROUNDS = 20_000_000
TENFOLD = 10
REPEATS = 2
"""Of what takes less than a second; what takes many is counted once, with its kernels compiled before."""


def rows() -> Iterator[Row]:
    """The peer of several cores is one core, that of ten times the work is the work once."""
    for game in COUNTED:
        _from_scratch(game, None)
    with ThreadPoolExecutor(1) as one:
        alone = {game: _solved(game, one) for game in COUNTED}
        dealt = _dealt(ROUNDS, one)
        for cores in sorted({2, usable_cores()}):
            yield from _on(cores, alone, dealt)
        yield Row(f"{DEALT.title}, {TENFOLD} times the rounds, 1 core", "s", _dealt(TENFOLD * ROUNDS, one), dealt, "10")


def _on(cores: int, alone: dict[Game, float], dealt: float) -> Iterator[Row]:
    """The same work on so many cores, by threads and by processes."""
    goal = f"one core's / {cores}"
    processes = ProcessPoolExecutor(cores, mp_context=get_context("spawn"))
    with processes, ThreadPoolExecutor(cores) as threads:
        for kind, executor in {"threads": threads, "processes": processes}.items():
            for game, seconds in alone.items():
                what = f"Solving {game.title}, {cores} {kind} to 1 core"
                yield Row(what, "s", _solved(game, executor, warm_up=executor is processes), seconds, goal)
            what = f"{DEALT.title}, {ROUNDS // 1_000_000} million rounds, {cores} {kind} to 1 core"
            yield Row(what, "s", _dealt(ROUNDS, executor), dealt, goal)


def _solved(game: Game, executor: Executor, *, warm_up: bool = False) -> float:
    """Processes have kernels to read before they count."""
    return best_seconds(lambda: _from_scratch(game, executor), rounds=1, warm_up=warm_up)


def _from_scratch(game: Game, executor: Executor | None) -> None:
    forget()
    solve(game, executor=executor)


def _dealt(rounds: int, executor: Executor) -> float:
    return dealing_seconds(DEALT, rounds, repeats=REPEATS, executor=executor)
