"""The dossier of a game for one regulator: each item of its checklist, written here or to be supplied."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from msgspec import to_builtins

from fairfelt import games
from fairfelt.analysis.protection.findings import usual_terms
from fairfelt.analysis.protection.house import Verdict, foresee_verdict, verdict
from fairfelt.engine.answers.numbers import percent_text
from fairfelt.engine.answers.par import WagerPar
from fairfelt.law.dossiers import Checklist, Requirement, Statement, approved_statements
from fairfelt.reports.layout import layout_svg, rack_card_svg
from fairfelt.reports.par.checks import verification_sheet
from fairfelt.reports.par.lab_report import Study, footnotes_of, lab_sheet, part_sections, software
from fairfelt.reports.par.par_sheet import par_dict, strategy_dict, strategy_sheet
from fairfelt.reports.par.strategy_tables import strategy_sections
from fairfelt.reports.placard.dealing import dealing_guide, deck_words
from fairfelt.reports.placard.examples import example_sheet
from fairfelt.reports.placard.placard import pay_sections, placard, placard_dict, ruling_section
from fairfelt.reports.protection import verdict_sheet
from fairfelt.reports.report import Report, json_paper
from fairfelt.reports.sheet import (
    Block,
    Column,
    Facts,
    Notice,
    Plot,
    Section,
    Sheet,
    Steps,
    Table,
    Words,
    blanks,
    num,
    table,
)
from fairfelt.reports.sheet.english import capital, colophon, count, listed, probability_text
from fairfelt.reports.sheet.pdf import as_pdf
from fairfelt.rules import Game, fingerprint, format_day, rules_data
from fairfelt.rules.json_form.read import game_text
from fairfelt.rules.json_form.write import is_data
from fairfelt.version import __version__

from .proposal import Proposal, progressive_sheet, proposal_report
from .rules import approval_sheet, approval_status, law_report, limits_report, not_approved

if TYPE_CHECKING:
    from fairfelt.law import Law, Letter

TO_SUPPLY, NOT_APPLICABLE = "to be supplied by the applicant", "does not apply"
NO_SOURCE = "no source was read; usual in the trade"


@dataclass(frozen=True, kw_only=True)
class Dossier:
    """A game as it is submitted to one regulator; the mathematics were done before."""

    checklist: Checklist
    law: Law
    letter: Letter
    study: Study
    protection: Verdict | None = None
    """What exposed cards are worth, where it is counted."""
    proposals: tuple[Proposal, ...] = ()
    controls: Report | None = None
    """The internal controls of the room that submits it, if one does."""

    @property
    def game(self) -> Game:
        return self.study.game

    @cached_property
    def parts(self) -> dict[str, Sheet]:
        """The parts that are asked for and written, in the order of the checklist, each once."""
        asked = dict.fromkeys(asked.part for asked in self.checklist.requirements if asked.part)
        written = {name: PARTS[name](self) for name in asked if name not in (LETTER, CORRESPONDENCE)}
        if CORRESPONDENCE in asked:
            spoken = (sheet for name, sheet in written.items() if sheet and name != "description")
            written[CORRESPONDENCE] = correspondence(self.game, spoken)
        written[LETTER] = _letter(self, [sheet.subtitle for sheet in written.values() if sheet])
        return {name: sheet for name in asked if (sheet := written[name])}


@dataclass(frozen=True)
class PackFile:
    """One file of a pack."""

    name: str
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


def dossier_report(dossier: Dossier, files: Sequence[PackFile] = ()) -> Report:
    """The checklist, how to make it all again, then every part; and the files that go with it."""
    game, checklist, sheets = dossier.game, dossier.checklist, dossier.parts.values()
    sheet = Sheet(
        game.title,
        f"Dossier for the {checklist.title}",
        Section("", *_identity(dossier)),
        Section("Checklist", *_checklist(dossier)),
        Section("Files", _files(files)) if files else None,
        Section("How to reproduce it", Steps(*_reproduction(dossier))),
        *(section for sheet in sheets for section in part_sections(sheet)),
        footnotes=footnotes_of(sheets),
        colophon=colophon(game, what="Made"),
    )
    rows = [{**to_builtins(asked), "where": _where(asked, dossier)} for asked in checklist.requirements]
    plain = {"game": game.slug, "variant": game.variant, "regulator": checklist.name, "checklist": rows}
    return Report(sheet, plain, f"{game.slug}-dossier-{checklist.name}", rows)


MANIFEST, GAME = "manifest.json", "game.json"


def dossier_files(dossier: Dossier, document: str = "dossier.pdf") -> tuple[PackFile, ...]:
    """Files for machines, drawings to scale, a manifest of their hashes, and the document that lists them as well."""
    game, report = dossier.game, dossier_report(dossier)
    canonical = f"{json.dumps(rules_data(game), indent=2, ensure_ascii=False)}\n".encode()
    files = (
        PackFile("canonical.json", canonical),
        *(PackFile(name, json_paper(data)) for name, data in _data(dossier)),
        *([PackFile(GAME, game_text(game).encode())] if is_data(game) else []),
        *(PackFile(each.file, each.csv.encode()) for each in dossier.study.complete if each.sets),
        PackFile("checklist.json", report.render("json")),
        PackFile("layout.svg", layout_svg(game).encode()),
        PackFile("rack-card.svg", rack_card_svg(game).encode()),
    )
    manifest = PackFile(MANIFEST, json_paper({"files": {file.name: file.sha256 for file in files}}))
    listed = (*files, manifest)
    return (*listed, PackFile(document, as_pdf(dossier_report(dossier, listed).sheet)))


def zipped(files: Iterable[PackFile]) -> bytes:
    """One archive; the same files give the same bytes."""
    content = io.BytesIO()
    with ZipFile(content, "w") as archive:
        for file in files:
            archive.writestr(ZipInfo(file.name), file.content, ZIP_DEFLATED)
    return content.getvalue()


MOST_SECONDS = 60.0
"""Protection is left out where counting it takes longer: what is kept takes no time."""


def verdict_of(game: Game, most_s: float = MOST_SECONDS) -> Verdict | None:
    """What exposed cards are worth at a game, where it is kept or soon counted."""
    return verdict(game, usual_terms(game)) if foresee_verdict(game) <= most_s else None


def _identity(dossier: Dossier) -> Iterator[Block]:
    game, letter, par = dossier.game, dossier.letter, dossier.study.par
    status, dated = approval_status(letter, game), format_day(letter.dated)
    asks_for_it = any(asked.part == "approval" for asked in dossier.checklist.requirements)
    yield Words(game.summary)
    yield from not_approved(dossier.law)
    if found := (*par.warnings, *map(str, par.uncounted)):
        yield Notice("Look at this before you send it", *found)
    yield Facts(
        ("Fingerprint", fingerprint(game)),
        ("Approval", f"{status} (submission {letter.submission}, {dated})") if asks_for_it else None,
        *islice(software(), 3),
    )


def _files(files: Sequence[PackFile]) -> Table:
    rows = tuple((file.name, f"{len(file.content):,}", file.sha256) for file in files)
    return Table((Column("File"), Column("Bytes", align="right"), Column("SHA-256", breaks=True)), rows)


def _reproduction(dossier: Dossier) -> Iterator[str]:
    game, law = dossier.game, dossier.law
    known = any(game.slug == one.slug for one in games.catalogue())
    named = " ".join(filter(None, (game.slug if known else GAME, game.variant and f"--variant {game.variant}")))
    yield f"Install Fairfelt {__version__} with Python 3.11 or newer; fairfelt manifest: the commit and software above."
    yield f"fairfelt rules {named} --json: the fingerprint is the one above."
    yield f"fairfelt par {named} --json: the same as par.json; fairfelt report {named}: the mathematics below."
    if known:
        yield f"fairfelt verify {game.slug}: every published figure again."
    table = ", --table with the same table" if dossier.proposals else ""
    room = ", --room with the same journal" if dossier.controls else ""
    what = f"--for {dossier.checklist.name} --profile {law.profile.name} --on {law.on}"
    yield f"fairfelt dossier {named} {what}{table}{room} -o FOLDER: this dossier, file by file."


def _data(dossier: Dossier) -> Iterator[tuple[str, dict[str, Any]]]:
    game, law = dossier.game, dossier.law
    yield "rules.json", placard_dict(game)
    yield "par.json", par_dict(dossier.study.par)
    if short := dossier.study.short:
        yield "strategy.json", strategy_dict(game, short, None)
    yield "verification.json", dossier.study.verification.to_dict()
    yield "limits.json", limits_report(law, game).plain
    yield "law.json", law.to_dict()
    yield "versions.json", {"fingerprint": fingerprint(game)}
    for number, proposal in enumerate(dossier.proposals, 1):
        yield f"progressive-{number}.json", proposal_report(proposal).plain
    if dossier.controls:
        yield "controls.json", dossier.controls.plain


def _checklist(dossier: Dossier) -> Iterator[Block]:
    requirements = dossier.checklist.requirements
    here = sum(asked.part in dossier.parts for asked in requirements)
    yield table(
        requirements,
        ("Asked for", lambda asked: f"{asked.item}. {asked.note}" if asked.note else asked.item),
        ("Source", lambda asked: f"{asked.citation} ({asked.certainty})" if asked.citation else capital(NO_SOURCE)),
        (Column("Where", pages=True), lambda asked: _where(asked, dossier)),
    )
    yield Words(f"{count(len(requirements), 'item')}: {here} written here, {len(requirements) - here} not.")


def _where(asked: Requirement, dossier: Dossier) -> str:
    """The part that answers it, or who does."""
    if asked.part in dossier.parts:
        return dossier.parts[asked.part].subtitle
    game = dossier.game
    missing = (
        asked.part in (PROGRESSIVE, "progressive_rules") and not any(wager.feeds_meter for wager in game.wagers),
        asked.part in ("approval", CORRESPONDENCE) and not approved_statements(game.slug, game.variant),
    )
    return capital(NOT_APPLICABLE if any(missing) else TO_SUPPLY)


def _letter(dossier: Dossier, enclosed: Iterable[str]) -> Sheet:
    game, checklist = dossier.game, dossier.checklist
    return Sheet(
        game.title,
        "Cover letter",
        Section(
            "",
            Notice("Draft", "The applicant completes and signs it."),
            Words(f"To the {checklist.title}"),
            Words(f"We ask for {checklist.request}: {game.title}. {game.summary}"),
            Words(f"Enclosed: {'; '.join(enclosed)}."),
            blanks("Applicant", "Name and title", "Signature", "Date"),
        ),
    )


def _description(dossier: Dossier) -> Sheet:
    game = dossier.game
    wagers = tuple((wager.name, capital(wager.kind.value)) for wager in game.wagers)
    return Sheet(
        game.title,
        "Description",
        Section("", Words(game.summary), Facts(("On the felt", "; ".join(game.headlines))) if game.headlines else None),
        Section("Wagers", Facts(*wagers)),
    )


def _equipment(dossier: Dossier) -> Sheet:
    game = dossier.game
    meters = [wager.name for wager in game.wagers if wager.feeds_meter]
    rows = (
        ("Cards", capital(deck_words(game.deck))),
        ("Seats", f"At most {game.seats}"),
        ("Felt", "As drawn under Layout, to scale"),
        ("Progressive", f"A system that keeps the meter of {listed(meters)}") if meters else None,
    )
    words = "Shuffler, chips, chip rack, drop box and signs are those of the house."
    return Sheet(game.title, "Equipment", Section("", Facts(*rows), Words(words)))


def _drawing(title: str, words: str, alt: str, draw: Callable[[Game], str]) -> Callable[[Dossier], Sheet]:
    def drawn(dossier: Dossier) -> Sheet:
        game = dossier.game
        return Sheet(game.title, title, Section("", Plot(words, alt=alt, draw=lambda: draw(game), wide=True)))

    return drawn


def _odds(dossier: Dossier) -> Sheet:
    """Of every wager what it pays, how likely that is, and what the house keeps."""
    par = dossier.study.par
    sections = (Section(f"{wager.wager} {wager.paytable}".strip(), _odds_of(wager)) for wager in par.wagers)
    return Sheet(par.game.title, "True odds, pay odds and house edge", *sections)


def _odds_of(wager: WagerPar) -> Block:
    edge = ("House edge", "", "", percent_text(wager.house_edge))
    return table(
        wager.outcomes,
        ("Outcome", lambda row: capital(row.name)),
        (num("True odds"), lambda row: _against(row.probability)),
        (num("Pays"), lambda row: row.pays),
        (num("Probability"), lambda row: probability_text(row.probability)),
        totals=(edge,),
    )


def _against(chance: Fraction) -> str:
    """The odds against it: "3.25 to 1", "649,739 to 1", "0.0045 to 1"."""
    odds = float(1 / chance - 1) if chance else 0
    return f"{odds:,.{0 if odds >= 100 else 2 if odds >= Fraction(1, 10) else 4}f} to 1" if chance else "never"


def _progressive(dossier: Dossier) -> Sheet | None:
    sections = [section for each in dossier.proposals for section in proposal_report(each).sheet.sections]
    return Sheet(dossier.game.title, "Progressive", *sections) if sections else None


def _strategy(dossier: Dossier) -> Sheet | None:
    short, complete = dossier.study.short, strategy_sections(dossier.study.complete)
    sheet = strategy_sheet(dossier.game, short) if short else Sheet(dossier.game.title, "Strategy")
    return sheet.with_sections(*sheet.sections, *complete) if short or complete else None


@dataclass(frozen=True)
class Match:
    """A statement of an approved sheet, and the sections that say it here, one for each part that is looked for."""

    statement: Statement
    sections: tuple[str, ...]

    @property
    def holds(self) -> bool:
        return all(self.sections)


def matches(game: Game, sheets: Iterable[Sheet]) -> tuple[Match, ...]:
    """Every statement of the game's approved sheet beside what is said here; a blank section where nothing is."""
    said = [
        (f"{sheet.subtitle}: {title}" if title else sheet.subtitle, text)
        for sheet in sheets
        for title, text in sheet.sentences
    ]
    return tuple(
        Match(each, tuple(next((title for title, text in said if words in text), "") for words in each.ours))
        for each in approved_statements(game.slug, game.variant)
    )


def correspondence(game: Game, sheets: Iterable[Sheet]) -> Sheet | None:
    """The table of them; None where no approved sheet of the game was read."""
    found = matches(game, sheets)
    if not found:
        return None
    rows = table(
        found,
        ("No.", lambda match: match.statement.number),
        ("The sheet, in our words", lambda match: match.statement.says),
        ("Place", lambda match: match.statement.place),
        ("Here", lambda match: " … ".join(match.statement.ours)),
        (Column("Where", pages=True), lambda match: match.sections[0] if match.holds else "NOT SAID"),
    )
    counted = f"{sum(match.holds for match in found)} of {len(found)} statements are said here."
    words = "The facts of the sheet are told in our own words; what stands beside them is written from the definition."
    return Sheet(game.title, "Table of correspondence", Section("", Words(f"{counted} {words}"), rows))


LETTER, PROGRESSIVE, CORRESPONDENCE = "letter", "progressive", "correspondence"
PARTS: Mapping[str, Callable[[Dossier], Sheet | None]] = MappingProxyType({
    "description": _description,
    "equipment": _equipment,
    "layout": _drawing("Layout", "To scale, with up to six places", "The felt of the table.", layout_svg),
    "rules": lambda dossier: placard(dossier.game),
    "examples": lambda dossier: example_sheet(dossier.game, dossier.study.par),
    "dealing": lambda dossier: dealing_guide(dossier.game),
    "pays": lambda dossier: Sheet(dossier.game.title, "Pay schedules", *pay_sections(dossier.game)),
    "rack_card": _drawing("Rack card", "For players", "Paytables and bet sizes of the game.", rack_card_svg),
    "rulings": lambda dossier: (
        Sheet(dossier.game.title, "Rulings", said) if (said := ruling_section(dossier.game)) else None
    ),
    "odds": _odds,
    "mathematics": lambda dossier: lab_sheet(dossier.study),
    "strategy": _strategy,
    "verification": lambda dossier: verification_sheet(dossier.study.verification),
    "protection": lambda dossier: verdict_sheet(dossier.protection) if dossier.protection else None,
    PROGRESSIVE: _progressive,
    "progressive_rules": lambda dossier: progressive_sheet(dossier.game, dossier.letter),
    "approval": lambda dossier: approval_sheet(dossier.letter, dossier.game),
    "limits": lambda dossier: limits_report(dossier.law, dossier.game).sheet,
    "law": lambda dossier: law_report(dossier.law).sheet,
    "controls": lambda dossier: dossier.controls.sheet if dossier.controls else None,
})  # fmt: skip
"""How each part is written; None where there is nothing to write."""
