"""The win log, slips of pays from the tray, and counts of a table's gaming day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date

from starlette.responses import Response

from fairfelt.reports.report import Report
from fairfelt.reports.room.tables import table_day_report, theory_blocks
from fairfelt.reports.room.win_page import tray_slip_report, win_page_report
from fairfelt.reports.sheet import Section
from fairfelt.room import Floor, WinPage
from fairfelt.room.commands.accounts import CorrectCount, PrintWinPage, RecordCount
from fairfelt.room.commands.felt import VoidTrayPay, valid_slip
from fairfelt.room.commands.voids import BackOutAward, reversible
from fairfelt.room.event import Refusal
from fairfelt.room.projections.days import read_table_days
from fairfelt.room.state.awards import CountKind, GivenAward, TableCount, TraySlip, seat_words
from fairfelt.room.table_odds import read_edges
from fairfelt.rules import AmountError, format_amount, parse_amount
from fairfelt.web.api.access import COUNTING, PRINTING, TWO_TO_ADJUST
from fairfelt.web.api.handlers.transparency import proof_address
from fairfelt.web.desk import Desk, Fact, Field, Form, Mistaken, Task, go, nothing_besides
from fairfelt.web.desk.desk import T, path_of
from fairfelt.web.desk.task import Review, carry_out, numbered
from fairfelt.web.desk.words import money, plain
from fairfelt.web.http.answers import not_found, number_in
from fairfelt.web.pages.awards import numbered_one

TRAY_PAYS = "/manager/tray-pays"
ON_A_PAGE = 25


async def print_preview(desk: Desk) -> Response:
    """Preview the next print of a win page; nothing is on the log until it is printed."""
    page = await _award(desk)
    copy = page.copy + 1
    sheet = (await _report(desk, replace(page, copy=copy))).sheet
    action = path_of("manager", "wins", str(page.number), "print")
    return desk.draw("manager/print.html", page=page, copy=copy, sheet=sheet, number=desk.next_number, action=action)


async def print_page(desk: Desk, form: Form) -> Response:
    """Print a win page: the first copy is the original, every later one is marked as a reprint."""
    number = number_in(desk.request.path_params["number"])
    try:
        done = await carry_out(desk, form, PRINTING, PrintWinPage, {"number": number})
    except Mistaken:
        return desk.message("Not printed", form.mistakes[""])
    return go(path_of("manager", "wins", str(number), str(done.body["copy"])), event=done.number)


async def printed(desk: Desk) -> Response:
    """A copy of a win page on the screen, ready for paper."""
    page = await _copy(desk)
    here = path_of("manager", "wins", str(page.number), str(page.copy))
    return desk.draw("manager/copy.html", page=page, sheet=(await _report(desk, page)).sheet, here=here)


async def printed_document(desk: Desk) -> Response:
    """The same as PDF or as HTML."""
    return await desk.download(await _report(desk, await _copy(desk)), ("pdf", "html"))


async def _report(desk: Desk, page: WinPage) -> Report:
    return win_page_report(page, desk.floor, await proof_address(desk.call(), page.number))


async def _copy(desk: Desk) -> WinPage:
    found, copy = await _award(desk), number_in(desk.request.path_params["copy"])
    if not 1 <= copy <= found.copy:
        raise not_found(f"win page {found.number} has no copy {copy}: print it from the win log")
    return replace(found, copy=copy)


async def _award(desk: Desk) -> WinPage:
    missing = "there is no win page {}: the win log lists them all"
    return await numbered_one(desk, desk.controller.wins.pages, desk.floor.awards, missing)


def _by_number(find: Callable[[Floor, int], T]) -> Callable[[Desk], T]:
    """The subject of a task: what the room finds by the number in the address."""

    def found(desk: Desk) -> T:
        try:
            return find(desk.floor, number_in(desk.request.path_params["number"]))
        except Refusal as refusal:
            raise not_found(refusal.sentence) from refusal

    return found


def _award_facts(desk: Desk, award: GivenAward) -> Iterator[Fact]:
    currency, is_envy = desk.floor.jackpots[award.jackpot].terms.currency, award.envy_for is not None
    envy, where = money(sum(award.envy_micros), currency), f"table {award.table}, {seat_words(award.seat)}"
    won = f"envy for {award.hand} at {where}, {envy}"
    yield "Award", won if is_envy else f"{award.hand} at {where}, {money(award.amount_micros, currency)}"
    if award.envy_micros and not is_envy:
        pages = f", awards {', '.join(map(str, award.envy_pages))}" if award.envy_pages else ""
        pays = "1 pay" if len(award.envy_micros) == 1 else f"{len(award.envy_micros)} pays"
        yield "Envy taken back", f"{pays}, {envy}{pages}"
    if later := _later_awards(desk.floor, number_in(desk.request.path_params["number"]), award):
        pages = ", ".join(map(str, later))
        yield "Paid after it from the same level", f"awards {pages}; back these out first to have all of them paid anew"


def _later_awards(floor: Floor, number: int, award: GivenAward) -> list[int]:
    """Awards of the same round and level that were worked out on what this one left."""
    table, level = floor.tables[award.table], award.prize.win.level if award.prize else ""
    awarded = [hand.number for hand in (table.ended.awarded if table.ended else table.awarded)]
    later = {other: floor.given[other].prize for other in awarded if other > number and number in awarded}
    return [other for other, prize in later.items() if level and prize and prize.win.level == level]


async def tray_pays(desk: Desk) -> Response:
    """A page of the slips."""
    at, total = max(1, number_in(desk.request.query_params.get("page", ""))), desk.floor.slips_made
    last = max(0, total - (at - 1) * ON_A_PAGE)
    first = max(0, last - ON_A_PAGE)
    read, ledger = desk.controller.wins.slips, desk.controller.ledger
    found = await asyncio.to_thread(read, ledger, after=first, limit=last - first) if last else []
    return desk.draw(
        "manager/tables/tray_pays.html", slips=found[::-1], shown={"at": at, "first": first, "total": total},
        voids=desk.may(TWO_TO_ADJUST), voidable=desk.floor.tray_slips,
    )  # fmt: skip


async def slip_document(desk: Desk) -> Response:
    """The record of one slip, as PDF or as HTML."""
    missing = "there is no slip {}: the list has them all"
    slip = await numbered_one(desk, desk.controller.wins.slips, desk.floor.slips_made, missing)
    report = tray_slip_report(slip, desk.floor.jurisdiction.zone)
    return await desk.download(report, ("pdf", "html"))


def _slip_facts(desk: Desk, slip: TraySlip) -> Iterator[Fact]:
    yield "Table", slip.table
    yield "Pays", f"{len(slip.pays):,}"
    yield "Total", money(slip.amount_micros, desk.floor.tables[slip.table].currency)
    if slip.win_pages:
        yield "Win pages", f"{', '.join(map(str, slip.win_pages))}: void too, and their payout steps end"


HERE = "/manager/tables/records"
COUNTED = {
    CountKind.OPENING: "Opening bank",
    CountKind.FILL: "Fill",
    CountKind.CREDIT: "Credit",
    CountKind.DROP: "Drop",
    CountKind.CLOSING: "Closing bank",
}


async def records(desk: Desk) -> Response:
    """One gaming day: every table, also without activity, and every count behind it."""
    form = Form(dict(desk.request.query_params))
    day = form.day("day", optional=True) or _today(desk)
    sheet = (await asyncio.to_thread(_day_report, desk, day)).sheet
    fields = (Field("day", "Gaming day", sort="day", value=day.isoformat()),)
    return desk.draw(
        "manager/tables/records.html", form=form, fields=fields, sheet=sheet, day=day.isoformat(),
        correctable=[number for number, count in desk.floor.counts.items() if count.day == day],
        counts=desk.may(COUNTING), corrects=desk.may(TWO_TO_ADJUST),
    )  # fmt: skip


async def records_document(desk: Desk) -> Response:
    """The same to download."""
    try:
        day = date.fromisoformat(desk.request.path_params["day"])
    except ValueError:
        raise not_found("an address of a day ends such as 2027-01-15.csv") from None
    return await desk.download(await asyncio.to_thread(_day_report, desk, day))


def _day_report(desk: Desk, day: date) -> Report:
    controller = desk.controller
    days = read_edges(read_table_days(controller.ledger, controller.periods, day))
    theory = Section("Theoretical win", *theory_blocks(days, dated=False))
    return table_day_report(days, day, theory, notes=["same_bets"])


def _today(desk: Desk) -> date:
    return desk.floor.jurisdiction.day or desk.today


def _count_fields(desk: Desk, it: None) -> Iterable[Field]:
    tables = desk.floor.tables

    def currency(form: Form) -> str:
        table = form.get("table")
        return tables[table].currency if table in tables else ""

    return (
        Field("table", empty="No tables yet.", choices={name: f"{name}, {at.currency}" for name, at in tables.items()}),
        Field("day", "Gaming day", value=_today(desk).isoformat()),
        Field("counted", "Count", choices=COUNTED),
        Field("amount", "Amount", read=lambda form: form.amount("amount", currency(form))),
        Field("document", "Document", hint="Slip number."),
        Field("rounds", "Hands dealt", hint="With the closing bank, where no keypad counts them."),
        Field("handle", read=lambda form: form.amount_or_none("handle", currency(form))),
        Field("sides", optional=True, term="side_handles", read=lambda form: _sides(form, currency(form))),
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


def _correction(desk: Desk, count: TableCount) -> Iterator[Field]:
    currency = desk.floor.tables[count.table].currency
    yield Field("amount", "Right amount", unit=currency, value=plain(count.amount_micros))
    if count.counted is CountKind.CLOSING:  # with which the handles were recorded
        yield Field("handle", "Right handle", unit=currency, hint="Blank leaves the handle as it is.")
        yield Field("sides", optional=True, term="side_handles", read=lambda form: _sides(form, currency))  # fmt: skip


async def _corrected(desk: Desk, form: Form, after: Floor) -> Review:
    """The count before and after."""
    number = number_in(desk.request.path_params["number"])
    was, now = desk.floor.counts[number], after.counts[number]
    currency = desk.floor.tables[was.table].currency
    before, right = (format_amount(count.amount_micros, currency) for count in (was, now))
    return Review(changes=((f"{COUNTED[was.counted]} of {was.table}", before, right),))


TASKS = [
    Task(
        "/manager/wins/{number}/back-out", BackOutAward, of=_by_number(reversible), review=nothing_besides,
        facts=_award_facts,
    ),
    Task(
        f"{TRAY_PAYS}/{{number}}/void", VoidTrayPay, of=_by_number(valid_slip), review=nothing_besides, back=TRAY_PAYS,
        facts=_slip_facts,
    ),
    Task("/manager/tables/records/new", RecordCount, back=HERE, fields=_count_fields),
    Task(
        "/manager/tables/records/{number}/correct", CorrectCount,
        of=numbered("counts", "there is no count {} of the last days"), review=_corrected,
        back=f"{HERE}?day={{it.day}}", fields=_correction,
        facts=lambda desk, count: (
            ("Table", count.table),
            ("Gaming day", count.day.isoformat()),
            (COUNTED[count.counted], format_amount(count.amount_micros, desk.floor.tables[count.table].currency)),
        ),
    ),
]  # fmt: skip
