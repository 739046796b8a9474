"""Funds for progressive prizes: what is held and what is in the bank, deposits, and the master games report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.engine.answers.numbers import as_plain
from fairfelt.reports.room.tables import day_dict, tables_by_day
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, num, right, table
from fairfelt.room.projections.table_days import AdjustedDay, TableDay, adjusted_days
from fairfelt.rules import format_amount, format_day

from ..report import Report
from .rules import finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Account, BankEntry, DepositWeek, Holdings, ReportLine

Money = Callable[[int], str]
"""Writes an amount in the currency of an account."""


def funds_report(accounts: Sequence[Account]) -> Report:
    """The bank account for progressive jackpots with its weekly deposits; one after another if several."""
    sheet = Sheet(
        title="Progressive jackpot funds",
        subtitle=format_day(accounts[0].position.law.on),
        sections=tuple(
            replace(section, title=f"{section.title or 'Funds'} in {account.currency}")
            if len(accounts) > 1
            else section
            for account in accounts
            for section in _sections(account)
        ),
    )
    first, *others = map(_account_dict, accounts)
    enough = not any(account.position.stops for account in accounts)
    return Report(sheet, {**first, "others": others}, "funds", passed=enough)


def _sections(account: Account) -> Iterator[Section]:
    position, money = account.position, partial(format_amount, currency=account.currency)
    facts = (
        ("Held for players", money(position.held_micros)),
        ("Bank balance", money(position.balance_micros)),
        ("Required today", money(position.required_micros)),
        ("Deposit required", money(position.to_deposit_micros)),
        ("Deposit due", format_day(account.due_on) if account.due_on else "none"),
    )
    kept = Facts((("Reserved for odds-based prizes", money(account.odds_micros)),))
    odds = finding_notice("Odds-based prizes", account.odds)
    yield Section("", (*finding_notice("Games may not start", position.stops), Facts(facts), kept, *odds))
    yield Section("Jackpots", (_holdings(account.holdings, money),))
    yield Section("Bank account", (_bank(account.bank, money),))
    if account.weeks:
        yield Section("Weekly deposits", (_weeks(account.weeks, money),))


def _account_dict(account: Account) -> dict[str, Any]:
    position = account.position
    names = ("held_micros", "balance_micros", "required_micros", "to_deposit_micros", "short_micros")
    return {
        "on": position.law.on,
        "currency": account.currency,
        **as_plain(position, *names),
        "deposit_due_on": account.due_on,
        "stops": [finding.to_dict() for finding in position.stops],
        "jackpots": account.holdings,
        "bank": account.bank,
    }


def master_games_report(lines: Sequence[ReportLine], tables: Sequence[TableDay] = ()) -> Report:
    """Tables and progressive jackpots day by day, and the win of each day less what accrued for progressive prizes."""
    rows = tuple((format_day(line.on), line.jackpot, *_amounts(line), line.remark.capitalize()) for line in lines)
    columns = ("Beginning", "Wagered", "Accrued", "Seeded", "Transferred", "Paid", "To the house", "Ending")
    table = Table((Column("Day"), Column("Jackpot"), *right(*columns), Column("Remark")), rows)
    adjusted = adjusted_days(lines, tables)
    sheet = Sheet(
        "Master games report", "Tables and progressive jackpots, form GC2-263",
        (
            Section("Tables", (tables_by_day(tables),)),
            Section("Progressive jackpots", (table,)),
            Section("Adjusted win", (_adjusted_table(adjusted),)),
        ),
        footnotes=(
            ("Win", "Drop plus closing bank plus credits, less opening bank and fills; blank while a bank is missing."),
            ("Adjusted win", "The win of the tables that is known, less what accrued for progressive prizes that day."),
            ("Beginning, Ending", "Held for players: meters, reserves, overflow and pending prizes."),
            ("Accrued", "What the day's wagers added to the prizes: the master games report is reduced by it."),
            ("To the house", "The rest of the wagers, less fixed pays and envy."),
        ),
    )  # fmt: skip
    plain = {
        "lines": [line.to_dict() for line in lines],
        "tables": [day_dict(one) for one in tables],
        "days": [as_plain(day, *DAY_FIELDS) for day in adjusted],
    }
    return Report(sheet, plain, "master-games-report")


DAY_FIELDS = ("on", "currency", "win_micros", "accrued_micros", "adjusted_micros", "unknown")


def _adjusted_table(days: Sequence[AdjustedDay]) -> Table:
    return table(
        days,
        ("Day", lambda day: format_day(day.on)),
        ("Currency", lambda day: day.currency),
        (num("Win of the tables"), lambda day: format_amount(day.win_micros, day.currency)),
        (num("Accrued for prizes"), lambda day: format_amount(day.accrued_micros, day.currency)),
        (num("Adjusted win"), lambda day: format_amount(day.adjusted_micros, day.currency)),
        (
            Column("Remark", breaks=True),
            lambda day: f"win of {', '.join(day.unknown)} not known" if day.unknown else "",
        ),
    )


def _amounts(line: ReportLine) -> tuple[str, ...]:
    of = line.figures
    amounts = (
        line.begin_micros, of.wagered_micros, of.accrued_micros, of.seeded_micros, of.transferred_micros,
        of.paid_micros, of.house_micros, line.end_micros,
    )  # fmt: skip
    return tuple(format_amount(amount, line.currency) for amount in amounts)


def _holdings(holdings: Sequence[Holdings], money: Money) -> Table:
    rows = tuple((one.jackpot, *(money(amount) for amount in _five(one))) for one in holdings)
    totals = tuple(money(sum(column)) for column in zip(*map(_five, holdings), strict=True))
    columns = right("Posted", "Reserve", "Overflow", "Pending", "Seeds out")
    return Table((Column("Jackpot"), *columns), rows, (("Total", *totals),) if holdings else ())


def _five(one: Holdings) -> tuple[int, ...]:
    return one.posted_micros, one.reserve_micros, one.overflow_micros, one.pending_micros, one.seeds_out_micros


def _weeks(weeks: Iterable[DepositWeek], money: Money) -> Table:
    return table(
        weeks,
        ("Week", lambda week: f"{format_day(week.first)} to {format_day(week.last)}"),
        (num("Accrued"), lambda week: money(week.accrued_micros)),
        (num("Deposited"), lambda week: money(week.deposited_micros)),
        (num("Required at week end"), lambda week: money(week.required_micros)),
        (num("Balance"), lambda week: money(week.balance_micros)),
    )


def _bank(bank: Iterable[BankEntry], money: Money) -> Table:
    rows = tuple((format_day(e.on), e.kind.value, money(e.change_micros), e.document) for e in bank)
    return Table((Column("Day"), Column("Type"), *right("Amount"), Column("Document")), rows)
