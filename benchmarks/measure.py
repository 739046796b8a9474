"""What is measured: one row of the table, and how seconds are taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from fairfelt.engine.bets.census import line_counts
from fairfelt.engine.exact import par
from fairfelt.engine.simulation import simulate
from fairfelt.engine.solve import forget
from fairfelt.rules import Game

ROUNDS = 5


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, ours and the peer's (or the limit), and what we aim for."""

    what: str
    unit: str
    ours: float
    peer: float | None
    goal: str

    @property
    def ratio(self) -> float | None:
        """How many times the peer's figure ours is."""
        return self.ours / self.peer if self.peer else None


def best_seconds(work: Callable[[], object], rounds: int = ROUNDS, *, warm_up: bool = True) -> float:
    """The quickest of some rounds, after one to warm up."""
    if warm_up:
        work()
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def count_par(game: Game, executor: Executor | None = None) -> None:
    """A complete PAR sheet with nothing remembered of the game."""
    forget()
    line_counts.cache_clear()
    par(game, executor=executor)


def dealing_seconds(game: Game, rounds: int, *, repeats: int = 2, **options: Any) -> float:
    """The quickest of some simulations, without solving and compiling."""
    return min(simulate(game, rounds=rounds, seed=seed, **options).seconds for seed in range(repeats))


def name_seats(game: Game, seats: int) -> str:
    """The game and how many play it, in words."""
    return f"{game.title}, {'a seat' if seats == 1 else f'{seats} seats'}"


def print_rows(title: str, rows: Iterable[Row]) -> list[Row]:
    """Print a table as it grows, and give it back."""
    printed = []
    print(f"\n{title:60}{'ours':>10}{'peer':>10}{'ratio':>10}   goal", flush=True)
    for row in rows:
        peer = f"{row.peer:10,.3f}" if row.peer else " " * 10
        ratio = f"{row.ratio:10,.2f}" if row.ratio else " " * 10
        print(f"{row.what:60}{row.ours:10,.3f}{peer}{ratio}   {row.goal} ({row.unit})", flush=True)
        printed.append(row)
    return printed
