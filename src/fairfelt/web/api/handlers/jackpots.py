"""Jackpots: their money and meters, terms, history and end; the funds held for them, and the master games report."""

from __future__ import annotations

import asyncio
import json
from datetime import date, timedelta
from typing import Any

import msgspec
from starlette.responses import Response

from fairfelt.jackpot import Jackpot, Terms
from fairfelt.law import (
    Account,
    BankEntry,
    DayFigures,
    Disposal,
    FundsPosition,
    Holdings,
    ReportLine,
    Retirement,
    games_report,
)
from fairfelt.ledger import Answer
from fairfelt.reports.law.funds import DAY_FIELDS, funds_report, master_games_report
from fairfelt.reports.law.rules import with_lapses
from fairfelt.reports.report import Report as PaperReport
from fairfelt.reports.report import plain_data
from fairfelt.reports.room.tables import day_dict, theory_dict
from fairfelt.room.commands import retirement
from fairfelt.room.commands.accounts import (
    Adjust,
    Adjusted,
    BookBankEntry,
    ChangeTerms,
    FileStatement,
    KeepOddsFunds,
    SetPayRules,
)
from fairfelt.room.commands.law import ExamineTransfer
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.room.projections.days import AdjustedDay, CountRow, TableDay, read_table_days
from fairfelt.room.projections.periods import AtTable
from fairfelt.room.registry import kinds_of, label
from fairfelt.room.table_odds import BetLine, read_edges
from fairfelt.server import Controller
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, FILING, FILING_BY_TWO, READS_THE_LOG, SEES_FUNDS, TWO_TO_ADJUST
from fairfelt.web.api.endpoint import ApiAnswer, Call, Copy, command, get, sheet, with_fields_of
from fairfelt.web.api.handlers.wins import drawn, drawn_today


class LevelState(ApiAnswer):
    """A level with everything the rules want metered."""

    level: str
    amount_micros: int
    reserve_micros: int
    overflow_micros: int
    pending_micros: int
    hits: int
    won_micros: int


class JackpotState(ApiAnswer):
    """A jackpot."""

    jackpot: str
    terms: Terms
    awaiting: Terms | None
    """Terms that begin level by level, with each one's next 100% award."""
    retired: bool
    accounts_micros: dict[str, int]
    wagers: int
    """How many came in."""
    wagered_micros: int
    fixed_pays: int
    """How many awards were no share of a level."""
    fixed_pays_micros: int
    envy_pays: int
    envy_pays_micros: int
    levels: list[LevelState]


class Parameter(ApiAnswer):
    """An event that set or moved something of a jackpot by hand."""

    number: int
    at_micros: int
    kind: str
    body: dict[str, Any]


async def jackpot(call: Call) -> JackpotState:
    """A jackpot: its terms, its meters, every account, and what came in and was won so far."""
    return jackpot_state(*call.named("jackpot", call.floor.jackpots))


def jackpot_state(name: str, found: Jackpot) -> JackpotState:
    book = found.book
    return JackpotState(
        jackpot=name,
        terms=found.terms,
        awaiting=found.awaiting,
        retired=found.retired,
        accounts_micros=dict(sorted(book.balances.items())),
        wagers=found.counts.wagers,
        wagered_micros=-book["wagers"],
        fixed_pays=found.counts.fixed.hits,
        fixed_pays_micros=found.counts.fixed.won_micros,
        envy_pays=found.counts.envy.hits,
        envy_pays_micros=found.counts.envy.won_micros,
        levels=[
            LevelState(
                level=level.name,
                amount_micros=found.meter(level.name),
                reserve_micros=book[f"reserve/{level.name}"],
                overflow_micros=book[f"overflow/{level.name}"],
                pending_micros=book[f"pending/{level.name}"] + book[f"promised/{level.name}"],
                hits=found.counts.of(level.name).hits,
                won_micros=found.counts.of(level.name).won_micros,
            )
            for level in found.terms.levels
        ],
    )


async def _count_odds(controller: Controller, asked: retirement.RetireJackpot) -> None:
    await controller.law.examine_transfer(controller.ledger, (asked.jackpot, asked.into, asked.level))


TOLD = (
    Adjusted, OpenJackpot.recorded, ChangeTerms.recorded, ExamineTransfer.recorded,
    retirement.AnnounceRetirement.recorded, retirement.BeginRetirement.recorded, retirement.RetireJackpot.recorded,
    retirement.GiveJackpotAway.recorded, retirement.CloseRetirement.recorded,
)  # fmt: skip
MOST_EVENTS = 1_000


async def history(call: Call) -> dict[str, Any]:
    """Everything that people did to a jackpot: its first terms, every change of them, adjustments, its end."""
    name, _ = call.named("jackpot", call.floor.jackpots)
    return {"jackpot": name, "events": await asyncio.to_thread(_events, call, name)}


def _events(call: Call, name: str) -> list[Parameter]:
    ledger = call.controller.ledger
    found = [
        Parameter(number=entry.number, at_micros=entry.at_micros, kind=label(kind), body=json.loads(entry.body))
        for kind in kinds_of(*TOLD)
        for entry in ledger.entries(limit=MOST_EVENTS, kinds=(kind,))
    ]
    mine = [event for event in found if name in (event.body["jackpot"], event.body.get("into"))]
    return sorted(mine, key=lambda event: event.number)


async def endings(call: Call) -> dict[str, Any]:
    """Jackpots on their way out, and those that are gone."""
    return {"endings": list(call.floor.endings.values())}


async def _count_transfer_odds(controller: Controller, asked: retirement.AnnounceRetirement) -> None:
    if asked.way is Disposal.TRANSFER:
        await controller.law.examine_transfer(controller.ledger, (asked.jackpot, asked.to, asked.level))


# Funds for progressive prizes: the account, and what it must hold.


class Days(msgspec.Struct, forbid_unknown_fields=True):
    """From one day to another; the room's own day where nothing is said."""

    first: date | None = None
    last: date | None = None


class DaysOnPaper(Copy, forbid_unknown_fields=True):
    """The same, and in which form."""

    first: date | None = None
    last: date | None = None


@with_fields_of(CountRow, "number", "counted", "amount_micros", "document", "side_handles", "by", "corrections")
class CountState(ApiAnswer):
    """One count as it stands."""


@with_fields_of(BetLine, "bet", "paytable", "handle_micros", "deviation_micros", "win_micros")
class BetTheory(ApiAnswer):
    """One bet of a table on a day: what the tray should keep of it, and what it kept."""

    edge: str
    theoretical_win_micros: int
    deviations: float | None


@with_fields_of(TableDay, "table", "day", "game", "currency", "win_micros", "rounds", "handle_micros", "remarks")
@with_fields_of(AtTable, "tray_pays", "tray_micros", "awarded_micros")
class TableDayState(ApiAnswer):
    """One table on one gaming day; what was not counted is null."""

    opening_micros: int | None
    fill_micros: int | None
    credit_micros: int | None
    drop_micros: int | None
    closing_micros: int | None
    other_bets_micros: int
    """What the keypad reported of all other bets on the game itself."""
    theoretical_win_micros: int | None
    """Of every bet that the win includes."""
    deviation_micros: int | None
    """How far chance carries it: one standard deviation."""
    deviations: float | None
    """How many of them the win lies away."""
    theory_missing: str
    """Why there is no theoretical win; empty where there is one."""
    bets: list[BetTheory]
    """The same bet by bet, as far as handle and odds are known."""
    odd_hands: list[str]
    """Hands of the progressive bet that came more or less often than once in 1,000 such days; they need review."""
    progressive_handle_micros: int
    counts: list[CountState]


@with_fields_of(BankEntry, "on", "kind", "amount_micros", "document")
class BankRow(ApiAnswer):
    """A line of the account."""


@with_fields_of(Account, "currency", "odds_micros", "weeks")
@with_fields_of(FundsPosition, "held_micros", "balance_micros", "required_micros", "to_deposit_micros", "short_micros")
class AccountState(ApiAnswer):
    """Money held for players against money in the bank, in one currency."""

    on: date
    deposit_due_on: date | None
    findings: list[str]
    jackpots: tuple[Holdings, ...]
    bank: list[BankRow]


class FundsState(AccountState):
    """The account in the currency of the room's first jackpot, and those in others: sums stay apart."""

    closes: str
    """Why the floor is closed for any of them; empty if it is not."""
    others: list[AccountState]


@with_fields_of(ReportLine, "on", "jackpot", "currency", "begin_micros", "end_micros", "remark")
@with_fields_of(
    DayFigures, "wagered_micros", "accrued_micros", "seeded_micros", "transferred_micros", "paid_micros",
    "house_micros", "held_micros",
)  # fmt: skip
class ReportRow(ApiAnswer):
    """One jackpot on one day."""


@with_fields_of(AdjustedDay, *DAY_FIELDS)
class AdjustedRow(ApiAnswer):
    """The tables of a currency on a day, less what accrued for progressive prizes."""


class Report(ApiAnswer):
    """The master games report: its lines on progressive jackpots, its tables, and the adjusted win of each day."""

    lines: list[ReportRow]
    tables: list[TableDayState]
    days: list[AdjustedRow]


MOST_DAYS = 366


async def funds(call: Call) -> FundsState:
    """What is held for players, what is in the bank, what has to be there today, and when a deposit is due."""
    first, *others = map(_account, await accounts_now(call))
    return FundsState(**msgspec.structs.asdict(first), closes=call.floor.funds.stop, others=others)


def _account(seen: Account) -> AccountState:
    at = seen.position
    return AccountState.of(
        seen,
        at,
        on=at.law.on,
        deposit_due_on=seen.due_on,
        findings=[finding.sentence for finding in seen.findings],
        jackpots=seen.holdings,
        bank=list(map(BankRow.of, seen.bank)),
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


async def table_records(call: Call) -> dict[str, Any]:
    """Bank, fills, credits, drop and win of every table, day by day, and what it should have won."""
    return {"tables": [day_state(one) for one in await _table_days(call)]}


def day_state(one: TableDay) -> TableDayState:
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


async def _look_again(controller: Controller, answer: Answer) -> None:
    await controller.law.look_at_funds(controller.ledger, anew=not answer.again)


ENDPOINTS = [
    get("jackpots/{jackpot}", jackpot, ANYBODY_SIGNED_IN, JackpotState),
    command("jackpots/{jackpot}/adjustments", Adjust, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/terms", ChangeTerms, TWO_TO_ADJUST),
    command("pay-rules", SetPayRules, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/retirement", retirement.RetireJackpot, TWO_TO_ADJUST, before=_count_odds),
    get("jackpots/{jackpot}/history", history, READS_THE_LOG, {"jackpot": str, "events": list[Parameter]}),
    get("endings", endings, ANYBODY_SIGNED_IN, {"endings": list[Retirement]}),
    command("jackpots/{jackpot}/ending", retirement.AnnounceRetirement, TWO_TO_ADJUST, before=_count_transfer_odds),
    command("jackpots/{jackpot}/ending/begin", retirement.BeginRetirement, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/ending/gift", retirement.GiveJackpotAway, TWO_TO_ADJUST),
    command("jackpots/{jackpot}/ending/close", retirement.CloseRetirement, TWO_TO_ADJUST),
    get("funds", funds, SEES_FUNDS, FundsState),
    get("funds/report", report, SEES_FUNDS, Report, query=Days),
    get("table-records", table_records, READS_THE_LOG, {"tables": list[TableDayState]}, query=Days),
    sheet("funds/paper", funds_paper, SEES_FUNDS, Copy),
    sheet("funds/report/paper", report_paper, SEES_FUNDS, DaysOnPaper),
    command("funds/entries", BookBankEntry, FILING_BY_TWO, after=_look_again),
    command("funds/statements", FileStatement, FILING),
    command("funds/odds", KeepOddsFunds, FILING_BY_TWO, after=_look_again),
]
