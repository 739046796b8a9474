"""The keys that ever signed checkpoints of the journal, in their order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from fairfelt.ledger import RecordedEvent
from fairfelt.ledger.transparency import NotProved, read_verifier_key
from fairfelt.room.commands.closing import CheckpointKeyPosted, CheckpointKeySet
from fairfelt.room.event import RoomEvent

from .projection import EventProjection


class KeyRow(NamedTuple):
    """One key: what verifies with it, what signs with it, and where the log says so."""

    key: str
    secret: str
    posted_at: int
    """The number of the public event."""
    at_micros: int


@dataclass
class Keys:
    """All of them; of the private ones only the digests."""

    rows: list[KeyRow] = field(default_factory=list)
    posted_at: int = 0
    """The number of the last public event."""


class KeyLog(EventProjection[Keys]):
    """Finds the key that follows another."""

    known_as = Keys
    events = (CheckpointKeyPosted, CheckpointKeySet)

    @property
    def all(self) -> list[KeyRow]:
        """Every key, the first one first."""
        return self._known.rows

    def after(self, key_id: str) -> tuple[KeyRow, KeyRow]:
        """A key by its id in hexadecimal digits, and the next one."""
        ids = [read_verifier_key(row.key).id.hex() for row in self.all]
        if key_id not in ids:
            raise NotProved(f"no key of this log has the id {key_id}")
        at = ids.index(key_id)
        if at == len(ids) - 1:
            raise NotProved(f"the key {key_id} is the one that signs today: no other follows it")
        return self.all[at], self.all[at + 1]

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        if isinstance(event, CheckpointKeyPosted):
            self._known.posted_at = record.number
        elif isinstance(event, CheckpointKeySet):
            self.all.append(KeyRow(event.key, event.secret, self._known.posted_at, record.at_micros))
