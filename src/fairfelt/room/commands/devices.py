"""Requests about devices: enrolled with a key, switched on and off, given another key."""

from __future__ import annotations

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SETS_UP, DeviceKind

from ..authority import known, new, set_up_by
from ..fields import Body, cards, flag, one_of, sha256, text
from ..refusal import Refusal
from .command import Asked, Request


def enrol_device(floor: Floor, device: str, asked: Body) -> Asked:
    """A keypad of a table, a display of a link, or a console."""
    set_up_by(floor, cards(asked), SETS_UP)
    name, kind = text(asked, "device"), one_of(asked, "kind", DeviceKind)
    new(floor.devices, name, "device")
    table = text(asked, "table") if kind is DeviceKind.KEYPAD else ""
    link = text(asked, "link") if kind is DeviceKind.DISPLAY else ""
    if table:
        known(floor.tables, table, "table")
    if link:
        known(floor.links, link, "link")
    key = _own_key(floor, asked)
    return "device enrolled", {"device": name, "kind": kind.value, "table": table, "link": link, "key_sha256": key}


def switch_device(floor: Floor, device: str, asked: Body) -> Asked:
    set_up_by(floor, cards(asked), SETS_UP)
    known(floor.devices, text(asked, "device"), "device")
    return "device switched", {"device": asked["device"], "enabled": flag(asked, "enabled")}


def renew_key(floor: Floor, device: str, asked: Body) -> Asked:
    by = set_up_by(floor, cards(asked), SETS_UP)
    known(floor.devices, text(asked, "device"), "device")
    return "key renewed", {"device": asked["device"], "key_sha256": _own_key(floor, asked), "by": by}


def _own_key(floor: Floor, asked: Body) -> str:
    """The digest of a key that no device has."""
    key = sha256(asked, "key_sha256")
    if any(device.key_sha256 == key for device in floor.devices.values()):
        raise Refusal("a device has that key already; every device needs a key of its own")
    return key


REQUESTS: tuple[Request, ...] = (enrol_device, switch_device, renew_key)
