"""Funds for progressive prizes: the account, what it must hold, and the master games report from the live room."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import msgspec
from starlette.responses import Response

from fairfelt.law import Account, games_report
from fairfelt.ledger import Answer
from fairfelt.reports.law.funds import funds_report, master_games_report
from fairfelt.reports.law.not_approved import with_lapses
from fairfelt.reports.report import Report as PaperReport
from fairfelt.reports.report import plain_data
from fairfelt.reports.room.tables import day_dict, theory_dict
from fairfelt.room import Role
from fairfelt.room.commands.funds import BookBankEntry, FileStatement, KeepOddsFunds
from fairfelt.room.projections.table_days import TableDay, read_table_days
from fairfelt.room.state.people import ADJUSTS
from fairfelt.room.table_odds import read_edges
from fairfelt.web.api.access import READS_THE_LOG
from fairfelt.web.api.types.answers import TableDayState, TableRecords
from fairfelt.web.api.types.bodies import Copy, Days, DaysOnPaper
from fairfelt.web.api.types.law_answers import (
    AccountState,
    AdjustedRow,
    BankRow,
    FundsState,
    Report,
    ReportRow,
)

from ..access import person, two_people
from ..call import Call
from ..endpoint import command, get, paper
from .wins import drawn, drawn_today

SEES_FUNDS = person(*ADJUSTS, Role.REGULATOR)
BOOKS = two_people(*ADJUSTS, departments=True)
MOST_DAYS = 366


async def funds(call: Call) -> FundsState:
    """What is held for players, what is in the bank, what has to be there today, and when a deposit is due."""
    first, *others = map(_account, await accounts_now(call))
    return FundsState(**msgspec.structs.asdict(first), closes=call.floor.funds.stop, others=others)


def _account(seen: Account) -> AccountState:
    at = seen.position
    return AccountState.of(
        at,
        on=at.law.on.isoformat(),
        currency=seen.currency,
        deposit_due_on=seen.due_on.isoformat() if seen.due_on else None,
        odds_micros=seen.odds_micros,
        findings=[finding.sentence for finding in seen.findings],
        jackpots=seen.holdings,
        bank=[BankRow.of(row, on=row.on.isoformat()) for row in seen.bank],
        weeks=seen.weeks,
    )


async def accounts_now(call: Call) -> tuple[Account, ...]:
    """The account of each currency under the law of the room's day, or of today where it has none."""
    law = call.floor.jurisdiction.law_at(call.room.settings.clock())
    return await call.controller.law.funds(call.controller.ledger, law)


async def funds_paper(call: Call) -> Response:
    """The same on paper, with the record of weekly deposits."""
    return await drawn_today(call, funds_report(await accounts_now(call)))


async def report_paper(call: Call) -> Response:
    """The master games report on paper."""
    days, (first, last) = call.floor.jurisdiction.days, _asked(call)
    found = await _games_report(call, await _table_days(call))
    return await drawn(with_lapses(found, call.floor, days.begin_micros(first), days.end_micros(last)), call.query.form)


async def report(call: Call) -> Report:
    """Every day from the first to the last, a year at most, for every table and jackpot, also without activity."""
    tables = await _table_days(call)
    found = (await _games_report(call, tables)).plain
    return Report(
        lines=[msgspec.convert(line, ReportRow) for line in found["lines"]],
        tables=[day_state(one) for one in tables],
        days=[msgspec.convert(day, AdjustedRow) for day in found["days"]],
    )


async def table_records(call: Call) -> TableRecords:
    """Bank, fills, credits, drop and win of every table, day by day, and what it should have won."""
    return TableRecords(tables=[day_state(one) for one in await _table_days(call)])


def day_state(one: TableDay) -> TableDayState:
    """A table's day for the API."""
    found = theory_dict(one)
    same = ("theoretical_win_micros", "deviation_micros", "deviations", "bets", "odd_hands")
    theory = {**{name: found[name] for name in same}, "theory_missing": found["missing"]}
    return msgspec.convert(plain_data({**day_dict(one), **theory}), TableDayState)


async def _table_days(call: Call) -> tuple[TableDay, ...]:
    first, last = _asked(call)
    days = await asyncio.to_thread(read_table_days, call.controller.ledger, call.controller.periods, first, last)
    return await asyncio.to_thread(read_edges, days)


async def _games_report(call: Call, tables: tuple[TableDay, ...]) -> PaperReport:
    first, last = _asked(call)
    book = await call.controller.law.daybook(call.controller.ledger)
    lines = games_report(book, call.floor.currency_by_jackpot, first, last)
    return master_games_report(lines, tables)


def _asked(call: Call) -> tuple[date, date]:
    """The days that were asked for, a year at most."""
    last = call.query.last or call.floor.jurisdiction.today(call.room.settings.clock())
    first = call.query.first or last
    if (last - first).days >= MOST_DAYS:
        first = last - timedelta(MOST_DAYS - 1)
    return first, last


async def _look_again(call: Call, answer: Answer) -> None:
    await call.controller.law.look_at_funds(call.controller.ledger, anew=not answer.again)


ENDPOINTS = [
    get("funds", funds, SEES_FUNDS, FundsState),
    get("funds/report", report, SEES_FUNDS, Report, query=Days),
    get("table-records", table_records, READS_THE_LOG, TableRecords, query=Days),
    paper("funds/paper", funds_paper, SEES_FUNDS, Copy),
    paper("funds/report/paper", report_paper, SEES_FUNDS, DaysOnPaper),
    command("funds/entries", BookBankEntry, BOOKS, after=_look_again),
    command("funds/statements", FileStatement, person(*ADJUSTS)),
    command("funds/odds", KeepOddsFunds, BOOKS, after=_look_again),
]
