"""Events of a hub: rooms report their sums, claim, and are confirmed; and what hub and rooms say to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from fairfelt.jackpot import PPM, Jackpot, Prize, Terms, Win, pay_prizes, receive_report, release_prizes, set_aside
from fairfelt.room.event import RoomEvent
from fairfelt.room.hub.accounts import (
    DAY_MICROS,
    HOUR_MICROS,
    PROTOCOL,
    SETTLED_KEPT,
    ClaimedShare,
    RoomAccount,
    RoomClaim,
    SharedClaim,
    Sums,
)  # fmt: skip
from fairfelt.room.state.awards import PrizeRow, wins_of
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.links import FoldedHands
from fairfelt.room.state.table import Table
from fairfelt.runtime.formats import Count, Micros, Name, shared_fields

BURST_HOURS = 1
"""Hours of play that a room may report ahead of time: reports come late and in bunches."""
ACCEPTED_HOURS = 31 * 24
"""The hours after two people have accepted a room's next report after a long silence."""


class RoomReported(RoomEvent, frozen=True, kw_only=True, tag="room reported/1"):
    """A room's sums up to an event of its own journal. The meters rise by what was not known before."""

    answer_fields = ("up_to",)
    room: str
    jackpot: str
    up_to: int
    counted: Mapping[str, int]
    """The contributions of its wagers to each account, ever."""
    wagers: int
    wagered_micros: int
    reported_micros: int
    hash: str = ""
    """The hash of the event `up_to`."""
    voided_wagers: int | None = None
    voided_micros: int | None = None
    """All refunds ever; None from a room of an earlier version."""
    rebased: bool = False
    """Whether its journal is another than the hub knew, and was accepted: from here on what is new counts."""
    voids_cannot_win: bool = False
    """Whether wagers that were given back win no more; on a log that did not say it yet, they still could."""
    folded_hands: tuple[FoldedHands, ...] = ()
    """The rules of the room's links that have tables for the jackpot."""

    def apply(self, floor: Floor) -> Floor:
        known, jackpot = floor.rooms.get(self.room, RoomAccount()), floor.jackpots[self.jackpot]
        account = account_after(known, self, jackpot)
        if not self.rebased:
            changes = {account: sum_ - known.taken.get(account, 0) for account, sum_ in self.counted.items()}
            jackpot = receive_report(jackpot, changes, self.wagers - known.wagers)
        return floor.having("jackpots", self.jackpot, jackpot).having("rooms", self.room, account)


class News(NamedTuple):
    """Wagers made and given back since the last report."""

    wagers: int
    wagered_micros: int
    voided_wagers: int
    voided_micros: int


def news_of(known: RoomAccount, report: RoomReported) -> News:
    """The news of a report; one of an earlier version has only the difference of wagers and refunds."""
    wagers, wagered = report.wagers - known.wagers, report.wagered_micros - known.wagered_micros
    if report.voided_wagers is None or report.voided_micros is None:
        return News(max(0, wagers), max(0, wagered), max(0, -wagers), max(0, -wagered))
    voided, micros = report.voided_wagers - known.voided_wagers, report.voided_micros - known.voided_micros
    return News(wagers + voided, wagered + micros, voided, micros)


def bounds_ppm(jackpot: Jackpot, known: RoomAccount, report: RoomReported) -> dict[str, tuple[int, int]]:
    """Between what each account's exact share lies after a report, in millionths of a millionth.

    A room gives an account the exact share of every wager, rounded down once: after wagers w at rates r that is
    ⌊Σ w·r / 10⁶⌋ millionths, less the same for wagers that were given back. A hub knows the wagers and the rates that
    were ever in force, not which wager was made at which rate: so it keeps the interval in which Σ w·r lies. While no
    rate has changed, the interval is one number.
    """
    news = news_of(known, report)
    found = {}
    for account, (low, high) in jackpot.rates_ever.items():
        had, (least, most) = known.taken.get(account, 0) * PPM, known.remainders_ppm.get(account, (0, 0))
        found[account] = (
            had + least + news.wagered_micros * low - news.voided_micros * high,
            had + most + news.wagered_micros * high - news.voided_micros * low,
        )
    return found


def wagers_ahead(known: RoomAccount, report: RoomReported) -> int:
    """The number of wagers reported sooner than the room's tables can play."""
    passed = report.reported_micros - known.reported_micros if known.reported_micros else 0
    played = known.limits.wagers_per_hour * max(0, passed) // HOUR_MICROS
    return max(0, known.ahead_wagers + news_of(known, report).wagers - played)


def most_ahead(known: RoomAccount) -> int:
    """The most of them that are believed."""
    return (ACCEPTED_HOURS if known.accepting else BURST_HOURS) * known.limits.wagers_per_hour


def account_after(known: RoomAccount, report: RoomReported, jackpot: Jackpot) -> RoomAccount:
    news, at_once, earlier = news_of(known, report), known.limits.wagers_at_once, known.earlier
    remainders = dict.fromkeys(report.counted, (0, PPM - 1))
    ahead = min(wagers_ahead(known, report), BURST_HOURS * known.limits.wagers_per_hour)
    voidable = min(max(0, known.voidable_wagers + news.wagers - news.voided_wagers), at_once)
    voided = news.voided_wagers if report.voids_cannot_win else 0
    claimable = min(max(0, known.claimable_wagers + news.wagers - voided), at_once)
    if report.rebased:
        earlier = {
            account: earlier.get(account, 0) + known.taken.get(account, 0) - report.counted.get(account, 0)
            for account in jackpot.rates_ever
        }
        ahead, voidable, claimable = known.ahead_wagers, at_once, at_once
    elif report.voided_micros is not None:
        for account, (low, high) in bounds_ppm(jackpot, known, report).items():
            earned = report.counted.get(account, 0) * PPM
            remainders[account] = max(low - earned, 0), min(high - earned, PPM - 1)
    void = {"voided_wagers": report.voided_wagers or 0, "voided_micros": report.voided_micros or 0}
    return replace(
        known,
        **shared_fields(report, RoomAccount) | void,
        taken=dict(report.counted),
        remainders_ppm=remainders,
        ahead_wagers=ahead,
        voidable_wagers=voidable,
        claimable_wagers=claimable,
        earlier=earlier,
        accepting=False,
        accepted=known.accepted + report.rebased,
    )


class RoomClaimsSet(RoomEvent, frozen=True, kw_only=True, tag="room claims set/1"):
    """All claims of a room anew. Prizes are frozen in the order in which claims came to the hub."""

    answer_fields = ("room",)
    room: str
    jackpot: str
    claims: tuple[SharedClaim, ...]

    def apply(self, floor: Floor) -> Floor:
        account, sent = floor.rooms[self.room], {claim.claim: claim for claim in self.claims}
        stays = {
            number: replace(claim, told=sent[number]) for number, claim in account.claims.items() if number in sent
        }
        changed = [
            claim.order
            for number, claim in account.claims.items()
            if not claim.confirmed and (number not in sent or sent[number].wins != claim.told.wins)
        ]
        thawed = [each for each in waiting(floor, self.jackpot) if changed and each[2].order >= min(changed)]
        for room, number, _ in reversed(thawed):
            floor = _with_prizes(floor, self.jackpot, room, number, freeze=False)
            if room == self.room and number in stays:
                stays[number] = replace(stays[number], prizes=())
        orders = iter(range(floor.claims_made + 1, floor.claims_made + 1 + len(sent)))
        new = {number: RoomClaim(claim, next(orders)) for number, claim in sent.items() if number not in stays}
        floor = floor.having("rooms", self.room, replace(account, claims={**stays, **new}))
        for room, number, claim in waiting(floor, self.jackpot):
            if not claim.prizes:
                floor = _with_prizes(floor, self.jackpot, room, number, freeze=True)
        return replace(floor, claims_made=floor.claims_made + len(new))


def _with_prizes(floor: Floor, jackpot: str, room: str, number: int, *, freeze: bool) -> Floor:
    """The prizes of a claim are set aside, or go back."""
    account, found = floor.rooms[room], floor.jackpots[jackpot]
    claim = account.claims[number]
    if freeze:
        found, prizes = set_aside(found, reported_wins(claim.told))
    else:
        found, prizes = release_prizes(found, claim.prizes), ()
    claims = {**account.claims, number: replace(claim, prizes=prizes)}
    return floor.having("jackpots", jackpot, found).having("rooms", room, replace(account, claims=claims))


class RoomClaimHeld(RoomEvent, frozen=True, kw_only=True, tag="room claim held/1"):
    """A room has asked for a claim to be confirmed, and its word is not enough: two people at the hub have to."""

    answer_fields = ("room",)
    room: str
    claim: int
    why: str

    def apply(self, floor: Floor) -> Floor:
        before = floor.rooms[self.room].claims
        claims = {**before, self.claim: replace(before[self.claim], held=self.why)}
        return floor.changing("rooms", self.room, claims=claims)


class RoomAwardConfirmed(RoomEvent, frozen=True, kw_only=True, tag="room award confirmed/1"):
    """The hub has confirmed a room's claim: its prizes are paid, and the room pays them out."""

    answer_fields = ("room",)
    room: str
    location: str
    jackpot: str
    claim: int
    at_table: str
    game: str
    paytable: str
    prizes: tuple[PrizeRow, ...]
    confirmed_micros: int = 0

    def apply(self, floor: Floor) -> Floor:
        account = floor.rooms[self.room]
        claim = account.claims[self.claim]
        jackpot = pay_prizes(floor.jackpots[self.jackpot], claim.prizes)
        day = {
            level: tuple(at for at in times if at > self.confirmed_micros - DAY_MICROS)
            for level, times in account.awarded.items()
        }
        for prize in claim.prizes:
            day[prize.win.level] = (*day.get(prize.win.level, ()), self.confirmed_micros)
        account = replace(
            account,
            claims={**account.claims, self.claim: replace(claim, confirmed=True)},
            won_micros=account.won_micros + claim.amount_micros,
            settled=(*account.settled, self.claim)[-SETTLED_KEPT:],
            claimable_wagers=max(0, account.claimable_wagers - len(claim.prizes)),
            awarded=day,
        )
        return floor.having("jackpots", self.jackpot, jackpot).having("rooms", self.room, account)


# What a hub and its rooms say to each other: the hub's word, and a room's claims.


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
