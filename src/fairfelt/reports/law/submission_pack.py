"""The submission pack of a game: one document for people, and the files for machines whose hashes it lists."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fairfelt.reports.law.rules import approval_status, limits_report
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.par_sheet import par_dict, par_sheet, strategy_dict, strategy_sheet
from fairfelt.reports.placard.placard import placard, placard_dict
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Sheet, Steps, Table, Words
from fairfelt.rules import Game, fingerprint, format_day, rules_data
from fairfelt.version import __version__, commit, program_digest

from ..report import Report, json_paper
from .not_approved import not_approved
from .proposal import Proposal, proposal_report
from .rules import law_report

if TYPE_CHECKING:
    from fairfelt.engine import Par, ShortStrategy, Verification
    from fairfelt.law import Law, Letter

DOCUMENT, MANIFEST = "submission.pdf", "manifest.json"


@dataclass(frozen=True, kw_only=True)
class Submission:
    """What goes into a pack; the mathematics were done before."""

    law: Law
    letter: Letter
    par: Par
    strategy: ShortStrategy
    verification: Verification
    proposals: tuple[Proposal, ...] = ()
    controls: Report | None = None
    """The internal controls of the room that submits it, if one does."""

    @property
    def game(self) -> Game:
        """The game that is submitted."""
        return self.par.game


@dataclass(frozen=True)
class PackFile:
    """One file of the pack."""

    name: str
    content: bytes

    @property
    def sha256(self) -> str:
        """Its hash."""
        return hashlib.sha256(self.content).hexdigest()


def submission_pack(submission: Submission) -> tuple[PackFile, ...]:
    """All files: those for machines, the manifest with their hashes, and the document that lists them as well."""
    canonical = f"{json.dumps(rules_data(submission.game), indent=2, ensure_ascii=False)}\n".encode()
    papers = (PackFile(name, json_paper(data)) for name, data in _data(submission))
    files = (PackFile("canonical.json", canonical), *papers)
    manifest = PackFile(MANIFEST, json_paper({"files": {file.name: file.sha256 for file in files}}))
    listed = (*files, manifest)
    return (*listed, PackFile(DOCUMENT, as_pdf(submission_sheet(submission, listed))))


def submission_sheet(submission: Submission, files: Sequence[PackFile]) -> Sheet:
    """The document: rules, mathematics, strategy, limits, law, parameters, and how to make it all again."""
    game, law = submission.game, submission.law
    parts = (
        placard(game),
        par_sheet(submission.par),
        strategy_sheet(game, submission.strategy),
        verification_sheet(submission.verification),
        limits_report(law, game).sheet,
        *(proposal_report(proposal).sheet for proposal in submission.proposals),
        *([submission.controls.sheet] if submission.controls else []),
        law_report(law).sheet,
    )
    return Sheet(
        title=game.title,
        subtitle=f"Submission, {law.profile.title}, {format_day(law.on)}",
        sections=(
            Section("", tuple(_identity(submission))),
            Section("Files in this pack", (_files(files),)),
            Section("How to reproduce it", (Steps(tuple(_reproduction(submission))),)),
            *(_under(part, section) for part in parts for section in part.sections),
        ),
        footnotes=tuple(note for part in parts for note in part.footnotes),
        colophon=colophon(game, what="Made"),
    )


def _under(part: Sheet, section: Section) -> Section:
    """A section of one sheet within the whole document."""
    return Section(f"{part.subtitle}: {section.title}" if section.title else part.subtitle, section.blocks)


def _identity(submission: Submission) -> Iterator[Block]:
    game, letter = submission.game, submission.letter
    status, dated = approval_status(letter, game), format_day(letter.dated)
    yield Words(game.summary)
    if notice := not_approved(submission.law):
        yield notice
    yield Facts(
        (
            ("Fingerprint", fingerprint(game)),
            (
                "Approval",
                f"{status} (submission {letter.submission}, {dated})",
            ),
            ("Fairfelt", __version__),
            ("Commit", commit()),
            ("Software, SHA-256 over all its files", program_digest()),
        )
    )


def _files(files: Sequence[PackFile]) -> Table:
    rows = tuple((file.name, f"{len(file.content):,}", file.sha256) for file in files)
    return Table((Column("File"), Column("Bytes", align="right"), Column("SHA-256", breaks=True)), rows)


def _reproduction(submission: Submission) -> Iterator[str]:
    game, law = submission.game, submission.law
    named = f"{game.slug} --variant {game.variant}" if game.variant else game.slug
    yield f"Install Fairfelt {__version__} with Python 3.11 or newer; fairfelt manifest: the commit and software above."
    yield f"fairfelt rules {named} --json: the fingerprint is the one above."
    yield f"fairfelt par {named} --json: the same as par.json, fraction by fraction."
    yield f"fairfelt verify {game.slug}: every published figure again."
    table = ", --table with the same table" if submission.proposals else ""
    room = ", --room with the same journal" if submission.controls else ""
    yield f"fairfelt law pack {named} --profile {law.profile.name} --on {law.on}{table}{room}: this pack, file by file."


def _data(submission: Submission) -> Iterator[tuple[str, dict[str, Any]]]:
    game, law = submission.game, submission.law
    yield "rules.json", placard_dict(game)
    yield "par.json", par_dict(submission.par)
    yield "strategy.json", strategy_dict(game, submission.strategy, None)
    yield "verification.json", submission.verification.to_dict()
    yield "limits.json", limits_report(law, game).plain
    yield "law.json", law.to_dict()
    yield "versions.json", {"fingerprint": fingerprint(game)}
    for number, proposal in enumerate(submission.proposals, 1):
        yield f"progressive-{number}.json", proposal_report(proposal).plain
    if submission.controls:
        yield "controls.json", submission.controls.plain
