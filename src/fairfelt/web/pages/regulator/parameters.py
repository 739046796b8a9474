"""The history of every parameter, and what takes effect at their level's next 100% award."""

from __future__ import annotations

import asyncio

from fairfelt.ledger import Entry, Ledger
from fairfelt.reports.room.parameters import KINDS, history, history_report, waiting
from fairfelt.room import Floor
from fairfelt.web.desk import Desk

from .record import Read, Record

CHUNK = 1_000


async def parameters(desk: Desk) -> Read:
    """All steps: the log of a year has few of them."""
    entries = await asyncio.to_thread(_entries, desk.controller.ledger)
    steps, waits = history(entries), waiting(desk.floor)
    currencies, last = desk.floor.currency_by_jackpot, desk.controller.head.hash
    return Read(history_report(steps, waits, currencies, last=last, zone=desk.zone))


def _entries(ledger: Ledger[Floor]) -> list[Entry]:
    found: list[Entry] = []
    while True:
        some = ledger.entries(after=found[-1].number if found else 0, limit=CHUNK, kinds=KINDS)
        found += some
        if len(some) < CHUNK:
            return found


RECORDS = [
    Record(
        path="/regulator/parameters",
        heading="Parameters",
        lead="Every parameter change: who, when, why, before and after, and what is still pending.",
        read=parameters,
    )
]
