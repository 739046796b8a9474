"""One timer for a connection hangs up on who asks nothing for too long, and on nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

from fairfelt.web.http.idle import IdleTimer

PATIENCE_S = 5.0


class Handle:
    """A timer of the loop."""

    def __init__(self, due_s: float, called: Callable[[], None]) -> None:
        self.due_s, self.called, self.cancelled = due_s, called, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """An event loop whose time passes when it is told to."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.handles = list[Handle]()

    def time(self) -> float:
        return self.now_s

    def call_later(self, delay_s: float, called: Callable[[], None]) -> Handle:
        self.handles.append(Handle(self.now_s + delay_s, called))
        return self.handles[-1]

    def pass_seconds(self, seconds: float) -> None:
        self.now_s += seconds
        due = [handle for handle in self.handles if handle.due_s <= self.now_s and not handle.cancelled]
        self.handles = [handle for handle in self.handles if handle not in due]
        for handle in due:
            handle.called()


def timer() -> tuple[IdleTimer, Loop, list[float]]:
    loop, hung_up = Loop(), list[float]()
    return (
        IdleTimer(cast(asyncio.AbstractEventLoop, loop), PATIENCE_S, lambda: hung_up.append(loop.now_s)),
        loop,
        hung_up,
    )


def test_who_asks_nothing_is_hung_up_on_once() -> None:
    idle, loop, hung_up = timer()
    idle.begin()
    for _ in range(12):
        loop.pass_seconds(1.0)
    assert hung_up == [105.0]


def test_many_requests_take_one_timer_and_each_begins_the_wait_anew() -> None:
    idle, loop, hung_up = timer()
    for _ in range(100):
        idle.begin()
        loop.pass_seconds(0.1)
        idle.cancel()
        assert len(loop.handles) <= 1
    idle.begin()
    began_s = loop.now_s
    while not hung_up:
        loop.pass_seconds(0.25)
    assert PATIENCE_S <= hung_up[0] - began_s < PATIENCE_S + 0.5


def test_an_answer_that_takes_long_is_waited_for() -> None:
    idle, loop, hung_up = timer()
    idle.begin()
    idle.cancel()
    loop.pass_seconds(60.0)
    assert not hung_up and not loop.handles
    idle.begin()
    loop.pass_seconds(PATIENCE_S)
    assert hung_up == [165.0]


def test_nothing_is_left_of_a_connection_that_is_gone() -> None:
    idle, loop, hung_up = timer()
    idle.begin()
    idle.close()
    assert all(handle.cancelled for handle in loop.handles)
    loop.pass_seconds(60.0)
    assert not hung_up
