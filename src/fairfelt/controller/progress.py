"""How far the reading of a journal is that takes a while."""

from __future__ import annotations

from pathlib import Path

from fairfelt.ledger import Event, LedgerError
from fairfelt.ledger.store import snapshot
from fairfelt.room import Floor, Room


class Progress:
    """Counts events as they are replayed, to be asked from anywhere."""

    def __init__(self) -> None:
        self.replayed = 0
        self.all = 0

    def begin(self, address: str | Path) -> None:
        """Look how many there are."""
        self.replayed = self.all = 0
        try:
            with snapshot(address) as taken:
                self.all = taken.head.number
        except LedgerError:
            return  # who opens it says what is wrong

    def counting(self, room: Room) -> Room:
        """The same room, counting what it replays."""
        return _Counting(room, self)

    def __str__(self) -> str:
        return f"this server is reading the journal: {self.replayed:,} events replayed, the last one is {self.all:,}"


class _Counting(Room):
    """A room that counts."""

    def __init__(self, room: Room, progress: Progress) -> None:
        self.__dict__.update(vars(room))
        self._progress = progress

    def replay(self, state: Floor, event: Event) -> Floor:
        """The floor after an event."""
        self._progress.replayed += 1
        return super().replay(state, event)
