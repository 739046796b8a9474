"""Progressive jackpot funds, and the reconciliation of every jackpot."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from fairfelt.law import games_report
from fairfelt.reports.law.funds import funds_report, master_games_report
from fairfelt.reports.room.reconciliation import Reconciliation, reconciliation_report
from fairfelt.room.projections.balances import by_kind
from fairfelt.web.api.handlers import funds as api
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of

from .office import law_now
from .record import Read, Record, read_state

REPORTED_DAYS = 7


async def funds(desk: Desk) -> Read:
    """Every account as it stands, the deposits, and the master games report of the last days."""
    controller, law = desk.controller, law_now(desk)
    sheet = funds_report(await controller.law.funds(controller.ledger, law)).sheet
    book = await controller.law.daybook(controller.ledger)
    first = law.on - timedelta(REPORTED_DAYS - 1)
    lines = games_report(book, desk.floor.currency_by_jackpot, first, law.on)
    days = replace(master_games_report(lines).sheet.sections[0], title=f"Master games report, {REPORTED_DAYS} days")
    return read_state(replace(sheet, sections=(*sheet.sections, days)), await api.funds(call_of(desk)))


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


async def reconciliation(desk: Desk) -> Read:
    """Every posting of the log against what the room holds."""
    return Read(reconciliation_report(await reconciled(desk)))


RECORDS = [
    Record(
        path="/regulator/funds",
        heading="Funds",
        lead="Funds held for players, the bank balance, the required balance today, and every deposit.",
        read=funds,
        access=api.SEES_FUNDS,
    ),
    Record(
        path="/regulator/reconciliation",
        heading="Reconciliation",
        lead="Wagers and seeds = meters + reserves + overflow + pending + paid + house: every jackpot, every day.",
        read=reconciliation,
    ),
]
