"""The office of papers: draws them, issues them with the checkpoint of the moment, and fetches them again."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fairfelt.ledger import Ledger, LedgerCorrupt
from fairfelt.ledger.store import Secrets, place_of
from fairfelt.ledger.transparency import SignedCheckpoint
from fairfelt.reports.law.not_approved import with_lapses, with_lapses_of_day
from fairfelt.reports.papers.controls import RoomFacts, Software
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.pdf import Archived, Attachment, as_pdf
from fairfelt.reports.sheet.sheet import Facts, Section, Words
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import IssueReport
from fairfelt.room.projections.issued import IssuedLog, IssuedRow
from fairfelt.rules import format_moment
from fairfelt.server.manifest import Manifest

from .paper import Paper, Sources, Wanted

if TYPE_CHECKING:
    from fairfelt.server.publishing import Publishing

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
        """A paper as it reads now."""
        report, now = paper.draw(self, ledger, self.facts(ledger, wanted), wanted), self.clock()
        floor = ledger.committed.state
        if wanted.to_micros:
            return with_lapses(report, floor, wanted.from_micros, wanted.to_micros)
        return with_lapses_of_day(report, floor, floor.jurisdiction.days.day_of(now))

    def facts(self, ledger: Ledger[Floor], wanted: Wanted) -> RoomFacts:
        """The room after the last commit."""
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
    stamp = Facts((("Report", f"number {number:,}, issued {at}"), ("Version", version)))
    proof = (
        Words(
            "The note below is signed with the room's key. It fixes every event of the log up to this report; anybody "
            "who has the key can check it, and a witness of the log holds the same root. It is also inside this file."
        ),
        Facts(tuple((f"Line {at}", line) for at, line in enumerate(signed.note.written.splitlines(), 1) if line)),
    )
    sections = (Section("", (stamp,)), *sheet.sections, Section("Checkpoint of the log", proof))
    return replace(report, sheet=replace(sheet, sections=sections))


def _attachments(report: Report, signed: SignedCheckpoint) -> Iterator[Attachment]:
    note = signed.note.written.encode()
    yield Attachment("checkpoint.txt", "text/plain", "The signed checkpoint of the log", note)
    if report.plain:
        yield Attachment(f"{report.name}.json", "application/json", "The same as data", report.render("json"))
    yield Attachment(f"{report.name}.csv", "text/csv", "The tables of this report", report.render("csv"))
