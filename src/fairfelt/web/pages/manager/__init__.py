"""The manager's pages: dashboard, jackpots, tables, people, devices, win log, reports, audit log."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.api import access
from fairfelt.web.api.handlers.law import document, duties_calendar
from fairfelt.web.api.handlers.wins import issued_report
from fairfelt.web.desk import Desk, Office, routes_of
from fairfelt.web.desk.desk import Badge, from_api
from fairfelt.web.pages import awards
from fairfelt.web.pages.manager import (
    dashboard,
    jackpot_pages,
    law,
    money,
    operations,
    tables,
    terms,
)


def badges(desk: Desk) -> dict[str, Badge]:
    """Badges of the manager's office, by the address of their place."""
    floor = desk.floor
    counts = {
        "/manager": (sum(table.is_pending for table in floor.tables.values()), "pending jackpots", False),
        "/manager/alarms": (len(floor.new_alarms), "new alarms", True),
        "/manager/payouts": (sum(bool(paid.next) for paid in floor.payments.values()), "payouts to finish", False),
        "/manager/law": (sum(bool(at.law_verdict.stop) for at in floor.tables.values()), "tables stopped by law", True),
        "/manager/funds": (int(bool(floor.funds.stop)), "account short", True),
        "/manager/devices": (sum(not at.enabled for at in floor.devices.values()), "devices disabled", False),
    }
    return {address: Badge(*said) for address, said in counts.items() if said[0]}


MANAGER = Office("Manager", log="/manager/log", alarms="/manager/alarms", badges=badges, search="/manager/search")


TASKS = [task for module in (dashboard, operations, terms, jackpot_pages, tables, money, law) for task in module.TASKS]
"""Every form that users can submit here."""
ROUTES = [
    *(route for task in TASKS for route in routes_of(MANAGER, task)),
    MANAGER.page("/manager", dashboard.overview),
    Route("/manager/stream", dashboard.stream),
    MANAGER.page("/manager/search", operations.search),
    MANAGER.page("/manager/alarms", operations.alarms),
    MANAGER.page("/manager/runbook", operations.advice),
    MANAGER.page("/manager/jackpots", jackpot_pages.jackpots),
    MANAGER.page("/manager/jackpots/new/paytable", terms.choose, access.SETTING_UP),
    MANAGER.page("/manager/advice", terms.advice),
    MANAGER.page(jackpot_pages.SHARED, jackpot_pages.shared),
    MANAGER.page("/manager/jackpots/{jackpot}", jackpot_pages.jackpot),
    MANAGER.page("/manager/jackpots/{jackpot}/forecast", jackpot_pages.forecast),
    MANAGER.page("/manager/jackpots/{jackpot}/forecast/{part}.{form}", jackpot_pages.forecast_document),
    MANAGER.page("/manager/tables", tables.tables),
    MANAGER.page("/manager/tables/records", money.records, access.READS_THE_LOG),
    MANAGER.page("/manager/tables/records/{day}.{form}", money.records_document, access.READS_THE_LOG),
    MANAGER.page("/manager/tables/{table}/placard.{form}", tables.placard),
    MANAGER.page("/manager/tables/new/game", tables.choose, access.SETTING_UP),
    MANAGER.page("/manager/tables/{table}/game", tables.choose, access.SETTING_UP),
    MANAGER.page("/manager/prizes", money.prizes),
    MANAGER.page("/manager/merchandise/new/jackpot", money.choose_jackpot, access.TWO_TO_ADJUST),
    MANAGER.page("/manager/people", operations.people, access.SEES_PEOPLE),
    MANAGER.page(operations.TRAINING, operations.training),
    MANAGER.post(operations.BEGIN, operations.begin),
    MANAGER.post(operations.RECORD, operations.record),
    MANAGER.page("/manager/devices", operations.devices, access.SEES_PEOPLE),
    MANAGER.page("/manager/wins", awards.awards, access.SEES_WINS),
    MANAGER.page("/manager/wins/{number}", awards.award, access.SEES_WINS),
    MANAGER.page("/manager/wins/{number}/evidence.zip", awards.evidence, access.SEES_WINS),
    MANAGER.page(money.TRAY_PAYS, money.tray_pays, access.SEES_WINS),
    MANAGER.page(f"{money.TRAY_PAYS}/{{number}}.{{form}}", money.slip_document, access.SEES_WINS),
    MANAGER.page("/manager/wins/{number}/print", money.print_preview, access.PRINTING),
    MANAGER.post("/manager/wins/{number}/print", money.print_page, access.PRINTING),
    MANAGER.page("/manager/wins/{number}/{copy}.{form}", money.printed_document, access.SEES_WINS),
    MANAGER.page("/manager/wins/{number}/{copy}", money.printed, access.SEES_WINS),
    MANAGER.page("/manager/payouts", money.payouts, access.SEES_WINS),
    MANAGER.page("/manager/duties.ics", from_api(duties_calendar), access.SEES_WINS),
    MANAGER.page("/manager/malfunctions", money.malfunctions, access.SEES_MALFUNCTIONS),
    MANAGER.page("/manager/funds", money.funds, access.SEES_FUNDS),
    MANAGER.page("/manager/funds.{form}", money.funds_document, access.SEES_FUNDS),
    MANAGER.page("/manager/law", law.law),
    MANAGER.page("/manager/law/documents/{sha256}", from_api(document)),
    MANAGER.post("/manager/links/{link}/examine", law.examine, access.SETTING_UP),
    MANAGER.page("/manager/reports", law.paper, access.READS_THE_LOG),
    MANAGER.page("/manager/reports/period.{form}", law.paper_document, access.READS_THE_LOG),
    MANAGER.page("/manager/papers", law.papers, access.READS_THE_LOG),
    MANAGER.page("/manager/papers/issued/{number}.pdf", from_api(issued_report), access.READS_THE_LOG),
    MANAGER.post("/manager/papers/{paper}/issue", law.issue, access.PRINTING),
    MANAGER.page("/manager/papers/{paper}.{form}", law.paper_document, access.READS_THE_LOG),
    MANAGER.page("/manager/papers/{paper}", law.paper, access.READS_THE_LOG),
    MANAGER.page("/manager/log", operations.log, access.READS_THE_LOG),
    MANAGER.post("/manager/alarms/backups/now", operations.back_up_now, access.SETTING_UP),
    MANAGER.post("/manager/log/verify", operations.verify, access.READS_THE_LOG),
]
