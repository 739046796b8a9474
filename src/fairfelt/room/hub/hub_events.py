"""What happens at a hub: rooms hand over what they counted, claim, and are confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fairfelt.jackpot import given_back, pay_prizes, received, set_aside
from fairfelt.room.events.event import RoomEvent
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor

from .accounts import DAY_MICROS, SETTLED_KEPT, RoomAccount, RoomClaim, RoomLimits, SharedClaim
from .sums import account_after
from .word import waiting, wins_told


class RoomReported(RoomEvent, frozen=True, kw_only=True, tag="room reported/1"):
    """A room's sums up to an event of its own journal. The meters rise by what was not known before."""

    told = ("up_to",)
    room: str
    jackpot: str
    up_to: int
    counted: Mapping[str, int]
    """What its wagers have earned for each account, ever."""
    wagers: int
    wagered_micros: int
    reported_micros: int
    hash: str = ""
    """Of the event that it goes up to."""
    voided_wagers: int | None = None
    voided_micros: int | None = None
    """What was given back, ever; None where a room of the version before did not say it."""
    rebased: bool = False
    """Whether its journal is another than the hub knew, and was accepted: from here on what is new counts."""

    def apply(self, floor: Floor) -> Floor:
        known, jackpot = floor.rooms.get(self.room, RoomAccount()), floor.jackpots[self.jackpot]
        account = account_after(known, self, jackpot)
        if not self.rebased:
            changes = {account: sum_ - known.taken.get(account, 0) for account, sum_ in self.counted.items()}
            jackpot = received(jackpot, changes, self.wagers - known.wagers)
        return floor.having("jackpots", self.jackpot, jackpot).having("rooms", self.room, account)


class RoomClaimsSet(RoomEvent, frozen=True, kw_only=True, tag="room claims set/1"):
    """All claims of a room anew. Prizes are frozen in the order in which claims came to the hub."""

    told = ("room",)
    room: str
    jackpot: str
    claims: tuple[SharedClaim, ...]

    def apply(self, floor: Floor) -> Floor:
        account, told = floor.rooms[self.room], {claim.claim: claim for claim in self.claims}
        stays = {
            number: replace(claim, told=told[number]) for number, claim in account.claims.items() if number in told
        }
        changed = [
            claim.order
            for number, claim in account.claims.items()
            if not claim.confirmed and (number not in told or told[number].wins != claim.told.wins)
        ]
        thawed = [each for each in waiting(floor, self.jackpot) if changed and each[2].order >= min(changed)]
        for room, number, _ in reversed(thawed):
            floor = _thaw(floor, self.jackpot, room, number)
            if room == self.room and number in stays:
                stays[number] = replace(stays[number], prizes=())
        orders = iter(range(floor.claims_made + 1, floor.claims_made + 1 + len(told)))
        new = {number: RoomClaim(claim, next(orders)) for number, claim in told.items() if number not in stays}
        floor = floor.having("rooms", self.room, replace(account, claims={**stays, **new}))
        for room, number, claim in waiting(floor, self.jackpot):
            if not claim.prizes:
                floor = _freeze(floor, self.jackpot, room, number)
        return replace(floor, claims_made=floor.claims_made + len(new))


def _thaw(floor: Floor, jackpot: str, room: str, number: int) -> Floor:
    """The frozen prizes of a claim go back."""
    return _with_prizes(floor, jackpot, room, number, freeze=False)


def _freeze(floor: Floor, jackpot: str, room: str, number: int) -> Floor:
    """The prizes of a claim are set aside."""
    return _with_prizes(floor, jackpot, room, number, freeze=True)


def _with_prizes(floor: Floor, jackpot: str, room: str, number: int, *, freeze: bool) -> Floor:
    account, found = floor.rooms[room], floor.jackpots[jackpot]
    claim = account.claims[number]
    if freeze:
        found, prizes = set_aside(found, wins_told(claim.told))
    else:
        (found, _), prizes = given_back(found, claim.prizes), ()
    claims = {**account.claims, number: replace(claim, prizes=prizes)}
    return floor.having("jackpots", jackpot, found).having("rooms", room, replace(account, claims=claims))


class RoomClaimHeld(RoomEvent, frozen=True, kw_only=True, tag="room claim held/1"):
    """A room has asked for a claim to be confirmed, and its word is not enough: an executive at the hub has to."""

    told = ("room",)
    room: str
    claim: int
    why: str

    def apply(self, floor: Floor) -> Floor:
        account = floor.rooms[self.room]
        claims = {**account.claims, self.claim: replace(account.claims[self.claim], held=self.why)}
        return floor.having("rooms", self.room, replace(account, claims=claims))


class RoomAwardConfirmed(RoomEvent, frozen=True, kw_only=True, tag="room award confirmed/1"):
    """The hub has confirmed a room's claim: its prizes are paid, and the room pays them out."""

    told = ("room",)
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
        for level in {prize.win.level for prize in claim.prizes}:
            day[level] = (*day.get(level, ()), self.confirmed_micros)
        account = replace(
            account,
            claims={**account.claims, self.claim: replace(claim, confirmed=True)},
            won_micros=account.won_micros + claim.amount_micros,
            settled=(*account.settled, self.claim)[-SETTLED_KEPT:],
            claimable_wagers=max(0, account.claimable_wagers - len(claim.prizes)),
            awarded=day,
        )
        return floor.having("jackpots", self.jackpot, jackpot).having("rooms", self.room, account)


class RemittanceRecorded(RoomEvent, frozen=True, kw_only=True, tag="remittance recorded/1"):
    """Money went between a room and the hub, for what was counted less what was won."""

    told = ("room",)
    room: str
    amount_micros: int
    """From the room to the hub; below zero the other way."""
    document: str

    def apply(self, floor: Floor) -> Floor:
        account = floor.rooms[self.room]
        remitted = account.remitted_micros + self.amount_micros
        return floor.having("rooms", self.room, replace(account, remitted_micros=remitted))


class RoomLimited(RoomEvent, frozen=True, kw_only=True, tag="room limited/1"):
    """What the hub believes of a room from now on."""

    told = ("room",)
    room: str
    limits: RoomLimits
    why: str

    def apply(self, floor: Floor) -> Floor:
        account = floor.rooms.get(self.room, RoomAccount())
        return floor.having("rooms", self.room, replace(account, limits=self.limits))


class RoomAccepted(RoomEvent, frozen=True, kw_only=True, tag="room accepted/1"):
    """Two people accept the next report of a room though it does not follow from what the hub knows."""

    told = ("room",)
    room: str
    document: str

    def apply(self, floor: Floor) -> Floor:
        return floor.having("rooms", self.room, replace(floor.rooms[self.room], accepting=True))
