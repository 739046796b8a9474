"""Funds for progressive prizes, and the reconciliation of every jackpot."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from fairfelt.law import games_report
from fairfelt.reports.law.funds import funds_sheet, games_report_sheet
from fairfelt.reports.room.reconciliation import reconciliation_dict, reconciliation_sheet
from fairfelt.web.api.handlers import funds as api
from fairfelt.web.desk import Desk
from fairfelt.web.desk.api_call import call_of

from .books import reconciled
from .office import law_now
from .record import Read, Record

REPORTED_DAYS = 7


async def funds(desk: Desk) -> Read:
    """Every account as it stands, the deposits, and the master games report of the last days."""
    controller, law = desk.controller, law_now(desk)
    sheet = funds_sheet(await controller.law.funds(controller.ledger, law))
    book = await controller.law.daybook(controller.ledger)
    first = law.on - timedelta(REPORTED_DAYS - 1)
    lines = games_report(book, desk.floor.currency_by_jackpot, first, law.on)
    report = replace(games_report_sheet(lines).sections[0], title=f"Master games report, {REPORTED_DAYS} days")
    return Read(replace(sheet, sections=(*sheet.sections, report)), await api.funds(call_of(desk)))


async def reconciliation(desk: Desk) -> Read:
    """Every posting of the log against what the room holds."""
    found = await reconciled(desk)
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
