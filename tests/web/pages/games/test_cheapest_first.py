"""The line of counts: the cheap go first, nobody waits forever, and the page says what is before one."""

from __future__ import annotations

from concurrent.futures import Executor
from threading import Event

import pytest

from fairfelt import games
from fairfelt.engine.exact import Progress
from fairfelt.web.jobs import MOST_OVERTAKEN, JobQueue
from fairfelt.web.pages.counting import Counting, Study, estimate_cost
from fairfelt.web.pages.game_query import GameQuery, plain_query
from fairfelt.web.pages.page import _environment
from tests.web.visiting import PATIENCE_S, closing


@pytest.fixture
def line() -> JobQueue:
    return JobQueue("test")


def test_the_cheapest_goes_first(line: JobQueue) -> None:
    """Finding 17: a visitor of a dear game made all others wait."""
    gate, done = Event(), list[str]()
    line.put((False, 1), gate.wait)
    jobs = [line.put((dear, cost), lambda name=name: done.append(name))  # type: ignore[misc]
            for name, dear, cost in (("dear", True, 5), ("cheap", False, 7), ("cheaper", False, 3))]  # fmt: skip
    gate.set()
    for job in jobs:
        job.result(PATIENCE_S)
    assert done == ["cheaper", "cheap", "dear"]


def test_a_dear_one_is_overtaken_a_few_times_only(line: JobQueue) -> None:
    gate, done = Event(), list[str]()
    line.put((False, 1), gate.wait)
    last = line.put((True, 9), lambda: done.append("dear"))
    many = [line.put((False, 1), lambda: done.append("cheap")) for _ in range(2 * MOST_OVERTAKEN)]
    gate.set()
    for job in (last, *many):
        job.result(PATIENCE_S)
    assert done.index("dear") == MOST_OVERTAKEN


def test_what_was_canceled_is_not_done_and_an_error_is_told(line: JobQueue) -> None:
    gate = Event()
    line.put((False, 1), gate.wait)
    canceled, failing = line.put((False, 2), lambda: 1), line.put((False, 3), lambda: 1 // 0)
    assert canceled.cancel()
    gate.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(PATIENCE_S)
    line.shutdown(wait=True)
    with pytest.raises(RuntimeError):
        line.submit(int)


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
