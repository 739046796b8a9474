"""The rules in effect, and the approvals: the letter, its conditions with documents, reviewed games."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from fairfelt import games
from fairfelt.law import register
from fairfelt.reports.law.rules import law_report, register_report
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Section, Table, Words
from fairfelt.room import Floor
from fairfelt.room.law.house import house_rules
from fairfelt.rules import format_day
from fairfelt.web.api.handlers import law as api
from fairfelt.web.api.types.law_answers import Approvals
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of

from .office import law_now
from .record import Read, Record, read_state


async def law(desk: Desk) -> Read:
    """Jurisdiction, day and mode, how long records are kept, and every rule, those of the house last."""
    jurisdiction, call = desk.floor.jurisdiction, call_of(desk)
    sheet = law_report(law_now(desk).with_rules(*house_rules(desk.floor))).sheet
    facts = Facts(
        (
            ("Jurisdiction", f"{jurisdiction.profile}: {sheet.title}"),
            ("Mode", f"{jurisdiction.mode.value}: {_MODES[jurisdiction.mode.value]}"),
            ("Gaming day", format_day(jurisdiction.day) if jurisdiction.day else "not started: no jurisdiction set"),
            ("Time zone", jurisdiction.zone),
            ("License class", jurisdiction.location_class or "not set"),
            ("Licensed location", jurisdiction.location or "not set"),
            ("Records kept", (await api.kept_now(call)).sentence),
        )
    )
    sections = (Section("", (facts,)), *sheet.sections)
    return read_state(replace(sheet, sections=sections), await api.law(call))


_MODES = {"enforce": "violations of binding rules are stopped", "advise": "violations are shown only"}


async def approvals(desk: Desk) -> Read:
    """The approval, its conditions, and the games here that it covers."""
    state, letter = await api.approvals(call_of(desk)), desk.floor.paperwork.papers.letter
    # The first fingerprints of all games take many seconds: no keypad waits for them.
    sheet = (await asyncio.to_thread(lambda: register_report(letter, register(letter, games.catalogue())))).sheet
    first, *others = sheet.sections
    sections = (
        first,
        Section("Conditions", (_conditions(state),)),
        Section("Reviewed games", (_pins(state),)),
        Section("Progressive system in use", (_components(state),)),
        Section("Test reports", (_test_reports(desk.floor),)),
        Section("Documents on file", (_documents(state),)),
        *others,
    )
    kept = [one for one in state.documents if one.kept]
    links = tuple((f"Download: {one.document}", f"/manager/law/documents/{one.sha256}") for one in kept)
    return read_state(replace(sheet, sections=sections), state, links)


def _documents(state: Approvals) -> Block:
    if not state.documents:
        return Words("No filing has its document attached.")
    rows = tuple((one.document, one.sha256, "attached" if one.kept else "digest only") for one in state.documents)
    return Table((Column("Document", breaks=True), Column("SHA-256", breaks=True), Column("File")), rows)


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
        (games.title_of(pin.game, pin.variant), pin.fingerprint, pin.document or f"the letter {state.letter}",
         "same" if pin.here else "changed")
        for pin in state.pins
    )  # fmt: skip
    columns = (Column("Game", whole=True), Column("Fingerprint", breaks=True), Column("Document", breaks=True))
    return Table((*columns, Column("Game here")), rows)


def _components(state: Approvals) -> Block:
    if not state.components:
        return Words("None. Fairfelt keeps the meters.")
    return Facts(tuple(state.components.items()))


def _test_reports(floor: Floor) -> Block:
    """Who made the equipment at the tables, and the reports on how it works together."""
    made = {name: table.maker for name, table in floor.tables.items() if table.link}
    if not made:
        return Words("No table has a progressive.")
    filed = "; ".join(f"{one.document}: {', '.join(one.makers)}" for one in floor.paperwork.makers_reports)
    return Facts(
        (*((f"Table {name}", maker or "not named") for name, maker in made.items()), ("On file", filed or "none"))
    )


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
