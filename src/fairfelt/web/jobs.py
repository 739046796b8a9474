"""Background jobs: one queue that runs the cheapest job first, jobs with progress, and processes with limits."""

from __future__ import annotations

import os
import signal
import subprocess
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from copy import copy
from threading import Condition, Lock, Thread
from time import monotonic
from typing import Any, Generic, TypeVar

from fairfelt.engine.exact import Unsolved
from fairfelt.runtime.compute.compile import NoNumba

K = TypeVar("K")
T = TypeVar("T")
V = TypeVar("V")
Clock = Callable[[], float]
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


class Latest(Generic[K, V]):
    """The values that were asked for last, by key; the others are forgotten."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._guard = Lock()

    def find(self, key: K, make: Callable[[], V]) -> V:
        """The value of a key; a new one if there is none, unless making it raises."""
        with self._guard:
            if key not in self._values:
                self._values[key] = make()
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
            return self._values[key]

    def items(self) -> list[tuple[K, V]]:
        """All of them, the oldest first."""
        with self._guard:
            return list(self._values.items())


class TooBusy(Exception):  # noqa: N818  (it reads as what happened)
    """More requests are open than a user should wait for."""


class NotReady(Exception):  # noqa: N818  (it reads as what happened)
    """An answer that is still on its way."""


class Job(Generic[T]):
    """One answer, there or on its way."""

    def __init__(
        self, count: Callable[[Job[T]], T], *, cost: Cost = FREE, title: str = "", clock: Clock = monotonic
    ) -> None:
        """The count is given the job, to say when it begins and where it stands."""
        self.cost, self.title = cost, title
        self.future: Future[T] = Future()
        self.queue: JobQueue | None = None
        self.overtaken = 0
        """Cheaper jobs that came later and ran before it."""
        self.step = ""
        self._count, self._clock = count, clock
        self._begun_s: float | None = None

    @classmethod
    def ended(cls, answer: T | Exception) -> Job[T]:
        """A job that has its answer, or its error, from the start."""

        def count(job: Job[T]) -> T:
            if isinstance(answer, Exception):
                raise answer
            return answer

        job = cls(count)
        job.run()
        return job

    def run(self) -> None:
        """Count, and keep the answer or the error."""
        try:
            self.future.set_result(self._count(self))
        except BaseException as error:
            self.future.set_exception(error)

    def begin(self) -> None:
        """The count itself begins: its seconds run from now on."""
        self._begun_s = self._clock()

    def report(self, done: int, total: int, what: str) -> None:
        """Progress of the count."""
        self.step = what

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
        return len(self.queue.before(self)) if self.queue else 0

    @property
    def running_words(self) -> str:
        """The job that runs before it, and for how long."""
        before = self.queue.before(self) if self.queue else []
        now = before[0] if before else None
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


class JobQueue:
    """One thread that runs the cheapest job first; it starts with the first job."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._line: list[Job[Any]] = []
        self._running: Job[Any] | None = None
        self._changed = Condition()
        self._closed = False
        self._thread: Thread | None = None

    def put(self, job: Job[T]) -> Job[T]:
        """Run a job when nothing cheaper waits."""
        with self._changed:
            if self._closed:
                raise RuntimeError("the queue is closed")
            job.queue = self
            self._line.append(job)
            if self._thread is None:
                self._thread = Thread(target=self._work, name=self.name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return job

    def before(self, job: Job[Any]) -> list[Job[Any]]:
        """The jobs that run before a job as the queue stands now, the running one first."""
        with self._changed:
            line, running = [copy(each) for each in self._line], self._running
        found = [running] if running and running is not job else []
        while line and (turn := _next(line)).future is not job.future:
            found.append(turn)
        return [each for each in found if not each.ready]

    def close(self) -> None:
        """Start nothing more, and cancel what waits."""
        with self._changed:
            self._closed = True
            for job in self._line:
                job.future.cancel()
            self._line.clear()
            self._changed.notify()

    def _work(self) -> None:
        while job := self._take():
            job.run()
            self._running = None

    def _take(self) -> Job[Any] | None:
        """The next job that was not canceled; None once the queue is closed."""
        with self._changed:
            while not self._closed:
                while self._line:
                    job = _next(self._line)
                    if job.future.set_running_or_notify_cancel():
                        self._running = job
                        return job
                self._changed.wait()
        return None


def _next(line: list[Job[Any]]) -> Job[Any]:
    """Take the cheapest job, or the first that was overtaken too often, out of the queue."""
    late = (job for job in line if job.overtaken >= MOST_OVERTAKEN)
    turn = next(late, None) or min(line, key=lambda job: job.cost)
    for job in line[: line.index(turn)]:
        job.overtaken += 1
    line.remove(turn)
    return turn
