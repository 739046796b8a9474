"""Ctrl-C in the middle of a count: the tasks that run are left, and the others never begin."""

from __future__ import annotations

from threading import Event

import pytest

from fairfelt.runtime.compute.executors import run_tasks, stream_tasks

MANY = 64


def test_a_count_that_is_broken_off_waits_for_nothing() -> None:
    """It used to wait for every task there was, so that Ctrl-C was heard when all was counted."""
    go_on, finished = Event(), list[int]()

    def work(number: int) -> None:
        if number == 0:
            raise KeyboardInterrupt
        go_on.wait(120)
        finished.append(number)

    with pytest.raises(KeyboardInterrupt):
        run_tasks(work, [(number,) for number in range(MANY)])
    assert not finished
    go_on.set()
    assert len(finished) < MANY // 2


def test_results_come_in_order_and_errors_come_out() -> None:
    assert run_tasks(lambda number: number**2, [(number,) for number in range(9)]) == [n**2 for n in range(9)]
    assert dict(stream_tasks(lambda number: -number, [(number,) for number in range(9)])) == {n: -n for n in range(9)}
    with pytest.raises(ZeroDivisionError):
        run_tasks(lambda number: 1 // number, [(1,), (0,)])
