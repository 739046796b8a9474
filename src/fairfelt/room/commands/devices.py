"""Commands about devices: enrolled with a key, switched on and off, given another key."""

from __future__ import annotations

from fairfelt.jackpot import sharing_fault
from fairfelt.room.authority import Requester, check_new, known
from fairfelt.room.events.alarms import AlarmRaised
from fairfelt.room.events.devices import DeviceEnrolled, DeviceSwitched, FirmwareFound, KeyRenewed
from fairfelt.room.refusal import Code, Refusal
from fairfelt.room.state.alarms import AlarmKind
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SETS_UP, SHOWS, DeviceKind
from fairfelt.runtime.formats import Digest, Line, Name, OptionalLine, fit_line

from .alarms import raise_alarm
from .command import RoomCommand


class EnrolDevice(RoomCommand, frozen=True, kw_only=True, tag="enrol device/1"):
    """Enrol a keypad of a table, a display or a room of a link, a console or an auditor, by two people; it is off."""

    device: Name
    device_kind: DeviceKind
    key_sha256: Digest
    table: OptionalLine = ""
    link: OptionalLine = ""

    def decide(self, floor: Floor, who: Requester) -> DeviceEnrolled:
        who.require_to_set_up(SETS_UP, count=2)
        check_new(floor.devices, self.device, "device")
        table = link = ""
        if self.device_kind is DeviceKind.KEYPAD:
            known(floor.tables, table := self.table, "table")
        if self.device_kind in (*SHOWS, DeviceKind.ROOM):
            known(floor.links, link := self.link, "link")
        if self.device_kind is DeviceKind.ROOM:
            _check_room(floor, link)
        _check_own_key(floor, self.key_sha256)
        return self.record(DeviceEnrolled, table=table, link=link)


class SwitchDevice(RoomCommand, frozen=True, kw_only=True, tag="switch device/1"):
    """Switch a device on or off."""

    device: Name
    enabled: bool

    def decide(self, floor: Floor, who: Requester) -> DeviceSwitched:
        who.require_to_set_up(SETS_UP)
        known(floor.devices, self.device, "device")
        return DeviceSwitched(device=self.device, enabled=self.enabled)


class RenewKey(RoomCommand, frozen=True, kw_only=True, tag="renew key/1"):
    """Give a device another key, by two people; the old one is worth nothing at once."""

    device: Name
    key_sha256: Digest

    def decide(self, floor: Floor, who: Requester) -> KeyRenewed:
        who.require_to_set_up(SETS_UP, count=2)
        known(floor.devices, self.device, "device")
        _check_own_key(floor, self.key_sha256)
        return KeyRenewed(device=self.device, key_sha256=self.key_sha256)


class FindFirmware(RoomCommand, frozen=True, kw_only=True, tag="find firmware/1"):
    """Record which program a table controller runs; if it changed, a person has to look at it."""

    device: Name
    version: Line
    sha256: Digest

    def decide(self, floor: Floor, who: Requester) -> tuple[FirmwareFound | AlarmRaised, ...]:
        who.require_server("which programs table controllers run")
        device = known(floor.devices, self.device, "device")
        if device.kind is not DeviceKind.KEYPAD:
            raise Refusal(Code.WRONG_DEVICE, f"device {self.device} is a {device.kind.value}, not a keypad", "device")
        if (device.firmware, device.firmware_sha256) == (self.version, self.sha256):
            raise Refusal(Code.ALREADY_DONE, "the log says so already")
        found = FirmwareFound(device=self.device, version=self.version, sha256=self.sha256)
        if device.firmware_sha256 in ("", self.sha256):
            return (found,)
        says = (
            f"{self.device} runs version {self.version} ({self.sha256[:12]}) instead of {device.firmware} "
            f"({device.firmware_sha256[:12]})"
        )
        return found, *raise_alarm(floor, who, AlarmKind.FIRMWARE_CHANGED, self.device, fit_line(says))


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
