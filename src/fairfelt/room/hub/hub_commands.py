"""What a hub is asked: a room reports its sums and claims, and accounting records money that rooms have sent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from msgspec import Meta

from fairfelt.formats.fields import Change, Count, Line, Name
from fairfelt.jackpot import Jackpot
from fairfelt.room.authority import Requester, known
from fairfelt.room.commands.command import RoomCommand
from fairfelt.room.events import RoomEvent
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS, DeviceKind

from .accounts import MOST_SUM, RoomAccount, SharedClaim, Sums
from .hub_events import RemittanceRecorded, RoomAwardConfirmed, RoomClaimsSet, RoomReported
from .word import earlier_claim

Wagered = Annotated[int, Meta(ge=0, le=MOST_SUM, description="a whole number of millionths, not below zero")]
Wagers = Annotated[int, Meta(ge=0, le=2**53, description="a whole number, not below zero")]
Claims = Annotated[tuple[SharedClaim, ...], Meta(max_length=500, description="a list of claims")]


class ReportRoom(RoomCommand, frozen=True, kw_only=True, tag="report room/1"):
    """A room tells its hub all it has counted and every claim that is not settled. Sums are whole: nothing is lost."""

    up_to: Count
    """The last event of the room's journal that this contains."""
    counted: Sums
    """What its wagers have earned for each account of the jackpot, ever."""
    wagers: Wagers
    wagered_micros: Wagered
    claims: Claims = ()

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        name, jackpot = _jackpot_of(floor, who.device)
        account = floor.rooms.get(who.device, RoomAccount())
        self._check_sums(jackpot, account)
        self._check_claims(jackpot, account)
        events: list[RoomEvent] = [
            RoomReported(
                room=who.device,
                jackpot=name,
                up_to=self.up_to,
                counted=self.counted,
                wagers=self.wagers,
                wagered_micros=self.wagered_micros,
                reported_micros=who.now_micros,
            )
        ]
        if self.claims != tuple(claim.told for claim in account.claims.values()):
            events.append(RoomClaimsSet(room=who.device, jackpot=name, claims=self.claims))
            for event in events:
                floor = event.apply(floor)
            events += _confirmations(floor, who.device, name)
        elif any(claim.asked for claim in self.claims):
            events += _confirmations(events[0].apply(floor), who.device, name)
        return tuple(events)

    def _check_sums(self, jackpot: Jackpot, account: RoomAccount) -> None:
        """Sums of the same jackpot, and of the same journal, further on than before."""
        if self.up_to < account.up_to:
            sentence = (
                f"the room's journal ends at event {self.up_to}, and the hub has taken its sums up to event "
                f"{account.up_to}: the room runs on an older copy of its journal; bring back the newest"
            )
            raise Refusal(Code.NOT_NOW, sentence, "up_to")
        if strange := set(self.counted) - {feed for feed, _ in jackpot.feeds}:
            raise Refusal(Code.BAD_FIELD, f"this jackpot has no account {min(strange)}", "counted")
        if set(account.taken) - set(self.counted):
            raise Refusal(Code.BAD_FIELD, "an account that was counted before is missing", "counted")
        same = (self.counted, self.wagers, self.wagered_micros) == (
            account.taken,
            account.wagers,
            account.wagered_micros,
        )
        if self.up_to == account.up_to and not same:
            sentence = f"the hub knows other sums of the room's event {self.up_to}: its journal was written anew"
            raise Refusal(Code.NOT_NOW, sentence, "up_to")
        if not 0 <= sum(self.counted.values()) <= self.wagered_micros:
            raise Refusal(Code.BAD_FIELD, "what was counted for the jackpot lies between 0 and all wagers", "counted")

    def _check_claims(self, jackpot: Jackpot, account: RoomAccount) -> None:
        """Claims on levels of the jackpot, each told once; one that was confirmed stays what it was."""
        numbers = [claim.claim for claim in self.claims]
        if numbers != sorted(set(numbers)):
            raise Refusal(Code.BAD_CLAIM, "claims are told once each, in the order of their numbers", "claims")
        levels = {level.name for level in jackpot.terms.levels}
        for claim in self.claims:
            before = account.claims.get(claim.claim)
            if before is None and claim.claim in account.settled:
                sentence = f"claim {claim.claim} was confirmed before; a new claim has a new number"
                raise Refusal(Code.BAD_CLAIM, sentence, "claims")
            if before and before.confirmed and before.told.wins != claim.wins:
                raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} is confirmed and stays as it is", "claims")
            if not claim.wins or {win.level for win in claim.wins} - levels:
                raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} names no level of this jackpot", "claims")
            if not all(_is_share(win.share) for win in claim.wins):
                raise Refusal(Code.BAD_CLAIM, "a share is a fraction above 0 and up to 1, such as 1/10", "claims")


def _is_share(text: str) -> bool:
    try:
        return 0 < Fraction(text) <= 1
    except (ValueError, ZeroDivisionError):
        return False


def _confirmations(floor: Floor, room: str, jackpot: str) -> Iterator[RoomAwardConfirmed]:
    """The claims that the room has asked for and that nothing stands before."""
    location = floor.links[floor.devices[room].link].location
    for number, claim in floor.rooms[room].claims.items():
        told = claim.told
        if claim.confirmed or not told.asked:
            continue
        if earlier_claim(floor, room, claim) and not told.despite_earlier:
            continue
        confirmed = RoomAwardConfirmed(
            room=room,
            location=location,
            jackpot=jackpot,
            claim=number,
            at_table=told.at_table,
            game=told.game,
            paytable=told.paytable,
            prizes=tuple(PrizeRow.of(prize) for prize in claim.prizes),
        )
        floor = confirmed.apply(floor)
        yield confirmed


def _jackpot_of(floor: Floor, room: str) -> tuple[str, Jackpot]:
    """The jackpot that a room shares, if it is a room of this hub and switched on."""
    device = floor.devices.get(room)
    if device is None or device.kind is not DeviceKind.ROOM:
        raise Refusal(Code.WRONG_DEVICE, f"device {room} is not a room of this hub")
    if not device.enabled:
        raise Refusal(Code.DEVICE_DISABLED, f"room {room} is switched off; a technician has to switch it on")
    name = floor.links[device.link].jackpot
    if floor.jackpots[name].retired:
        raise Refusal(Code.JACKPOT_RETIRED, f"jackpot {name} is retired; nothing is taken for it")
    return name, floor.jackpots[name]


class RecordRemittance(RoomCommand, frozen=True, kw_only=True, tag="record remittance/1"):
    """Record money that a room has sent the hub for what it counted less what was won there, or got from it."""

    room: Name
    amount_micros: Change
    """From the room to the hub; below zero the other way."""
    document: Line

    def decide(self, floor: Floor, who: Requester) -> RemittanceRecorded:
        who.require(ADJUSTS, count=2)
        known(floor.rooms, self.room, "room")
        if not self.amount_micros:
            raise Refusal(Code.BAD_FIELD, "an amount of nothing moves nothing; enter what was sent", "amount_micros")
        return RemittanceRecorded(room=self.room, amount_micros=self.amount_micros, document=self.document)
