"""Daily records of tables: bank, fills, credits, drop and win of a gaming day, and entering and correcting them."""

from __future__ import annotations

import asyncio
from datetime import date

from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.reports.room.tables import SAME_BETS, table_day_report, theory_blocks
from fairfelt.reports.sheet.sheet import Section
from fairfelt.room import Floor
from fairfelt.room.commands.records.counts import CorrectCount, RecordCount
from fairfelt.room.projections.table_days import read_table_days
from fairfelt.room.state.table_counts import Counted, TableCount
from fairfelt.room.table_odds import read_edges
from fairfelt.rules import AmountError, format_amount, parse_amount
from fairfelt.web.api.handlers.records import CORRECTING, COUNTING
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.downloads import download
from fairfelt.web.desk.preview import Review
from fairfelt.web.desk.words import plain
from fairfelt.web.http.request import number_in

from ..office import drawn

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
    fields = (Field(name="day", label="Gaming day", sort="day", value=day.isoformat()),)
    return drawn(
        desk, "manager/tables/records.html", form=form, fields=fields, sheet=sheet, day=day.isoformat(),
        correctable=[number for number, count in desk.floor.counts.items() if count.day == day],
        counts=desk.may(COUNTING), corrects=desk.may(CORRECTING), status=422 if form.mistakes else 200,
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


def _record_paper(desk: Desk) -> Paper:
    tables = desk.floor.tables
    return Paper(
        title="Record count",
        lead="What two people counted at a table, from their slip. Win is drop plus closing bank plus credits, less "
        "opening bank and fills. A wrong entry is corrected, never deleted.",
        back=HERE,
        fields=(
            Field(name="table", label="Table", sort="choice", hint="" if tables else "No tables yet.",
                  choices=tuple((name, f"{name}, {at.currency}") for name, at in tables.items())),
            Field(name="day", label="Gaming day", sort="day", value=_today(desk).isoformat()),
            Field(name="counted", label="Count", sort="choice",
                  choices=tuple((kind.value, words) for kind, words in COUNTED.items())),
            Field(name="amount", label="Amount", sort="amount"),
            Field(name="document", label="Document", hint="Slip number."),
            Field(name="rounds", label="Hands dealt", optional=True,
                  hint="With the closing bank, where no keypad counts them."),
            Field(name="handle", label="Handle of the opening bets", sort="amount", optional=True,
                  hint="With the closing bank, where something counts what is bet. It gives the theoretical win."),
            Field(name="sides", label="Handles of side bets", optional=True,
                  hint="With the closing bank, such as: Pair Plus 1,200; 6 Card Bonus 300. The win includes them."),
        ),
    )  # fmt: skip


async def _record(desk: Desk, form: Form, ask: Ask) -> Outcome:
    table, day, rounds = form.one_of("table", desk.floor.tables), form.day("day"), form.get("rounds")
    currency = desk.floor.tables[table].currency if table in desk.floor.tables else ""
    amount = form.amount_or_none("amount", currency)
    if amount is None:
        form.mistake("amount", "required")
    if rounds and not number_in(rounds):
        form.mistake("rounds", "enter a whole number")
    return await ask(
        RecordCount,
        table=table,
        day=day.isoformat() if day else "",
        counted=form.one_of("counted", [kind.value for kind in Counted]),
        amount_micros=amount,
        document=form.text("document"),
        rounds=number_in(rounds) if rounds else None,
        handle_micros=form.amount_or_none("handle", currency),
        side_handles=_sides(form, currency),
    )


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


def _correct_paper(desk: Desk) -> Paper:
    number = number_in(desk.request.path_params["number"])
    count = desk.floor.counts.get(number)
    if count is None:
        raise Nowhere(f"there is no count {number} of the last days")
    table = desk.floor.tables[count.table]
    return Paper(
        title=f"Correct count {number}",
        lead="The log keeps both amounts, who corrected it and why.",
        back=f"{HERE}?day={count.day.isoformat()}",
        facts=(
            ("Table", count.table),
            ("Gaming day", count.day.isoformat()),
            (COUNTED[count.counted], format_amount(count.amount_micros, table.currency)),
        ),
        fields=(
            Field(name="amount", label="Right amount", sort="amount", unit=table.currency,
                  value=plain(count.amount_micros)),
            *_right_handle(count, table.currency),
            Field(name="why", label="Reason"),
        ),
    )  # fmt: skip


def _right_handle(count: TableCount, currency: str) -> tuple[Field, ...]:
    """The handle goes with the closing bank."""
    if count.counted is not Counted.CLOSING:
        return ()
    return (Field(name="handle", label="Right handle", sort="amount", unit=currency, optional=True,
                  hint="Blank leaves the handle as it is."),
            Field(name="sides", label="Right handles of side bets", optional=True,
                  hint="Blank leaves them as they are."))  # fmt: skip


async def _correct(desk: Desk, form: Form, ask: Ask) -> Outcome:
    number = number_in(desk.request.path_params["number"])
    currency = desk.floor.tables[desk.floor.counts[number].table].currency
    amount = form.amount_or_none("amount", currency)
    if amount is None:
        form.mistake("amount", "required")
    handle = form.amount_or_none("handle", currency)
    return await ask(
        CorrectCount, number=number, amount_micros=amount, handle_micros=handle, side_handles=_sides(form, currency),
        why=form.text("why"),
    )  # fmt: skip


async def _corrected(desk: Desk, form: Form, after: Floor) -> Review:
    """The count before and after."""
    number = number_in(desk.request.path_params["number"])
    was, now = desk.floor.counts[number], after.counts[number]
    currency = desk.floor.tables[was.table].currency
    before, right = (format_amount(count.amount_micros, currency) for count in (was, now))
    return Review(changes=((f"{COUNTED[was.counted]} of {was.table}", before, right),))


TASKS = [
    Task(path="/manager/tables/records/new", access=COUNTING, paper=_record_paper, do=_record),
    Task(
        path="/manager/tables/records/{number}/correct",
        access=CORRECTING,
        paper=_correct_paper,
        do=_correct,
        review=_corrected,
    ),
]
