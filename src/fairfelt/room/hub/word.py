"""The hub's word to a room: its meters, what it took of the room's sums, and the state of the room's claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.jackpot import Prize, Terms, Win
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor
from fairfelt.runtime.formats import Count, Micros, Name

from .accounts import PROTOCOL, RoomAccount, RoomClaim, SharedClaim, Sums


class ClaimWord(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a claim stands at the hub."""

    told: SharedClaim
    """The claim as the room reported it."""
    confirmed: bool
    prizes: tuple[PrizeRow, ...]
    earlier: str = ""
    """The earlier claim on the same level that still waits elsewhere, in words; empty if there is none."""


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
        claims=tuple(_claim(floor, room, claim) for claim in account.claims.values()),
        protocol=PROTOCOL,
        retired=floor.jackpots[jackpot].retired,
    )


def _claim(floor: Floor, room: str, claim: RoomClaim) -> ClaimWord:
    return ClaimWord(
        told=claim.told,
        confirmed=claim.confirmed,
        prizes=tuple(PrizeRow.of(prize) for prize in claim.prizes),
        earlier="" if claim.confirmed else earlier_claim(floor, room, claim),
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


def wins_told(claim: SharedClaim) -> list[Win]:
    """The wins of a claim's hands at the hub."""
    return [Win(win.seat, win.hand, win.level, Fraction(win.share)) for win in claim.wins]


def prizes_told(rows: tuple[PrizeRow, ...]) -> Iterator[Prize]:
    """The prizes of a hub's word, before this room's book has moved for them."""
    for row in rows:
        win = Win(row.seat, row.hand, row.level, Fraction(row.share))
        before, after = row.meter_before_micros, row.meter_after_micros
        yield Prize(win, row.amount_micros, before, after, row.reseed_micros, ())
