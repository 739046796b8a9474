"""Which address of the manager's leads where."""

from __future__ import annotations

from starlette.routing import Route

from fairfelt.web.api.access import ANYBODY_SIGNED_IN
from fairfelt.web.api.handlers.duties import TWO_TO_ADJUST
from fairfelt.web.api.handlers.funds import SEES_FUNDS
from fairfelt.web.api.handlers.placards import ISSUING
from fairfelt.web.api.handlers.records import READS_THE_LOG, SEES_PEOPLE, VERIFIES
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.api.handlers.wins import PRINTING, SEES_WINS
from fairfelt.web.desk import routes_of, seen_by, sent_by

from . import (
    alarms,
    back_out,
    cards,
    devices,
    floor_tasks,
    log,
    papers,
    pay_rules,
    people,
    reports,
    search,
    training,
    wins,
)
from .dashboard import floor_map, live, overview
from .jackpots import forecast, jackpot_pages, money_tasks, retirement, shared, terms_tasks
from .law import aggregates, funds, law_pages, makers, merchandise, payouts, presets, prizes
from .office import MANAGER
from .tables import lifecycle, limits, records, sensors, set_up, table_pages, tray_pays

ROUTES = [
    Route("/manager", seen_by(ANYBODY_SIGNED_IN, MANAGER, overview.overview), methods=["GET"]),
    Route("/manager/stream", live.stream),
    *routes_of(MANAGER, [*floor_map.TASKS, *floor_tasks.TASKS]),
    Route(search.SEARCH, seen_by(ANYBODY_SIGNED_IN, MANAGER, search.search), methods=["GET"]),
    Route("/manager/alarms", seen_by(ANYBODY_SIGNED_IN, MANAGER, alarms.alarms), methods=["GET"]),
    *routes_of(MANAGER, alarms.TASKS),
    Route("/manager/jackpots", seen_by(ANYBODY_SIGNED_IN, MANAGER, jackpot_pages.jackpots), methods=["GET"]),
    Route("/manager/jackpots/new/paytable", seen_by(SETTING_UP, MANAGER, terms_tasks.choose), methods=["GET"]),
    Route("/manager/advice", seen_by(ANYBODY_SIGNED_IN, MANAGER, terms_tasks.advice), methods=["GET"]),
    *routes_of(MANAGER, [*terms_tasks.TASKS, *money_tasks.TASKS, *retirement.TASKS, *shared.TASKS]),
    Route(shared.PAGE, seen_by(ANYBODY_SIGNED_IN, MANAGER, shared.shared), methods=["GET"]),
    Route("/manager/jackpots/{jackpot}", seen_by(ANYBODY_SIGNED_IN, MANAGER, jackpot_pages.jackpot), methods=["GET"]),
    Route(
        "/manager/jackpots/{jackpot}/forecast",
        seen_by(ANYBODY_SIGNED_IN, MANAGER, forecast.forecast),
        methods=["GET"],
    ),
    Route(
        "/manager/jackpots/{jackpot}/forecast/{part}.{form}",
        seen_by(ANYBODY_SIGNED_IN, MANAGER, forecast.forecast_document),
        methods=["GET"],
    ),
    Route("/manager/tables", seen_by(ANYBODY_SIGNED_IN, MANAGER, table_pages.tables), methods=["GET"]),
    Route("/manager/tables/records", seen_by(READS_THE_LOG, MANAGER, records.records), methods=["GET"]),
    Route(
        "/manager/tables/records/{day}.{form}",
        seen_by(READS_THE_LOG, MANAGER, records.records_document),
        methods=["GET"],
    ),
    Route(
        "/manager/tables/{table}/placard.{form}",
        seen_by(ANYBODY_SIGNED_IN, MANAGER, table_pages.placard),
        methods=["GET"],
    ),
    Route("/manager/tables/new/game", seen_by(SETTING_UP, MANAGER, set_up.choose), methods=["GET"]),
    Route("/manager/tables/{table}/game", seen_by(SETTING_UP, MANAGER, lifecycle.choose), methods=["GET"]),
    Route("/manager/prizes", seen_by(ANYBODY_SIGNED_IN, MANAGER, prizes.prizes), methods=["GET"]),
    Route("/manager/merchandise/new/jackpot", seen_by(TWO_TO_ADJUST, MANAGER, merchandise.choose), methods=["GET"]),
    Route("/manager/people", seen_by(SEES_PEOPLE, MANAGER, people.people), methods=["GET"]),
    Route(training.TRAINING, seen_by(ANYBODY_SIGNED_IN, MANAGER, training.training), methods=["GET"]),
    Route(training.BEGIN, sent_by(ANYBODY_SIGNED_IN, MANAGER, training.begin), methods=["POST"]),
    Route(training.RECORD, sent_by(ANYBODY_SIGNED_IN, MANAGER, training.record), methods=["POST"]),
    Route("/manager/devices", seen_by(SEES_PEOPLE, MANAGER, devices.devices), methods=["GET"]),
    *routes_of(
        MANAGER,
        [
            *set_up.TASKS,
            *records.TASKS,
            *lifecycle.TASKS,
            *sensors.TASKS,
            *limits.TASKS,
            *aggregates.TASKS,
            *prizes.TASKS,
            *merchandise.TASKS,
            *people.TASKS,
            *pay_rules.TASKS,
            *cards.TASKS,
            *devices.TASKS,
        ],
    ),
    Route("/manager/wins", seen_by(SEES_WINS, MANAGER, wins.wins), methods=["GET"]),
    *routes_of(MANAGER, [*back_out.TASKS, *tray_pays.TASKS]),
    Route(tray_pays.HERE, seen_by(SEES_WINS, MANAGER, tray_pays.tray_pays), methods=["GET"]),
    Route(
        f"{tray_pays.HERE}/{{number}}.{{form}}", seen_by(SEES_WINS, MANAGER, tray_pays.slip_document), methods=["GET"]
    ),
    Route("/manager/wins/{number}/print", seen_by(PRINTING, MANAGER, wins.print_preview), methods=["GET"]),
    Route("/manager/wins/{number}/print", sent_by(PRINTING, MANAGER, wins.print_page), methods=["POST"]),
    Route("/manager/wins/{number}/{copy}.{form}", seen_by(SEES_WINS, MANAGER, wins.printed_document), methods=["GET"]),
    Route("/manager/wins/{number}/{copy}", seen_by(SEES_WINS, MANAGER, wins.printed), methods=["GET"]),
    Route("/manager/payouts", seen_by(payouts.SEES, MANAGER, payouts.payouts), methods=["GET"]),
    Route("/manager/duties.ics", seen_by(payouts.SEES, MANAGER, payouts.calendar), methods=["GET"]),
    Route("/manager/malfunctions", seen_by(payouts.SEES_FAILURES, MANAGER, payouts.malfunctions), methods=["GET"]),
    Route("/manager/funds", seen_by(SEES_FUNDS, MANAGER, funds.funds), methods=["GET"]),
    Route("/manager/funds.{form}", seen_by(SEES_FUNDS, MANAGER, funds.funds_document), methods=["GET"]),
    Route("/manager/law", seen_by(ANYBODY_SIGNED_IN, MANAGER, law_pages.law), methods=["GET"]),
    Route("/manager/law/documents/{sha256}", seen_by(ANYBODY_SIGNED_IN, MANAGER, law_pages.document), methods=["GET"]),
    Route("/manager/links/{link}/examine", sent_by(SETTING_UP, MANAGER, law_pages.examine), methods=["POST"]),
    *routes_of(MANAGER, [*payouts.TASKS, *funds.TASKS, *law_pages.TASKS, *presets.TASKS, *makers.TASKS]),
    Route("/manager/reports", seen_by(READS_THE_LOG, MANAGER, reports.reports), methods=["GET"]),
    Route("/manager/reports/period.{form}", seen_by(READS_THE_LOG, MANAGER, reports.report_document), methods=["GET"]),
    Route("/manager/papers", seen_by(READS_THE_LOG, MANAGER, papers.papers), methods=["GET"]),
    Route(
        "/manager/papers/issued/{number}.pdf", seen_by(READS_THE_LOG, MANAGER, papers.issued_document), methods=["GET"]
    ),
    Route("/manager/papers/{paper}/issue", sent_by(ISSUING, MANAGER, papers.issue), methods=["POST"]),
    Route("/manager/papers/{paper}.{form}", seen_by(READS_THE_LOG, MANAGER, papers.paper_document), methods=["GET"]),
    Route("/manager/papers/{paper}", seen_by(READS_THE_LOG, MANAGER, papers.paper), methods=["GET"]),
    Route("/manager/log", seen_by(READS_THE_LOG, MANAGER, log.log), methods=["GET"]),
    Route("/manager/log/verify", sent_by(VERIFIES, MANAGER, log.verify), methods=["POST"]),
]
