"""What happens to devices."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import Device, DeviceKind

from .event import RoomEvent


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
        switched = replace(floor.devices[self.device], enabled=self.enabled, watched=False)
        return floor.having("devices", self.device, switched)


class KeyRenewed(RoomEvent, frozen=True, kw_only=True, tag="key renewed/1"):
    """A device has another key."""

    device: str
    key_sha256: str

    def apply(self, floor: Floor) -> Floor:
        return floor.having("devices", self.device, replace(floor.devices[self.device], key_sha256=self.key_sha256))
