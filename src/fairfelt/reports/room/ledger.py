"""What a verification or a replay of a journal found."""

from __future__ import annotations

from collections.abc import Mapping

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right


def ledger_sheet(journal: str, facts: Mapping[str, str], balances_micros: Mapping[str, int] | None = None) -> Sheet:
    """The facts of a journal that verified, and its balances if they were asked for."""
    whole = Words("Every hash, balance and answer is as it was written: nothing was changed, removed or moved.")
    sections = [Section("Verification", (whole, Facts(tuple(facts.items()))))]
    if balances_micros is not None:
        sections.append(Section("Balances", (_balances(balances_micros),)))
    return Sheet(title=f"Journal {journal}", subtitle="Ledger", sections=tuple(sections))


def _balances(balances_micros: Mapping[str, int]) -> Table:
    rows = tuple((account, f"{amount:,}") for account, amount in balances_micros.items())
    total = ("Sum", f"{sum(balances_micros.values()):,}")
    return Table((Column("Account"), *right("Millionths")), rows, (total,))
