"""One thread that takes the cheapest waiting job first; none is overtaken more than a few times."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
MOST_OVERTAKEN = 4
"""So many cheaper jobs go first; then it is its turn, whatever comes."""
Cost = tuple[bool, int]
FREE: Cost = (False, 0)


@dataclass
class _Waiting:
    """A job in the line."""

    cost: Cost
    future: Future[Any]
    run: Callable[[], Any]
    overtaken: int = 0


class CheapestFirst(Executor):
    """An executor of one thread, which is begun with the first job."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._line: list[_Waiting] = []
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None
        self.running: Future[Any] | None = None
        """What is done now."""
        self.jobs: dict[Future[Any], Any] = {}
        """What is done or waits, by its future."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it as if it cost nothing."""
        return self.put(FREE, lambda: fn(*args, **kwargs))

    def put(self, cost: Cost, run: Callable[[], T], job: Any = None) -> Future[T]:
        """Do it when nothing cheaper waits; `job` is what others are told that it is."""
        future: Future[T] = Future()
        with self._changed:
            self.jobs = {known: each for known, each in self.jobs.items() if not known.done()} | {future: job}
            if self._closed:
                raise RuntimeError("nothing more is begun: the line is closed")
            self._line.append(_Waiting(cost, future, run))
            if self._thread is None:
                self._thread = Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def before(self, future: Future[Any]) -> list[Future[Any]]:
        """What is done before a job as the line stands now: first what is being done."""
        with self._changed:
            line = [_Waiting(each.cost, each.future, each.run, each.overtaken) for each in self._line]
            running = self.running
        found = [running] if running and running is not future else []
        while line and (turn := _next(line)).future is not future:
            found.append(turn.future)
        return [each for each in found if not each.done()]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin nothing more."""
        with self._changed:
            self._closed = True
            if cancel_futures:
                for each in self._line:
                    each.future.cancel()
                self._line.clear()
            self._changed.notify()
        if wait and self._thread:
            self._thread.join()

    def _work(self) -> None:
        while turn := self._take():
            try:
                turn.future.set_result(turn.run())
            except BaseException as error:
                turn.future.set_exception(error)
            self.running = None

    def _take(self) -> _Waiting | None:
        """The next job that nobody has canceled; nothing once the line is closed and empty."""
        with self._changed:
            while True:
                while self._line:
                    turn = _next(self._line)
                    if turn.future.set_running_or_notify_cancel():
                        self.running = turn.future
                        return turn
                if self._closed:
                    return None
                self._changed.wait()


def _next(line: list[_Waiting]) -> _Waiting:
    """The cheapest of a line, or the first that was overtaken too often; it leaves the line."""
    late = (each for each in line if each.overtaken >= MOST_OVERTAKEN)
    turn = next(late, None) or min(line, key=lambda each: each.cost)
    for each in line[: line.index(turn)]:
        each.overtaken += 1
    line.remove(turn)
    return turn
