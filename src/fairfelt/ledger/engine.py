"""The engine: decides a group, commits it once, and only then answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Generic

from .canonical import digest
from .chain import SNAPSHOT, TAKEOVER, Book, Head
from .errors import JournalHeld, LedgerCorrupt, LedgerUnavailable, WrongJournal
from .group import Clock, Committed, Group, Outcome
from .machine import CheckedCommand, Machine, Restorable, S
from .replay import (
    STATE,
    Progress,
    Replayed,
    Resumed,
    SavedProjection,
    check_machine,
    keep_texts,
    replay_snapshot,
    resume,
    saved_text,
)
from .store import Journal, snapshot_of
from .store.place import SILENT_S
from .transparency.merkle import Frontier


@dataclass(frozen=True)
class Verified:
    """All events up to this one, from the first on, were found right at this time."""

    number: int
    at_micros: int


class Engine(Generic[S]):
    """One machine on one journal that is held for writing."""

    def __init__(
        self,
        machine: Machine[S],
        journal: Journal,
        clock: Clock,
        *,
        so_far: Replayed[S] | None = None,
        kept: Mapping[str, SavedProjection] | None = None,
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
        self.verified = Verified(self.committed.head.number, clock()) if from_the_first else Verified(0, 0)

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
        try:
            head = self._journal.reopen()
            self.is_elsewhere = False
            if self._doubtful and head == self._doubtful.head:
                self._adopt(self._doubtful)
            elif head != self.committed.head:
                self.committed, self._last_by_device = self._loaded(self.committed.head)
        except LedgerUnavailable as error:
            self.is_elsewhere = isinstance(error, JournalHeld)
            raise
        except (LedgerCorrupt, WrongJournal) as error:
            self.fault = LedgerCorrupt(str(error))
            raise self.fault from error
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
            self._probe()

    def _probe(self) -> None:
        """Whether as much can be written as a group may need: a nearly full disk takes one group, and not the next."""
        try:
            self._journal.try_to_write()
        except LedgerUnavailable as error:
            self.failure = str(error)
            raise
        self.failure = ""

    def next_sequence(self, device: str) -> int:
        """The number that a device counts on with, by what is committed."""
        return self._last_by_device.get(device, 0) + 1

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
            texts[STATE] = saved_text(machine, Replayed(self._journal.id, head, self.committed.state, book, tree))
            digests = {name: digest(text) for name, text in texts.items()}
            return {"number": head.number, "form": machine.form, "digests": digests}

        def work(group: Group[S]) -> list[Outcome]:
            group.note_on_head(SNAPSHOT, describe)
            with self._journal.complaints():
                keep_texts(self._journal.connection, group.head.number - 1, texts)
            return []

        self._commit(work)
        self._saved_to = self.committed.head.number

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
                check_machine(self.machine, group.state, {**self.committed.balances, **group.moves.balances})
                self._journal.append(group.entries, group.moves.balances)
        except LedgerCorrupt as error:
            self.fault = error
            raise
        except LedgerUnavailable as error:
            self.failure, self._lost, self._doubtful = str(error), True, group
            with suppress(LedgerUnavailable):
                self.recover()
            if self._lost or self.committed.head != group.head or not group.entries:
                says = f"{error}; nothing was acknowledged: send it again with the same number"
                raise LedgerUnavailable(says) from error
        else:
            self._adopt(group)
        return outcomes

    def _adopt(self, group: Group[S]) -> None:
        balances = {**self.committed.balances, **group.moves.balances}
        self.committed = Committed(group.head, group.state, balances, group.tree)
        self._last_by_device.update(group.last_by_device)
        self._postings += group.moves.postings
        self._behind = group.behind
        if group.entries:
            self._regained = False
        self._heard_s = monotonic()
        if self.failure and group.entries:
            with suppress(LedgerUnavailable):
                self._probe()

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
