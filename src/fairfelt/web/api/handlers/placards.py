"""Papers for a table, made from the room as it stands: the placard, and notices to players; and issued reports."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from fairfelt import games
from fairfelt.reports.law.notices import limit_notice, out_of_service_notice, retirement_notice
from fairfelt.reports.law.posting import PostedProgressive, TablePosting, posting_report
from fairfelt.reports.report import Report
from fairfelt.room import Floor, Table
from fairfelt.room.state.people import PRINTS
from fairfelt.web.api.types.answers import IssuedReport, IssuedReports
from fairfelt.web.api.types.bodies import Copy, LevelOnPaper
from fairfelt.web.http.request import number_in

from ..access import ANYBODY_SIGNED_IN, person
from ..call import Call
from ..endpoint import get, paper
from ..problem import not_found
from .records import READS_THE_LOG

ISSUING = person(*PRINTS)


async def placard(call: Call) -> Response:
    """What hangs at a table: limits, jackpots as they stand, who wins, envy, disputes; as a page or a PDF."""
    name, table = _table(call)
    if table.limits.opening is None:
        raise not_found(f"no limits are posted at table {name!r}: post them first")
    return await drawn(posting_report(posting_of(call.floor, name, table, call.room.settings.clock())), call.query.form)


async def table_notice(call: Call) -> Response:
    """That a table is out of service, and why."""
    name, table = _table(call)
    why = call.floor.closed or table.closed
    if not why:
        raise not_found(f"table {name!r} is in service: there is nothing to tell")
    return await drawn(out_of_service_notice(f"table {name}", why, progressive=bool(table.link)), call.query.form)


async def jackpot_notice(call: Call) -> Response:
    """The limit of a level, or the end of a jackpot that was announced."""
    name, level = call.path["jackpot"], call.query.level
    jackpot = call.floor.jackpots.get(name)
    if jackpot is None:
        raise not_found(f"there is no jackpot {name!r}")
    if not level:
        if name not in call.floor.endings:
            raise not_found(f"the end of {name!r} was not announced; for a limit, name its level")
        return await drawn(retirement_notice(call.floor.endings[name]), call.query.form)
    limits = {one.name: one.limit_micros for one in jackpot.terms.levels}
    if (limit_micros := limits.get(level)) is None:
        raise not_found(f"no level {level!r} of jackpot {name!r} has a limit")
    return await drawn(limit_notice(name, level, limit_micros, jackpot.terms.currency), call.query.form)


def _table(call: Call) -> tuple[str, Table]:
    name = call.path["table"]
    if name not in call.floor.tables:
        raise not_found(f"there is no table {name!r}")
    return name, call.floor.tables[name]


def posting_of(floor: Floor, name: str, table: Table, now_micros: int) -> TablePosting:
    """All that the placard of a table is made of, as the room stands."""
    return TablePosting(
        law=floor.jurisdiction.law_at(now_micros),
        table=name,
        offer=table.limits.offer(games.find(table.game, table.variant), table.seats, table.currency),
        progressive=_progressive(floor, table) if table.link else None,
        house_jackpots=tuple(prize.jackpot for prize in floor.house_jackpots.values() if prize.table == name),
        place=table.place,
        fees=table.limits.fees,
        employee_play=table.limits.employee_play,
    )


def _progressive(floor: Floor, table: Table) -> PostedProgressive:
    jackpot, held = floor.jackpot_of(table)
    return PostedProgressive(
        wager=table.wager,
        paytable=table.paytable,
        terms=held.terms,
        meters_micros=floor.meters(jackpot),
        folded_hands_qualify=table.folded_hands_qualify,
        linked=sum(other.link == table.link for other in floor.tables.values()) > 1,
    )


async def drawn(report: Report, form: str) -> Response:
    """A report as a page or as a PDF."""
    if form == "pdf":
        return Response(await asyncio.to_thread(report.render, "pdf"), media_type="application/pdf")
    return Response(report.render("html"), media_type="text/html")


async def issued_reports(call: Call) -> IssuedReports:
    """Reports that were issued, with their digests and where the log stood."""
    controller = call.controller
    rows = await asyncio.to_thread(controller.papers.issued.all, controller.ledger)
    return IssuedReports(reports=[IssuedReport(**row._asdict()) for row in rows])


async def issued_report(call: Call) -> Response:
    """An issued report as PDF/A, byte for byte as it went out."""
    number, controller = number_in(call.path["number"]), call.controller
    found = await asyncio.to_thread(controller.papers.find, controller.ledger, number)
    if found is None:
        raise not_found(f"no report {call.path['number']} was issued")
    return Response(found[1], media_type="application/pdf")


ENDPOINTS = [
    get("reports", issued_reports, READS_THE_LOG, IssuedReports),
    get("reports/{number}", issued_report, READS_THE_LOG, media="application/pdf"),
    paper("tables/{table}/placard", placard, ANYBODY_SIGNED_IN, Copy),
    paper("tables/{table}/notice", table_notice, ANYBODY_SIGNED_IN, Copy),
    paper("jackpots/{jackpot}/notice", jackpot_notice, ANYBODY_SIGNED_IN, LevelOnPaper),
]
