"""Journals for the world: one in memory that a restart does not lose, and trouble for any of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from fairfelt.ledger import Committed, Entry, Head, LedgerUnavailable
from fairfelt.ledger.chain import Stored, genesis
from fairfelt.ledger.engine import Engine
from fairfelt.ledger.machine import S
from fairfelt.ledger.replay import replay
from fairfelt.ledger.store import Journal, place_of

NAME = "a night"


class Trouble(Enum):
    """When a commit fails."""

    BEFORE = "nothing was written"
    AFTER = "it was written, and the reply was lost"


class Failing(Journal):
    """A journal whose next commit fails when told to, and which cannot be reached for some tries after that."""

    trouble: Trouble | None = None
    tries_away = 0

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int]) -> None:
        """Write a group, or fail before or after."""
        trouble, self.trouble = self.trouble, None
        if trouble is Trouble.BEFORE:
            raise LedgerUnavailable("the disk does not answer")
        super().append(entries, balances)
        if trouble is Trouble.AFTER:
            raise LedgerUnavailable("the reply was lost")

    def reopen(self) -> Head | None:
        """Reach it again, if it is there."""
        if self.tries_away:
            self.tries_away -= 1
            raise LedgerUnavailable("the disk is away")
        return super().reopen()


class MemoryJournal(Journal):
    """What an engine needs of a journal, on a list that outlives it; its place is a name only, and never touched."""

    def __init__(self, entries: list[Entry]) -> None:
        super().__init__(place_of(NAME))
        self.id, self.entries = NAME, entries
        self._answers: dict[tuple[str | None, int | None], Entry] = {}
        self._index(entries)

    def reopen(self) -> Head | None:
        """Where the list ends."""
        return self.entries[-1].head if self.entries else genesis(NAME)

    def append(self, entries: Sequence[Entry], balances: Mapping[str, int]) -> None:
        """The balances need no place of their own: a replay gives them."""
        self.entries += entries
        self._index(entries)

    def stored_answer(self, device: str, sequence: int) -> tuple[Stored, int] | None:
        """What a device was answered then."""
        entry = self._answers.get((device, sequence))
        return (entry.answer, entry.number) if entry and entry.answer else None

    def close(self) -> None:
        """There is nothing to let go of."""

    def _index(self, entries: Sequence[Entry]) -> None:
        self._answers.update({(entry.device, entry.device_sequence): entry for entry in entries if entry.answer})


class FailingMemory(Failing, MemoryJournal):
    """A list that cannot always be reached."""


class MemoryEngine(Engine[S]):
    """The ledger's engine, except that it loads from a list."""

    def _loaded(self, known: Head | None) -> tuple[Committed[S], dict[str, int]]:
        assert isinstance(self._journal, MemoryJournal)
        replayed = replay(self._journal.entries, NAME, self._machine, known=known)
        return Committed(replayed.head, replayed.state, replayed.book.balances), replayed.book.last_by_device
