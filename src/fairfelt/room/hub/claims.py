"""Claims of a room's tables that wait for the hub of a shared jackpot."""

from __future__ import annotations

from fairfelt.jackpot import Win
from fairfelt.room.state.claims import wins_of
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table

from .accounts import ClaimedShare, SharedClaim


def shares_of(table: Table) -> list[Win]:
    """The claims of a table that win a share of a level; the rest is paid from the tray."""
    return [win for win in wins_of(table) if win.level]


def is_at_hub(floor: Floor, table: Table, jackpot: str) -> bool:
    """Whether claims of a table wait for the hub of a shared jackpot."""
    if not (table.is_pending and table.link and floor.links[table.link].jackpot == jackpot):
        return False
    return floor.jackpots[jackpot].share is not None and bool(shares_of(table))


def claims_at_hub(floor: Floor, jackpot: str) -> tuple[SharedClaim, ...]:
    """The room's claims on the levels of a hub, oldest first."""
    found = [table_claim for table_claim in floor.tables.items() if is_at_hub(floor, table_claim[1], jackpot)]
    return tuple(_claim(name, table) for name, table in sorted(found, key=lambda row: row[1].claim_order))


def _claim(name: str, table: Table) -> SharedClaim:
    wins = tuple(ClaimedShare(win.seat, win.hand, win.level, str(win.share)) for win in shares_of(table))
    return SharedClaim(
        claim=table.claim_order,
        at_table=name,
        game=table.game,
        variant=table.variant,
        wager=table.wager,
        paytable=table.paytable,
        wins=wins,
        asked=table.asked is not None,
        despite_earlier=bool(table.asked and table.asked.despite_earlier),
    )
