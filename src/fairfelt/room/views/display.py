"""What the displays of a link show: amounts, tables, claims that wait, the last win. Plain data, nothing else."""

from __future__ import annotations

from typing import Any

from fairfelt.jackpot import Jackpot
from fairfelt.room.events.rounds import frozen
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table

from .win_page import WinPage


def display(floor: Floor, link: str) -> dict[str, Any]:
    """The display of a link as it should be now."""
    name = floor.links[link].jackpot
    jackpot, last = floor.jackpots[name], floor.last_wins.get(name, ())
    tables = {table: there for table, there in floor.tables.items() if there.link == link}
    return {
        "currency": jackpot.terms.currency,
        "levels": _levels(jackpot),
        "tables": [_table(name, table) for name, table in tables.items()],
        "pending": [row for name, table in tables.items() if table.is_pending for row in _claims(floor, name, table)],
        "last_win": _win(last[-1]) if last else None,
        "closed": floor.closed,
    }


def _levels(jackpot: Jackpot) -> list[dict[str, Any]]:
    return [
        {
            "name": level.name,
            "amount_micros": (standing := jackpot.meter(level.name)),
            "limit_reached": level.limit_micros is not None and standing >= level.limit_micros,
        }
        for level in jackpot.terms.levels
    ]


def _table(name: str, table: Table) -> dict[str, Any]:
    return {
        "table": name,
        "game": table.game,
        "phase": table.phase.value,
        "closed": table.closed,
        "notices": list(table.law_verdict.notices),
        "folded_hands_qualify": table.folded_hands_qualify,
    }


def _claims(floor: Floor, name: str, table: Table) -> list[dict[str, Any]]:
    """Claims with what they would be paid now; where the claim froze them, that is what they will be paid."""
    return [
        {
            "table": name,
            "seat": prize.win.seat,
            "hand": prize.win.hand,
            "level": prize.win.level,
            "amount_micros": prize.amount_micros,
        }
        for prize in frozen(floor, table)[1]
    ]


def _win(page: WinPage) -> dict[str, Any]:
    """The last award, and what its level went on with; a fixed pay has no level."""
    return {
        "number": page.number,
        "table": page.table,
        "seat": page.seat,
        "hand": page.hand,
        "level": page.level,
        "amount_micros": page.amount_micros,
        "new_amount_micros": page.meter_after_micros if page.level else None,
    }
