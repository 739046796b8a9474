"""Every leak of many games, one by one or in several processes: each is kept as it is found, and none stops the rest.

A run that is stopped goes on where it was: what is kept is not asked again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from threading import Thread

from fairfelt import games
from fairfelt.analysis.protection.information import Information
from fairfelt.engine.exact import Progress, duration
from fairfelt.engine.solve import forget
from fairfelt.rules import Game
from fairfelt.runtime.compute.cores import usable_cores

from .findings import Finding, Leak, NotCounted, Terms, usual_terms
from .kept import Limits, kept_finding
from .verdict import (
    EXACT_S,
    SAMPLE_S,
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


class House:
    """The leaks of many games: what is kept of them, what is left to count, and the verdicts."""

    def __init__(self, of: Sequence[Game], limits: Limits) -> None:
        self.games, self.limits = of, limits
        self.results: dict[Question, Result] = {}
        self.left: list[Question] = []
        self.questions = questions(of)
        for question in self.questions:
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
        for question in self.questions:
            found[question.game].append(self.results[question])
        return [verdict_of(game, terms_of(game), results) for game, results in found.items()]


def foresee_verdict(game: Game, *, exact_s: float = EXACT_S, sample_s: float = SAMPLE_S) -> float:
    """About how many seconds a verdict takes beside what is kept; 0 where nothing is left to count."""
    return House([game], (exact_s, sample_s)).seconds


def verdict(
    game: Game,
    terms: Terms | None = None,
    *,
    exact_s: float = EXACT_S,
    sample_s: float = SAMPLE_S,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Verdict:
    """Count or sample every leak of a game; what takes too long is named with its cost."""
    house = House([game], (exact_s, sample_s))
    house.count(executor=executor, progress=progress)
    (found,) = house.verdicts(lambda game: terms or usual_terms(game))
    return found


def count_questions(
    asked: Sequence[Question],
    limits: Limits,
    *,
    told: Told,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> None:
    """Find every one of them, the longest first in several processes, and tell each as it is there.

    What fails is told as not counted.
    """
    foreseen = foresee(asked, limits)
    if processes > 1:
        found = _in_processes(sorted(asked, key=lambda each: -foreseen[each]), limits, processes)
    else:
        found = ((q, partial(known_leak, q.game, q.leak, q.information, limits, executor)) for q in asked)
    left_s = sum(foreseen.values())
    for done, (question, result) in enumerate(found):
        if progress:
            left = f"about {duration(max(left_s / processes, 1.0))} left"
            progress(done, len(asked), f"{question.words} ({done} of {len(asked)} figures, {left})")
        try:
            answer = result()
        except Exception as error:  # a process that ended loses no other figure
            answer = broken_off(question.leak, question.information, error)
        told(question, answer)
        left_s -= foreseen[question]


def _in_processes(
    asked: Sequence[Question], limits: Limits, processes: int
) -> Iterator[tuple[Question, Callable[[], Result]]]:
    """Each question when it is answered, with its answer."""
    with _workers(processes) as pool:
        counting = {
            pool.submit(_find_there, each.game.slug, each.game.variant, each.leak, each.information, limits): each
            for each in asked
        }
        for done in as_completed(counting):
            yield counting[done], done.result


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


def _find_there(slug: str, variant: str, leak: Leak, information: Information, limits: Limits) -> Result:
    return known_leak(_chosen(slug, variant), leak, information, limits, _threads[0])
