"""The result of verifying or replaying a journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Section, Sheet, Table, Words, right

from ..report import Report

if TYPE_CHECKING:
    from fairfelt.ledger.replay import Replayed
    from fairfelt.room.decision_audit import DecisionAudit

NOT_REPLAYED = (
    "No decision was made again: that what happened follows from the rules is not known. Verify without --chain-only."
)


def ledger_report(replayed: Replayed[Any], audit: DecisionAudit | None = None, *, balances: bool = False) -> Report:
    """The facts of a journal that verified, what its commands came to when they were decided again, its balances."""
    head, book = replayed.head, replayed.book
    facts = (
        ("Events", f"{head.number:,}"),
        ("Postings", f"{replayed.postings:,}, which sum to zero event by event"),
        ("Commands answered", f"{replayed.answers:,}, from {len(book.last_by_device):,} devices"),
        ("Last event", f"{head.number}:{head.hash}"),
    )
    whole = Words("Every hash, balance and answer is as it was written: nothing was changed, removed or moved.")
    sections = [Section("Verification", (whole, Facts(facts))), Section("Decisions", _decisions(audit))]
    plain: dict[str, Any] = {
        "journal": replayed.journal,
        "events": head.number,
        "head": head.hash,
        "postings": replayed.postings,
        "answers": replayed.answers,
        "devices": dict(sorted(book.last_by_device.items())),
        "decided_again": audit is not None,
    }
    if audit:
        plain["software"] = [
            {"digest": digest, "version": audit.versions.get(digest, ""), **asdict(tally)}
            for digest, tally in audit.by_software.items()
        ]
    if balances:
        plain["balances_micros"] = dict(sorted(book.balances.items()))
        sections.append(Section("Balances", (_balances(plain["balances_micros"]),)))
    return Report(Sheet(f"Journal {replayed.journal}", "Ledger", tuple(sections)), plain, "ledger")


def _decisions(audit: DecisionAudit | None) -> tuple[Block, ...]:
    if audit is None:
        return (Words(NOT_REPLAYED),)
    rows = tuple(
        (f"{audit.versions.get(digest, '')} {digest or 'not on the log'}".strip(), f"{tally.commands:,}",
         f"{tally.decided_again:,}", f"{tally.answered_again:,}", f"{tally.differing:,}")
        for digest, tally in audit.by_software.items()
    )  # fmt: skip
    columns = (
        Column("Software", breaks=True), *right("Commands", "Decided again", "Answered again", "Otherwise")
    )  # fmt: skip
    others = tuple(
        f"{tally.differing:,} commands, the first with event {tally.first:,}, were decided by other software "
        f"(digest {digest or 'not on the log'}) otherwise than this one decides them. Verify them with that software."
        for digest, tally in audit.by_software.items()
        if tally.differing
    )
    said = Words("Every event was replayed by the rules of this software: its movements of money follow from it.")
    notice = (Notice("Decided by other software", others),) if others else ()
    return said, Table(columns, rows), *notice


def _balances(balances_micros: Mapping[str, int]) -> Table:
    rows = tuple((account, f"{amount:,}") for account, amount in balances_micros.items())
    total = ("Total", f"{sum(balances_micros.values()):,}")
    return Table((Column("Account"), *right("Millionths")), rows, (total,))
