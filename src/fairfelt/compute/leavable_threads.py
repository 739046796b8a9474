"""Threads that can be left: where a count is broken off, nobody waits until they have done what they are at.

A thread pool of the standard library is waited for, task by task, before a program may end: Ctrl-C would be heard and
the prompt come back minutes later.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

Item = tuple[Future[Any], Callable[[], Any]]


class LeavableThreads(Executor):
    """So many threads; none of them keeps the program from ending."""

    def __init__(self, many: int) -> None:
        self._tasks: SimpleQueue[Item | None] = SimpleQueue()
        self._threads = [Thread(target=self._work, daemon=True) for _ in range(many)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **words: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks.put((future, lambda: fn(*args, **words)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait until all is done."""
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def leave(self) -> None:
        """Begin nothing more, and wait for nothing."""
        try:
            while True:
                self._tasks.get_nowait()
        except Empty:
            self.shutdown(wait=False)

    def _work(self) -> None:
        while item := self._tasks.get():
            future, task = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(task())
            except BaseException as error:
                future.set_exception(error)
