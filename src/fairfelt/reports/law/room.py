"""The compliance status of a room: jurisdiction and day, tables, links, documents, what is pending."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from fairfelt import games
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Facts, Notice, Section, Sheet, Table, right
from fairfelt.room.law.link_status import LinkStatus, link_status
from fairfelt.rules import format_amount, format_day

from ..report import Report
from .not_approved import not_approved

if TYPE_CHECKING:
    from fairfelt.room import Floor


def room_report(floor: Floor) -> Report:
    """The status of everything that the law asks of the room."""
    jurisdiction = floor.jurisdiction
    facts = (
        ("Jurisdiction", jurisdiction.profile),
        ("Mode", jurisdiction.mode.value),
        ("Time zone", jurisdiction.zone),
        ("License class", jurisdiction.location_class or "not set"),
        ("Licensed location", jurisdiction.location or "not set"),
        ("Floor", f"closed: {floor.closed}" if floor.closed else "open"),
    )
    sheet = Sheet(
        title="Compliance status",
        subtitle=format_day(jurisdiction.day) if jurisdiction.day else "No gaming day yet",
        sections=(
            Section("", (*_system(floor), Facts(facts))),
            *_lapses(floor),
            Section("Tables", (_tables(floor),)),
            Section("Links", (_links(floor),)),
            Section("Documents", (_documents(floor),)),
            Section("Pending payouts", (_payments(floor),)),
            Section("Merchandise prizes", (_merchandise(floor),)),
            Section("Retiring jackpots", (_endings(floor),)),
        ),
    )
    stopped = floor.closed or any(table.law_verdict.stop for table in floor.tables.values())
    return Report(sheet, _room_dict(floor), "compliance", passed=not stopped)


def _system(floor: Floor) -> tuple[Notice, ...]:
    """That this program is no approved system, where the law of the room has equipment approved."""
    notice = not_approved(floor.jurisdiction.law) if floor.jurisdiction.law else None
    return (notice,) if notice else ()


def _room_dict(floor: Floor) -> dict[str, Any]:
    jurisdiction = floor.jurisdiction
    return {
        "profile": jurisdiction.profile,
        "mode": jurisdiction.mode.value,
        "zone": jurisdiction.zone,
        "location_class": jurisdiction.location_class,
        "location": jurisdiction.location,
        "day": jurisdiction.day.isoformat() if jurisdiction.day else None,
        "lapses": [one.words(jurisdiction.zone) for one in floor.lapses],
        "closed": floor.closed,
        "tables": {name: to_builtins(table.law_verdict) for name, table in floor.tables.items()},
        "certificates": {name: link_status(floor, name).certificate for name in floor.links},
        "met": [{**vars(met), "on": met.on.isoformat()} for met in floor.paperwork.met],
        "pins": [{**vars(one.pin), "document": one.document} for one in floor.paperwork.pins],
        "documents": {digits: one.document for digits, one in floor.paperwork.attached.items()},
        "payments": [payment.number for payment in floor.payments.values() if payment.next],
        "merchandise": [
            {
                "number": number,
                "jackpot": found.jackpot,
                "level": found.level,
                "hand": found.hand,
                **vars(found.prize),
                "win_page": found.win_page,
                "withdrawn": found.withdrawn,
            }
            for number, found in floor.merchandise.items()
        ],
        "endings": {name: ending.stage.value for name, ending in floor.endings.items()},
    }


def _lapses(floor: Floor) -> tuple[Section, ...]:
    """Every time in which enforcement was off, also of days before."""
    words = tuple(f"{capital(one.words(floor.jurisdiction.zone))}." for one in floor.lapses)
    return (Section("Enforcement switched off", (Notice("When", words),)),) if words else ()


def _tables(floor: Floor) -> Table:
    rows = tuple(
        (name, games.title_of(table.game, table.variant), _findings(table.law_verdict.stop, table.law_verdict.notices))
        for name, table in floor.tables.items()
    )
    return Table((Column("Table"), Column("Game", whole=True), Column("Findings", breaks=True)), rows)


def _findings(stop: str, notices: tuple[str, ...]) -> str:
    return f"Closed: {stop}" if stop else "; ".join(notices) or "none"


def _links(floor: Floor) -> Table:
    rows = tuple(
        (name, at.jackpot, at.location, _certified(at), "; ".join(at.findings))
        for name in floor.links
        for at in (link_status(floor, name),)
    )
    columns = map(Column, ("Link", "Jackpot", "Location", "Certificate"))
    return Table((*columns, Column("Findings", breaks=True)), rows)


def _certified(at: LinkStatus) -> str:
    return "certified" if at.certificate else "not certified" if at.games > 1 else "one game"


def _documents(floor: Floor) -> Table:
    met = [(one.condition, one.game or "all games", one.document) for one in floor.paperwork.met]
    pins = [("compared with its sheet", one.pin.game, one.document) for one in floor.paperwork.pins]
    pins += [("as a file, by its SHA-256", digits, one.document) for digits, one in floor.paperwork.attached.items()]
    return Table((Column("Type"), Column("For", whole=True), Column("Document", breaks=True)), (*met, *pins))


def _payments(floor: Floor) -> Table:
    rows = tuple(
        (str(payment.number), format_amount(payment.amount_micros, payment.currency), payment.next.text)
        for payment in floor.payments.values()
        if payment.next
    )
    return Table((*right("Win page", "Amount"), Column("Next step", breaks=True)), rows)


def _merchandise(floor: Floor) -> Table:
    rows = tuple(
        (str(number), found.prize.item, f"{found.jackpot}, {found.level}", found.hand,
         found.prize.money(found.prize.value_micros), found.prize.money(found.prize.from_reserve_micros), found.state)
        for number, found in floor.merchandise.items()
    )  # fmt: skip
    columns = (*right("No."), Column("Item", breaks=True), Column("Jackpot"), Column("Hand", breaks=True))
    return Table((*columns, *right("Value", "From reserve"), Column("Status", breaks=True)), rows)


def _endings(floor: Floor) -> Table:
    rows = tuple(
        (name, ending.way.value, ending.to, ending.stage.value, format_day(ending.earliest), "; ".join(ending.notices))
        for name, ending in floor.endings.items()
    )
    columns = (Column("Jackpot"), Column("Method"), Column("To", breaks=True), Column("Status"), Column("Not before"))
    return Table((*columns, Column("Findings", breaks=True)), rows)
