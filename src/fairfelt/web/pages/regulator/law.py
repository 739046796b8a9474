"""The law in force, and the approvals: the letter, its conditions with documents, the games that were compared."""

from __future__ import annotations

from dataclasses import replace

from fairfelt import games
from fairfelt.law import register
from fairfelt.reports.law.approvals import register_sheet
from fairfelt.reports.law.rules import day_words, law_sheet
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Table, Words
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.types.law_answers import Approvals
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of

from .office import law_now
from .record import Read, Record


async def law(desk: Desk) -> Read:
    """Profile, day and mode, and every rule with where it stands and how well it is known."""
    jurisdiction = desk.floor.jurisdiction
    sheet = law_sheet(law_now(desk))
    facts = Facts(
        (
            ("Profile", f"{jurisdiction.profile}: {sheet.title}"),
            ("Mode", f"{jurisdiction.mode.value}: {_MODES[jurisdiction.mode.value]}"),
            ("Day", day_words(jurisdiction.day) if jurisdiction.day else "none has begun: nobody has set a law"),
            ("A day begins in", jurisdiction.zone),
            ("Location", jurisdiction.location_class or "not said"),
        )
    )
    return Read(replace(sheet, sections=(Section("", (facts,)), *sheet.sections)), await api.law(call_of(desk)))


_MODES = {"enforce": "what breaks a binding rule is stopped", "advise": "what breaks a rule is shown and goes on"}


async def approvals(desk: Desk) -> Read:
    """What was approved, what it was approved under, and what of it is here."""
    told, held = await api.approvals(call_of(desk)), desk.floor.paperwork.papers.letter
    sheet = register_sheet(held, register(held, games.catalogue()))
    first, *others = sheet.sections
    sections = (
        first,
        Section("Conditions", (_conditions(told),)),
        Section("Games compared with their approved rules", (_pins(told),)),
        Section("Progressive system in use", (_components(told),)),
        *others,
    )
    return Read(replace(sheet, sections=sections), told)


def _conditions(told: Approvals) -> Table:
    rows = []
    for one in told.conditions:
        asked = "yes" if one.asked else "no"
        met = "; ".join(f"{met.document}, {met.on}, {met.game or 'every game'}" for met in one.met)
        rows.append((capital(one.says), asked, one.needs, met or ("not shown yet" if one.asked else "")))
    columns = (
        Column("Condition", breaks=True),
        Column("Asked today"),
        Column("Shown by"),
        Column("Document", breaks=True),
    )
    return Table(columns, tuple(rows))


def _pins(told: Approvals) -> Table:
    rows = tuple(
        (f"{pin.game} {pin.variant}".strip(), pin.fingerprint, pin.document or f"the letter {told.letter}",
         "the same" if pin.here else "another")
        for pin in told.pins
    )  # fmt: skip
    columns = (Column("Game", whole=True), Column("Fingerprint", breaks=True), Column("Document", breaks=True))
    return Table((*columns, Column("The game here")), rows)


def _components(told: Approvals) -> Block:
    if not told.components:
        return Words("No maker’s system is in use: this program keeps the meters.")
    return Facts(tuple(told.components.items()))


RECORDS = [
    Record(
        path="/regulator/law",
        heading="The law in force",
        lead="Which rules this room lives by today, each with where it stands and how well it is known here.",
        read=law,
    ),
    Record(
        path="/regulator/approvals",
        heading="Approvals",
        lead="The approval, its conditions with the documents that show them, and every game that it names.",
        read=approvals,
    ),
]
