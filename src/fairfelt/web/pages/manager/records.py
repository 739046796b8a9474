"""Counts of a table's gaming day, and their correction."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from datetime import date

from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.reports.room.tables import SAME_BETS, table_day_report, theory_blocks
from fairfelt.reports.sheet.sheet import Section
from fairfelt.room import Floor
from fairfelt.room.commands.counts import CorrectCount, RecordCount
from fairfelt.room.projections.days import read_table_days
from fairfelt.room.state.awards import Counted, TableCount
from fairfelt.room.table_odds import read_edges
from fairfelt.rules import AmountError, format_amount, parse_amount
from fairfelt.web.api.access import COUNTING, TWO_TO_ADJUST
from fairfelt.web.desk import Desk, Field, Form, Nowhere, Task
from fairfelt.web.desk.frame import download
from fairfelt.web.desk.task import Review
from fairfelt.web.desk.words import plain
from fairfelt.web.http.request import number_in

from .office import drawn

HERE = "/manager/tables/records"
COUNTED = {
    Counted.OPENING: "Opening bank",
    Counted.FILL: "Fill",
    Counted.CREDIT: "Credit",
    Counted.DROP: "Drop",
    Counted.CLOSING: "Closing bank",
}


async def records(desk: Desk) -> Response:
    """One gaming day: every table, also without activity, and every count behind it."""
    form = Form(dict(desk.request.query_params))
    day = form.day("day", optional=True) or _today(desk)
    sheet = (await asyncio.to_thread(_report, desk, day)).sheet
    fields = (Field("day", "Gaming day", sort="day", value=day.isoformat()),)
    return drawn(
        desk, "manager/tables/records.html", form=form, fields=fields, sheet=sheet, day=day.isoformat(),
        correctable=[number for number, count in desk.floor.counts.items() if count.day == day],
        counts=desk.may(COUNTING), corrects=desk.may(TWO_TO_ADJUST), status=422 if form.mistakes else 200,
    )  # fmt: skip


async def records_document(desk: Desk) -> Response:
    """The same to download."""
    sort = desk.request.path_params["form"]
    try:
        day = date.fromisoformat(desk.request.path_params["day"])
    except ValueError:
        raise Nowhere("an address of a day ends such as 2027-01-15.csv") from None
    report = await asyncio.to_thread(_report, desk, day)
    return await asyncio.to_thread(download, sort, report)


def _report(desk: Desk, day: date) -> Report:
    controller = desk.controller
    days = read_edges(read_table_days(controller.ledger, controller.periods, day))
    return table_day_report(
        days, day, Section("Theoretical win", tuple(theory_blocks(days, dated=False))), notes=SAME_BETS
    )


def _today(desk: Desk) -> date:
    return desk.floor.jurisdiction.day or desk.today


def _count_fields(desk: Desk, it: None) -> Iterable[Field]:
    tables = desk.floor.tables

    def currency(form: Form) -> str:
        table = form.get("table")
        return tables[table].currency if table in tables else ""

    return (
        Field("table", "Table", empty="No tables yet.",
              choices={name: f"{name}, {at.currency}" for name, at in tables.items()}),
        Field("day", "Gaming day", value=_today(desk).isoformat()),
        Field("counted", "Count", choices=COUNTED),
        Field("amount", "Amount", read=lambda form: form.amount("amount", currency(form))),
        Field("document", "Document", hint="Slip number."),
        Field("rounds", "Hands dealt", hint="With the closing bank, where no keypad counts them."),
        Field("handle", "Handle of the opening bets",
              read=lambda form: form.amount_or_none("handle", currency(form)),
              hint="With the closing bank, where something counts what is bet. It gives the theoretical win."),
        Field("sides", "Handles of side bets", optional=True, term="side_handles",
              read=lambda form: _sides(form, currency(form)),
              hint="With the closing bank, such as: Pair Plus 1,200; 6 Card Bonus 300. The win includes them."),
    )  # fmt: skip


def _sides(form: Form, currency: str) -> dict[str, int]:
    """Side bets with their amounts, one after the other with semicolons."""
    found: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in form.get("sides").split(";"))):
        name, _, amount = part.rpartition(" ")
        try:
            found[name.strip()] = parse_amount(amount, currency=currency)
        except AmountError:
            form.mistake("sides", f"{part!r} is no side bet with an amount: enter them as Pair Plus 1,200; Trips 300")
    return found


def _found(desk: Desk) -> TableCount:
    number = number_in(desk.request.path_params["number"])
    if number not in desk.floor.counts:
        raise Nowhere(f"there is no count {number} of the last days")
    return desk.floor.counts[number]


def _correction(desk: Desk, count: TableCount) -> Iterator[Field]:
    currency = desk.floor.tables[count.table].currency
    yield Field("amount", "Right amount", unit=currency, value=plain(count.amount_micros))
    if count.counted is Counted.CLOSING:  # with which the handles were recorded
        yield Field("handle", "Right handle", unit=currency, hint="Blank leaves the handle as it is.")
        yield Field("sides", "Right handles of side bets", optional=True, hint="Blank leaves them as they are.",
                    term="side_handles", read=lambda form: _sides(form, currency))  # fmt: skip
    yield Field("why", "Reason")


async def _corrected(desk: Desk, form: Form, after: Floor) -> Review:
    """The count before and after."""
    number = number_in(desk.request.path_params["number"])
    was, now = desk.floor.counts[number], after.counts[number]
    currency = desk.floor.tables[was.table].currency
    before, right = (format_amount(count.amount_micros, currency) for count in (was, now))
    return Review(changes=((f"{COUNTED[was.counted]} of {was.table}", before, right),))


TASKS = [
    Task(
        "/manager/tables/records/new", RecordCount, "Record count",
        "What two people counted at a table, from their slip. Win is drop plus closing bank plus credits, less "
        "opening bank and fills. A wrong entry is corrected, never deleted.",
        back=HERE, fields=_count_fields,
    ),
    Task(
        "/manager/tables/records/{number}/correct", CorrectCount, "Correct count {number}",
        "The log keeps both amounts, who corrected it and why.",
        of=_found, review=_corrected, back=f"{HERE}?day={{it.day}}", fields=_correction,
        facts=lambda desk, count: (
            ("Table", count.table),
            ("Gaming day", count.day.isoformat()),
            (COUNTED[count.counted], format_amount(count.amount_micros, desk.floor.tables[count.table].currency)),
        ),
    ),
]  # fmt: skip
