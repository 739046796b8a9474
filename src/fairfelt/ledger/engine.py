"""The engine: decides a group, commits it once, and only then answers; and the one thread that feeds it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from threading import Event as Flag
from threading import Lock, Thread
from time import monotonic
from typing import Generic

from .chain import SNAPSHOT, TAKEOVER, Book, Head
from .errors import JournalHeld, LedgerCorrupt, LedgerError, LedgerUnavailable, WrongJournal
from .group import Clock, Committed, Group, Outcome
from .machine import Answer, CheckedCommand, Command, Machine, Restorable, S, check_command
from .replay import (
    STATE,
    Kept,
    Progress,
    Replayed,
    Standing,
    check_machine,
    keep_texts,
    note_of,
    replay_snapshot,
    saved_text,
)
from .resuming import Resumed, Verification, Verified, resume
from .store import Journal, Reader, snapshot_of
from .store.place import SILENT_S
from .transparency.merkle import Frontier

_SEND_AGAIN = "nothing was acknowledged: send it again with the same number"


class Engine(Generic[S]):
    """One machine on one journal that is held for writing."""

    def __init__(
        self,
        machine: Machine[S],
        journal: Journal,
        clock: Clock,
        *,
        so_far: Replayed[S] | None = None,
        kept: Mapping[str, Kept] | None = None,
        server: str = "server",
        progress: Progress | None = None,
    ) -> None:
        self.machine, self._journal, self._clock, self._server = machine, journal, clock, server
        self._behind = False
        self._lost = False
        """The last commit failed, and the database has not been asked yet how that ended."""
        self.is_elsewhere = False
        """Another server had the journal when this one last tried to have it again."""
        self._doubtful: Group[S] | None = None
        self._regained = False
        """The lock was lost and is ours again, which the log does not record yet."""
        self.failure = ""
        """Why the last group could not be written, until something can be."""
        self._heard_s = monotonic()
        self.fault: LedgerCorrupt | None = None
        """Why this ledger stays closed."""
        self._so_far = so_far
        """The replay of this journal before it was opened."""
        self._kept, self._progress = kept or {}, progress
        self._postings = self._saved_to = 0
        self.resumed: Resumed[S] | None = None
        """The snapshot from which the database was last read."""
        self.committed, self._last_by_device = self._loaded(None)
        self._so_far = None
        from_the_first = not so_far and self.resumed is not None and self.resumed.so_far.head.number == 0
        verified = Verified(self.committed.head.number, clock()) if from_the_first else Verified(0, 0)
        self.closed = Flag()
        """Nobody waits any more for a verification that runs."""
        self.verification = Verification(machine, clock, verified, self.closed)

    @property
    def lost(self) -> bool:
        """Whether the database is unreachable, or silent until it may have another writer."""
        return self._lost or monotonic() - self._heard_s > SILENT_S

    def run(self, batch: Sequence[CheckedCommand]) -> list[Outcome]:
        """Carry out commands in their order; what is returned is durable."""
        return self._commit(lambda group: [group.take(checked) for checked in batch])

    def note(self, kind: str, body: dict[str, object]) -> None:
        """Put an event of the ledger's own on the log."""

        def work(group: Group[S]) -> list[Outcome]:
            group.note(kind, body)
            return []

        self._commit(work)

    def recover(self) -> None:
        """Reach the database again and learn whether the last group was committed after all."""
        if self.fault:
            raise self.fault
        if not self._lost:
            return
        with self._closing():
            try:
                head = self._journal.reopen()
            except LedgerUnavailable as error:
                self.is_elsewhere = isinstance(error, JournalHeld)
                raise
            self.is_elsewhere = False
            if self._doubtful and head == self._doubtful.head:
                self._adopt(self._doubtful)
            elif head != self.committed.head:
                self.committed, self._last_by_device = self._loaded(self.committed.head)
        self._lost, self._doubtful = False, None
        self._regained = self._regained or self._journal.taken_anew
        self._heard_s = monotonic()

    def beat(self) -> None:
        """Show the database that its writer lives, while nobody asks for anything; one that was lost is tried again."""
        if self.fault:
            return
        self.recover()
        if self._regained:
            self._commit(lambda _: [])
            return
        try:
            self._journal.beat()
        except LedgerUnavailable:
            self._lost = True
            raise
        self._heard_s = monotonic()
        if self.failure:
            try:
                self._journal.try_to_write()
            except LedgerUnavailable as error:
                self.failure = str(error)
                raise
            self.failure = ""

    def next_sequence(self, device: str) -> int:
        """The number that a device counts on with, by what is committed."""
        return self._last_by_device.get(device, 0) + 1

    def verify(self, reader: Reader) -> Replayed[S]:
        """Hold all of the journal against what is committed, from any thread; what does not agree closes the ledger."""
        full = Verification(self.machine, self._clock, self.verification.verified, self.closed)
        with self._closing():
            while (found := full.go_on(reader, self.committed.head)) is None:
                pass
        self.verification.verified = full.verified
        return found

    def verify_on(self, reader: Reader, most: int) -> bool:
        """Verify up to `most` more events; returns whether that was the end of the log."""
        with self._closing():
            return self.verification.go_on(reader, self.committed.head, most) is not None

    def events_since_saved(self) -> int:
        """The number of events that a start would have to replay."""
        return self.committed.head.number - self._saved_to

    def save_state(self) -> None:
        """Write a snapshot, and put its digest on the log; a machine that cannot be saved has none."""
        machine = self.machine
        if not isinstance(machine, Restorable):
            return
        texts = {name: text for name, kept in self._kept.items() if (text := kept.save()) is not None}

        def describe(head: Head, tree: Frontier) -> dict[str, object]:
            book = Book(dict(self.committed.balances), self._last_by_device, self._postings)
            texts[STATE] = saved_text(machine, Standing(self._journal.id, head, self.committed.state, book, tree))
            return note_of(machine, head.number, texts)

        def work(group: Group[S]) -> list[Outcome]:
            group.note_on_head(SNAPSHOT, describe)
            with self._journal.complaints():
                keep_texts(self._journal.connection, group.head.number - 1, texts)
            return []

        self._commit(work)
        self._saved_to = self.committed.head.number

    @contextmanager
    def _closing(self) -> Iterator[None]:
        """Close for good what cannot be trusted any more."""
        try:
            yield
        except (LedgerCorrupt, WrongJournal) as error:
            self.fault = LedgerCorrupt(str(error))
            raise self.fault from error

    def _commit(self, work: Callable[[Group[S]], list[Outcome]]) -> list[Outcome]:
        self.recover()
        group = Group(
            self.machine,
            self.committed,
            self._last_by_device,
            self._clock,
            self._journal.stored_answer,
            behind=self._behind,
        )
        try:
            if self._regained:
                group.note(TAKEOVER, {"server": self._server, "again": True})
            outcomes = work(group)
            if group.entries:
                check_machine(self.machine, group.state, {**self.committed.balances, **group.balances})
                self._journal.append(group.entries, group.balances, group.leaves, group.filled)
        except LedgerCorrupt as error:
            self.fault = error
            raise
        except LedgerUnavailable as error:
            self.failure = str(error)
            if not self._happened_after_all(group):
                raise LedgerUnavailable(f"{error}; {_SEND_AGAIN}") from error
        else:
            self._adopt(group)
        return outcomes

    def _happened_after_all(self, group: Group[S]) -> bool:
        self._lost, self._doubtful = True, group
        try:
            self.recover()
        except LedgerUnavailable:
            return False
        return self.committed.head == group.head and bool(group.entries)

    def _adopt(self, group: Group[S]) -> None:
        balances = {**self.committed.balances, **group.balances}
        self.committed = Committed(group.head, group.state, balances, group.tree, group.room)
        self._last_by_device.update(group.last_by_device)
        self._postings += group.postings
        self._behind = group.behind
        if group.entries:
            self._regained, self.failure = False, ""
        self._heard_s = monotonic()

    def _loaded(self, known: Head | None) -> tuple[Committed[S], dict[str, int]]:
        """Everything from the database, verified."""
        connection = self._journal.connection
        with self._journal.complaints():
            snapshot = snapshot_of(connection, self._journal.place)
            self.resumed = resume(snapshot, self.machine)
            self._saved_to = self.resumed.so_far.head.number
            so_far = self._so_far or self.resumed.so_far
            replayed = replay_snapshot(snapshot, self.machine, known=known, so_far=so_far, progress=self._progress)
            connection.commit()
        self._postings = replayed.postings
        committed = Committed(replayed.head, replayed.state, replayed.book.balances, replayed.tree)
        return committed, replayed.book.last_by_device


MOST_IN_GROUP = 2_048
"""A full group fills the largest of SQLite's statements exactly."""
MOST_WAITING = 100_000
CLOSING_SHARE = 10
"""At an orderly end a tenth of the usual events is enough for a snapshot: the next start is then quick."""
BEAT_S = 1.0
"""The interval of signs of life to the database, and of tries to reach a lost one."""
_log = logging.getLogger(__name__)


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


class Writer(Generic[S]):
    """The queue in front of an engine."""

    def __init__(
        self,
        engine: Engine[S],
        on_commit: Callable[[Committed[S]], None] | None = None,
        deliver: Callable[[Answered], None] = settle,
        snapshot_every: int = 0,
    ) -> None:
        self._engine, self._on_commit, self._deliver = engine, on_commit, deliver
        self._snapshot_every = snapshot_every
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="ledger-writer", daemon=True)
        self._thread.start()

    def submit(self, command: Command, awaited: Awaited) -> None:
        """Queue a command; its answer comes when it is on disk."""
        waiting = (check_command(command, self._engine.machine), awaited)
        with self._lock:
            if self._closed:
                raise LedgerUnavailable("the ledger is closed")
            if self._queue.qsize() >= MOST_WAITING:
                raise LedgerUnavailable(f"{MOST_WAITING:,} commands are waiting already: try again in a moment")
            self._queue.put(waiting)

    def close(self) -> None:
        """Finish what has queued and stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while True:
            group, last = self._next_group()
            if group:
                self._run(group)
            elif not last:
                self._beat()
            if last:
                self._save(self._snapshot_every // CLOSING_SHARE)
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
        futures = [future for _, future in group]
        try:
            outcomes: Sequence[Answer | Exception] = self._engine.run([waiting for waiting, _ in group])
        except Exception as error:  # whatever it is, those who wait must hear of it
            if not isinstance(error, LedgerError):
                _log.exception("the ledger's writer met something unforeseen")
            outcomes = [error] * len(group)
        else:
            self._tell()
        self._hand_over(list(zip(futures, outcomes, strict=True)))
        self._save(self._snapshot_every)

    def _hand_over(self, answered: Answered) -> None:
        try:
            self._deliver(answered)
        except Exception:  # as when the one who delivers has gone home: they are waiting all the same
            _log.exception("answers of the ledger could not be delivered")
            settle([(future, outcome) for future, outcome in answered if not future.done()])

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
        if self._on_commit:
            try:
                self._on_commit(self._engine.committed)
            except Exception:
                _log.exception("a listener of the ledger failed")

    def _beat(self) -> None:
        try:
            self._engine.beat()
        except LedgerError as error:
            _log.warning("the journal is out of reach: %s", error)
