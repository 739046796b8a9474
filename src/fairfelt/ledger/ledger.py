"""Opening a journal: as its writer, as a standby that takes over when the writer dies, or to follow it alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Flag
from types import TracebackType
from typing import Generic

from .chain import TAKEOVER, Entry, RecordedEvent, check_head
from .clock import WatchedClock
from .engine import Answered, Awaited, Engine, Writer, settle
from .errors import JournalHeld, LedgerCorrupt, LedgerUnavailable
from .group import Clock, Committed
from .machine import Answer, Command, Machine, S
from .replay import Kept, Progress, Replayed, replay_on
from .resuming import CHUNK_EVENTS, Resumed, Verified, resume
from .store import Journal, Reader, place_of
from .store.place import STANDBYS
from .store.tiles import Roots, TileTree
from .transparency import NotProved, Subtree, consistency_path, inclusion_path


class Follower(Generic[S]):
    """Reads on when asked, even if the writer has changed."""

    def __init__(self, address: str | Path, machine: Machine[S]) -> None:
        self._machine = machine
        self._reader = Reader(place_of(address))
        self.so_far: Replayed[S] | None = None
        """All that was read, for who goes on from there."""
        self.has_writer = False
        """Whether a server wrote the journal when it was last read."""

    def poll(self) -> Committed[S]:
        """The current head and state. LedgerCorrupt is permanent; LedgerUnavailable ends when it is reachable again."""
        with self._reader.snapshot() as taken:
            so_far = self.so_far or resume(taken, self._machine).so_far
            if taken.journal != so_far.journal or taken.head.number < so_far.head.number:
                raise LedgerCorrupt(
                    f"journal {so_far.journal} was read up to event {so_far.head.number}, but now journal "
                    f"{taken.journal} is there and ends at event {taken.head.number}"
                )
            found = replay_on(so_far, taken.entries(after=so_far.head.number), self._machine)
            check_head(found.head, taken.head, found.head.hash)
            self.so_far, self.has_writer = found, taken.has_writer()
        return Committed(found.head, found.state, found.book.balances, found.tree)


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
    deliver: Callable[[Answered], None] = settle
    """Gives a group its answers, in the writer's thread. An event loop is woken once for all of them with
    deliver=lambda answered: loop.call_soon_threadsafe(settle, answered)."""

    snapshot_every: int = 20_000
    """Number of events after which the state is saved, so that a start need not replay those before; 0 for never."""
    kept: Mapping[str, Kept] = field(default_factory=dict)
    """Projections saved beside the state, by name; they are restored before the ledger is open."""

    progress: Progress | None = None

    def activate(self, *, takeover: bool = False, so_far: Replayed[S] | None = None) -> Ledger[S]:
        """Become the writer, or raise JournalHeld; what was replayed so far is not read again."""
        journal = Journal(place_of(self.address))
        try:
            journal.open(new_id=self.new_id)
            engine = Engine(
                self.machine,
                journal,
                self.clock,
                so_far=so_far,
                kept=self.kept,
                server=self.server,
                progress=self.progress,
            )
            if isinstance(self.clock, WatchedClock):
                self.clock.begin(engine.committed.head.at_micros)
            if takeover:
                engine.note(TAKEOVER, {"server": self.server})
            self._restore(engine.resumed)
        except BaseException:
            journal.close()
            raise
        writer = Writer(engine, self.on_commit, self.deliver, self.snapshot_every)
        return Ledger(journal, engine, writer, self.clock)

    def _restore(self, resumed: Resumed[S] | None) -> None:
        for name, text in (resumed.kept if resumed else {}).items():
            if name in self.kept:
                self.kept[name].restore(text)


class Ledger(Generic[S]):
    """An open journal and the machine that runs on it."""

    def __init__(self, journal: Journal, engine: Engine[S], writer: Writer[S], clock: Clock) -> None:
        self._journal, self._engine, self._writer, self._clock = journal, engine, writer, clock
        self._reader = Reader(journal.place)
        self._tile_roots: Roots = {}

    @property
    def journal(self) -> str:
        """The journal's name."""
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
        return self._engine.verification.verified

    @property
    def warnings(self) -> tuple[str, ...]:
        """Damage found when the journal was opened, though it could be opened."""
        return self._engine.resumed.warnings if self._engine.resumed else ()

    def submit(self, command: Command) -> Future[Answer]:
        """Ask for something; the future is done when it is durable."""
        future: Future[Answer] = Future()
        self._writer.submit(command, future)
        return future

    def submit_for(self, awaited: Awaited, command: Command) -> None:
        """Submit for a custom awaiter; `deliver` has to notify it where it waits."""
        self._writer.submit(command, awaited)

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

    @contextmanager
    def _subtrees(self, number: int, size: int) -> Iterator[Subtree]:
        """Subtrees of the tree; the largest are in memory, and of the others few need be read."""
        tree = self.committed.tree
        if not 1 <= number <= size <= tree.size:
            raise NotProved(f"event {number} of {size} cannot be proved: the journal has events 1 to {tree.size}")
        with self._reader.snapshot() as taken:
            stored = TileTree(taken.connection, self._tile_roots).subtree
            yield lambda level, index: tree.subtree(level, index) or stored(level, index)

    def verify(self) -> Replayed[S]:
        """Verify all of the journal while the writer goes on. LedgerCorrupt is for good: nothing is taken any more."""
        return self._engine.verify(self._reader)

    def verify_on(self, most: int = CHUNK_EVENTS) -> bool:
        """Verify up to `most` more events, from the first on; returns whether the end was reached, then starts over."""
        return self._engine.verify_on(self._reader, most)

    def close(self) -> None:
        """Finish what has queued, and let the next one have the journal."""
        self._engine.closed.set()
        self._writer.close()
        self._journal.close()

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
            self._read_along()
            return None

    def _read_along(self) -> None:
        if time.monotonic() - self._read_at_s < READ_EVERY_S:
            return
        with suppress(LedgerUnavailable):
            self._follower.poll()
        self._read_at_s = time.monotonic()

    def wait_until_active(self) -> Ledger[S] | None:
        """Wait for the journal to fall free; nothing if the wait was stopped."""
        while not (ledger := self.poll()):
            if self._stopped.wait(POLL_S):
                return None
        return ledger

    def stop(self) -> None:
        """Give up waiting."""
        self._stopped.set()


def open_ledger(opening: Opening[S]) -> Ledger[S] | Standby[S]:
    """The writer of a journal, or a standby where there is one already. A broken journal raises LedgerCorrupt."""
    try:
        return opening.activate()
    except JournalHeld:
        return Standby(opening)
