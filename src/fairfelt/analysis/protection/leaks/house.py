"""Every leak of many games, one by one or in several processes: each is kept as it is found, and none stops the rest.

A run that is stopped goes on where it was: what is kept is not asked again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from threading import Thread
from time import monotonic
from typing import Any

from fairfelt import games
from fairfelt.analysis.protection.information import Information
from fairfelt.engine import Progress, Unsolved, duration
from fairfelt.engine.solve import advisor, core_game, forget, solver_of
from fairfelt.rules import Game
from fairfelt.runtime.compute.cores import usable_cores

from .findings import Finding, Leak, NotCounted, Terms
from .kept import Limits, kept_finding
from .verdict import (
    Verdict,
    broken_off,
    foresee_leak,
    foresee_plain,
    known_leak,
    leak_words,
    leaks_of,
    refuse_leak,
    verdict_of,
)

Result = Finding | NotCounted
Told = Callable[["Question", Result], None]


@dataclass(frozen=True)
class Question:
    """One leak of one game."""

    game: Game
    leak: Leak
    information: Information

    @property
    def words(self) -> str:
        """What is being counted."""
        return f"{self.game.title}: {leak_words(self.leak, self.information)}"


def questions(of: Sequence[Game]) -> list[Question]:
    """Every leak of every game."""
    return [Question(game, leak, information) for game in of for leak, information in leaks_of(game)]


def foresee(asked: Sequence[Question], limits: Limits) -> dict[Question, float]:
    """About how many seconds each takes on one core, with its share of plain play."""
    leaks = Counter(question.game for question in asked)
    plain = {game: foresee_plain(game) / count for game, count in leaks.items()}
    return {each: foresee_leak(each.game, each.leak, each.information, limits) + plain[each.game] for each in asked}


class Clock:
    """How much is done and how long the rest takes, by how long it took so far against what was foreseen."""

    def __init__(self, asked: Sequence[Question], limits: Limits, at_once: int, progress: Progress | None) -> None:
        self.foreseen = foresee(asked, limits)
        self.at_once, self.progress = at_once, progress
        self.total, self.left, self.done, self.begun = sum(self.foreseen.values()), len(asked), 0, monotonic()
        self.done_s = 0.0

    @property
    def left_s(self) -> float:
        """About so many seconds are left."""
        rest = self.total - self.done_s
        pace = (monotonic() - self.begun) / self.done_s if self.done_s > self.total / 50 else 1 / self.at_once
        return max(rest * pace, 1.0)

    def begin(self, question: Question) -> None:
        """Say what is being counted, and what is left."""
        if self.progress:
            whole = self.done + self.left
            told = f"{question.words} ({self.done} of {whole} figures, about {duration(self.left_s)} left)"
            self.progress(self.done, whole, told)

    def end(self, question: Question) -> None:
        """One more is done."""
        self.done, self.left = self.done + 1, self.left - 1
        self.done_s += self.foreseen[question]


class House:
    """The leaks of many games: what is kept of them, what is left to count, and the verdicts."""

    def __init__(self, of: Sequence[Game], limits: Limits) -> None:
        self.games, self.limits = of, limits
        self.results: dict[Question, Result] = {}
        self.left: list[Question] = []
        for question in questions(of):
            asked = question.game, question.leak, question.information, limits
            known = kept_finding(*asked) or refuse_leak(*asked)
            if known is None:
                self.left.append(question)
            else:
                self.results[question] = known

    @property
    def asked(self) -> int:
        """How many figures there are, kept or not."""
        return len(self.left) + len(self.results)

    @cached_property
    def seconds(self) -> float:
        """About how long the rest takes, on one core."""
        return sum(foresee(self.left, self.limits).values())

    def count(self, *, processes: int = 1, executor: Executor | None = None, progress: Progress | None = None) -> None:
        """Count what is left; what is found stays, even where the run is stopped."""

        def told(question: Question, result: Result) -> None:
            self.results[question] = result
            self.left.remove(question)

        asked = list(self.left)
        count_questions(asked, self.limits, told=told, processes=processes, executor=executor, progress=progress)

    def verdicts(self, terms_of: Callable[[Game], Terms]) -> list[Verdict]:
        """The verdict on each game."""
        found: dict[Game, list[Result]] = {game: [] for game in self.games}
        for question, result in self.results.items():
            found[question.game].append(result)
        return [verdict_of(game, terms_of(game), results) for game, results in found.items()]


def count_questions(
    asked: Sequence[Question],
    limits: Limits,
    *,
    told: Told,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> None:
    """Find every one of them and tell each as it is there; what fails is told as not counted."""
    clock = Clock(asked, limits, processes, progress)
    if processes > 1:
        _in_processes(asked, limits, processes, told, clock)
        return
    for question in asked:
        clock.begin(question)
        told(question, known_leak(question.game, question.leak, question.information, limits, executor))
        clock.end(question)


def _in_processes(asked: Sequence[Question], limits: Limits, processes: int, told: Told, clock: Clock) -> None:
    """Plain play of a game first, kept for the others where its solver keeps it; then its leaks, the longest first."""
    by_game: dict[Game, list[Question]] = {}
    for question in sorted(asked, key=lambda each: -clock.foreseen[each]):
        by_game.setdefault(question.game, []).append(question)
    with _workers(processes) as pool:
        first = {
            pool.submit(_solve_plain, game.slug, game.variant): game
            for game in sorted(by_game, key=lambda game: -foresee_plain(game))
            if _keeps(game)
        }
        solving: dict[Future[None], Game] = dict(first)
        counting: dict[Future[Result], Question] = {}
        waiting = [game for game in by_game if game not in first.values()]
        while solving or counting or waiting:
            for game in waiting:
                for question in by_game[game]:
                    where = question.game.slug, question.game.variant
                    counting[pool.submit(_find_there, *where, question.leak, question.information, limits)] = question
            waiting = []
            if counting:
                clock.begin(next(iter(counting.values())))
            under_way: set[Future[Any]] = {*solving, *counting}
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                if done in solving:
                    waiting.append(solving.pop(done))
                else:
                    question = counting.pop(done)
                    error = done.exception()
                    told(question, broken_off(question.leak, question.information, error) if error else done.result())
                    clock.end(question)


@contextmanager
def _workers(processes: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that end at once when the run is stopped; what they have found is kept."""
    threads = max(1, usable_cores() // processes)
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, _begin_worker, (threads,))
    try:
        yield pool
    except BaseException:
        started = list(getattr(pool, "_processes", None) or {})
        pool.shutdown(wait=False, cancel_futures=True)
        for child in multiprocessing.active_children():
            if child.pid in started:
                child.terminate()
        raise
    pool.shutdown()


def _keeps(game: Game) -> bool:
    try:
        return solver_of(core_game(game)).keeping is not None
    except Unsolved:
        return False


_threads: list[Executor] = []
_last: list[tuple[str, str]] = []


def _begin_worker(threads: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()
    _threads[:] = [ThreadPoolExecutor(threads)]


def _end_with_parent() -> None:
    """Nobody waits for a figure any more."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(0)


def _chosen(slug: str, variant: str) -> Game:
    """The game; what was solved for the one before is forgotten."""
    if _last != [(slug, variant)]:
        forget()
        _last[:] = [(slug, variant)]
    return games.find(slug, variant)


def _solve_plain(slug: str, variant: str) -> None:
    advisor(core_game(_chosen(slug, variant)), executor=_threads[0])


def _find_there(slug: str, variant: str, leak: Leak, information: Information, limits: Limits) -> Result:
    return known_leak(_chosen(slug, variant), leak, information, limits, _threads[0])
