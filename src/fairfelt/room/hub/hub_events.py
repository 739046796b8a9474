"""Events of a hub: rooms report their sums, claim, and are confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from fairfelt.jackpot import PPM, Jackpot, pay_prizes, receive_report, release_prizes, set_aside
from fairfelt.room.event import RoomEvent
from fairfelt.room.hub.word import reported_wins, waiting
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.links import FoldedHands
from fairfelt.runtime.formats import shared_fields

from .accounts import DAY_MICROS, HOUR_MICROS, SETTLED_KEPT, RoomAccount, RoomClaim, SharedClaim

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
