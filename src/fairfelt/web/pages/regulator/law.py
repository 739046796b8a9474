"""The rules in effect, and the approvals: the letter, its conditions with documents, reviewed games."""

from __future__ import annotations

from dataclasses import replace

from fairfelt import games
from fairfelt.law import register
from fairfelt.reports.law.approvals import register_report
from fairfelt.reports.law.rules import law_report
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Table, Words
from fairfelt.rules import format_day
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.types.law_answers import Approvals
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of

from .office import law_now
from .record import Read, Record, read_state


async def law(desk: Desk) -> Read:
    """Jurisdiction, day and mode, and every rule with its citation and source."""
    jurisdiction = desk.floor.jurisdiction
    sheet = law_report(law_now(desk)).sheet
    facts = Facts(
        (
            ("Jurisdiction", f"{jurisdiction.profile}: {sheet.title}"),
            ("Mode", f"{jurisdiction.mode.value}: {_MODES[jurisdiction.mode.value]}"),
            ("Gaming day", format_day(jurisdiction.day) if jurisdiction.day else "not started: no jurisdiction set"),
            ("Time zone", jurisdiction.zone),
            ("License class", jurisdiction.location_class or "not set"),
            ("Licensed location", jurisdiction.location or "not set"),
        )
    )
    sections = (Section("", (facts,)), *sheet.sections)
    return read_state(replace(sheet, sections=sections), await api.law(call_of(desk)))


_MODES = {"enforce": "violations of binding rules are stopped", "advise": "violations are shown only"}


async def approvals(desk: Desk) -> Read:
    """The approval, its conditions, and the games here that it covers."""
    state, letter = await api.approvals(call_of(desk)), desk.floor.paperwork.papers.letter
    sheet = register_report(letter, register(letter, games.catalogue())).sheet
    first, *others = sheet.sections
    sections = (
        first,
        Section("Conditions", (_conditions(state),)),
        Section("Reviewed games", (_pins(state),)),
        Section("Progressive system in use", (_components(state),)),
        *others,
    )
    return read_state(replace(sheet, sections=sections), state)


def _conditions(state: Approvals) -> Table:
    rows = []
    for one in state.conditions:
        met = "; ".join(f"{met.document}, {met.on}, {met.game or 'all games'}" for met in one.met)
        rows.append(
            (capital(one.says), "yes" if one.asked else "no", one.needs, met or ("not filed" if one.asked else ""))
        )
    columns = (
        Column("Condition", breaks=True),
        Column("Required today"),
        Column("Document needed"),
        Column("Document", breaks=True),
    )
    return Table(columns, tuple(rows))


def _pins(state: Approvals) -> Table:
    rows = tuple(
        (f"{pin.game} {pin.variant}".strip(), pin.fingerprint, pin.document or f"the letter {state.letter}",
         "same" if pin.here else "changed")
        for pin in state.pins
    )  # fmt: skip
    columns = (Column("Game", whole=True), Column("Fingerprint", breaks=True), Column("Document", breaks=True))
    return Table((*columns, Column("Game here")), rows)


def _components(state: Approvals) -> Block:
    if not state.components:
        return Words("None. Fairfelt keeps the meters.")
    return Facts(tuple(state.components.items()))


RECORDS = [
    Record(
        path="/regulator/law",
        heading="Rules in effect",
        lead="The rules that apply to this room today, each with its citation and how well we know it.",
        read=law,
    ),
    Record(
        path="/regulator/approvals",
        heading="Approvals",
        lead="The approval, its conditions with their documents, and every game it names.",
        read=approvals,
    ),
]
