"""Which records must still be kept, and which may go: the years of the rule, counted on the events of a journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Protocol

from fairfelt.law import GamingDays, Keeping, Law, keeping
from fairfelt.ledger import Entry
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right
from fairfelt.rules import format_day

from ..report import Report


class Journal(Protocol):
    """What of a journal is asked."""

    def first_since(self, at_micros: int, /) -> int:
        """The number of the first event at or after a moment."""
        ...

    def entries(self, *, after: int, limit: int) -> Iterable[Entry]:
        """Events in their order."""
        ...


@dataclass(frozen=True)
class ArchivedFile:
    """A file of events that were moved out of the database."""

    name: str
    first: int
    last: int
    last_day: date


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
        return f"{kept}. Events up to {self.may_go:,} may go; they stay until somebody removes their archive."


def kept_records(
    law: Law | None, days: GamingDays, journal: Journal, files: Sequence[ArchivedFile] = ()
) -> KeptRecords:
    """Count the years on a journal. Reads the database: call it off the event loop."""
    first = next(iter(journal.entries(after=0, limit=1)), None)
    held = keeping(law) if law else None
    old = journal.first_since(days.begin_micros(held.since)) - 1 if held else 0
    return KeptRecords(held, days.day_of(first.at_micros) if first else None, max(0, old), tuple(files))


def records_report(found: KeptRecords, law: Law) -> Report:
    """On paper: the rule, what may go, and every file of the archive with the day until which it is kept."""
    facts = (
        ("Rule", f"{found.keeping.rule.says} ({found.keeping.rule.cited})" if found.keeping else "none here"),
        ("Kept from", format_day(found.keeping.since) if found.keeping else "no day is set"),
        ("Oldest record", format_day(found.oldest) if found.oldest else "none"),
        ("May go", f"events 1 to {found.may_go:,}" if found.may_go else "nothing"),
    )
    sheet = Sheet(
        title="Records kept",
        subtitle=f"{law.profile.title}, {format_day(law.on)}",
        sections=(
            Section("", (Words(found.sentence), Facts(facts))),
            Section("Archived files", (_files(found),)),
        ),
        footnotes=(
            ("May go", "Old enough by the rule. The chain of the journal is verified through every file: without the "
             "first ones it begins later. No command of this program drops a record."),
        ),
    )  # fmt: skip
    return Report(sheet, records_dict(found), "records")


def _files(found: KeptRecords) -> Table | Words:
    if not found.files:
        return Words("No events were moved out of the database.")
    rows = tuple(
        (file.name, f"{file.first:,} to {file.last:,}", format_day(file.last_day), _until(found, file))
        for file in found.files
    )
    return Table(
        (Column("File", breaks=True), *right("Events"), Column("Last day"), Column("Status", breaks=True)), rows
    )


def _until(found: KeptRecords, file: ArchivedFile) -> str:
    if found.keeping is None:
        return "kept; no rule sets a day"
    if found.keeping.may_go(file.last_day):
        return "may go"
    return f"kept until {format_day(found.keeping.until(file.last_day))}"


def records_dict(found: KeptRecords) -> dict[str, Any]:
    """Plain data for JSON."""
    held = found.keeping
    return {
        "keep_years": held.years if held else None,
        "citation": held.rule.cited if held else "",
        "keep_from": held.since.isoformat() if held else None,
        "oldest": found.oldest.isoformat() if found.oldest else None,
        "may_go_up_to": found.may_go,
        "files": [
            {"file": file.name, "first": file.first, "last": file.last, "last_day": file.last_day.isoformat(),
             "status": _until(found, file)}
            for file in found.files
        ],
    }  # fmt: skip
