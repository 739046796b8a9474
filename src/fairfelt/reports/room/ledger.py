"""The result of verifying or replaying a journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, Words, right

from ..report import Report

if TYPE_CHECKING:
    from fairfelt.ledger.replay import Replayed


def ledger_report(replayed: Replayed[Any], *, balances: bool = False) -> Report:
    """The facts of a journal that verified, with its balances if they are wanted."""
    head, book = replayed.head, replayed.book
    facts = (
        ("Events", f"{head.number:,}"),
        ("Postings", f"{replayed.postings:,}, which sum to zero event by event"),
        ("Commands answered", f"{replayed.answers:,}, from {len(book.last_by_device):,} devices"),
        ("Last event", f"{head.number}:{head.hash}"),
    )
    whole = Words("Every hash, balance and answer is as it was written: nothing was changed, removed or moved.")
    sections = [Section("Verification", (whole, Facts(facts)))]
    plain: dict[str, Any] = {
        "journal": replayed.journal,
        "events": head.number,
        "head": head.hash,
        "postings": replayed.postings,
        "answers": replayed.answers,
        "devices": dict(sorted(book.last_by_device.items())),
    }
    if balances:
        plain["balances_micros"] = dict(sorted(book.balances.items()))
        sections.append(Section("Balances", (_balances(plain["balances_micros"]),)))
    return Report(Sheet(f"Journal {replayed.journal}", "Ledger", tuple(sections)), plain, "ledger")


def _balances(balances_micros: Mapping[str, int]) -> Table:
    rows = tuple((account, f"{amount:,}") for account, amount in balances_micros.items())
    total = ("Total", f"{sum(balances_micros.values()):,}")
    return Table((Column("Account"), *right("Millionths")), rows, (total,))
