"""A simulated world: time, threads, network and disks from one seed, on which the real servers run in one thread.

What a server would do in a thread runs in a greenlet and gives way only where it would wait, so a seed is one story.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import selectors
import shutil
import ssl
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from queue import Empty
from random import Random
from threading import get_ident
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sqlalchemy.util.concurrency import await_only, greenlet_spawn

from fairfelt.ledger import Entry, LedgerUnavailable, engine, ledger
from fairfelt.ledger.store import Journal
from fairfelt.ledger.store.place import SILENT_S
from fairfelt.runtime.http_client import HttpAnswer, HttpClient, NoAnswer
from fairfelt.server import controller

T = TypeVar("T")
MORNING_MICROS = 1_772_474_400_000_000
"""Simulated time begins on a Monday, ten in the morning in Spokane."""
QUICK_S = 0.02
"""The longest way of a message that nothing delays."""
PROCESS: ContextVar[Process | None] = ContextVar("process", default=None)
"""The simulated process that the code which runs now belongs to."""


class Stalled(Exception):  # noqa: N818  (it reads as what happened)
    """Everybody waits, and nothing will happen any more."""


class _Timers(selectors.SelectSelector):
    """Waits for nothing: time leaps to the next timer."""

    now_s = 0.0
    pace: Callable[[float], None] = staticmethod(lambda now_s: None)
    """Called between any two events, for those who play by a real clock or watch."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stalled("everybody waits, and nothing will happen any more")
        self.now_s += max(0.0, timeout)
        self.pace(self.now_s)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    """An event loop on simulated time. What it would hand to threads runs in greenlets, in the order it was handed."""

    def __init__(self) -> None:
        self.timers = _Timers()
        super().__init__(self.timers)
        self.set_task_factory(_task_of_process)  # type: ignore[arg-type]
        self.faults: list[str] = []
        """What no program expected."""
        self.set_exception_handler(lambda loop, context: self.faults.append(str(context.get("exception") or context)))

    def time(self) -> float:
        return self.timers.now_s

    def _write_to_self(self) -> None:
        """There is no other thread that this loop would have to be woken from."""

    def run_in_executor(self, executor: object, func: Callable[..., T], *args: Any) -> asyncio.Task[T]:  # type: ignore[override]
        return self.create_task(greenlet_spawn(func, *args))


def _task_of_process(loop: Any, work: Coroutine[Any, Any, T], **known: Any) -> asyncio.Task[T]:
    """Tasks belong to the process that began them, and end when it is killed."""
    task = asyncio.Task(work, loop=loop, **known)
    if process := PROCESS.get():
        process.tasks[task] = None
        task.add_done_callback(lambda done: _end(process, done))
    return task


def _end(process: Process, task: asyncio.Task[Any]) -> None:
    """A task is over; one that a test of ours ended is what this is all for."""
    process.tasks.pop(task, None)
    if not task.cancelled() and isinstance(error := task.exception(), AssertionError):
        process.world.loop.faults.append(str(error))


class _Thread:
    """A thread of a server, as a greenlet."""

    def __init__(self, target: Callable[[], object], **_: object) -> None:
        self._target = target

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(greenlet_spawn(self._target))

    def join(self) -> None:
        await_only(asyncio.wait([self._task]))


class _Queue:
    """`queue.SimpleQueue`, whose reader gives way to others while it waits."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Any] = asyncio.Queue()
        self.put, self.qsize = self._queue.put_nowait, self._queue.qsize

    def get(self, timeout: float) -> Any:
        try:
            return await_only(asyncio.wait_for(self._queue.get(), timeout))
        except TimeoutError:
            raise Empty from None

    def get_nowait(self) -> Any:
        try:
            return self._queue.get_nowait()
        except asyncio.QueueEmpty:
            raise Empty from None


class _Flag(asyncio.Event):
    """`threading.Event`, for those who look at it now and then."""

    def wait(self, timeout: float) -> bool:  # type: ignore[override]
        await_only(asyncio.sleep(timeout))
        return self.is_set()


# Disks: a folder for each machine. What was not flushed is gone when the power fails.


class Disk:
    """The folder of a machine: what is in it, and what of that has reached the disk."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self.folder, self._chance = folder, chance
        self.is_full = False
        self._flushed: dict[int, bytes] = {}
        """What of each file was flushed, by its inode: a name may go to another."""
        self._log: dict[str, tuple[bytes, int]] = {}
        """How much of each write-ahead log was flushed: its header, which changes when it begins anew, and its size."""
        self.settle()

    def settle(self) -> None:
        """Everything is on the disk."""
        files = [file for file in self.folder.rglob("*") if file.is_file()]
        self._flushed = {file.stat().st_ino: file.read_bytes() for file in files if not _is_of_sqlite(file)}
        self._log = {str(file): _log_end(file) for file in files if file.name.endswith("-wal")}

    def flush(self, file: Path) -> None:
        self._flushed[file.stat().st_ino] = file.read_bytes()

    def flush_log(self, database: Path) -> None:
        log = Path(f"{database}-wal")
        self._log[str(log)] = _log_end(log)

    def lose(self) -> dict[str, bytes]:
        """What the machine finds when the power is back: files as they were flushed, of a log some of what was not."""
        left = {}
        for file in sorted(self.folder.rglob("*")):
            content, name = file.read_bytes() if file.is_file() else None, str(file)
            if content is None or name.endswith(("-shm", ".part")):
                continue
            if name.endswith("-wal"):
                header, size = self._log.get(name, (b"", 0))
                if content[: len(header)] == header and size < len(content):
                    content = content[: self._chance.randint(size, len(content))]
            elif not _is_of_sqlite(file):
                content = self._flushed.get(file.stat().st_ino, b"")
            left[name] = content
        return left

    def restore(self, left: Mapping[str, bytes]) -> None:
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for name, content in left.items():
            file = Path(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        self.settle()


def _is_of_sqlite(file: Path) -> bool:
    return file.name.endswith((".db", ".db-wal", ".db-shm"))


WAL_HEADER_BYTES = 32


def _log_end(log: Path) -> tuple[bytes, int]:
    if not log.exists():
        return b"", 0
    with log.open("rb") as opened:
        return opened.read(WAL_HEADER_BYTES), log.stat().st_size


SYNCED = 2
"""SQLite's level at which a commit returns after its pages were flushed."""


class _Journal(Journal):
    """A journal on a simulated disk, whose process may die while it writes."""

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int], *known: Sequence[bytes]) -> None:
        process = PROCESS.get()
        assert process, "only processes write"
        if not process.is_up or process.disk.is_full:
            raise LedgerUnavailable("database or disk is full" if process.is_up else "this process is dead")
        process.may_die("before a commit")
        super().append(entries, balances, *known)
        process.may_die("after a commit")
        process.world.note("commit", process.name, entries[-1].number if entries else 0, self._head.hash)

    def _commit_heard(self) -> None:
        """SQLite flushes its log before it says that a commit is done, at the level that the writer asks for."""
        super()._commit_heard()
        if process := PROCESS.get():
            process.may_die("in a commit")
            if self.connection.exec_driver_sql("PRAGMA synchronous").scalar() == SYNCED:
                process.disk.flush_log(Path(str(self.place.database)))
            self.connection.commit()


# The network: requests and answers are lost, late and sent twice between processes; lines are cut.


Answering = Callable[[str, str, Mapping[str, str], bytes, Callable[[bytes], None]], Coroutine[Any, Any, HttpAnswer]]
"""Serves a request: method, path, headers, content, and who takes the parts of an answer that has no end."""


class Process:
    """A process on a machine: its tasks, what it serves, and whether it lives."""

    def __init__(self, world: World, name: str, host: str) -> None:
        self.world, self.name, self.host = world, name, host
        self.tasks: dict[asyncio.Task[Any], None] = {}
        self.is_up = True
        self.answer: Answering | None = None
        """What it serves at its host's address, once it does."""
        self.is_ready: Callable[[], bool] = lambda: True
        self.dies_at = ""
        """The moment of a commit at which the power of its machine will fail."""
        self.power_cut: Callable[[], object] = lambda: None

    @property
    def disk(self) -> Disk:
        return self.world.disk(self.host)

    def begin(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Let this process do something."""
        token = PROCESS.set(self)
        try:
            return self.world.loop.create_task(work)
        finally:
            PROCESS.reset(token)

    async def wait_for(self, work: Coroutine[Any, Any, T]) -> T:
        return await self.begin(work)

    def may_die(self, moment: str) -> None:
        if self.dies_at == moment:
            self.dies_at = ""
            self.power_cut()
            raise LedgerUnavailable("the power has failed")

    async def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.is_up, self.answer = False, None
        while tasks := list(self.tasks):
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


@dataclass
class Faults:
    """What goes wrong, and how often: chances in a hundred of a message, and mean seconds between events."""

    lost: int = 0
    twice: int = 0
    late: int = 0
    cut_s: float = 0.0
    kill_s: float = 0.0
    power_s: float = 0.0
    full_s: float = 0.0
    clock_s: float = 0.0


def _in_this_thread(ours: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
    """Other threads stay in the real world: a loop that took our time for its own would wait for it for ever."""
    thread = get_ident()
    return lambda *args, **words: (ours if get_ident() == thread else real)(*args, **words)


KINDS: dict[str, dict[str, Any]] = {
    "network": {"lost": 3, "twice": 8, "late": 12, "cut_s": 12.0},
    "processes": {"kill_s": 15.0},
    "disk": {"power_s": 15.0, "full_s": 25.0},
    "clock": {"clock_s": 20.0},
}
SELDOM_S = 60.0
"""Between two looks of a server at its clock and its journal, where nothing happens to them."""
STANDBY_S = 1.0
"""How often a standby looks: ten times less often than a real one, for it takes as long as a command."""
LATE_S, AWAY_S = 2.0, 0.5


class World:
    """Everything outside of the programs, from one seed."""

    def __init__(
        self, seed: int, folder: Path | None, *, begins_micros: int = MORNING_MICROS, quick_s: float = QUICK_S
    ) -> None:
        """Without a folder nothing is simulated of disks: journals are where they are."""
        self.folder, self.chance, self.loop = folder, Random(f"world {seed}"), SimulatedLoop()
        self._begins_micros, self._quick_s = begins_micros, quick_s
        self.faults = Faults()
        self.processes: dict[str, Process] = {}
        self.disks: dict[str, Disk] = {}
        self.cut: dict[tuple[str, str], float] = defaultdict(float)
        """Until when nothing passes between two hosts."""
        self.clock_off_s: dict[str, float] = defaultdict(float)
        self.is_over = False
        """Whether people begin nothing new."""
        self.counts: dict[str, int] = defaultdict(int)
        self._trace = hashlib.sha256()

    @property
    def digest(self) -> str:
        """One digest of all that happened: equal for equal stories."""
        return self._trace.hexdigest()

    def note(self, what: str, *about: object) -> None:
        self.counts[what] += 1
        self._trace.update(repr((round(self.loop.time(), 6), what, *about)).encode())

    def disk(self, host: str) -> Disk:
        assert self.folder, "disks are simulated"
        if host not in self.disks:
            (self.folder / host).mkdir(exist_ok=True)
            self.disks[host] = Disk(self.folder / host, Random(self.chance.getrandbits(64)))
        return self.disks[host]

    def process(self, name: str, host: str) -> Process:
        self.processes[name] = Process(self, name, host)
        return self.processes[name]

    def wall_micros(self, host: str = "") -> int:
        return self._begins_micros + int((self.loop.time() + self.clock_off_s[host]) * 1_000_000)

    def run(self, story: Coroutine[Any, Any, T]) -> T:
        with self.at_work():
            return self.loop.run_until_complete(story)

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """The places where the programs meet the world, each with what stands there in this one."""
        randomness = Random(self.chance.getrandbits(64))
        seams: list[tuple[Any, str, Any]] = [
            (time, "monotonic", self.loop.time),
            (engine, "monotonic", self.loop.time),
            (time, "time", lambda: self.wall_micros() / 1e6),
            (os, "urandom", randomness.randbytes),
            (random, "_urandom", randomness.randbytes),
            (ssl, "create_default_context", lambda **_: None),
            (ledger, "Thread", _Thread),
            (ledger, "SimpleQueue", _Queue),
            (ledger, "Flag", _Flag),
            (HttpClient, "exchange", self._exchange),
        ]
        if self.folder:
            seams += [
                (os, "fsync", self._flush),
                (ledger, "Journal", _Journal),
                (ledger, "POLL_S", STANDBY_S),
                (ledger, "READ_EVERY_S", 5 * STANDBY_S),
            ]
        else:  # a month of looks once a second would take longer than all that happens in it
            seams += [
                (ledger, "BEAT_S", SILENT_S / 2),
                (controller, "RETRY_S", SELDOM_S),
                (controller, "READ_EVERY_S", 60 * SELDOM_S),
            ]
        with ExitStack() as kept:
            for place, name, value in seams:
                kept.callback(setattr, place, name, real := getattr(place, name))
                setattr(place, name, _in_this_thread(value, real) if callable(value) else value)
            kept.callback(self.loop.close)
            yield

    def _flush(self, descriptor: int) -> None:
        process, file = PROCESS.get(), Path(f"/proc/self/fd/{descriptor}").readlink()
        if process and process.is_up and file.is_file():
            process.disk.flush(file)

    @staticmethod
    def _exchange(
        client: HttpClient, method: str, address: str, content: bytes | None, headers: Mapping[str, str]
    ) -> HttpAnswer:
        process = PROCESS.get()
        assert process, "only processes ask"
        url, sent = client.url_of(address), {**client.headers, **headers}
        asking = process.world.ask(process, url, method, content or b"", sent, client.timeout_s)
        answer: HttpAnswer = await_only(asking)
        return answer

    def _draw(self, chance_in_100: int) -> bool:
        return bool(chance_in_100) and self.chance.randrange(100) < chance_in_100

    def _delay_s(self) -> float:
        return self.chance.uniform(0.0, LATE_S if self._draw(self.faults.late) else self._quick_s)

    def is_cut(self, one: str, other: str) -> bool:
        return self.cut[min(one, other), max(one, other)] > self.loop.time()

    def _serving(self, host: str) -> Process | None:
        """The process that a proxy in front of a host sends requests to: one that is ready, or any that answers."""
        there = [each for each in self.processes.values() if each.host == host and each.is_up and each.answer]
        return next((each for each in there if each.is_ready()), there[0] if there else None)

    async def ask(
        self, asker: Process, url: str, method: str, content: bytes, headers: Mapping[str, str], timeout_s: float
    ) -> HttpAnswer:
        """One request over this network. Nobody knows what became of it where no answer comes."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", f"{parts.path}?{parts.query}" if parts.query else parts.path
        try:
            async with asyncio.timeout(timeout_s):
                answers = [self._reach(asker, host, method, path, content, headers)]
                if method == "POST" and self._draw(self.faults.twice):
                    asker.begin(_quietly(self._reach(asker, host, method, path, content, headers)))
                return await answers[0]
        except TimeoutError as error:
            raise NoAnswer("it did not answer in time") from error

    async def _reach(
        self, asker: Process, host: str, method: str, path: str, content: bytes, headers: Mapping[str, str]
    ) -> HttpAnswer:
        await self._pass(asker.host, host)
        serving = self._serving(host)
        if serving is None:
            raise NoAnswer("nothing listens there")
        assert serving.answer
        work = serving.begin(serving.answer(method, path, headers, content, lambda part: None))
        await asyncio.wait([work])
        if work.cancelled() or not serving.is_up:
            raise NoAnswer("the connection broke")
        answer = HttpAnswer(500, b"{}") if work.exception() else work.result()
        self.note("answer", asker.name, method, path.partition("?")[0], answer.status)
        await self._pass(host, asker.host)
        return answer

    async def _pass(self, one: str, other: str) -> None:
        """The way of a message; it may never end."""
        await asyncio.sleep(self._delay_s())
        if self.is_cut(one, other) or self._draw(self.faults.lost):
            await asyncio.Event().wait()

    async def stream(self, asker: Process, host: str, path: str, key: str) -> AsyncIterator[bytes]:
        """The parts of an answer without an end, in their order; NoAnswer when the connection breaks."""
        serving, parts = self._serving(host), asyncio.Queue[bytes]()
        if serving is None or self.is_cut(asker.host, host):
            raise NoAnswer("nothing listens there")
        assert serving.answer
        headers = {"authorization": f"Bearer {key}"}
        work = serving.begin(serving.answer("GET", path, headers, b"", parts.put_nowait))
        try:
            while not work.done() and serving.is_up:
                try:
                    part = await asyncio.wait_for(parts.get(), AWAY_S)
                except TimeoutError:
                    continue
                await asyncio.sleep(self._delay_s())
                if self.is_cut(asker.host, host) or self._draw(self.faults.lost):
                    raise NoAnswer("the connection broke")
                yield part
        finally:
            work.cancel()


async def _quietly(asking: Coroutine[Any, Any, object]) -> None:
    with suppress(NoAnswer):
        await asking
