"""A journal opened: by its writer, by a standby that takes over when the writer dies, or to follow it alone."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Lock, Thread
from types import TracebackType
from typing import Generic

from sqlalchemy import URL

from .audit import verify, verify_apart
from .chain import TAKEOVER, Entry, Head, RecordedEvent, check_head
from .clock import WatchedClock
from .engine import Engine, Verified
from .errors import JournalHeld, LedgerCorrupt, LedgerError, LedgerUnavailable, WrongJournal
from .group import Clock, Committed
from .machine import Answer, CheckedCommand, Command, Machine, S, check_command
from .replay import Progress, Replayed, SavedProjection, replay_on, resume
from .store import Journal, Reader, place_of
from .store.place import STANDBYS
from .store.tiles import Roots, TileTree
from .transparency import TILE_LEAVES, NotProved, Subtree, consistency_path, inclusion_path
from .transparency.merkle import TILE_LEVELS


class Follower(Generic[S]):
    """Reads on when asked, even if the writer has changed."""

    def __init__(self, address: str | Path | URL, machine: Machine[S]) -> None:
        self._machine = machine
        self._reader = Reader(place_of(address))
        self.so_far: Replayed[S] | None = None
        """All that was read, for who goes on from there."""
        self.has_writer = False
        """Whether a server wrote the journal when it was last read."""

    def poll(self, pace: Callable[[Iterator[Entry]], Iterator[Entry]] = iter) -> Committed[S]:
        """The current head and state. LedgerCorrupt is permanent; LedgerUnavailable ends when it is reachable again."""
        with self._reader.snapshot() as taken:
            so_far = self.so_far or resume(taken, self._machine).so_far
            if taken.journal != so_far.journal or taken.head.number < so_far.head.number:
                raise LedgerCorrupt(
                    f"journal {so_far.journal} was read up to event {so_far.head.number}, but now journal "
                    f"{taken.journal} is there and ends at event {taken.head.number}"
                )
            found = replay_on(so_far, pace(taken.entries(after=so_far.head.number)), self._machine)
            check_head(found.head, taken.head, found.head.hash)
            self.so_far, self.has_writer = found, taken.has_writer()
        return Committed(found.head, found.state, found.book.balances, found.tree)


EVENTS_AT_A_TIME = 8
"""Some three tenths of a millisecond of verification."""
YIELD_S = 0.001


def yielding(entries: Iterator[Entry]) -> Iterator[Entry]:
    """Entries a few at a time: keypads wait for the interpreter's lock only so long, where one thread only computes."""
    for at, entry in enumerate(entries, 1):
        if at % EVENTS_AT_A_TIME == 0:
            time.sleep(YIELD_S)
        yield entry


Awaited = Future[Answer] | asyncio.Future[Answer]
"""What waits for an answer: a future of threads, or one of an event loop if the answers are delivered there."""
_Waiting = tuple[CheckedCommand, Awaited]
Answered = Sequence[tuple[Awaited, Answer | Exception]]
"""Those who wait for a whole group, each with what they are to have."""


def settle(answered: Answered) -> None:
    """Give everyone their answer who still waits for it."""
    for future, outcome in answered:
        if future.done():
            continue
        if isinstance(outcome, Answer):
            future.set_result(outcome)
        else:
            future.set_exception(outcome)


POLL_S = 0.1
READ_EVERY_S = 1.0
"""The interval at which a standby reads along."""


@dataclass(frozen=True, kw_only=True)
class Opening(Generic[S]):
    """Everything a ledger needs to be opened, now or when its turn comes."""

    address: str | Path = field(repr=False)
    machine: Machine[S]
    clock: Clock = field(default_factory=WatchedClock)
    """A clock that is not a WatchedClock is taken at its word."""
    server: str = "server"
    """The name this process goes by on the log."""
    new_id: str | None = None
    """The name of the journal, should it be begun now."""
    on_commit: Callable[[Committed[S]], None] | None = None
    """Called for every group after its commit, before its answers go out."""
    deliver: Callable[[Answered], object] = settle
    """Gives a group its answers, in the writer's thread. An event loop is woken once for all of them with
    deliver=lambda answered: loop.call_soon_threadsafe(settle, answered)."""

    snapshot_every: int = 20_000
    """Number of events after which the state is saved, so that a start need not replay those before; 0 for never."""
    kept: Mapping[str, SavedProjection] = field(default_factory=dict)
    """Projections saved beside the state, by name; they are restored before the ledger is open."""

    progress: Progress | None = None

    def activate(self, *, takeover: bool = False, so_far: Replayed[S] | None = None) -> Ledger[S]:
        """Become the writer, or raise JournalHeld; what was replayed so far is not read again."""
        journal = Journal(place_of(self.address))
        try:
            journal.open(new_id=self.new_id)
            engine = Engine(
                self.machine, journal, self.clock, so_far=so_far, kept=self.kept, server=self.server,
                progress=self.progress,
            )  # fmt: skip
            if isinstance(self.clock, WatchedClock):
                self.clock.begin(engine.committed.head.at_micros)
            if takeover:
                engine.note(TAKEOVER, {"server": self.server})
            for name, text in (engine.resumed.kept if engine.resumed else {}).items():
                if name in self.kept:
                    self.kept[name].restore(text)
        except BaseException:
            journal.close()
            raise
        return Ledger(journal, engine, self)


MOST_IN_GROUP = 2_048
"""A full group fills the largest of SQLite's statements exactly."""
MOST_WAITING = 100_000
CLOSING_SHARE = 10
"""At an orderly end a tenth of the usual events is enough for a snapshot: the next start is then quick."""
BEAT_S = 1.0
"""The interval of signs of life to the database, and of tries to reach a lost one."""
LEAST_APART = 20_000
"""A journal with fewer events is verified sooner than a process of its own would have started."""
_log = logging.getLogger(__name__)


class Ledger(Generic[S]):
    """An open journal and the machine that runs on it: a queue, and one thread that feeds the engine from it."""

    def __init__(self, journal: Journal, engine: Engine[S], opening: Opening[S]) -> None:
        self._journal, self._engine, self._opening, self._clock = journal, engine, opening, opening.clock
        self._reader = Reader(journal.place)
        self._follower = Follower(journal.place, engine.machine)
        self._tile_roots: Roots = {}
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = Flag()
        self._thread = Thread(target=self._work, name="ledger-writer", daemon=True)
        self._thread.start()

    @property
    def journal(self) -> str:
        return self._journal.id

    @property
    def committed(self) -> Committed[S]:
        """State, balances and head after the last commit."""
        return self._engine.committed

    @property
    def fault(self) -> LedgerCorrupt | None:
        """Why the floor must stay closed, if it must."""
        return self._engine.fault

    @property
    def held(self) -> bool:
        """This is the writer of the journal: what it knows is what the journal says."""
        return not self._engine.lost and self.fault is None

    @property
    def is_elsewhere(self) -> bool:
        """Another server writes the journal; this one takes over when it is free again."""
        return self._engine.is_elsewhere and not self.held

    @property
    def available(self) -> bool:
        """The journal could be written when it was last tried."""
        return self.held and not self.failure

    @property
    def failure(self) -> str:
        """Why the last group could not be written, until something can be; empty if it could."""
        return self._engine.failure

    @property
    def clock_condition(self) -> str:
        """Why events are not dated by the wall clock now, in a sentence; empty if they are."""
        return self._clock.condition if isinstance(self._clock, WatchedClock) else ""

    def accept_clock(self) -> None:
        """Date events by the wall clock from now on. Who accepted it is the machine's to log, before."""
        if isinstance(self._clock, WatchedClock):
            self._clock.accept()

    @property
    def verified(self) -> Verified:
        """Up to which event, from the first on, all was found right, and when; what came after was verified alone."""
        return self._engine.verified

    @property
    def warnings(self) -> tuple[str, ...]:
        """Damage found when the journal was opened, though it could be opened."""
        return self._engine.resumed.warnings if self._engine.resumed else ()

    def submit(self, command: Command) -> Future[Answer]:
        """Ask for something; the future is done when it is durable."""
        future: Future[Answer] = Future()
        self.submit_for(future, command)
        return future

    def submit_for(self, awaited: Awaited, command: Command) -> None:
        """Submit for a custom awaiter; `deliver` has to notify it where it waits."""
        waiting = (check_command(command, self._engine.machine), awaited)
        with self._lock:
            if self._closed.is_set():
                raise LedgerUnavailable("the ledger is closed")
            if self._queue.qsize() >= MOST_WAITING:
                raise LedgerUnavailable(f"{MOST_WAITING:,} commands are waiting already: try again in a moment")
            self._queue.put(waiting)

    @property
    def waits_for(self) -> str:
        """The disks that a commit waits for, in words."""
        return self._journal.waits_for

    @property
    def waits_for_standby(self) -> bool:
        """Whether another machine has to have a commit before it counts."""
        return self._journal.waits_for == STANDBYS

    def next_sequence(self, device: str) -> int:
        """The number that the next command of a device must have, by what is committed."""
        return self._engine.next_sequence(device)

    def entries(self, *, after: int = 0, limit: int = 1_000, kinds: Collection[str] = ()) -> list[Entry]:
        """Entries after a number; reading never waits for the writer, nor the writer for reading."""
        with self._reader.snapshot() as taken:
            return list(taken.entries(after=after, limit=limit, kinds=kinds))

    def first_since(self, at_micros: int) -> int:
        """The number of the first event at or after a moment; one more than the last if there is none yet."""
        with self._reader.snapshot() as taken:
            return taken.first_since(at_micros)

    def moved(self, *, after: int, last: int) -> dict[str, dict[str, int]]:
        """Sums that the events after one and up to another brought into each account, by kind."""
        with self._reader.snapshot() as taken:
            return taken.moved(after=after, last=last)

    def recorded(self, kinds: Collection[str], *, after: int, last: int) -> Iterator[RecordedEvent]:
        """Events of some kinds, after one and up to another."""
        with self._reader.snapshot() as taken:
            yield from taken.recorded(kinds, after=after, last=last)

    def inclusion(self, number: int, size: int) -> tuple[bytes, ...]:
        """The path of an event through the Merkle tree over the first events, which may be all that are committed."""
        with self._subtrees(number, size) as subtree:
            return inclusion_path(number - 1, size, subtree)

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """The path which proves that the tree over more events begins with the tree over fewer."""
        with self._subtrees(old or new, new) as subtree:
            return consistency_path(old, new, subtree)

    def tile(self, level: int, index: int, width: int) -> bytes:
        """The first hashes of a tile of the tree, which must be there."""
        first, size = index * TILE_LEAVES, self.committed.tree.size >> TILE_LEVELS * level
        if first + width > size:
            raise NotProved(
                f"the tree has {size:,} hashes at level {level}, and not the {first + width:,} of this tile"
            )
        with self._reader.snapshot() as taken:
            return TileTree(taken.connection, self._tile_roots).hashes(level, first, width)

    @contextmanager
    def _subtrees(self, number: int, size: int) -> Iterator[Subtree]:
        """Subtrees of the tree; the largest are in memory, and of the others few need be read."""
        tree = self.committed.tree
        if not 1 <= number <= size <= tree.size:
            raise NotProved(f"event {number} of {size} cannot be proved: the journal has events 1 to {tree.size}")
        with self._reader.snapshot() as taken:
            stored = TileTree(taken.connection, self._tile_roots).subtree
            yield lambda level, index: tree.subtree(level, index) or stored(level, index)

    def verify(self, progress: Progress = lambda number: None) -> Head:
        """Verify all of the journal while the writer goes on, from any thread; a long one in a process of its own.

        `progress` receives the number of the last good event. LedgerCorrupt is for good: nothing is taken any more.
        """
        engine, place, known = self._engine, self._journal.place, self.committed.head
        with self._verifying():
            if known.number < LEAST_APART:
                head = verify(place, engine.machine, known=known, progress=progress).head
            else:
                head = verify_apart(place, engine.machine, known=known, progress=progress, stopped=self._closed)
        engine.verified = Verified(head.number, self._clock())
        return head

    def verify_on(self) -> Verified:
        """Verify what was written since the last time, as it stands on the disk; once, all of it."""
        engine, follower = self._engine, self._follower
        with self._verifying():
            if follower.so_far is None:
                with self._reader.snapshot() as taken:
                    follower.so_far = resume(taken, engine.machine).so_far
            if follower.so_far.head.number > self.verified.number:
                self.verify()
            engine.verified = Verified(follower.poll(yielding).head.number, self._clock())
        return engine.verified

    @contextmanager
    def _verifying(self) -> Iterator[None]:
        """What is found wrong is for good, unless the journal was only moved away: the next write shows which."""
        try:
            yield
        except WrongJournal as error:
            raise LedgerUnavailable(str(error)) from error
        except LedgerCorrupt as error:
            self._engine.fault = error
            raise

    def close(self) -> None:
        """Finish what has queued, and let the next one have the journal."""
        with self._lock:
            if not self._closed.is_set():
                self._closed.set()
                self._queue.put(None)
        self._thread.join()
        self._journal.close()

    def _work(self) -> None:
        every = self._opening.snapshot_every
        while True:
            group, last = self._next_group()
            if group:
                self._run(group)
                self._save(every)
            elif not last:
                self._beat()
            if last:
                self._save(every // CLOSING_SHARE)
                return

    def _next_group(self) -> tuple[list[_Waiting], bool]:
        """The queued commands, and whether it is the end; none if the wait was too long."""
        group: list[_Waiting] = []
        try:
            waiting = self._queue.get(timeout=BEAT_S)
            while waiting is not None:
                if not waiting[1].done():
                    group.append(waiting)
                if len(group) == MOST_IN_GROUP:
                    return group, False
                waiting = self._queue.get_nowait()
        except Empty:
            return group, False
        return group, True

    def _run(self, group: list[_Waiting]) -> None:
        try:
            outcomes: Sequence[Answer | Exception] = self._engine.run([waiting for waiting, _ in group])
        except Exception as error:  # whatever it is, those who wait must hear of it
            if not isinstance(error, LedgerError):
                _log.exception("the ledger's writer met something unforeseen")
            outcomes = [error] * len(group)
        else:
            self._tell()
        answered = [(future, outcome) for (_, future), outcome in zip(group, outcomes, strict=True)]
        try:
            self._opening.deliver(answered)
        except Exception:  # as when the one who delivers has gone home: they are waiting all the same
            _log.exception("answers of the ledger could not be delivered")
            settle(answered)

    def _save(self, due: int) -> None:
        """Write a snapshot if at least `due` events are new."""
        if not due or self._engine.fault or self._engine.events_since_saved() < due:
            return
        try:
            self._engine.save_state()
        except LedgerError as error:
            _log.warning("no snapshot could be written: %s", error)
        else:
            self._tell()

    def _tell(self) -> None:
        if self._opening.on_commit:
            try:
                self._opening.on_commit(self._engine.committed)
            except Exception:
                _log.exception("a listener of the ledger failed")

    def _beat(self) -> None:
        try:
            self._engine.beat()
        except LedgerError as error:
            _log.warning("the journal is out of reach: %s", error)

    def __enter__(self) -> Ledger[S]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Standby(Generic[S]):
    """Waits for a journal that another server writes, and reads along: little is left to read when its turn comes."""

    def __init__(self, opening: Opening[S]) -> None:
        self._opening = opening
        self._follower = Follower(opening.address, opening.machine)
        self._read_at_s = float("-inf")
        self._stopped = Flag()

    def poll(self) -> Ledger[S] | None:
        """Take over if the journal is free; the log says so."""
        try:
            return self._opening.activate(takeover=True, so_far=self._follower.so_far)
        except JournalHeld:
            if time.monotonic() - self._read_at_s >= READ_EVERY_S:
                with suppress(LedgerUnavailable):
                    self._follower.poll()
                self._read_at_s = time.monotonic()
            return None

    def wait_until_active(self) -> Ledger[S] | None:
        """Wait for the journal to fall free; nothing if the wait was stopped."""
        while not (ledger := self.poll()):
            if self._stopped.wait(POLL_S):
                return None
        return ledger

    def stop(self) -> None:
        self._stopped.set()


def open_ledger(opening: Opening[S]) -> Ledger[S] | Standby[S]:
    """The writer of a journal, or a standby where there is one already. A broken journal raises LedgerCorrupt."""
    try:
        return opening.activate()
    except JournalHeld:
        return Standby(opening)
