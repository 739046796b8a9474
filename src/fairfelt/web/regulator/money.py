"""Funds for progressive prizes, and the reconciliation of every jackpot."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

from fairfelt.law import games_report
from fairfelt.reports.law_funds import funds_sheet, games_report_sheet
from fairfelt.reports.law_rules import finding_notice
from fairfelt.reports.reconciliation import reconciliation_dict, reconciliation_sheet
from fairfelt.reports.sheet import Facts, Section
from fairfelt.rules import format_amount

from ..api import funds as api
from ..desk import Desk
from ..desk.asking import call_of
from .office import law_now
from .record import Read, Record

REPORTED_DAYS = 7


async def funds(desk: Desk) -> Read:
    """The account as it stands, the deposits, and the master games report of the last days."""
    floor, controller = desk.floor, desk.controller
    law = law_now(desk)
    seen = await controller.law.funds(controller.ledger, law)
    sheet = funds_sheet(seen.position, floor.bank, seen.due_on, seen.holdings, seen.weeks)
    first, *rest = sheet.sections
    book = await controller.law.daybook(controller.ledger)
    lines = games_report(book, tuple(floor.jackpots), law.on - timedelta(REPORTED_DAYS - 1), law.on)
    others = [finding for finding in seen.findings if finding not in seen.position.stops]
    kept = Facts((("Kept for odds-based prizes", format_amount(floor.funds.odds_micros)),))
    said = Section("", (kept, *finding_notice("What the law says to that", others)))
    report = replace(games_report_sheet(lines).sections[0], title=f"Master games report, {REPORTED_DAYS} days")
    return Read(replace(sheet, sections=(first, said, *rest, report)), await api.funds(call_of(desk)))


async def reconciliation(desk: Desk) -> Read:
    """Every posting of the log against what the room holds."""
    books, ledger = desk.request.app.state.books, desk.controller.ledger
    found = await asyncio.to_thread(books.read, ledger)
    return Read(reconciliation_sheet(found), reconciliation_dict(found))


RECORDS = [
    Record(
        path="/regulator/funds",
        heading="Funds",
        lead="What is held for players, what is in the bank, what has to be there today, and every deposit.",
        read=funds,
        access=api.SEES_FUNDS,
    ),
    Record(
        path="/regulator/reconciliation",
        heading="Reconciliation",
        lead="Wagers and seeds = meters + reserves + overflow + pending + paid + the house: every jackpot, every day.",
        read=reconciliation,
    ),
]
