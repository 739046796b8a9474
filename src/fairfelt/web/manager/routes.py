"""Which address of the manager's leads where."""

from __future__ import annotations

from starlette.routing import Route

from ..api.access import ANYBODY_SIGNED_IN
from ..api.funds import SEES_FUNDS
from ..api.records import READS_THE_LOG, SEES_PEOPLE, VERIFIES
from ..api.setting_up import SETTING_UP
from ..api.wins import PRINTING, SEES_WINS
from ..desk import routes_of, seen_by, sent_by
from . import (
    aggregates,
    devices,
    endings,
    floor_tasks,
    forecasting,
    funds,
    jackpots,
    law,
    limits,
    live,
    log,
    money_tasks,
    overview,
    payouts,
    people,
    prizes,
    reporting,
    tables,
    terms_tasks,
    wins,
)
from .office import MANAGER

ROUTES = [
    Route("/manager", seen_by(ANYBODY_SIGNED_IN, MANAGER, overview.overview), methods=["GET"]),
    Route("/manager/stream", live.stream),
    *routes_of(MANAGER, floor_tasks.TASKS),
    Route("/manager/jackpots", seen_by(ANYBODY_SIGNED_IN, MANAGER, jackpots.jackpots), methods=["GET"]),
    Route("/manager/jackpots/new/paytable", seen_by(SETTING_UP, MANAGER, terms_tasks.choose), methods=["GET"]),
    Route("/manager/advice", seen_by(ANYBODY_SIGNED_IN, MANAGER, terms_tasks.advice), methods=["GET"]),
    *routes_of(MANAGER, [*terms_tasks.TASKS, *money_tasks.TASKS, *endings.TASKS]),
    Route("/manager/jackpots/{jackpot}", seen_by(ANYBODY_SIGNED_IN, MANAGER, jackpots.jackpot), methods=["GET"]),
    Route(
        "/manager/jackpots/{jackpot}/forecast",
        seen_by(ANYBODY_SIGNED_IN, MANAGER, forecasting.forecast),
        methods=["GET"],
    ),
    Route(
        "/manager/jackpots/{jackpot}/forecast/{part}.{form}",
        seen_by(ANYBODY_SIGNED_IN, MANAGER, forecasting.forecast_document),
        methods=["GET"],
    ),
    Route("/manager/tables", seen_by(ANYBODY_SIGNED_IN, MANAGER, tables.tables), methods=["GET"]),
    Route("/manager/prizes", seen_by(ANYBODY_SIGNED_IN, MANAGER, prizes.prizes), methods=["GET"]),
    Route("/manager/people", seen_by(SEES_PEOPLE, MANAGER, people.people), methods=["GET"]),
    Route("/manager/devices", seen_by(SEES_PEOPLE, MANAGER, devices.devices), methods=["GET"]),
    *routes_of(
        MANAGER, [*tables.TASKS, *limits.TASKS, *aggregates.TASKS, *prizes.TASKS, *people.TASKS, *devices.TASKS]
    ),
    Route("/manager/wins", seen_by(SEES_WINS, MANAGER, wins.wins), methods=["GET"]),
    Route("/manager/wins/{number}/print", sent_by(PRINTING, MANAGER, wins.print_page), methods=["POST"]),
    Route("/manager/wins/{number}/{copy}.{form}", seen_by(SEES_WINS, MANAGER, wins.printed_document), methods=["GET"]),
    Route("/manager/wins/{number}/{copy}", seen_by(SEES_WINS, MANAGER, wins.printed), methods=["GET"]),
    Route("/manager/payouts", seen_by(payouts.SEES, MANAGER, payouts.payouts), methods=["GET"]),
    Route("/manager/malfunctions", seen_by(payouts.SEES_FAILURES, MANAGER, payouts.malfunctions), methods=["GET"]),
    Route("/manager/funds", seen_by(SEES_FUNDS, MANAGER, funds.funds), methods=["GET"]),
    Route("/manager/funds.{form}", seen_by(SEES_FUNDS, MANAGER, funds.funds_document), methods=["GET"]),
    Route("/manager/law", seen_by(ANYBODY_SIGNED_IN, MANAGER, law.law), methods=["GET"]),
    Route("/manager/links/{link}/examine", sent_by(SETTING_UP, MANAGER, law.examine), methods=["POST"]),
    *routes_of(MANAGER, [*payouts.TASKS, *funds.TASKS, *law.TASKS]),
    Route("/manager/reports", seen_by(READS_THE_LOG, MANAGER, reporting.reports), methods=["GET"]),
    Route(
        "/manager/reports/period.{form}", seen_by(READS_THE_LOG, MANAGER, reporting.report_document), methods=["GET"]
    ),
    Route("/manager/log", seen_by(READS_THE_LOG, MANAGER, log.log), methods=["GET"]),
    Route("/manager/log/verify", sent_by(VERIFIES, MANAGER, log.verify), methods=["POST"]),
]
