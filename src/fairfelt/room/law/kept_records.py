"""How long the records of a journal are kept by the rule of a day, and which may go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from fairfelt.law import GamingDays, Keeping, Law, keeping
from fairfelt.ledger import Ledger
from fairfelt.ledger.store import Snapshot
from fairfelt.rules import format_day


@dataclass(frozen=True)
class ArchivedFile:
    """A file of events that were moved out of the database."""

    name: str
    first: int
    last: int
    last_day: date


def archived_files(taken: Snapshot, days: GamingDays) -> list[ArchivedFile]:
    """The files of a journal's archive, each with the day of its last event."""
    found = []
    for part in taken.archive.ranges:
        last = next(iter(taken.entries(after=part.last - 1, limit=1)))
        found.append(ArchivedFile(part.file, part.first, part.last, days.day_of(last.at_micros)))
    return found


@dataclass(frozen=True)
class KeptRecords:
    """The records of a journal against the rule of a day."""

    keeping: Keeping | None
    oldest: date | None
    """The day of the first event; None before there is any."""
    may_go: int
    """All events up to this one are older than the rule asks for; 0 if none is."""
    files: tuple[ArchivedFile, ...] = ()

    @property
    def sentence(self) -> str:
        """In one line, for a page."""
        if self.keeping is None:
            return "No rule here says how long records are kept. Nothing is dropped."
        kept = f"{self.keeping.years} years ({self.keeping.rule.cited}): from {format_day(self.keeping.since)} on"
        if not self.may_go:
            oldest = f"the oldest is of {format_day(self.oldest)}" if self.oldest else "there is none yet"
            return f"{kept}. No record may go; {oldest}."
        return f"{kept}. Events up to {self.may_go:,} may go; they stay until their archive is removed."


def kept_records(
    law: Law | None, days: GamingDays, journal: Ledger[Any] | Snapshot, files: Sequence[ArchivedFile] = ()
) -> KeptRecords:
    """Count the years on a journal. Reads the database: call it off the event loop."""
    first = next(iter(journal.entries(after=0, limit=1)), None)
    held = keeping(law) if law else None
    old = journal.first_since(days.begin_micros(held.since)) - 1 if held else 0
    return KeptRecords(held, days.day_of(first.at_micros) if first else None, max(0, old), tuple(files))
