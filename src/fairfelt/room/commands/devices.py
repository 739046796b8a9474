"""Commands about devices: enrolled with a key, switched on and off, given another key."""

from __future__ import annotations

from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import SETS_UP, DeviceKind

from ..authority import known, new, set_up_by
from ..fields import Body, cards, flag, one_of, sha256
from ..refusal import Code, Refusal
from .command import NewEvent


def enrol_device(floor: Floor, device: str, body: Body) -> NewEvent:
    """A keypad of a table, a display of a link, or a console."""
    set_up_by(floor, cards(body), SETS_UP)
    kind, name = one_of(body, "kind", DeviceKind), new(floor.devices, body, "device")
    table = link = ""
    if kind is DeviceKind.KEYPAD:
        known(floor.tables, body, "table")
        table = body["table"]
    if kind is DeviceKind.DISPLAY:
        known(floor.links, body, "link")
        link = body["link"]
    key = _own_key(floor, body)
    return "device enrolled", {"device": name, "kind": kind.value, "table": table, "link": link, "key_sha256": key}


def switch_device(floor: Floor, device: str, body: Body) -> NewEvent:
    set_up_by(floor, cards(body), SETS_UP)
    known(floor.devices, body, "device")
    return "device switched", {"device": body["device"], "enabled": flag(body, "enabled")}


def renew_key(floor: Floor, device: str, body: Body) -> NewEvent:
    by = set_up_by(floor, cards(body), SETS_UP)
    known(floor.devices, body, "device")
    return "key renewed", {"device": body["device"], "key_sha256": _own_key(floor, body), "by": by}


def _own_key(floor: Floor, body: Body) -> str:
    """The digest of a key that no device has."""
    key = sha256(body, "key_sha256")
    if any(device.key_sha256 == key for device in floor.devices.values()):
        raise Refusal(Code.KEY_TAKEN, "a device has that key already; every device needs a key of its own")
    return key
