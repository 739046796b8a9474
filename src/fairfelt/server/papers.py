"""Every paper that the room can write, by name: its purpose, its parameters, and how it is drawn."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from fairfelt.law import GamingDays, Mode, games_report
from fairfelt.ledger import Ledger, LedgerCorrupt
from fairfelt.ledger.store import Secrets, place_of
from fairfelt.ledger.transparency import SignedCheckpoint
from fairfelt.reports.law.funds import master_games_report, room_report
from fairfelt.reports.law.notices import merchandise_report
from fairfelt.reports.law.rules import with_lapses, with_lapses_of_day
from fairfelt.reports.papers.controls import (
    RoomFacts,
    Software,
    change_notice,
    controls_report,
    lab_report,
    malfunction_notice,
    verification_form,
)
from fairfelt.reports.report import Report
from fairfelt.reports.room.period import Heading, period_report, shifts_report
from fairfelt.reports.room.tables import theoretical_report
from fairfelt.reports.sheet import Facts, Section, Words
from fairfelt.reports.sheet.pdf import Archived, Attachment, as_pdf
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.room.projections.days import DayLog, read_stands, read_table_days
from fairfelt.room.projections.periods import PeriodLog
from fairfelt.room.projections.records import DutyLog, IssuedLog, IssuedRow, WinLog, read_shifts
from fairfelt.room.table_odds import count_edges
from fairfelt.room.table_win import table_figures
from fairfelt.rules import UnknownName, format_moment
from fairfelt.server.manifest import Manifest
from fairfelt.server.publishing import Publishing

# What a paper is: its name, its parameters, and how it is drawn from what the room reads along.


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The parameters of a paper."""

    from_micros: int = 0
    to_micros: int = 0
    """The time it is about, for those that are about one."""
    period: str = ""
    """That time in words; from moment to moment if empty."""
    number: int = 0
    """The win page or the malfunction, for those that are about one."""
    access: tuple[tuple[str, str], ...] = ()
    """The table of access, where the caller knows it."""


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The room's projections of its log, and its clock."""

    clock: Callable[[], int]
    wins: WinLog
    duties: DutyLog
    periods: PeriodLog
    days: DayLog


FromLog = Callable[[Sources, Ledger[Floor], RoomFacts, Wanted], Report]
FromFacts = Callable[[RoomFacts, int], Report]
"""Draws from the room as it stands at a moment."""


class Asks(Enum):
    """The parameters of a paper."""

    NOTHING = "nothing"
    DAYS = "days"
    NUMBER = "number"


@dataclass(frozen=True, kw_only=True)
class Paper:
    """One paper."""

    name: str
    title: str
    lead: str
    from_facts: FromFacts | None = None
    """Draws it without the log; for a form, the blank one."""
    from_log: FromLog | None = None
    asks: Asks = Asks.NOTHING
    of: str = ""
    """The thing that its number names."""

    def draw(self, room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
        """The paper of a room, with every time meanwhile in which the law was not enforced."""
        now = room_logs.clock()
        if self.from_log:
            report = self.from_log(room_logs, ledger, room, wanted)
        else:
            assert self.from_facts, f"{self.name} is drawn from something"
            report = self.from_facts(room, now)
        if wanted.to_micros:
            return with_lapses(report, room.floor, wanted.from_micros, wanted.to_micros)
        return with_lapses_of_day(report, room.floor, room.floor.jurisdiction.days.day_of(now))


# The office of papers: draws them, issues them with the checkpoint of the moment, and fetches them again.


MOST_TITLE = 200


class KeptDocument(NamedTuple):
    """A file that the room keeps: its digest, and that of the text that holds it."""

    sha256: str
    secret: str


@dataclass(frozen=True, kw_only=True)
class PaperOffice(Sources):
    """Reads the database: call it off the event loop."""

    address: str | Path
    read_manifest: Callable[[], Manifest]
    publishing: Publishing
    issued: IssuedLog

    def draw(self, ledger: Ledger[Floor], paper: Paper, wanted: Wanted) -> Report:
        return paper.draw(self, ledger, self.facts(ledger, wanted), wanted)

    def facts(self, ledger: Ledger[Floor], wanted: Wanted) -> RoomFacts:
        committed, found = ledger.committed, self.read_manifest()
        floor = committed.state
        zone = floor.jurisdiction.zone
        law = floor.jurisdiction.law_at(self.clock())
        software = Software(digest=found.digest, files=dict(found.files), libraries=dict(found.libraries))
        return RoomFacts(
            floor=floor, law=law, zone=zone, software=software, head=committed.head.hash,
            events=committed.head.number, access=wanted.access,
        )  # fmt: skip

    def prepare(self, ledger: Ledger[Floor], paper: Paper, wanted: Wanted) -> IssueReport:
        """Draw a paper to be issued and keep it; the command that this gives makes it the next report."""
        signed = self.publishing.checkpoint(ledger)
        number, at_micros = ledger.committed.state.reports_issued + 1, self.clock()
        jurisdiction = ledger.committed.state.jurisdiction
        report = self.draw(ledger, paper, wanted)
        title = f"{report.sheet.title}, {report.sheet.subtitle}"[:MOST_TITLE]
        rows = self.issued.all(ledger)
        before = next((row for row in reversed(rows) if (row.paper, row.title) == (paper.name, title)), None)
        document = _issued(report, number, format_moment(at_micros, jurisdiction.zone), signed, before)
        archived = Archived(jurisdiction.days.day_of(at_micros), tuple(_attachments(report, signed)))
        content = as_pdf(document.sheet, archived)
        return IssueReport(
            number=number,
            paper=paper.name,
            title=title,
            sha256=sha256(content).hexdigest(),
            secret=self._kept.keep(b64encode(content).decode()),
            checkpoint_size=signed.checkpoint.size,
            checkpoint_root=signed.checkpoint.root.hex(),
        )

    def find(self, ledger: Ledger[Floor], number: int) -> tuple[IssuedRow, bytes] | None:
        """An issued report, byte for byte as it went out."""
        row = self.issued.find(ledger, number)
        return (row, read_kept(self._kept, row)) if row else None

    def keep(self, content: bytes) -> KeptDocument:
        """Keep a document that is to be attached to a filing."""
        return KeptDocument(sha256(content).hexdigest(), self._kept.keep(b64encode(content).decode()))

    def is_kept(self, document: KeptDocument) -> bool:
        """Whether a document that is to be attached is here, and is the one of that digest."""
        try:
            return bool(read_content(self._kept, "the document", document.secret, document.sha256))
        except LedgerCorrupt:
            return False

    def attached(self, floor: Floor, digits: str) -> bytes | None:
        """A document that was attached to a filing, by its SHA-256; none where there is no such one."""
        found = floor.paperwork.attached.get(digits)
        return read_content(self._kept, f"document {digits}", found.secret, digits) if found and found.secret else None

    def lost(self, floor: Floor) -> str:
        """What is on file without its document any more, as after a restore without secrets; empty if no law binds."""
        if floor.jurisdiction.mode is not Mode.ENFORCE:
            return ""
        relied_on = floor.paperwork.relied_on
        kept = self._kept.kept({name for names in relied_on.values() for name in names})
        lost = sorted(document for document, names in relied_on.items() if not names & kept)
        more = f", and {len(lost) - 1} more" if len(lost) > 1 else ""
        return f"the file of {lost[0]}{more} is not beside the journal: attach it to a filing again" if lost else ""

    @cached_property
    def _kept(self) -> Secrets:
        return Secrets(place_of(self.address))


def read_kept(kept: Secrets, row: IssuedRow) -> bytes:
    """The bytes of an issued report, found to be those that the log names."""
    return read_content(kept, f"report {row.number}", row.secret, row.sha256)


def read_content(kept: Secrets, what: str, secret: str, digits: str) -> bytes:
    """Bytes that are kept beside the journal, found to be those of that digest."""
    text = kept.read(secret)
    if text is None:
        raise LedgerCorrupt(f"{what} is not beside the journal: restore it from a backup with its secrets")
    try:
        content = b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise LedgerCorrupt(f"{what} cannot be read: {error}") from error
    if sha256(content).hexdigest() != digits:
        raise LedgerCorrupt(f"{what} was changed: the log names another digest")
    return content


def _issued(report: Report, number: int, at: str, signed: SignedCheckpoint, before: IssuedRow | None) -> Report:
    """The report with its number and the version it replaces, and at its end the signed checkpoint of the log."""
    sheet, version = report.sheet, "1"
    if before:
        version = f"{before.version + 1}, replaces number {before.number:,} (SHA-256 {before.sha256})"
    stamp = Facts(("Report", f"number {number:,}, issued {at}"), ("Version", version))
    proof = (
        Words(
            "The note below is signed with the room's key. It fixes every event of the log up to this report; anybody "
            "who has the key can check it, and a witness of the log holds the same root. It is also inside this file."
        ),
        Facts(*((f"Line {at}", line) for at, line in enumerate(signed.note.written.splitlines(), 1) if line)),
    )
    sections = (Section("", stamp), *sheet.sections, Section("Checkpoint of the log", *proof))
    return replace(report, sheet=sheet.with_sections(*sections))


def _attachments(report: Report, signed: SignedCheckpoint) -> Iterator[Attachment]:
    note = signed.note.written.encode()
    yield Attachment("checkpoint.txt", "text/plain", "The signed checkpoint of the log", note)
    if report.plain:
        yield Attachment(f"{report.name}.json", "application/json", "The same as data", report.render("json"))
    yield Attachment(f"{report.name}.csv", "text/csv", "The tables of this report", report.render("csv"))


def _malfunction(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    found = room.floor.malfunctions.get(wanted.number)
    if found is None:
        raise UnknownName("malfunction", str(wanted.number), tuple(map(str, room.floor.malfunctions)))
    return malfunction_notice(room, wanted.number, found, room_logs.duties.read(ledger).reported[wanted.number])


def _merchandise(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    found = room.floor.merchandise.get(wanted.number)
    if found is None:
        raise UnknownName("merchandise", str(wanted.number), tuple(map(str, room.floor.merchandise)))
    return merchandise_report(room.law, found.prize, found.hand)


def _verification(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    page = room_logs.wins.find(ledger, wanted.number) if wanted.number else None
    if wanted.number and page is None:
        raise UnknownName("win page", str(wanted.number), ())
    return verification_form(room, page, room.floor.payments.get(wanted.number))


def _progressive(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    first, found = room_logs.periods.read(ledger, wanted.from_micros, wanted.to_micros)
    heading = Heading(
        room=room.location,
        zone=room.zone,
        from_micros=wanted.from_micros,
        to_micros=wanted.to_micros,
        events=(first - 1, first - 1 + found.events),
        head=room.head,
        currencies=room.floor.currency_by_jackpot,
    )
    return period_report(found, heading)


def _theoretical(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    begin, end = wanted.from_micros, wanted.to_micros
    figures = table_figures(
        room.floor,
        read_stands(ledger, begin),
        begin,
        end,
        lambda *time: room_logs.periods.read(ledger, *time)[1].tables,
    )
    first, last = (format_moment(micros, room.zone) for micros in (wanted.from_micros, wanted.to_micros))
    days = read_table_days(ledger, room_logs.periods, *_days(wanted, room.floor.jurisdiction.days))
    count_edges(days)
    shifts = read_shifts(ledger, wanted.from_micros, wanted.to_micros)
    return theoretical_report(room, wanted.period or f"{first} to {last}", figures, days, shifts)


def _games(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    first, last = _days(wanted, room.floor.jurisdiction.days)
    book = room_logs.days.read(ledger).book
    tables = read_table_days(ledger, room_logs.periods, first, last)
    return master_games_report(games_report(book, room.floor.currency_by_jackpot, first, last), tables)


def _shifts(room_logs: Sources, ledger: Ledger[Floor], room: RoomFacts, wanted: Wanted) -> Report:
    first, last = (format_moment(micros, room.zone) for micros in (wanted.from_micros, wanted.to_micros))
    names = {person: who.name for person, who in room.floor.people.items()}
    found = read_shifts(ledger, wanted.from_micros, wanted.to_micros)
    return shifts_report(found, names, room.zone, f"{first} to {last}")


def _days(wanted: Wanted, days: GamingDays) -> tuple[date, date]:
    """The first and the last gaming day of the time."""
    return days.day_of(wanted.from_micros), days.day_of(max(wanted.from_micros, wanted.to_micros - 1))


PAPERS = {
    paper.name: paper
    for paper in (
        Paper(
            name="progressive-report", title="Progressive report", from_log=_progressive, asks=Asks.DAYS,
            lead="Wagers, contributions, awards, adjustments, and where the meters stood.",
        ),
        Paper(
            name="master-games-report", title="Master games report", from_log=_games, asks=Asks.DAYS,
            lead="Drop, fills, credits and win of every table, and progressive jackpots, day by day, also without "
            "activity, for form GC2-263.",
        ),
        Paper(
            name="theoretical", title="Theoretical against actual", from_log=_theoretical, asks=Asks.DAYS,
            lead="Theoretical win and its interval beside the win of every table, pace by the log, a test that hands "
            "come as often as they should; long-run return against the minimum.",
        ),
        Paper(
            name="dealer-shifts", title="Dealer shifts", from_log=_shifts, asks=Asks.DAYS,
            lead="Who dealt which table from when to when, by signing in and out at the keypads.",
        ),
        Paper(
            name="compliance", title="Compliance status", from_facts=lambda room, now: room_report(room.floor),
            lead="Jurisdiction, findings at the tables, documents, pending payouts.",
        ),
        Paper(
            name="verification", title="Jackpot verification form", from_log=_verification,
            from_facts=lambda room, now: verification_form(room, None), asks=Asks.NUMBER, of="Win page",
            lead="Filled in with the win page and its steps, or blank.",
        ),
        Paper(
            name="malfunction-notice", title="Notice of malfunction", from_log=_malfunction, asks=Asks.NUMBER,
            of="Malfunction", lead="The draft for the regulator, with its deadline.",
        ),
        Paper(
            name="merchandise-notice", title="Notice of a merchandise prize", from_log=_merchandise, asks=Asks.NUMBER,
            of="Merchandise", lead="For the table: the item, its value, the hand, and what the reserve bears.",
        ),
        Paper(
            name="change-notice", title="Notice of a change", from_facts=change_notice,
            lead="Software and terms that wait, and the earliest hour for them.",
        ),
        Paper(
            name="internal-controls", title="Internal controls", from_facts=lambda room, now: controls_report(room),
            lead="A template with this room's roles, thresholds, tables, terms and procedures.",
        ),
        Paper(
            name="lab-submission", title="Lab submission", from_facts=lambda room, now: lab_report(room),
            lead="Versions, digests of every file, games, paytables, parameters, and how to check them.",
        ),
    )
}  # fmt: skip
"""Papers by name, in the order in which offices list them."""
