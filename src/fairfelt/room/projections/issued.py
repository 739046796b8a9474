"""Reports that were issued, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from fairfelt.ledger import Ledger, RecordedEvent
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import ReportIssued
from fairfelt.room.event import RoomEvent

from .projection import EventProjection


class IssuedRow(NamedTuple):
    """One report that went out."""

    number: int
    paper: str
    title: str
    sha256: str
    secret: str
    checkpoint_size: int
    checkpoint_root: str
    event: int
    at_micros: int
    by: str
    version: int = 1
    """Version of this paper for the same days."""
    replaces: int = 0
    """The number of the version before; 0 for the first."""

    @property
    def described(self) -> str:
        """Its title, with the version if there was one before."""
        return f"{self.title} (version {self.version}, replaces {self.replaces})" if self.replaces else self.title


class IssuedLog(EventProjection[list[IssuedRow]]):
    """Finds an issued report by its number."""

    known_as = list[IssuedRow]
    events = (ReportIssued,)

    def all(self, ledger: Ledger[Floor]) -> list[IssuedRow]:
        """Every one, the first first."""
        self.read_on(ledger)
        return with_versions(self._known)

    def find(self, ledger: Ledger[Floor], number: int) -> IssuedRow | None:
        """The one of that number."""
        rows = self.all(ledger)
        return rows[number - 1] if 1 <= number <= len(rows) else None

    def _take(self, record: RecordedEvent, event: RoomEvent) -> None:
        if isinstance(event, ReportIssued):
            self._known.append(issued_row(event, record.number, record.at_micros))


def with_versions(rows: Iterable[IssuedRow]) -> list[IssuedRow]:
    """Reports in the order of their numbers, each with the version that it replaces: the change log of every paper."""
    newest: dict[tuple[str, str], IssuedRow] = {}
    found = []
    for row in rows:
        if before := newest.get((row.paper, row.title)):
            row = row._replace(version=before.version + 1, replaces=before.number)
        newest[row.paper, row.title] = row
        found.append(row)
    return found


def issued_row(event: ReportIssued, number: int, at_micros: int) -> IssuedRow:
    """A report from its event."""
    return IssuedRow(
        event.number, event.paper, event.title, event.sha256, event.secret, event.checkpoint_size,
        event.checkpoint_root, number, at_micros, ", ".join(event.people),
    )  # fmt: skip
