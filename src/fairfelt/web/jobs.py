"""Background jobs: one queue that runs the cheapest job first, jobs with progress, and processes with limits."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Condition, Lock, Thread
from typing import Any, Generic, ParamSpec, TypeVar

from fairfelt.analysis.advisers import trim_memory
from fairfelt.engine.exact import Progress, Unsolved
from fairfelt.runtime.compute.compile import NoNumba

P = ParamSpec("P")
T = TypeVar("T")
Clock = Callable[[], float]
Count = Callable[[Executor, Progress], T]
LOWER_PRIORITY = 10


def limit_process(memory_bytes: int, cpu_s: int | None = None) -> None:
    """Limit the memory and CPU time of this process, and lower its priority: keypads come first."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if cpu_s is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))
    os.nice(LOWER_PRIORITY)


def kill_process(process: subprocess.Popen[str]) -> None:
    """End a process that leads its own session, and all that it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


MOST_OVERTAKEN = 4
"""Cheaper jobs that may overtake a job; then it is next."""
Cost = tuple[bool, int]
FREE: Cost = (False, 0)


@dataclass
class _Waiting:
    """A job in the queue."""

    cost: Cost
    future: Future[Any]
    run: Callable[[], Any]
    overtaken: int = 0


class JobQueue(Executor):
    """An executor of one thread that runs the cheapest job first; the thread starts with the first job."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._line: list[_Waiting] = []
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None
        self.running: Future[Any] | None = None
        """The job that runs."""
        self.jobs: dict[Future[Any], Any] = {}
        """Jobs that run or wait, by future."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Run it before anything that costs something."""
        return self.put(FREE, lambda: fn(*args, **kwargs))

    def put(self, cost: Cost, run: Callable[[], T], job: Any = None) -> Future[T]:
        """Run it when nothing cheaper waits; `job` describes it to those who wait behind it."""
        future: Future[T] = Future()
        with self._changed:
            self.jobs = {known: each for known, each in self.jobs.items() if not known.done()} | {future: job}
            if self._closed:
                raise RuntimeError("the queue is closed")
            self._line.append(_Waiting(cost, future, run))
            if self._thread is None:
                self._thread = Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def before(self, future: Future[Any]) -> list[Future[Any]]:
        """The jobs that run before a job as the queue stands now, the running one first."""
        with self._changed:
            line = [replace(each) for each in self._line]
            running = self.running
        found = [running] if running and running is not future else []
        while line and (turn := _next(line)).future is not future:
            found.append(turn.future)
        return [each for each in found if not each.done()]

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Start nothing more."""
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
        """The next job that was not canceled; nothing once the queue is closed and empty."""
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
    """Take the cheapest job, or the first that was overtaken too often, out of the queue."""
    late = (each for each in line if each.overtaken >= MOST_OVERTAKEN)
    turn = next(late, None) or min(line, key=lambda each: each.cost)
    for each in line[: line.index(turn)]:
        each.overtaken += 1
    line.remove(turn)
    return turn


class TooBusy(Exception):  # noqa: N818  (it reads as what happened)
    """More requests are open than a user should wait for."""


class NotReady(Exception):  # noqa: N818  (it reads as what happened)
    """An answer that is still on its way."""


class Job(Generic[T]):
    """One answer, there or on its way."""

    future: Future[T]

    def __init__(
        self,
        clock: Clock,
        *,
        ahead: bool,
        title: str = "",
        queue: JobQueue | None = None,
        others_first: Callable[[], None] = lambda: None,
    ) -> None:
        self.title, self.queue = title, queue
        """The title of the count, and the queue it waits in."""
        self.others_first = others_first
        """Waits while a user waits for another job, which would take longer beside this one."""
        self.ahead = ahead
        """Counted before anyone asked."""
        self.step = ""
        self._clock = clock
        self._begun_s: float | None = None

    @classmethod
    def ended(cls, clock: Clock, answer: T | Exception) -> Job[T]:
        """A job that has its answer, or its error, from the start."""
        job = cls(clock, ahead=False)
        job.future = Future()
        if isinstance(answer, Exception):
            job.future.set_exception(answer)
        else:
            job.future.set_result(answer)
        return job

    def run(self, count: Count[T], turn: Lock, executor: Executor) -> T:
        """Count, when no other thread counts the same game."""

        def tell(done: int, total: int, what: str) -> None:
            self.step = what

        if self.ahead:
            self.others_first()
        with turn:
            self._begun_s = self._clock()
            try:
                return count(executor, tell)
            finally:
                if not self.ahead:  # the catalogue is read: many small jobs, and one at their end
                    trim_memory()

    def wait(self, seconds: float) -> None:
        """Wait until it is ready, at most that long."""
        wait([self.future], seconds)

    @property
    def seconds(self) -> int | None:
        """Seconds since it began; None while it waits for its turn."""
        return None if self._begun_s is None else int(self._clock() - self._begun_s)

    @property
    def jobs_before(self) -> int:
        """The number of jobs that run before it, with the one that runs now."""
        return len(self.queue.before(self.future)) if self.queue else 0

    @property
    def running_words(self) -> str:
        """The job that runs before it, and for how long."""
        before = self.queue.before(self.future) if self.queue else []
        now = self.queue.jobs.get(before[0]) if self.queue and before else None
        return f"{now.title}, {now.seconds} s so far" if now and now.seconds is not None and now.title else ""

    @property
    def ready(self) -> bool:
        """True once it has ended, with or without an answer."""
        return self.future.done()

    @property
    def unsolved(self) -> str:
        """Why there is no exact answer, if so."""
        error = self.future.exception() if self.ready else None
        return str(error) if isinstance(error, (Unsolved, NoNumba)) else ""

    @property
    def solved(self) -> bool:
        """True if there is an answer to work with."""
        return self.ready and not self.future.cancelled() and self.future.exception() is None

    @property
    def answer(self) -> T:
        """The answer, once it is ready."""
        return self.future.result(timeout=0)

    def result(self) -> T:
        """The answer; raises `NotReady` while it is on its way."""
        if not self.ready:
            raise NotReady(f"This is being calculated, {self.seconds or 0} s so far: ask again in a few seconds")
        return self.answer
