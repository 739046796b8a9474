"""Commands of a hub: rooms report sums and claims; people confirm, limit and accept rooms and record their money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, structs

from fairfelt import games
from fairfelt.jackpot import PPM, Jackpot
from fairfelt.room.authority import Requester, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.alarms import raise_alarm
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.law.ask_law import lawful, location_findings
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.awards import PrizeRow
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.limits import Authority
from fairfelt.room.state.links import FoldedHands, hand_buttons
from fairfelt.room.state.people import ADJUSTS, Device, DeviceKind
from fairfelt.rules import UnknownName, format_amount
from fairfelt.runtime.formats import Change, Count, Line, Micros, Name, OptionalDigest, Tally, fit_line, shared_fields

from .accounts import DAY_MICROS, MOST_SUM, PROTOCOL, RoomAccount, RoomClaim, RoomLimits, SharedClaim, Sums
from .hub_events import (
    RoomAwardConfirmed,
    RoomClaimHeld,
    RoomClaimsSet,
    RoomReported,
    bounds_ppm,
    earlier_claim,
    most_ahead,
    news_of,
    wagers_ahead,
)

# What a hub believes of a room: what no honest room can say is refused, and unlikely awards wait for people there.


def other_journal(known: RoomAccount, report: RoomReported, since_hash: str) -> str:
    """Why a report is of another journal than the one that the hub knows, in words; empty where it is the same."""
    if report.up_to < known.up_to:
        ends = f"the room's journal ends at event {report.up_to} and the hub knows event {known.up_to}"
        return f"{ends}: it is an older copy of its journal"
    if known.hash and since_hash != known.hash:
        return f"event {known.up_to} of the room's journal is another than the hub knows: the journal was forked"
    reported = report.counted, report.wagers, report.wagered_micros, report.hash
    before = known.taken, known.wagers, known.wagered_micros, known.hash or report.hash
    if report.up_to == known.up_to and reported != before:
        return f"the hub knows other sums of the room's event {report.up_to}: its journal was rewritten"
    return ""


def check_folded_hands(floor: Floor, jackpot: str, room: str, reported: Iterable[FoldedHands]) -> None:
    """All tables for a jackpot have one rule on folded hands, in every room: it decides how often a level is won."""
    rules = {f"link {link}": rule for link, rule in floor.folded_rules(jackpot).items()}
    for name, account in floor.rooms.items():
        device = floor.devices[name]
        if name != room and device.enabled and floor.links[device.link].jackpot == jackpot:
            rules |= {f"room {name}": rule for rule in account.folded_hands}
    for rule in reported:
        if others := [f"{where} says “{other}”" for where, other in rules.items() if other is not rule]:
            sentence = (
                f"tables of one jackpot have one rule on folded hands: room {room} says “{rule}”, and {others[0]}; "
                "move its tables to a link with that rule, or two people at the hub accept the room's next report"
            )
            raise Refusal(Code.BAD_FIELD, sentence, "folded_hands")
        rules[f"room {room}"] = rule


def check_sums(jackpot: Jackpot, known: RoomAccount, report: RoomReported) -> None:
    """Wagers that the room's tables can have made since its last report, and what they earn at the jackpot's rates."""
    news = news_of(known, report)
    largest = max(terms.largest_increment_micros for terms in (jackpot.terms, *jackpot.earlier_terms))
    if set(known.taken) - set(report.counted):
        raise Refusal(Code.BAD_FIELD, "an account that was counted before is missing", "counted")
    if min(news) < 0:
        sentence = "wagers and voids only grow; a void is reported as a void, and not as fewer wagers"
        raise Refusal(Code.BAD_FIELD, sentence, "wagers")
    made = (news.wagers, news.wagered_micros, "wagers"), (news.voided_wagers, news.voided_micros, "voided_wagers")
    for count, micros, field in made:
        if not count <= micros <= count * largest:
            most = format_amount(largest, jackpot.terms.currency)
            sentence = f"{count} wagers of {most} at most each cannot come to {micros} millionths"
            raise Refusal(Code.BAD_FIELD, sentence, field)
    if news.voided_wagers > known.voidable_wagers + news.wagers:
        lie = known.voidable_wagers + news.wagers
        sentence = f"{news.voided_wagers} wagers are given back, and at most {lie} can lie on the room's tables"
        raise Refusal(Code.BAD_FIELD, sentence, "voided_wagers")
    if wagers_ahead(known, report) > most_ahead(known):
        tables, seats, rounds = known.limits.tables, known.limits.seats, known.limits.rounds_per_hour
        sentence = (
            f"{news.wagers} new wagers are more than {tables} tables with {seats} seats make in this time at {rounds} "
            "rounds an hour; two people at the hub raise the room's limits, or accept its report"
        )
        raise Refusal(Code.BAD_FIELD, sentence, "wagers")
    for account, (low, high) in bounds_ppm(jackpot, known, report).items():
        counted, least, most_ = report.counted.get(account, 0), low // PPM, high // PPM
        if not least <= counted <= most_:
            right = f"{least}" if least == most_ else f"{least} to {most_}"
            sentence = f"{account}: {counted} millionths were counted; these wagers earn {right} at the jackpot's rate"
            raise Refusal(Code.BAD_FIELD, sentence, "counted")
        if counted + known.earlier.get(account, 0) < 0:
            raise Refusal(Code.BAD_FIELD, f"{account}: more is given back than the room ever fed", "counted")


def check_claims(jackpot: Jackpot, known: RoomAccount, claims: Sequence[SharedClaim]) -> None:
    """Check that claims are on levels of the jackpot, listed once, and that confirmed ones are unchanged."""
    numbers, tables = [claim.claim for claim in claims], {claim.at_table for claim in claims}
    if numbers != sorted(set(numbers)):
        raise Refusal(Code.BAD_CLAIM, "claims are told once each, in the order of their numbers", "claims")
    if len(tables) < len(claims) or len(claims) > known.limits.tables:
        sentence = f"a table has one claim, and the room has {known.limits.tables} tables by its limits at the hub"
        raise Refusal(Code.BAD_CLAIM, sentence, "claims")
    for claim in claims:
        before = known.claims.get(claim.claim)
        if before is None and claim.claim in known.settled and not (known.accepted or known.accepting):
            sentence = f"claim {claim.claim} was confirmed before; a new claim has a new number"
            raise Refusal(Code.BAD_CLAIM, sentence, "claims")
        if before and before.confirmed and before.told.wins != claim.wins:
            raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} is confirmed and stays as it is", "claims")
        if before is None or before.told.entered != claim.entered:
            _check_wins(jackpot, claim)


def _check_wins(jackpot: Jackpot, claim: SharedClaim) -> None:
    """Every seat wins once, a share that the paytable has."""
    levels = {level.name for level in jackpot.terms.levels}
    if not claim.wins or {win.level for win in claim.wins} - levels:
        raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} names no level of this jackpot", "claims")
    if len({win.seat for win in claim.wins}) < len(claim.wins):
        raise Refusal(Code.BAD_CLAIM, f"claim {claim.claim} names a seat twice", "claims")
    shares = _shares(claim)
    for win in claim.wins:
        top, _, bottom = win.share.partition("/")
        if not 0 < int(top) <= int(bottom or 1):
            raise Refusal(Code.BAD_CLAIM, "a share is a fraction above 0 and up to 1, such as 1/10", "claims")
        if shares is not None and (win.hand, win.level, Fraction(win.share)) not in shares:
            sentence = (
                f"paytable {claim.paytable} of {claim.game} does not pay {win.share} of {win.level} for {win.hand}"
            )
            raise Refusal(Code.BAD_CLAIM, sentence, "claims")


def _shares(claim: SharedClaim) -> set[tuple[str, str, Fraction]] | None:
    """The shares that the paytable of a claim pays; None where the hub does not know it."""
    try:
        buttons = hand_buttons(games.find(claim.game, claim.variant), claim.wager, claim.paytable)
    except UnknownName:
        return None
    return {(button.hand, button.level, Fraction(button.share)) for button in buttons if button.level}


def why_held(jackpot: Jackpot, known: RoomAccount, claim: RoomClaim, now_micros: int) -> str:
    """Why the room's word is not enough for an award, in words; empty where it is."""
    shared, limits, terms = claim.told, known.limits, jackpot.terms
    threshold = terms.executive_from_micros if limits.confirm_from_micros is None else limits.confirm_from_micros
    if shared.claim in known.settled:
        return f"claim {shared.claim} of this room was confirmed before, from another copy of its journal"
    if len(shared.wins) > known.claimable_wagers:
        return "the room has reported no wager for it"
    if _shares(shared) is None:
        return f"the hub does not know paytable {shared.paytable} of {shared.game}"
    if claim.amount_micros >= threshold:
        return f"awards from {format_amount(threshold, terms.currency)} on are confirmed at the hub"
    for level, hands in sorted(Counter(win.level for win in shared.wins).items()):
        day = [at for at in known.awarded.get(level, ()) if at > now_micros - DAY_MICROS]
        if len(day) + hands > limits.awards_per_day:
            return f"with this claim the room has {len(day) + hands} awards of {level} in 24 hours"
    return ""


Wagered = Annotated[int, Meta(ge=0, le=MOST_SUM, description="a whole number of millionths, not below zero")]
Wagers = Annotated[int, Meta(ge=0, le=2**53, description="a whole number, not below zero")]
MOST_LISTED = 20
"""Maximum number of alarms about one room's waiting claims, so that its repeated claims cannot bury the others."""
Claims = Annotated[tuple[SharedClaim, ...], Meta(max_length=500, description="a list of claims")]


class ReportRoom(RoomCommand, frozen=True, kw_only=True, tag="report room/1"):
    """A room reports running totals of all it has counted, and every unsettled claim; a missed report loses nothing."""

    protocol: Count = 1
    """The version that the room speaks; the first one did not say it."""
    up_to: Count
    """The last event of the room's journal that this contains."""
    hash: OptionalDigest = ""
    """The hash of the event `up_to`."""
    since: Tally = 0
    """The last event that the hub has taken, as its word says."""
    since_hash: OptionalDigest = ""
    """The hash of that event in the room's journal: another one is another journal."""
    counted: Sums
    """What its wagers have earned for each account of the jackpot, ever."""
    wagers: Wagers
    wagered_micros: Wagered
    """Wagers that were made and not given back."""
    voided_wagers: Wagers = 0
    voided_micros: Wagered = 0
    """Wagers that were given back, ever."""
    claims: Claims = ()
    folded_hands: Annotated[tuple[FoldedHands, ...], Meta(max_length=3, description="rules on folded hands")] = ()
    """The rules of its links that have tables for the jackpot."""

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        name, jackpot = _jackpot_of(floor, who.device)
        account = floor.rooms.get(who.device, RoomAccount())
        location = floor.links[floor.devices[who.device].link].location
        try:
            _check_running(name, jackpot)
            lawful(floor, location_findings(floor, name, location))
            if not account.accepting:
                check_folded_hands(floor, name, who.device, self.folded_hands)
            report = self._checked(name, jackpot, account, who)
            check_claims(jackpot, account, self.claims)
        except Refusal as refusal:
            says = fit_line(f"a report of room {who.device} was refused: {refusal.sentence}")
            alarm = raise_alarm(floor, who, AlarmKind.REPORT_REFUSED, who.device, says)
            raise Refusal(refusal.code, refusal.sentence, refusal.field, besides=alarm) from None
        events: list[RoomEvent] = [report]
        if self.claims != tuple(claim.told for claim in account.claims.values()):
            events.append(RoomClaimsSet(room=who.device, jackpot=name, claims=self.claims))
        for event in events:
            floor = event.apply(floor)
        return *events, *self._confirmations(floor, who, name, account)

    def _checked(self, name: str, jackpot: Jackpot, account: RoomAccount, who: Requester) -> RoomReported:
        """The event of the report, if the hub believes it."""
        if self.protocol != PROTOCOL or not self.hash:
            raise Refusal(Code.NOT_NOW, other_version(self.protocol), "protocol")
        report = self.record(
            RoomReported, room=who.device, jackpot=name, reported_micros=who.now_micros, voids_cannot_win=True
        )
        if strange := set(report.counted) - set(jackpot.rates_ever):
            raise Refusal(Code.BAD_FIELD, f"this jackpot has no account {min(strange)}", "counted")
        if report.up_to >= account.up_to and self.since != account.up_to:  # its hash could not be compared
            taken = f"the hub has taken the room's events up to {account.up_to}, and not {self.since}"
            raise Refusal(Code.NOT_NOW, f"{taken}: ask for its word", "since")
        if other := other_journal(account, report, self.since_hash):
            if not account.accepting:
                sentence = f"{other}; bring back the newest, or two people at the hub accept the room"
                raise Refusal(Code.NOT_NOW, sentence, "up_to")
            return structs.replace(report, rebased=True)
        check_sums(jackpot, account, report)
        return report

    def _confirmations(self, floor: Floor, who: Requester, name: str, before: RoomAccount) -> Iterator[RoomEvent]:
        """Award or hold the claims that the room has confirmed and that are not held or behind an earlier claim."""
        for claim in self.claims:
            found, known = floor.rooms[who.device].claims[claim.claim], before.claims.get(claim.claim)
            if not claim.asked or found.confirmed or found.held:
                continue
            if earlier_claim(floor, who.device, found) and not claim.despite_earlier:
                continue
            why = "the room claimed it and asked for it in one report"
            if known and known.told.entered == claim.entered:
                why = why_held(floor.jackpots[name], floor.rooms[who.device], found, who.now_micros)
            for event in _hold(floor, who, claim, why) if why else _award(floor, who, who.device, claim.claim):
                floor = event.apply(floor)
                yield event


def other_version(protocol: int) -> str:
    """The sentence for a room that uses another version of the protocol."""
    return (
        f"the room's server speaks version {protocol} of the protocol of hubs, and this hub version {PROTOCOL}: "
        "bring both to the same release of the software"
    )


def _hold(floor: Floor, who: Requester, claim: SharedClaim, why: str) -> Iterator[RoomEvent]:
    """A claim that waits for two people at the hub, and the alarm that says so."""
    yield RoomClaimHeld(room=who.device, claim=claim.claim, why=why)
    says = f"room {who.device}, table {claim.at_table} waits for two people here to confirm {_words(claim)}: {why}"
    kind, about = AlarmKind.AWARD_WAITS, f"{who.device}, claim "
    listed = sum(alarm.kind is kind and alarm.about.startswith(about) for alarm in floor.alarms.values())
    if listed < MOST_LISTED:
        yield from raise_alarm(floor, who, kind, f"{about}{claim.claim}", fit_line(says))


def _award(floor: Floor, who: Requester, room: str, number: int) -> Iterator[RoomEvent]:
    """The award of a room's claim, and the alarm for it."""
    link, claim = floor.links[floor.devices[room].link], floor.rooms[room].claims[number]
    shared, currency = claim.told, floor.jackpots[link.jackpot].terms.currency
    yield RoomAwardConfirmed(
        **shared_fields(link, RoomAwardConfirmed),
        **shared_fields(shared, RoomAwardConfirmed),
        room=room,
        prizes=tuple(PrizeRow.of(prize) for prize in claim.prizes),
        confirmed_micros=who.now_micros,
    )
    amount = format_amount(claim.amount_micros, currency)
    says = f"room {room}, table {shared.at_table} was awarded {amount}: {_words(shared)}"
    yield from raise_alarm(floor, who, AlarmKind.ROOM_AWARD, f"{room}, claim {number}", fit_line(says))


def _words(claim: SharedClaim) -> str:
    return ", ".join(f"{win.hand} for {win.share} of {win.level}" for win in claim.wins)


def _room_of(floor: Floor, room: str) -> Device:
    """The device that is a room of this hub."""
    device = floor.devices.get(room)
    if device is None or device.kind is not DeviceKind.ROOM:
        raise Refusal(Code.WRONG_DEVICE, f"device {room} is not a room of this hub", "room")
    return device


def _jackpot_of(floor: Floor, room: str) -> tuple[str, Jackpot]:
    """The jackpot that a room shares, if it is a room of this hub and switched on."""
    device = _room_of(floor, room)
    if not device.enabled:
        raise Refusal(Code.DEVICE_DISABLED, f"room {room} is switched off; a technician has to switch it on")
    name = floor.links[device.link].jackpot
    return name, floor.jackpots[name]


def _check_running(name: str, jackpot: Jackpot) -> None:
    if jackpot.retired:
        sentence = f"jackpot {name} is retired: nothing is taken for it, and what the room counted since stays there"
        raise Refusal(Code.JACKPOT_RETIRED, sentence)


class ConfirmRoomClaim(RoomCommand, frozen=True, kw_only=True, tag="confirm room claim/1"):
    """Confirm a room's claim at the hub, by two people there who have asked the room, one of them an executive."""

    room: Name
    claim: Count
    amount_micros: Micros
    """What the hub has frozen for it: if that has changed meanwhile, nothing is confirmed."""

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        who.require_to_confirm(Authority.TWO_PEOPLE)
        claim = known(floor.rooms, self.room, "room").claims.get(self.claim)
        name, jackpot = _jackpot_of(floor, self.room)
        _check_running(name, jackpot)
        if claim is None:
            raise Refusal(Code.UNKNOWN_NAME, f"room {self.room} has no claim {self.claim} here", "claim")
        if claim.confirmed:
            raise Refusal(Code.ALREADY_DONE, f"claim {self.claim} of room {self.room} is confirmed already", "claim")
        if not claim.told.asked:
            raise Refusal(Code.NOT_NOW, f"nobody in room {self.room} has confirmed claim {self.claim} yet", "claim")
        if claim.amount_micros != self.amount_micros:
            amount = format_amount(claim.amount_micros, jackpot.terms.currency)
            raise Refusal(Code.NOT_NOW, f"the claim comes to {amount} now; look at it again", "amount_micros")
        if (earlier := earlier_claim(floor, self.room, claim)) and not claim.told.despite_earlier:
            raise Refusal(Code.EARLIER_CLAIM, earlier, "claim")
        return tuple(_award(floor, who, self.room, self.claim))


@recorded_as("room limited/1")
class LimitRoom(RoomCommand, frozen=True, kw_only=True, tag="limit room/1"):
    """Say what the hub believes of a room: its tables, their pace, and which awards it confirms alone."""

    room: Name
    limits: RoomLimits
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(ADJUSTS, count=2)
        _room_of(floor, self.room)
        if floor.rooms.get(self.room, RoomAccount()).limits == self.limits:
            raise Refusal(Code.ALREADY_DONE, f"the limits of room {self.room} are these already", "limits")

    answer_fields = ("room",)

    def apply(self, floor: Floor) -> Floor:
        account = floor.rooms.get(self.room, RoomAccount())
        return floor.having("rooms", self.room, replace(account, limits=self.limits))


@recorded_as("room accepted/1")
class AcceptRoom(RoomCommand, frozen=True, kw_only=True, tag="accept room/1"):
    """Accept a room's next report though it does not follow from what the hub knows: an older copy, or a long silence.

    What the hub has taken stays on its meters, and claims that are not confirmed go back. Of another journal only what
    is new from that report on counts; if it lacks wagers, accounting adjusts the meter.
    """

    room: Name
    document: Line

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        who.require(ADJUSTS, count=2)
        account = known(floor.rooms, self.room, "room")
        if account.accepting:
            raise Refusal(Code.ALREADY_DONE, f"the next report of room {self.room} is accepted already", "room")
        jackpot = floor.links[floor.devices[self.room].link].jackpot
        paid = tuple(claim.told for claim in account.claims.values() if claim.confirmed)
        released = (
            (RoomClaimsSet(room=self.room, jackpot=jackpot, claims=paid),) if len(paid) < len(account.claims) else ()
        )
        return *released, self.record(self.recorded)

    answer_fields = ("room",)

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("rooms", self.room, accepting=True)


@recorded_as("remittance recorded/1")
class RecordRemittance(RoomCommand, frozen=True, kw_only=True, tag="record remittance/1"):
    """Record money that a room has sent the hub for what it counted less what was won there, or got from it."""

    room: Name
    amount_micros: Change
    """Amount from the room to the hub; negative in the other direction."""
    document: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require(ADJUSTS, count=2)
        known(floor.rooms, self.room, "room")
        if not self.amount_micros:
            raise Refusal(Code.BAD_FIELD, "an amount of nothing moves nothing; enter what was sent", "amount_micros")

    answer_fields = ("room",)

    def apply(self, floor: Floor) -> Floor:
        remitted = floor.rooms[self.room].remitted_micros + self.amount_micros
        return floor.changing("rooms", self.room, remitted_micros=remitted)
