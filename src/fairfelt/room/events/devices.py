"""Events of devices and of the sensors of a table."""

from __future__ import annotations

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import Device, DeviceKind

from .event import RoomEvent
from .rounds import Bets


class DeviceEnrolled(RoomEvent, frozen=True, kw_only=True, tag="device enrolled/1"):
    """A device has a key, and is off."""

    device: str
    device_kind: DeviceKind
    key_sha256: str
    table: str = ""
    link: str = ""

    def apply(self, floor: Floor) -> Floor:
        return floor.having("devices", self.device, Device(self.device_kind, self.key_sha256, self.table, self.link))


class DeviceSwitched(RoomEvent, frozen=True, kw_only=True, tag="device switched/1"):
    """A device went on or off."""

    device: str
    enabled: bool

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, enabled=self.enabled, watched=False)


class KeyRenewed(RoomEvent, frozen=True, kw_only=True, tag="key renewed/1"):
    """A device has another key."""

    device: str
    key_sha256: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, key_sha256=self.key_sha256)


class FirmwareFound(RoomEvent, frozen=True, kw_only=True, tag="firmware found/1"):
    """A table controller reported that it runs another program than before."""

    device: str
    version: str
    sha256: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("devices", self.device, firmware=self.version, firmware_sha256=self.sha256)


class BetsSensed(RoomEvent, frozen=True, kw_only=True, tag="bets sensed/1"):
    """A table controller reads the bets; what it read, and what was entered by hand where a sensor is quarantined."""

    table: str
    controller: str
    lit: Bets

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, lit=dict(self.lit), sensing=self.controller, sensors_lost="")


class SensorsLost(RoomEvent, frozen=True, kw_only=True, tag="sensors lost/1"):
    """A table controller is out of reach: all bets are entered by hand until it reads them again."""

    table: str
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("tables", self.table, sensing="", sensors_lost=self.why)


class SensorsQuarantined(RoomEvent, frozen=True, kw_only=True, tag="sensors quarantined/1"):
    """Sensors that are not believed from now on: the bets of their seats are entered by hand."""

    table: str
    seats: tuple[int, ...]
    why: str

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        quarantined = {**table.quarantined, **dict.fromkeys(self.seats, self.why)}
        lit = {seat: bet for seat, bet in table.lit.items() if seat not in self.seats}
        return floor.changing("tables", self.table, quarantined=quarantined, lit=lit)


class SensorsRestored(RoomEvent, frozen=True, kw_only=True, tag="sensors restored/1"):
    """Sensors are believed again, or were taken away."""

    table: str
    seats: tuple[int, ...]
    note: str

    def apply(self, floor: Floor) -> Floor:
        before = floor.tables[self.table].quarantined
        left = {seat: why for seat, why in before.items() if seat not in self.seats}
        return floor.changing("tables", self.table, quarantined=left)
