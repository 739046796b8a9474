"""The postings of the whole log by day and jackpot, beside what the room holds."""

from __future__ import annotations

import asyncio

from fairfelt.reports.room.reconciliation import Reconciliation
from fairfelt.room.projections.balances import by_kind
from fairfelt.web.desk import Desk


async def reconciled(desk: Desk) -> Reconciliation:
    """All postings up to the last commit, and the room after that commit."""
    read = await asyncio.to_thread(desk.controller.law.days.read, desk.controller.ledger)
    floor, head = read.committed.state, read.committed.head
    return Reconciliation(
        days=read.sums,
        held={name: by_kind(jackpot.book.balances.items()) for name, jackpot in floor.jackpots.items()},
        currencies=floor.currency_by_jackpot,
        events=head.number,
        head=head.hash,
    )
