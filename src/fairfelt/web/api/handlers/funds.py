"""Funds for progressive prizes: the account, what it must hold, and the master games report from the live room."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from starlette.responses import Response

from fairfelt.law import Account, ReportLine, games_report
from fairfelt.ledger import Answer
from fairfelt.reports.law.funds import funds_report, master_games_report
from fairfelt.room import Role
from fairfelt.room.commands.funds import BookBankEntry, FileStatement, KeepOddsFunds
from fairfelt.room.state.people import ADJUSTS
from fairfelt.web.api.types.bodies import Copy, Days, DaysOnPaper
from fairfelt.web.api.types.law_answers import (
    AccountState,
    BankRow,
    FundsState,
    HoldingsRow,
    Report,
    ReportRow,
    WeekRow,
)

from ..access import person
from ..call import Call
from ..endpoint import command, get, paper
from .placards import drawn

SEES_FUNDS = person(*ADJUSTS, Role.REGULATOR)
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
        jackpots=msgspec.convert(list(seen.holdings), list[HoldingsRow], from_attributes=True),
        bank=[BankRow.of(row, on=row.on.isoformat()) for row in seen.bank],
        weeks=msgspec.convert(list(seen.weeks), list[WeekRow], from_attributes=True),
    )


async def accounts_now(call: Call) -> tuple[Account, ...]:
    """The account of each currency under the law of the room's day, or of today where it has none."""
    law = call.floor.jurisdiction.law_at(call.room.settings.clock())
    return await call.controller.law.funds(call.controller.ledger, law)


async def funds_paper(call: Call) -> Response:
    """The same on paper, with the record of weekly deposits."""
    return await drawn(funds_report(await accounts_now(call)), call.query.form)


async def report_paper(call: Call) -> Response:
    """The master games report on paper."""
    return await drawn(master_games_report(await _lines(call)), call.query.form)


async def report(call: Call) -> Report:
    """Every day from the first to the last, a year at most, for every jackpot, also without activity."""
    return Report(lines=[msgspec.convert(line.to_dict(), ReportRow) for line in await _lines(call)])


async def _lines(call: Call) -> tuple[ReportLine, ...]:
    last = call.query.last or call.floor.jurisdiction.today(call.room.settings.clock())
    first = call.query.first or last
    if (last - first).days >= MOST_DAYS:
        first = last - timedelta(MOST_DAYS - 1)
    book = await call.controller.law.daybook(call.controller.ledger)
    return games_report(book, call.floor.currency_by_jackpot, first, last)


async def _look_again(call: Call, answer: Answer) -> None:
    await call.controller.law.look_at_funds(call.controller.ledger, anew=not answer.again)


ENDPOINTS = [
    get("funds", funds, SEES_FUNDS, FundsState),
    get("funds/report", report, SEES_FUNDS, Report, query=Days),
    paper("funds/paper", funds_paper, SEES_FUNDS, Copy),
    paper("funds/report/paper", report_paper, SEES_FUNDS, DaysOnPaper),
    command("funds/entries", BookBankEntry, person(*ADJUSTS), after=_look_again),
    command("funds/statements", FileStatement, person(*ADJUSTS)),
    command("funds/odds", KeepOddsFunds, person(*ADJUSTS), after=_look_again),
]
