"""Funds for progressive prizes: the account, what it must hold, and the master games report from the live room."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
from starlette.responses import Response

from fairfelt.law import Account, ReportLine, games_report, profile
from fairfelt.ledger import Answer
from fairfelt.reports.law.funds import funds_sheet, games_report_sheet
from fairfelt.room import Role
from fairfelt.room.state.people import ADJUSTS
from fairfelt.web.api.types.answers import Done, done
from fairfelt.web.api.types.bodies import Copy
from fairfelt.web.api.types.law_answers import (
    AccountState,
    BankRow,
    FundsState,
    HoldingsRow,
    Report,
    ReportRow,
    WeekRow,
)
from fairfelt.web.api.types.law_bodies import Days, DaysOnPaper, NewBankEntry, OddsFunds, Statement

from ..access import person
from ..call import Call
from ..endpoint import Endpoint, Handler
from .placards import paper

SEES_FUNDS = person(*ADJUSTS, Role.REGULATOR)
MOST_DAYS = 366


async def funds(call: Call) -> FundsState:
    """What is held for players, what is in the bank, what has to be there today, and when a deposit is due."""
    first, *others = map(_account, await accounts_now(call))
    return FundsState(**msgspec.structs.asdict(first), closes=call.floor.funds.stop, others=others)


def _account(seen: Account) -> AccountState:
    at = seen.position
    return AccountState(
        on=at.law.on.isoformat(),
        currency=seen.currency,
        held_micros=at.held_micros,
        balance_micros=at.balance_micros,
        required_micros=at.required_micros,
        to_deposit_micros=at.to_deposit_micros,
        short_micros=at.short_micros,
        deposit_due_on=seen.due_on.isoformat() if seen.due_on else None,
        odds_micros=seen.odds_micros,
        findings=[finding.sentence for finding in seen.findings],
        jackpots=msgspec.convert(list(seen.holdings), list[HoldingsRow], from_attributes=True),
        bank=[
            BankRow(on=row.on.isoformat(), kind=row.kind, amount_micros=row.amount_micros, document=row.document)
            for row in seen.bank
        ],
        weeks=msgspec.convert(list(seen.weeks), list[WeekRow], from_attributes=True),
    )


async def accounts_now(call: Call) -> tuple[Account, ...]:
    """The account of each currency under the law of the room's day, or of today where it has none."""
    jurisdiction = call.floor.jurisdiction
    law = jurisdiction.law or profile(jurisdiction.profile).on(date.today())
    return await call.controller.law.funds(call.controller.ledger, law)


async def funds_paper(call: Call) -> Response:
    """The same on paper, with the record of weekly deposits."""
    return await paper(funds_sheet(await accounts_now(call)), call.query.form)


async def report_paper(call: Call) -> Response:
    """The master games report on paper."""
    return await paper(games_report_sheet(await _lines(call)), call.query.form)


async def report(call: Call) -> Report:
    """Every day from the first to the last, a year at most, for every jackpot, also without activity."""
    return Report(lines=[msgspec.convert(line.to_dict(), ReportRow) for line in await _lines(call)])


async def _lines(call: Call) -> tuple[ReportLine, ...]:
    last = call.query.last or call.floor.jurisdiction.day or date.today()
    first = call.query.first or last
    if (last - first).days >= MOST_DAYS:
        first = last - timedelta(MOST_DAYS - 1)
    book = await call.controller.law.daybook(call.controller.ledger)
    return games_report(book, call.floor.currency_by_jackpot, first, last)


async def book_bank_entry(call: Call) -> Done:
    """Book a deposit, a withdrawal or a seizure; the funds are looked at again."""
    return await _looked(call, await call.command("book bank entry", **call.fields))


async def file_statement(call: Call) -> Done:
    """File what the bank says it holds, beside what the entries come to."""
    return done(await call.command("file statement", **call.fields))


async def keep_odds_funds(call: Call) -> Done:
    """Record what is kept for odds-based prizes."""
    return await _looked(call, await call.command("keep odds funds", **call.fields))


async def _looked(call: Call, answer: Answer) -> Done:
    await call.controller.law.look_at_funds(call.controller.ledger, anew=not answer.again)
    return done(answer)


def _paper(part: str, handler: Handler, query: type[msgspec.Struct]) -> Endpoint:
    return Endpoint(
        method="GET",
        path=f"/api/funds/{part}",
        handler=handler,
        access=SEES_FUNDS,
        query=query,
        media="text/html",
        also=("application/pdf",),
    )


def _post(part: str, handler: Handler, takes: type[msgspec.Struct]) -> Endpoint:
    return Endpoint(
        method="POST",
        path=f"/api/funds/{part}",
        handler=handler,
        access=person(*ADJUSTS),
        takes=takes,
        gives=Done,
        command=True,
    )


ENDPOINTS = [
    Endpoint(method="GET", path="/api/funds", handler=funds, access=SEES_FUNDS, gives=FundsState),
    Endpoint(method="GET", path="/api/funds/report", handler=report, access=SEES_FUNDS, query=Days, gives=Report),
    _paper("paper", funds_paper, Copy),
    _paper("report/paper", report_paper, DaysOnPaper),
    _post("entries", book_bank_entry, NewBankEntry),
    _post("statements", file_statement, Statement),
    _post("odds", keep_odds_funds, OddsFunds),
]
