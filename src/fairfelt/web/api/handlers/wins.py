"""Papers for a table, issued reports, win pages and their copies, and slips of pays from the tray."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from fairfelt import games
from fairfelt.ledger import Answer
from fairfelt.reports.law import notices
from fairfelt.reports.law.rules import with_lapses_of_day
from fairfelt.reports.report import Report
from fairfelt.reports.room.win_page import win_page_report
from fairfelt.room import Floor, Table, WinPage
from fairfelt.room.commands.accounts import PrintWinPage
from fairfelt.room.commands.felt import TrayPaid
from fairfelt.room.commands.voids import BackOutAward
from fairfelt.room.projections.records import IssuedRow, PaidSlip
from fairfelt.room.state.awards import Void
from fairfelt.runtime.formats import OptionalLine
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, PRINTING, READS_THE_LOG, SEES_WINS, TWO_TO_ADJUST
from fairfelt.web.api.endpoint import ApiAnswer, Call, Copy, Done, Page, command, get, paper, with_fields_of
from fairfelt.web.api.handlers.transparency import proof_address
from fairfelt.web.http.answers import disposition, not_found, number_in
from fairfelt.web.pages.page import FORMS


class LevelOnPaper(Copy, forbid_unknown_fields=True):
    """Which level of a jackpot, and in which form the paper is wanted."""

    level: OptionalLine = ""


class Printed(Done):
    """A win page was printed."""

    copy: int
    html: str
    pdf: str


@with_fields_of(
    TrayPaid, "number", "table", "round", "game", "variant", "location", "pays", "envy", "currency", "confirmed_by",
    "role",
)  # fmt: skip
class SlipState(ApiAnswer):
    """One slip of pays from the tray."""

    amount_micros: int
    """All that left the tray."""
    at_micros: int
    void: Void | None
    """Who voided it; null while it stands."""


@with_fields_of(IssuedRow)
class IssuedReport(ApiAnswer):
    """A report that was issued, and is kept as it went out."""


async def placard(call: Call) -> Response:
    """What hangs at a table: limits, jackpots as they stand, who wins, envy, disputes; as a page or a PDF."""
    return await drawn_today(call, placard_of(call))


async def table_notice(call: Call) -> Response:
    """That a table is out of service, and why."""
    name, table = call.named("table", call.floor.tables)
    why = call.floor.closed or table.closed
    if not why:
        raise not_found(f"table {name!r} is in service: there is nothing to tell")
    return await drawn_today(call, notices.out_of_service_notice(f"table {name}", why, progressive=bool(table.link)))


async def jackpot_notice(call: Call) -> Response:
    """The limit of a level, or the end of a jackpot that was announced."""
    name, jackpot = call.named("jackpot", call.floor.jackpots)
    level = call.query.level
    if not level:
        if name not in call.floor.endings:
            raise not_found(f"the end of {name!r} was not announced; for a limit, name its level")
        return await drawn_today(call, notices.retirement_notice(call.floor.endings[name]))
    limits = {one.name: one.limit_micros for one in jackpot.terms.levels}
    if (limit_micros := limits.get(level)) is None:
        raise not_found(f"no level {level!r} of jackpot {name!r} has a limit")
    return await drawn_today(call, notices.limit_notice(name, level, limit_micros, jackpot.terms.currency))


def placard_of(call: Call) -> Report:
    """The placard of the table in the address, as the room stands."""
    name, table = call.named("table", call.floor.tables)
    if table.limits.opening is None:
        raise not_found(f"table {name} has no placard yet: post its limits first")
    return table_placard(call.floor, name, call.room.settings.clock())


def table_placard(floor: Floor, name: str, now_micros: int) -> Report:
    """The placard of a table whose limits are posted."""
    table = floor.tables[name]
    posting = notices.TablePosting(
        law=floor.jurisdiction.law_at(now_micros),
        table=name,
        offer=table.limits.offer(games.find(table.game, table.variant), table.seats, table.currency),
        progressive=_progressive(floor, table) if table.link else None,
        house_jackpots=tuple(prize.jackpot for prize in floor.house_jackpots.values() if prize.table == name),
        place=table.place,
        fees=table.limits.fees,
        employee_play=table.limits.employee_play,
    )
    return notices.posting_report(posting)


def _progressive(floor: Floor, table: Table) -> notices.PostedProgressive:
    jackpot, held = floor.jackpot_of(table)
    return notices.PostedProgressive(
        wager=table.wager,
        paytable=table.paytable,
        terms=held.terms,
        meters_micros=floor.meters(jackpot),
        folded_hands_qualify=table.folded_hands_qualify,
        linked=sum(other.link == table.link for other in floor.tables.values()) > 1,
    )


async def drawn(report: Report, form: str) -> Response:
    """A report as a page, a PDF, a table or plain data."""
    format, media_type = FORMS[form]
    return Response(await asyncio.to_thread(report.render, format), media_type=media_type)


def of_today(call: Call, report: Report) -> Report:
    """A paper of the gaming day that runs, with when enforcement was off on it."""
    return with_lapses_of_day(report, call.floor, call.floor.jurisdiction.days.day_of(call.room.settings.clock()))


async def drawn_today(call: Call, report: Report) -> Response:
    """Such a paper as a page or as a PDF."""
    return await drawn(of_today(call, report), call.query.form)


async def issued_reports(call: Call) -> dict[str, Any]:
    """Reports that were issued, with their digests and where the log stood."""
    controller = call.controller
    rows = await asyncio.to_thread(controller.papers.issued.all, controller.ledger)
    return {"reports": list(map(IssuedReport.of, rows))}


async def issued_report(call: Call) -> Response:
    """An issued report as PDF/A, byte for byte as it went out."""
    number, controller = number_in(call.path["number"]), call.controller
    found = await asyncio.to_thread(controller.papers.find, controller.ledger, number)
    if found is None:
        raise not_found(f"no report {call.path['number']} was issued")
    headers = {"Content-Disposition": disposition(f"report-{number}.pdf")}
    return Response(found[1], headers=headers, media_type="application/pdf")


async def wins(call: Call) -> dict[str, Any]:
    """Confirmed awards in the order of their numbers."""
    after, limit = call.query.after, call.query.limit
    found = await asyncio.to_thread(call.controller.wins.pages, call.controller.ledger, after=after, limit=limit)
    return {"wins": found, "awards": call.floor.awards}


async def win(call: Call) -> WinPage:
    """One confirmed award."""
    number = number_in(call.path["number"])
    found = await asyncio.to_thread(call.controller.wins.find, call.controller.ledger, number) if number else None
    if found is None:
        raise not_found(f"there is no win page {call.path['number']}; the last one is {call.floor.awards}")
    return found


async def tray_pays(call: Call) -> dict[str, Any]:
    """Slips of pays from the tray in the order of their numbers."""
    after, limit = call.query.after, call.query.limit
    found = await asyncio.to_thread(call.controller.wins.slips, call.controller.ledger, after=after, limit=limit)
    return {"slips": list(map(slip_state, found)), "made": call.floor.slips_made}


def slip_state(found: PaidSlip) -> SlipState:
    return SlipState.of(found.paid, at_micros=found.at_micros, void=found.void)


def _printed(call: Call, answer: Answer) -> Printed:
    number, copy = answer.body["number"], answer.body["copy"]
    path = f"/api/wins/{number}/copies/{copy}"
    return Printed(number=answer.number, again=answer.again, copy=copy, html=path, pdf=f"{path}?form=pdf")


async def win_copy(call: Call) -> Response:
    """A printed copy of a win page, as a page or as a PDF."""
    page = await win(call)
    copy = number_in(call.path["copy"])
    if not 1 <= copy <= page.copy:
        raise not_found(f"win page {page.number} has no copy {call.path['copy']}: {page.copy} were printed")
    report = win_page_report(replace(page, copy=copy), call.floor, await proof_address(call, page.number))
    return await drawn(report, call.query.form)


ENDPOINTS = [
    get("reports", issued_reports, READS_THE_LOG, {"reports": list[IssuedReport]}),
    get("reports/{number}", issued_report, READS_THE_LOG, media="application/pdf"),
    paper("tables/{table}/placard", placard, ANYBODY_SIGNED_IN, Copy),
    paper("tables/{table}/notice", table_notice, ANYBODY_SIGNED_IN, Copy),
    paper("jackpots/{jackpot}/notice", jackpot_notice, ANYBODY_SIGNED_IN, LevelOnPaper),
    get("wins", wins, SEES_WINS, {"wins": list[WinPage], "awards": int}, query=Page),
    get("tray-pays", tray_pays, SEES_WINS, {"slips": list[SlipState], "made": int}, query=Page),
    get("wins/{number}", win, SEES_WINS, WinPage),
    command("wins/{number}/copies", PrintWinPage, PRINTING, answered=_printed, gives=Printed),
    command("wins/{number}/back-out", BackOutAward, TWO_TO_ADJUST),
    paper("wins/{number}/copies/{copy}", win_copy, SEES_WINS, Copy),
]
