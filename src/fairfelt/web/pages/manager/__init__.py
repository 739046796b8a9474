"""The manager's pages: dashboard, jackpots, tables, people, devices, win log, reports, audit log."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.api import access
from fairfelt.web.api.handlers.duties import duties_calendar
from fairfelt.web.api.handlers.law import document
from fairfelt.web.api.handlers.wins import issued_report
from fairfelt.web.desk import routes_of
from fairfelt.web.desk.desk import from_api
from fairfelt.web.pages.manager import (
    dashboard,
    jackpot_pages,
    law,
    money,
    operations,
    papers,
    people,
    shared,
    tables,
    terms,
    wins,
)
from fairfelt.web.pages.manager.office import MANAGER, SEARCH, page, post

TASKS = [
    task
    for module in (dashboard, operations, terms, jackpot_pages, shared, tables, people, wins, money, law)
    for task in module.TASKS
]
"""Every form that users can submit here."""
ROUTES = [
    *routes_of(MANAGER, TASKS),
    page("/manager", dashboard.overview),
    Route("/manager/stream", dashboard.stream),
    page(SEARCH, operations.search),
    page("/manager/alarms", operations.alarms),
    page("/manager/jackpots", jackpot_pages.jackpots),
    page("/manager/jackpots/new/paytable", terms.choose, access.SETTING_UP),
    page("/manager/advice", terms.advice),
    page(shared.PAGE, shared.shared),
    page("/manager/jackpots/{jackpot}", jackpot_pages.jackpot),
    page("/manager/jackpots/{jackpot}/forecast", jackpot_pages.forecast),
    page("/manager/jackpots/{jackpot}/forecast/{part}.{form}", jackpot_pages.forecast_document),
    page("/manager/tables", tables.tables),
    page("/manager/tables/records", wins.records, access.READS_THE_LOG),
    page("/manager/tables/records/{day}.{form}", wins.records_document, access.READS_THE_LOG),
    page("/manager/tables/{table}/placard.{form}", tables.placard),
    page("/manager/tables/new/game", tables.choose_new_game, access.SETTING_UP),
    page("/manager/tables/{table}/game", tables.choose, access.SETTING_UP),
    page("/manager/prizes", money.prizes),
    page("/manager/merchandise/new/jackpot", money.choose_jackpot, access.TWO_TO_ADJUST),
    page("/manager/people", people.people, access.SEES_PEOPLE),
    page(people.TRAINING, people.training),
    post(people.BEGIN, people.begin),
    post(people.RECORD, people.record),
    page("/manager/devices", operations.devices, access.SEES_PEOPLE),
    page("/manager/wins", wins.wins, access.SEES_WINS),
    page(wins.TRAY_PAYS, wins.tray_pays, access.SEES_WINS),
    page(f"{wins.TRAY_PAYS}/{{number}}.{{form}}", wins.slip_document, access.SEES_WINS),
    page("/manager/wins/{number}/print", wins.print_preview, access.PRINTING),
    post("/manager/wins/{number}/print", wins.print_page, access.PRINTING),
    page("/manager/wins/{number}/{copy}.{form}", wins.printed_document, access.SEES_WINS),
    page("/manager/wins/{number}/{copy}", wins.printed, access.SEES_WINS),
    page("/manager/payouts", money.payouts, access.SEES_WINS),
    page("/manager/duties.ics", from_api(duties_calendar), access.SEES_WINS),
    page("/manager/malfunctions", money.malfunctions, access.SEES_MALFUNCTIONS),
    page("/manager/funds", money.funds, access.SEES_FUNDS),
    page("/manager/funds.{form}", money.funds_document, access.SEES_FUNDS),
    page("/manager/law", law.law),
    page("/manager/law/documents/{sha256}", from_api(document)),
    post("/manager/links/{link}/examine", law.examine, access.SETTING_UP),
    page("/manager/reports", papers.reports, access.READS_THE_LOG),
    page("/manager/reports/period.{form}", papers.report_document, access.READS_THE_LOG),
    page("/manager/papers", papers.papers, access.READS_THE_LOG),
    page("/manager/papers/issued/{number}.pdf", from_api(issued_report), access.READS_THE_LOG),
    post("/manager/papers/{paper}/issue", papers.issue, access.PRINTING),
    page("/manager/papers/{paper}.{form}", papers.paper_document, access.READS_THE_LOG),
    page("/manager/papers/{paper}", papers.paper, access.READS_THE_LOG),
    page("/manager/log", operations.log, access.READS_THE_LOG),
    post("/manager/log/verify", operations.verify, access.READS_THE_LOG),
]
