"""What a hub and its rooms say to each other: the hub's word, and a room's claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.jackpot import Prize, Terms, Win
from fairfelt.room.hub.accounts import PROTOCOL, ClaimedShare, RoomAccount, RoomClaim, SharedClaim, Sums
from fairfelt.room.state.awards import PrizeRow, wins_of
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.table import Table
from fairfelt.runtime.formats import Count, Micros, Name, shared_fields


class ClaimWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a claim stands at the hub."""

    told: SharedClaim
    """The claim as the room reported it."""
    confirmed: bool
    prizes: tuple[PrizeRow, ...]
    earlier: str = ""
    """The earlier claim on the same level that waits elsewhere, or waited when the hub heard the confirmation of this
    one, in words; empty if there is none."""


class HubWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole state: a room that missed one has lost nothing."""

    event: Count
    """The hub's last event that it contains."""
    room: Name
    """What the hub calls the room."""
    jackpot: Name
    terms: Terms
    meters_micros: Mapping[str, Micros]
    up_to: Annotated[int, Meta(ge=0, description="the number of an event, or 0")]
    """The last event of the room's journal that the hub has taken."""
    taken: Sums
    """What it has taken of each account, ever."""
    claims: tuple[ClaimWord, ...] = ()
    protocol: Count = 1
    """The version that the hub speaks; the first one did not say it."""
    retired: bool = False
    """Whether the hub has ended the jackpot: it takes nothing more for it."""


def hub_word(floor: Floor, room: str, event: int) -> HubWord:
    """The hub's word to a room after an event."""
    jackpot = floor.links[floor.devices[room].link].jackpot
    account = floor.rooms.get(room, RoomAccount())
    return HubWord(
        event=event,
        room=room,
        jackpot=jackpot,
        terms=floor.jackpots[jackpot].terms,
        meters_micros=floor.meters(jackpot),
        up_to=account.up_to,
        taken=account.taken,
        claims=tuple(_claim_word(floor, room, claim) for claim in account.claims.values()),
        protocol=PROTOCOL,
        retired=floor.jackpots[jackpot].retired,
    )


EARLIER_IS_SETTLED = "an earlier claim on the level waited when the hub heard the confirmation, and is settled since"


def _claim_word(floor: Floor, room: str, claim: RoomClaim) -> ClaimWord:
    """A claim that was asked for behind an earlier one is asked for again: the hub decides when it hears a report."""
    passed_over = claim.told.asked and not claim.held
    return ClaimWord(
        told=claim.told,
        confirmed=claim.confirmed,
        prizes=tuple(PrizeRow.of(prize) for prize in claim.prizes),
        earlier=""
        if claim.confirmed
        else earlier_claim(floor, room, claim) or (EARLIER_IS_SETTLED if passed_over else ""),
    )


def waiting(floor: Floor, jackpot: str) -> list[tuple[str, int, RoomClaim]]:
    """The claims on a hub's jackpot that are not confirmed, in the order of their arrival."""
    found = (
        (room, number, claim)
        for room, account in floor.rooms.items()
        if account.claims and floor.links[floor.devices[room].link].jackpot == jackpot
        for number, claim in account.claims.items()
        if not claim.confirmed
    )
    return sorted(found, key=lambda row: row[2].order)


def earlier_claim(floor: Floor, room: str, claim: RoomClaim) -> str:
    """An earlier claim on one of its levels that still waits at the hub, in words; empty if there is none."""
    levels = {win.level for win in claim.told.wins}
    for other, _, before in waiting(floor, floor.links[floor.devices[room].link].jackpot):
        if before.order < claim.order and (both := sorted(levels & {win.level for win in before.told.wins})):
            where = f"table {before.told.at_table} of room {other}"
            return f"{where} claimed {', '.join(both)} before this table, and its claim is pending at the hub"
    return ""


def reported_wins(claim: SharedClaim) -> list[Win]:
    """The wins of a claim's hands at the hub."""
    return [Win(win.seat, win.hand, win.level, Fraction(win.share)) for win in claim.wins]


def reported_prizes(rows: tuple[PrizeRow, ...]) -> Iterator[Prize]:
    """The prizes of a hub's word, before this room's book has moved for them."""
    for row in rows:
        win = Win(row.seat, row.hand, row.level, Fraction(row.share))
        before, after = row.meter_before_micros, row.meter_after_micros
        yield Prize(win, row.amount_micros, before, after, row.reseed_micros, ())


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
    asked = {"asked": table.asked is not None, "despite_earlier": bool(table.asked and table.asked.despite_earlier)}
    known = shared_fields(table, SharedClaim) | asked
    return SharedClaim(**known, claim=table.claim_order, at_table=name, wins=wins)
