"""What happens to devices."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import Device, DeviceKind

from ..fields import Body


def device_enrolled(floor: Floor, body: Body) -> Floor:
    device = Device(DeviceKind(body["kind"]), body["key_sha256"], body["table"], body["link"])
    return floor.having("devices", body["device"], device)


def device_switched(floor: Floor, body: Body) -> Floor:
    return floor.having("devices", body["device"], replace(floor.devices[body["device"]], enabled=body["enabled"]))


def key_renewed(floor: Floor, body: Body) -> Floor:
    renewed = replace(floor.devices[body["device"]], key_sha256=body["key_sha256"])
    return floor.having("devices", body["device"], renewed)
