"""fairfelt law paper, issued, documents, theoretical: papers of a room from its journal, issued and filed ones"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal
from zoneinfo import ZoneInfo

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import write_whole
from fairfelt.cli.io.report_command import report

from .options import On
from .room import Journal, floor_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairfelt.reports.papers.controls import RoomFacts
    from fairfelt.reports.report import Report

Which = Annotated[
    Literal["internal-controls", "lab-submission", "change-notice", "verification"],
    Parameter(help="internal-controls, lab-submission, change-notice, or verification (a blank form)."),
]
Number = Annotated[int | None, Parameter(help="The number of an issued report.")]
Target = Annotated[Path | None, Parameter(name=["--output", "-o"], help="Where the file is written.")]
Digits = Annotated[str | None, Parameter(name="SHA256", help="The SHA-256 of a document that was filed.")]
From = Annotated[date, Parameter(name="--from", help="The first day.")]
To = Annotated[date, Parameter(name="--to", help="The last day.")]


@report
def paper(which: Which, journal: Journal, /, *, on: On = None) -> Report:
    """Write a paper of a room from its journal: controls, submission, notice of a change, a blank form.

    For example:

        fairfelt law paper internal-controls room.db -o controls.pdf
    """
    from fairfelt.law import micros_at
    from fairfelt.reports.law.not_approved import with_lapses_of_day
    from fairfelt.reports.papers.controls import controls_report, lab_report
    from fairfelt.reports.papers.forms import change_notice, verification_form

    room = facts_of(journal, on)
    match which:
        case "internal-controls":
            written = controls_report(room)
        case "lab-submission":
            written = lab_report(room)
        case "change-notice":
            written = change_notice(room, micros_at(datetime.now(ZoneInfo(room.zone))))
        case "verification":
            written = verification_form(room, None)
    return with_lapses_of_day(written, room.floor, room.law.on)


def issued(journal: Journal, /, number: Number = None, *, output: Target = None) -> int:
    """List the reports that a room issued, or write one of them, byte for byte as it went out.

    For example:

        fairfelt law issued room.db
        fairfelt law issued room.db 3 -o report-3.pdf
    """
    from fairfelt.controller.papers.office import read_kept
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.store import Secrets, place_of, snapshot
    from fairfelt.room.events import kinds_of, read_event
    from fairfelt.room.events.papers import ReportIssued
    from fairfelt.room.projections.issued import issued_row, with_versions

    rows, kinds = [], kinds_of(ReportIssued)
    try:
        with snapshot(journal) as taken:
            for entry in taken.entries():
                if entry.kind in kinds and isinstance(event := read_event(entry.body), ReportIssued):
                    rows.append(issued_row(event, entry.number, entry.at_micros))
        if number is None:
            for row in with_versions(rows):
                print(f"{row.number:>6}  {row.sha256}  {row.described}")  # noqa: T201
            return 0
        found = next((row for row in rows if row.number == number), None)
        if found is None:
            raise BadInput(f"no report {number} was issued; there are {len(rows)}")
        if output is None:
            raise BadInput(f"say where report {number} is to be written: -o report-{number}.pdf")
        write_whole(output, read_kept(Secrets(place_of(journal)), found))
    except LedgerError as error:
        raise BadInput(str(error)) from error
    return 0


def documents(journal: Journal, /, sha256: Digits = None, *, output: Target = None) -> int:
    """List the documents that were filed as files, or write one of them, found to have the SHA-256 on the log.

    For example:

        fairfelt law documents room.db
        fairfelt law documents room.db 3d5f… -o letter.pdf
    """
    from fairfelt.controller.papers.office import read_content
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.store import Secrets, place_of

    try:
        attached = floor_of(journal).paperwork.attached
        if sha256 is None:
            for digits, one in attached.items():
                print(f"{digits}  {'attached' if one.secret else 'digest only'}  {one.document}")  # noqa: T201
            return 0
        if sha256 not in attached or not attached[sha256].secret:
            raise BadInput(f"no document with the SHA-256 {sha256:.64} was attached: fairfelt law documents lists them")
        if output is None:
            raise BadInput("say where the document is to be written: -o letter.pdf")
        kept = Secrets(place_of(journal))
        write_whole(output, read_content(kept, f"document {sha256}", attached[sha256].secret, sha256))
    except LedgerError as error:
        raise BadInput(str(error)) from error
    return 0


@report
def theoretical(journal: Journal, /, *, first: From, last: To) -> Report:
    """Compare what the wagers of some days lead one to expect with what was paid, by exact odds.

    For example:

        fairfelt law theoretical room.db --from 2023-06-01 --to 2023-06-30
    """
    from fairfelt.cli.io.progress import counting
    from fairfelt.ledger.chain import RecordedEvent
    from fairfelt.ledger.store import snapshot
    from fairfelt.reports.papers.theoretical import table_figures, theoretical_report
    from fairfelt.room.projections import shifts, stands
    from fairfelt.room.projections.period import KINDS, AtTable, read_period
    from fairfelt.room.table_odds import count_edges

    from .funds import tables_by_day

    if last < first:
        raise BadInput(f"--to {last} lies before --from {first}: give the earlier day first")
    room = facts_of(journal, None)
    days = room.floor.jurisdiction.days
    begin, end = days.begin_micros(first), days.end_micros(last)
    wanted = {*KINDS, *stands.KINDS, *shifts.KINDS}
    with snapshot(journal) as taken:
        recorded = [
            RecordedEvent(entry.number, entry.at_micros, entry.kind, entry.body, None)
            for entry in taken.entries()
            if entry.kind in wanted and entry.at_micros >= begin - shifts.LONGEST_MICROS
        ]
    records = [one for one in recorded if one.kind in {*KINDS, *stands.KINDS} and one.at_micros >= begin]
    dealt = shifts.shifts_in(room.floor, (one for one in recorded if one.kind in shifts.KINDS and one.at_micros < end))

    def read(from_micros: int, to_micros: int) -> Mapping[str, AtTable]:
        return read_period({}, [one for one in records if from_micros <= one.at_micros < to_micros], 0).tables

    stood = stands.stands_in(room.floor, records)
    with counting("Counting the bets"):
        tables = table_figures(room, stood, begin, end, read)
        played = tables_by_day(journal, room.floor, first, last)
        count_edges(played)
    dealt = tuple(shift for shift in dealt if shift.last_micros >= begin)
    return theoretical_report(room, f"{first} to {last}", tables, played, dealt)


def facts_of(journal: str, on: date | None) -> RoomFacts:
    """A room as its journal gives it, and the software that is installed here."""
    from fairfelt.controller.manifest import manifest
    from fairfelt.ledger.store import snapshot
    from fairfelt.reports.papers.controls import RoomFacts, Software

    from .options import law_on

    floor = floor_of(journal)
    with snapshot(journal) as taken:
        head = taken.head
    found, law = manifest(), floor.jurisdiction.law
    software = Software(digest=found.digest, files=dict(found.files), libraries=dict(found.libraries))
    return RoomFacts(
        floor=floor,
        law=law_on(floor.jurisdiction.profile, on) if on or law is None else law,
        zone=floor.jurisdiction.zone,
        software=software,
        head=head.hash,
        events=head.number,
    )
