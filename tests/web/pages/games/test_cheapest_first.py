"""The line of counts: the cheap go first, nobody waits forever, and the page says what is before one."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from threading import Event
from typing import TypeVar

import pytest

from fairfelt import games
from fairfelt.engine.exact import Progress
from fairfelt.web.jobs import MOST_OVERTAKEN, Cost, Job, JobQueue
from fairfelt.web.pages.counting import Counting, GameQuery, Study, estimate_cost, plain_query
from fairfelt.web.pages.page import _environment
from tests.web.visiting import PATIENCE_S, closing

T = TypeVar("T")


@pytest.fixture
def line() -> JobQueue:
    return JobQueue("test")


def put(line: JobQueue, cost: Cost, run: Callable[[], T]) -> Job[T]:
    return line.put(Job(lambda job: run(), cost=cost))


def test_the_cheapest_goes_first(line: JobQueue) -> None:
    """Finding 17: a visitor of a dear game made all others wait."""
    gate, done = Event(), list[str]()
    put(line, (False, 1), gate.wait)
    jobs = [put(line, (dear, cost), partial(done.append, name))
            for name, dear, cost in (("dear", True, 5), ("cheap", False, 7), ("cheaper", False, 3))]  # fmt: skip
    gate.set()
    for job in jobs:
        job.future.result(PATIENCE_S)
    assert done == ["cheaper", "cheap", "dear"]


def test_a_dear_one_is_overtaken_a_few_times_only(line: JobQueue) -> None:
    gate, done = Event(), list[str]()
    put(line, (False, 1), gate.wait)
    last = put(line, (True, 9), lambda: done.append("dear"))
    many = [put(line, (False, 1), lambda: done.append("cheap")) for _ in range(2 * MOST_OVERTAKEN)]
    gate.set()
    for job in (last, *many):
        job.future.result(PATIENCE_S)
    assert done.index("dear") == MOST_OVERTAKEN


def test_what_was_canceled_is_not_done_and_an_error_is_told(line: JobQueue) -> None:
    gate = Event()
    put(line, (False, 1), gate.wait)
    canceled, failing = put(line, (False, 2), lambda: 1), put(line, (False, 3), lambda: 1 // 0)
    assert canceled.future.cancel()
    gate.set()
    with pytest.raises(ZeroDivisionError):
        failing.future.result(PATIENCE_S)
    line.close()
    with pytest.raises(RuntimeError):
        put(line, (False, 1), int)


def test_a_page_says_what_is_counted_before_it() -> None:
    begun, gate = Event(), Event()

    def slow(query: GameQuery, executor: Executor, progress: Progress) -> Study:
        begun.set()
        gate.wait(PATIENCE_S)
        raise RuntimeError

    first, second = (plain_query(games.find(slug)) for slug in ("casino-war", "let-it-ride"))
    with closing(Counting(study=slow, clock=lambda: 0.0)) as counting:
        counting.study(first)
        assert begun.wait(PATIENCE_S)
        job = counting.study(second)
        words = str(_environment().get_template("macros.html").module.waiting_for(job))  # type: ignore[attr-defined]
        gate.set()
    assert "1 other is calculated first" in words
    assert f"Now: {first.game.title}, 0 s so far" in words
    assert estimate_cost(first.game) != estimate_cost(second.game)
