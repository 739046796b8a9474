"""Which address of the manager's leads where."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.api.handlers.duties import TWO_TO_ADJUST
from fairfelt.web.api.handlers.funds import SEES_FUNDS
from fairfelt.web.api.handlers.placards import ISSUING
from fairfelt.web.api.handlers.records import READS_THE_LOG, SEES_PEOPLE, VERIFIES
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.api.handlers.wins import PRINTING, SEES_WINS
from fairfelt.web.desk import routes_of

from . import alarms, devices, floor_tasks, log, papers, people, reports, search, training, wins
from . import dashboard as floor_map
from . import dashboard as live
from . import dashboard as overview
from .jackpots import forecast, jackpot_pages, shared, terms_tasks
from .law import filings, funds, law_pages, payouts, prizes
from .office import MANAGER, page, post
from .tables import limits, records, set_up, table_pages

TASKS = [
    task
    for module in (floor_map, floor_tasks, alarms, terms_tasks, jackpot_pages, shared, set_up, records, table_pages,
                   limits, prizes, people, devices, wins, payouts, funds, law_pages, filings)
    for task in module.TASKS
]  # fmt: skip
"""Everything that people can have done here."""
ROUTES = [
    *routes_of(MANAGER, TASKS),
    page("/manager", overview.overview),
    Route("/manager/stream", live.stream),
    page(search.SEARCH, search.search),
    page("/manager/alarms", alarms.alarms),
    page("/manager/jackpots", jackpot_pages.jackpots),
    page("/manager/jackpots/new/paytable", terms_tasks.choose, SETTING_UP),
    page("/manager/advice", terms_tasks.advice),
    page(shared.PAGE, shared.shared),
    page("/manager/jackpots/{jackpot}", jackpot_pages.jackpot),
    page("/manager/jackpots/{jackpot}/forecast", forecast.forecast),
    page("/manager/jackpots/{jackpot}/forecast/{part}.{form}", forecast.forecast_document),
    page("/manager/tables", table_pages.tables),
    page("/manager/tables/records", records.records, READS_THE_LOG),
    page("/manager/tables/records/{day}.{form}", records.records_document, READS_THE_LOG),
    page("/manager/tables/{table}/placard.{form}", table_pages.placard),
    page("/manager/tables/new/game", set_up.choose, SETTING_UP),
    page("/manager/tables/{table}/game", table_pages.choose, SETTING_UP),
    page("/manager/prizes", prizes.prizes),
    page("/manager/merchandise/new/jackpot", prizes.choose_jackpot, TWO_TO_ADJUST),
    page("/manager/people", people.people, SEES_PEOPLE),
    page(training.TRAINING, training.training),
    post(training.BEGIN, training.begin),
    post(training.RECORD, training.record),
    page("/manager/devices", devices.devices, SEES_PEOPLE),
    page("/manager/wins", wins.wins, SEES_WINS),
    page(wins.TRAY_PAYS, wins.tray_pays, SEES_WINS),
    page(f"{wins.TRAY_PAYS}/{{number}}.{{form}}", wins.slip_document, SEES_WINS),
    page("/manager/wins/{number}/print", wins.print_preview, PRINTING),
    post("/manager/wins/{number}/print", wins.print_page, PRINTING),
    page("/manager/wins/{number}/{copy}.{form}", wins.printed_document, SEES_WINS),
    page("/manager/wins/{number}/{copy}", wins.printed, SEES_WINS),
    page("/manager/payouts", payouts.payouts, payouts.SEES),
    page("/manager/duties.ics", payouts.calendar, payouts.SEES),
    page("/manager/malfunctions", payouts.malfunctions, payouts.SEES_FAILURES),
    page("/manager/funds", funds.funds, SEES_FUNDS),
    page("/manager/funds.{form}", funds.funds_document, SEES_FUNDS),
    page("/manager/law", law_pages.law),
    page("/manager/law/documents/{sha256}", law_pages.document),
    post("/manager/links/{link}/examine", law_pages.examine, SETTING_UP),
    page("/manager/reports", reports.reports, READS_THE_LOG),
    page("/manager/reports/period.{form}", reports.report_document, READS_THE_LOG),
    page("/manager/papers", papers.papers, READS_THE_LOG),
    page("/manager/papers/issued/{number}.pdf", papers.issued_file, READS_THE_LOG),
    post("/manager/papers/{paper}/issue", papers.issue, ISSUING),
    page("/manager/papers/{paper}.{form}", papers.paper_document, READS_THE_LOG),
    page("/manager/papers/{paper}", papers.paper, READS_THE_LOG),
    page("/manager/log", log.log, READS_THE_LOG),
    post("/manager/log/verify", log.verify, VERIFIES),
]
