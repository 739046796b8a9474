"""Funds for progressive prizes: what is held and what is in the bank, deposits, and the master games report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fairfelt.rules import format_amount

from .law_rules import day_words, finding_notice
from .sheet import Column, Facts, Section, Sheet, Table, right

if TYPE_CHECKING:
    from datetime import date

    from fairfelt.law import BankEntry, DepositWeek, FundsPosition, Holdings, ReportLine


def funds_sheet(
    position: FundsPosition,
    bank: Sequence[BankEntry],
    due_on: date | None,
    holdings: Sequence[Holdings],
    weeks: Sequence[DepositWeek] = (),
) -> Sheet:
    """Where the account for progressive prizes stands, with the record of some weeks."""
    facts = (
        ("Held for players", format_amount(position.held_micros)),
        ("In the account", format_amount(position.balance_micros)),
        ("Required today", format_amount(position.required_micros)),
        ("To deposit", format_amount(position.to_deposit_micros)),
        ("Deposit due", day_words(due_on) if due_on else "nothing is due"),
    )
    return Sheet(
        title="Funds for progressive prizes",
        subtitle=day_words(position.law.on),
        sections=(
            Section("", (*finding_notice("No game may start", position.stops), Facts(facts))),
            Section("Jackpots", (_holdings(holdings),)),
            Section("The account", (_bank(bank),)),
            *([Section("Weekly deposits", (_weeks(weeks),))] if weeks else []),
        ),
    )


def funds_dict(
    position: FundsPosition, bank: Sequence[BankEntry], due_on: date | None, holdings: Sequence[Holdings]
) -> dict[str, Any]:
    """The same as plain data for JSON."""
    names = ("held_micros", "balance_micros", "required_micros", "to_deposit_micros", "short_micros")
    return {
        "on": position.law.on.isoformat(),
        **{name: getattr(position, name) for name in names},
        "deposit_due_on": due_on.isoformat() if due_on else None,
        "stops": [finding.to_dict() for finding in position.stops],
        "jackpots": [vars(one) for one in holdings],
        "bank": [{**vars(entry), "on": entry.on.isoformat(), "kind": entry.kind.value} for entry in bank],
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
    return tuple(format_amount(amount) for amount in amounts)


def _holdings(holdings: Sequence[Holdings]) -> Table:
    rows = tuple((one.jackpot, *(format_amount(amount) for amount in _five(one))) for one in holdings)
    totals = tuple(format_amount(sum(column)) for column in zip(*map(_five, holdings), strict=True))
    columns = right("Posted", "Reserve", "Overflow", "Pending", "Seeds out")
    return Table((Column("Jackpot"), *columns), rows, (("All", *totals),) if holdings else ())


def _five(one: Holdings) -> tuple[int, ...]:
    return one.posted_micros, one.reserve_micros, one.overflow_micros, one.pending_micros, one.seeds_out_micros


def _weeks(weeks: Iterable[DepositWeek]) -> Table:
    rows = tuple(
        (
            f"{day_words(week.first)} to {day_words(week.last)}",
            *(
                format_amount(amount)
                for amount in (week.accrued_micros, week.deposited_micros, week.required_micros, week.balance_micros)
            ),
        )
        for week in weeks
    )
    return Table((Column("Week"), *right("Accrued", "Deposited", "Required at its end", "In the account")), rows)


def _bank(bank: Iterable[BankEntry]) -> Table:
    rows = tuple((day_words(e.on), e.kind.value, format_amount(e.change_micros), e.document) for e in bank)
    return Table((Column("Day"), Column("What"), *right("Amount"), Column("Document")), rows)
