"""Work in parts on any executor: threads, processes, a cluster. The parts are added up, so where they ran is all one.

Work is a function from the top of a module, or a `partial` of one with what all parts need; a task is what one part
needs besides. Work is sent to another process once, and every task to one of them.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice, pairwise
from operator import call
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Protocol, runtime_checkable

from numpy.typing import NDArray

from .cores import usable_cores

# Threads that can be left: where a count is broken off, nobody waits until they have done what they are at.
#
# A thread pool of the standard library is waited for, task by task, before a program may end: Ctrl-C would be heard
# and the prompt come back minutes later.


Item = tuple[Future[Any], Callable[[], Any]]


class LeavableThreads(Executor):
    """Threads that do not keep the program from ending."""

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


Work = Callable[..., Any]
Task = tuple[Any, ...]
QUEUED_PER_CORE = 2
"""Tasks under way when results are taken as they come: enough to keep a core busy, few enough to keep in memory."""


@runtime_checkable
class RemoteExecutor(Protocol):
    """An executor on other machines: it gets what all tasks need before them, and knows how many it can do at once."""

    @property
    def cores(self) -> int:
        """Tasks that it does at the same time."""

    def send(self, work: Work) -> Any:
        """Send work ahead; what stands for it among the arguments of a task."""


def local_threads(executor: Executor | None) -> ThreadPoolExecutor | None:
    """The executor, for work that does not travel, such as what holds a game; none where it is no pool of threads."""
    return executor if isinstance(executor, ThreadPoolExecutor) else None


def run_tasks(work: Work, tasks: Sequence[Task], executor: Executor | None = None) -> list[Any]:
    """Run the tasks on an executor, by default on a thread for each core, and return their results in order."""
    with _pool(executor, usable_cores()) as pool, _send_work(work, pool) as begin:
        futures: list[Future[Any]] = [pool.submit(*begin, *task) for task in tasks]
        return [future.result() for future in futures]


def stream_tasks(
    work: Work, tasks: Iterable[Task], executor: Executor | None = None, *, threads: int | None = None
) -> Iterator[tuple[int, Any]]:
    """The number of every task with its result as soon as it is there; a few tasks are under way at a time."""
    threads = threads or usable_cores()
    cores = executor.cores if isinstance(executor, RemoteExecutor) else threads
    left = enumerate(tasks)
    with _pool(executor, threads) as pool, _send_work(work, pool) as begin:
        under_way = {pool.submit(*begin, *task): at for at, task in islice(left, QUEUED_PER_CORE * cores)}
        while under_way:
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                under_way |= {pool.submit(*begin, *task): at for at, task in islice(left, 1)}
                yield under_way.pop(done), done.result()


def chunks(total: int, parts: int) -> list[tuple[int, int]]:
    """Split a range into about equal parts."""
    edges = [total * i // parts for i in range(parts + 1)]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def split_evenly(parts: int, *arrays: NDArray[Any]) -> list[Task]:
    """Split arrays of one length into about equal parts: a task for each, with its part of every array."""
    return [tuple(array[a:b] for array in arrays) for a, b in chunks(len(arrays[0]), parts)]


def split_by_size(size: int, *arrays: NDArray[Any]) -> list[Task]:
    """Split arrays of one length into tasks of `size` elements, the last perhaps shorter."""
    return [tuple(array[at : at + size] for array in arrays) for at in range(0, len(arrays[0]), size)]


@contextmanager
def _pool(executor: Executor | None, threads: int | None) -> Iterator[Executor]:
    if executor is not None:
        yield executor
        return
    pool = LeavableThreads(threads or 1)
    try:
        yield pool
    except BaseException:
        pool.leave()
        raise
    pool.shutdown()


@contextmanager
def _send_work(work: Work, executor: Executor) -> Iterator[tuple[Any, ...]]:
    """What to submit before the arguments of a task, with the work sent once wherever there is a way to."""
    if isinstance(executor, RemoteExecutor):
        yield call, executor.send(work)
    elif isinstance(executor, ProcessPoolExecutor):
        with TemporaryDirectory(prefix="fairfelt-") as folder:
            path = Path(folder) / "work"
            path.write_bytes(pickle.dumps(work))
            yield _run_task_from, str(path)
    else:
        yield (work,)


def _run_task_from(path: str, *task: Any) -> Any:
    return _load_work(path)(*task)


@lru_cache(maxsize=1)
def _load_work(path: str) -> Work:
    """In a process of its own; the next work takes its place."""
    work: Work = pickle.loads(Path(path).read_bytes())
    return work
