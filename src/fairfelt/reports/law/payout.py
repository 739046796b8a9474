"""The checklist of a payout: steps with lines to sign, deadlines, what to keep."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table

if TYPE_CHECKING:
    from fairfelt.law import Payout

BLANK = "_" * 16


def payout_sheet(payout: Payout) -> Sheet:
    """What is to be done and what was."""
    award = payout.award
    facts = (
        ("Amount", award.money(award.amount_micros)),
        ("Wager", award.money(award.wager_micros)),
        ("Won", _moment(award.won_at)),
    )
    return Sheet(
        title=f"Payout of win page {award.number}",
        subtitle="Checklist",
        sections=(
            Section("", (Facts(facts),)),
            Section("Steps", (_steps(payout),)),
            Section("Times", (_times(payout),)),
        ),
    )


def _steps(payout: Payout) -> Table:
    done = {one.step: one for one in payout.done}
    rows = []
    for number, step in enumerate(payout.steps, 1):
        one = done.get(step.id)
        signed = f"{one.by}, {_moment(one.at)}" if one else BLANK
        noted = (one.note if one else f"{step.note}: {BLANK}") if step.note else ""
        rows.append((f"{number}. {step.text}", signed, noted, step.rule.citation if step.rule else "house procedure"))
    return Table((Column("Step"), Column("Done by, at"), Column("Write down"), Column("Because of")), tuple(rows))


def _times(payout: Payout) -> Table:
    rows = [(one.what, f"by {_moment(one.by)}", one.cited) for one in payout.deadlines]
    rows += [(one.what, f"keep until {_moment(one.until)}", one.cited) for one in payout.retentions]
    return Table((Column("What"), Column("When"), Column("Because of")), tuple(rows))


def _moment(at: datetime) -> str:
    return f"{at.day} {at:%B %Y, %H:%M}"
