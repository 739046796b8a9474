"""How a room stands before its law: mode and day, every table, links, papers, what is still to be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, right
from fairfelt.rules import format_amount

from .rules import day_words

if TYPE_CHECKING:
    from fairfelt.room import Floor


def room_sheet(floor: Floor) -> Sheet:
    """All that the log says of the law."""
    jurisdiction = floor.jurisdiction
    facts = (
        ("Profile", jurisdiction.profile),
        ("Mode", jurisdiction.mode.value),
        ("Time zone", jurisdiction.zone),
        ("Location", jurisdiction.location_class or "not said"),
        ("The floor", f"closed: {floor.closed}" if floor.closed else "open"),
    )
    return Sheet(
        title="The room before the law",
        subtitle=day_words(jurisdiction.day) if jurisdiction.day else "No day has begun",
        sections=(
            Section("", (Facts(facts),)),
            Section("Tables", (_tables(floor),)),
            Section("Links of different games", (_links(floor),)),
            Section("Papers", (_papers(floor),)),
            Section("Payments to be done", (_payments(floor),)),
            Section("Jackpots that end", (_endings(floor),)),
        ),
    )


def room_dict(floor: Floor) -> dict[str, Any]:
    """The same as plain data for JSON."""
    jurisdiction = floor.jurisdiction
    return {
        "profile": jurisdiction.profile,
        "mode": jurisdiction.mode.value,
        "zone": jurisdiction.zone,
        "location_class": jurisdiction.location_class,
        "day": jurisdiction.day.isoformat() if jurisdiction.day else None,
        "closed": floor.closed,
        "tables": {name: table.law_verdict.to_dict() for name, table in floor.tables.items()},
        "certificates": {name: found.certificate for name, found in floor.paperwork.links.items()},
        "met": [{**vars(met), "on": met.on.isoformat()} for met in floor.paperwork.met],
        "pins": [{**vars(one.pin), "document": one.document} for one in floor.paperwork.pins],
        "payments": [payment.number for payment in floor.payments.values() if payment.next],
        "endings": {name: ending.stage.value for name, ending in floor.endings.items()},
    }


def _tables(floor: Floor) -> Table:
    rows = tuple(
        (name, f"{table.game} {table.variant}".strip(), _said(table.law_verdict.stop, table.law_verdict.notices))
        for name, table in floor.tables.items()
    )
    return Table((Column("Table"), Column("Game", whole=True), Column("What the law says", breaks=True)), rows)


def _said(stop: str, notices: tuple[str, ...]) -> str:
    return f"Closed: {stop}" if stop else "; ".join(notices) or "nothing"


def _links(floor: Floor) -> Table:
    rows = tuple(
        (name, "certified" if found.certificate else "not certified", "; ".join(text for text, _ in found.findings))
        for name, found in floor.paperwork.links.items()
    )
    return Table((Column("Link"), Column("Certificate"), Column("Findings", breaks=True)), rows)


def _papers(floor: Floor) -> Table:
    met = [(one.condition, one.game or "every game", one.document) for one in floor.paperwork.met]
    pins = [("compared with its sheet", one.pin.game, one.document) for one in floor.paperwork.pins]
    return Table((Column("What"), Column("For", whole=True), Column("Document", breaks=True)), (*met, *pins))


def _payments(floor: Floor) -> Table:
    rows = tuple(
        (str(payment.number), format_amount(payment.amount_micros, payment.currency), payment.next.text)
        for payment in floor.payments.values()
        if payment.next
    )
    return Table((*right("Win page", "Amount"), Column("Next", breaks=True)), rows)


def _endings(floor: Floor) -> Table:
    rows = tuple(
        (name, ending.way.value, ending.to, ending.stage.value, day_words(ending.earliest), "; ".join(ending.notices))
        for name, ending in floor.endings.items()
    )
    said = Column("What the law says", breaks=True)
    columns = (Column("Jackpot"), Column("Way"), Column("To", breaks=True), Column("Stage"), Column("Not before"))
    return Table((*columns, said), rows)
