"""Funds for progressive prizes: what is held and what is in the bank, deposits, and the master games report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, right
from fairfelt.rules import format_amount

from .rules import day_words, finding_notice

if TYPE_CHECKING:
    from fairfelt.law import Account, BankEntry, DepositWeek, Holdings, ReportLine

Money = Callable[[int], str]
"""Writes an amount in the currency of an account."""


def funds_sheet(accounts: Sequence[Account]) -> Sheet:
    """Where the account for progressive prizes stands, with the record of some weeks; one after another if several."""
    return Sheet(
        title="Funds for progressive prizes",
        subtitle=day_words(accounts[0].position.law.on),
        sections=tuple(
            replace(section, title=f"{section.title or 'Funds'} in {account.currency}")
            if len(accounts) > 1
            else section
            for account in accounts
            for section in _sections(account)
        ),
    )


def _sections(account: Account) -> Iterator[Section]:
    position, money = account.position, partial(format_amount, currency=account.currency)
    facts = (
        ("Held for players", money(position.held_micros)),
        ("In the account", money(position.balance_micros)),
        ("Required today", money(position.required_micros)),
        ("To deposit", money(position.to_deposit_micros)),
        ("Deposit due", day_words(account.due_on) if account.due_on else "nothing is due"),
    )
    kept = Facts((("Kept for odds-based prizes", money(account.odds_micros)),))
    said = finding_notice("What the law says to that", account.odds)
    yield Section("", (*finding_notice("No game may start", position.stops), Facts(facts), kept, *said))
    yield Section("Jackpots", (_holdings(account.holdings, money),))
    yield Section("The account", (_bank(account.bank, money),))
    if account.weeks:
        yield Section("Weekly deposits", (_weeks(account.weeks, money),))


def funds_dict(accounts: Sequence[Account]) -> dict[str, Any]:
    """The same as plain data for JSON: the account of the room's first currency, and those of others."""
    first, *others = map(_account_dict, accounts)
    return {**first, "others": others}


def _account_dict(account: Account) -> dict[str, Any]:
    position = account.position
    names = ("held_micros", "balance_micros", "required_micros", "to_deposit_micros", "short_micros")
    return {
        "on": position.law.on.isoformat(),
        "currency": account.currency,
        **{name: getattr(position, name) for name in names},
        "deposit_due_on": account.due_on.isoformat() if account.due_on else None,
        "stops": [finding.to_dict() for finding in position.stops],
        "jackpots": [vars(one) for one in account.holdings],
        "bank": [{**vars(entry), "on": entry.on.isoformat(), "kind": entry.kind.value} for entry in account.bank],
    }


def games_report_sheet(lines: Sequence[ReportLine]) -> Sheet:
    """Progressive prizes accrued, day by day."""
    rows = tuple((day_words(line.on), line.jackpot, *_amounts(line), line.remark.capitalize()) for line in lines)
    columns = ("Wagered", "Accrued", "Seeded", "Paid", "Held more")
    return Sheet(
        title="Master games report",
        subtitle="Progressive jackpots",
        sections=(Section("", (Table((Column("Day"), Column("Jackpot"), *right(*columns), Column("Remark")), rows),)),),
    )


def _amounts(line: ReportLine) -> tuple[str, ...]:
    of = line.figures
    amounts = (of.wagered_micros, of.accrued_micros, of.seeded_micros, of.paid_micros, of.held_micros)
    return tuple(format_amount(amount, line.currency) for amount in amounts)


def _holdings(holdings: Sequence[Holdings], money: Money) -> Table:
    rows = tuple((one.jackpot, *(money(amount) for amount in _five(one))) for one in holdings)
    totals = tuple(money(sum(column)) for column in zip(*map(_five, holdings), strict=True))
    columns = right("Posted", "Reserve", "Overflow", "Pending", "Seeds out")
    return Table((Column("Jackpot"), *columns), rows, (("All", *totals),) if holdings else ())


def _five(one: Holdings) -> tuple[int, ...]:
    return one.posted_micros, one.reserve_micros, one.overflow_micros, one.pending_micros, one.seeds_out_micros


def _weeks(weeks: Iterable[DepositWeek], money: Money) -> Table:
    rows = tuple(
        (
            f"{day_words(week.first)} to {day_words(week.last)}",
            *(
                money(amount)
                for amount in (week.accrued_micros, week.deposited_micros, week.required_micros, week.balance_micros)
            ),
        )
        for week in weeks
    )
    return Table((Column("Week"), *right("Accrued", "Deposited", "Required at its end", "In the account")), rows)


def _bank(bank: Iterable[BankEntry], money: Money) -> Table:
    rows = tuple((day_words(e.on), e.kind.value, money(e.change_micros), e.document) for e in bank)
    return Table((Column("Day"), Column("What"), *right("Amount"), Column("Document")), rows)
