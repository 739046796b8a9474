"""The history of every parameter of the room, and what waits for the next 100% award."""

from __future__ import annotations

import asyncio

from fairfelt.ledger import Entry, Ledger
from fairfelt.reports.room.parameters import KINDS, Changed, differences, flat, history, history_dict, history_sheet
from fairfelt.room import Floor
from fairfelt.web.desk import Desk

from .record import Read, Record

CHUNK = 1_000


async def parameters(desk: Desk) -> Read:
    """All steps: the log of a year has few of them."""
    entries = await asyncio.to_thread(_entries, desk.controller.ledger)
    steps, waits = history(entries), waiting(desk.floor)
    sheet = history_sheet(steps, waits, desk.floor.currency_by_jackpot, desk.controller.head.hash)
    return Read(sheet, history_dict(steps, waits))


def waiting(floor: Floor) -> dict[str, tuple[Changed, ...]]:
    """By jackpot, what begins with the next 100% award."""
    return {
        name: differences(flat(jackpot.terms.to_dict()), flat(jackpot.awaiting.to_dict()))
        for name, jackpot in floor.jackpots.items()
        if jackpot.awaiting
    }


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
        lead="Every parameter that people have set: who, when, why, from what to what, and what still waits.",
        read=parameters,
    )
]
