"""Devices of the room, and the bet sensors of its tables."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from fairfelt.jackpot import sharing_fault
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.command import RoomCommand, recorded_as
from fairfelt.room.commands.alarms import raise_alarm
from fairfelt.room.commands.round_events import Bets
from fairfelt.room.commands.rounds import SensedBets, by_seat, check_bets
from fairfelt.room.event import Code, Refusal, RoomEvent
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import CLOSES, SHOWS, Device, DeviceKind
from fairfelt.room.state.table import Press, Table
from fairfelt.runtime.formats import MOST_SEATS, Digest, Line, Name, OptionalLine, Seat, fit_line


@recorded_as("device enrolled/1")
class EnrolDevice(RoomCommand, frozen=True, kw_only=True, tag="enrol device/1"):
    """Enrol a keypad of a table, a display or a room of a link, a console or an auditor, by two people; it is off."""

    device: Name
    device_kind: DeviceKind
    key_sha256: Digest
    table: OptionalLine = ""
    link: OptionalLine = ""

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        who.require_to_set_up(count=2)
        check_new(floor.devices, self.device, "device")
        table = link = ""
        if self.device_kind is DeviceKind.KEYPAD:
            known(floor.tables, table := self.table, "table")
        if self.device_kind in (*SHOWS, DeviceKind.ROOM):
            known(floor.links, link := self.link, "link")
        if self.device_kind is DeviceKind.ROOM:
            _check_room(floor, link)
        _check_own_key(floor, self.key_sha256)
        return self.record(self.recorded, table=table, link=link)

    def apply(self, floor: Floor) -> Floor:
        return floor.having("devices", self.device, Device(self.device_kind, self.key_sha256, self.table, self.link))


@recorded_as("device switched/1")
class SwitchDevice(RoomCommand, frozen=True, kw_only=True, tag="switch device/1"):
    """Switch a device on or off."""

    device: Name
    enabled: bool

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_to_set_up()
        known(floor.devices, self.device, "device")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, enabled=self.enabled, watched=False)


@recorded_as("key renewed/1")
class RenewKey(RoomCommand, frozen=True, kw_only=True, tag="renew key/1"):
    """Give a device another key, by two people; the old one is worth nothing at once."""

    device: Name
    key_sha256: Digest

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_to_set_up(count=2)
        known(floor.devices, self.device, "device")
        _check_own_key(floor, self.key_sha256)

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, key_sha256=self.key_sha256)


@recorded_as("firmware found/1")
class FindFirmware(RoomCommand, frozen=True, kw_only=True, tag="find firmware/1"):
    """Record which program a table controller runs; if it changed, a person has to look at it."""

    device: Name
    version: Line
    sha256: Digest

    def decide(self, floor: Floor, who: Requester) -> tuple[RoomEvent, ...]:
        who.require_server("which programs table controllers run")
        device = known(floor.devices, self.device, "device")
        if device.kind is not DeviceKind.KEYPAD:
            raise Refusal(Code.WRONG_DEVICE, f"device {self.device} is a {device.kind.value}, not a keypad", "device")
        if (device.firmware, device.firmware_sha256) == (self.version, self.sha256):
            raise Refusal(Code.ALREADY_DONE, "the log says so already")
        found = self.record(self.recorded)
        if device.firmware_sha256 in ("", self.sha256):
            return (found,)
        says = (
            f"{self.device} runs version {self.version} ({self.sha256[:12]}) instead of {device.firmware} "
            f"({device.firmware_sha256[:12]})"
        )
        return found, *raise_alarm(floor, who, AlarmKind.FIRMWARE_CHANGED, self.device, fit_line(says))

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, firmware=self.version, firmware_sha256=self.sha256)


def _check_room(floor: Floor, link: str) -> None:
    """A link of a hub is one room; its jackpot is one that rooms can share, and no table here feeds it."""
    jackpot = floor.links[link].jackpot
    if fault := sharing_fault(floor.jackpots[jackpot].terms):
        raise Refusal(Code.BAD_TERMS, f"{fault}; change the terms of jackpot {jackpot} first", "link")
    if floor.jackpots[jackpot].share:
        raise Refusal(Code.NOT_NOW, f"the meters of jackpot {jackpot} stand at another hub", "link")
    if floor.played_for(jackpot).combinations:
        raise Refusal(Code.NOT_NOW, f"tables here feed jackpot {jackpot}; rooms share a jackpot without tables", "link")
    if other := next((name for name in floor.rooms_of(jackpot) if floor.devices[name].link == link), ""):
        raise Refusal(Code.NAME_TAKEN, f"link {link} is room {other}; every room has a link of its own", "link")


def _check_own_key(floor: Floor, key_sha256: str) -> None:
    """No device has the key of another."""
    if any(device.key_sha256 == key_sha256 for device in floor.devices.values()):
        raise Refusal(Code.KEY_TAKEN, "a device has that key already; every device needs a key of its own")


Seats = Annotated[
    tuple[Seat, ...], Meta(min_length=1, max_length=MOST_SEATS, description="a list of the numbers of seats")
]


@recorded_as("bets sensed/1", bets=None, controller=str, lit=Bets)
class SenseBets(RoomCommand, frozen=True, kw_only=True, tag="sense bets/1"):
    """Say what the sensors of a table read; a quarantined one is not believed, and its seat keeps what was entered."""

    table: Name
    bets: SensedBets

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        table = who.require_hardware(self.table, Press.BET)
        read = {seat: micros for seat, micros in by_seat(self.bets) if seat not in table.quarantined}
        entered = {seat: micros for seat, micros in table.lit.items() if seat in table.quarantined}
        bets = tuple(sorted({**read, **entered}.items()))
        return self.record(self.recorded, controller=who.device, lit=check_bets(who, self.table, table, bets))

    def apply(self: Any, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, lit=dict(self.lit), sensing=self.controller, sensors_lost="")


@recorded_as("sensors lost/1")
class LoseSensors(RoomCommand, frozen=True, kw_only=True, tag="lose sensors/1"):
    """The server has noticed that a table controller is out of reach: bets are entered by hand until it reads again."""

    table: Name
    why: Line

    def check(self, floor: Floor, who: Requester) -> None:
        who.require_server("which table controllers are out of reach")
        if not known(floor.tables, self.table, "table").sensing:
            raise Refusal(Code.ALREADY_DONE, f"no sensors read the bets at table {self.table}", "table")

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, sensing="", sensors_lost=self.why)


@recorded_as("sensors quarantined/1")
class QuarantineSensors(RoomCommand, frozen=True, kw_only=True, tag="quarantine sensors/1"):
    """Say that sensors are not to be believed, and why; the bets of their seats are entered by hand from now on."""

    table: Name
    seats: Seats
    why: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        # Whatever the round stands at: a sensor may fail at any moment.
        device = floor.devices.get(who.device)
        if device is None or device.table != self.table or not device.enabled:
            raise Refusal(Code.WRONG_DEVICE, f"device {who.device} is not the keypad of table {self.table}")
        table = floor.tables[self.table]
        seats = _known_seats(table, self.seats)
        new = tuple(seat for seat in seats if seat not in table.quarantined)
        if not new:
            raise Refusal(Code.ALREADY_DONE, f"{_listed(seats)} is in quarantine already", "seats")
        return self.record(self.recorded, seats=new)

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        quarantined = {**table.quarantined, **dict.fromkeys(self.seats, self.why)}
        lit = {seat: bet for seat, bet in table.lit.items() if seat not in self.seats}
        return floor.changing("tables", self.table, quarantined=quarantined, lit=lit)


@recorded_as("sensors restored/1")
class RestoreSensors(RoomCommand, frozen=True, kw_only=True, tag="restore sensors/1"):
    """Believe sensors again that were mended, or are gone for good."""

    table: Name
    seats: Seats
    note: Line

    def decide(self, floor: Floor, who: Requester) -> RoomEvent:
        table = known(floor.tables, self.table, "table")
        who.require(CLOSES)
        seats = _known_seats(table, self.seats)
        if others := [seat for seat in seats if seat not in table.quarantined]:
            raise Refusal(Code.ALREADY_DONE, f"{_listed(others)} is not in quarantine", "seats")
        return self.record(self.recorded, seats=seats)

    def apply(self, floor: Floor) -> Floor:
        before = floor.tables[self.table].quarantined
        left = {seat: why for seat, why in before.items() if seat not in self.seats}
        return floor.changing("tables", self.table, quarantined=left)


def _known_seats(table: Table, seats: tuple[int, ...]) -> tuple[int, ...]:
    if beyond := [seat for seat in seats if seat > table.seats]:
        raise Refusal(Code.BAD_FIELD, f"there is no seat {beyond[0]}; seats are 1 to {table.seats}", "seats")
    return tuple(sorted(set(seats)))


def _listed(seats: tuple[int, ...] | list[int]) -> str:
    return f"the sensor of seat {', '.join(map(str, seats))}"
