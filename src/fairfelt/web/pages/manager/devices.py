"""Devices: enrolled with a key that is shown once, enabled and disabled, given a new key."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from fairfelt.room import DeviceKind, Floor
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.server.keys import key_digest, new_key
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Paper, Task

from .office import drawn, named

KEY = "key"
OFFICE, AUDITOR = "console", "auditor"
"""The places of devices that belong to no table and no link."""
ROOM, SIGN = "room", "sign"
_KINDS = {
    "table": DeviceKind.KEYPAD,
    "link": DeviceKind.DISPLAY,
    SIGN: DeviceKind.SIGN,
    OFFICE: DeviceKind.CONSOLE,
    AUDITOR: DeviceKind.AUDITOR,
    ROOM: DeviceKind.ROOM,
}


async def devices(desk: Desk) -> Response:
    """All of them, by what they are."""
    rows = sorted(desk.floor.devices.items(), key=lambda row: (row[1].kind, row[0]))
    return drawn(desk, "manager/devices.html", rows=rows, sets_up=desk.may(SETTING_UP), own=desk.device)


def _enrol(desk: Desk) -> Paper:
    return Paper(
        title="Enroll device",
        lead="A table keypad, a link display, an office console, an auditor’s witness that reads the log, "
        "or a room of this hub. "
        "Its key is shown once, on the next page.",
        fields=(
            Field("device", "Device name", hint="For example: keypad T7."),
            Field("place", "Type", choices=_places(desk.floor)),
            Field(KEY, sort="hidden", value=new_key()),
        ),
    )


def _places(floor: Floor) -> dict[str, str]:
    """Every kind of device with the table or the link it would belong to."""
    return {
        **{f"table/{name}": f"Keypad, table {name}" for name in floor.tables},
        **{f"link/{name}": f"Display, link {name}" for name in floor.links},
        **{f"{SIGN}/{name}": f"Sign behind the MQTT bridge, link {name}" for name in floor.links},
        OFFICE: "Office console",
        AUDITOR: "Auditor’s witness",
        **{f"{ROOM}/{name}": f"Room of this hub, link {name}" for name in _free_links(floor)},
    }


def _free_links(floor: Floor) -> list[str]:
    """Links that could be rooms of this hub: no table feeds their jackpot here."""
    return [name for name, link in floor.links.items() if not floor.played_for(link.jackpot).combinations]


async def _enrol_device(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Response:
    sort, _, at = form.one_of("place", _places(desk.floor)).partition("/")
    place = {"link" if sort in (ROOM, SIGN) else sort: at} if at else {}
    return await _give_key(desk, form, {**fields, **place, "device_kind": _KINDS.get(sort, DeviceKind.CONSOLE)}, ask)


def _switch(desk: Desk) -> Paper:
    name, at = named(desk, desk.floor.devices, "device")
    own = "This is your console. It signs you out immediately." if name == desk.device and at.enabled else ""
    return Paper(
        title=f"{'Disable' if at.enabled else 'Enable'} {name}",
        lead="A disabled device does nothing until it is enabled again.",
        facts=(
            ("Status", "Enabled" if at.enabled else "Disabled"),
            ("Type", f"{at.kind} {at.table or at.link}".strip()),
        ),
        fields=[Field("to", term="enabled", sort="hidden", value="off" if at.enabled else "on")],
        danger=own,
    )


def _renew(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.devices, "device")
    return Paper(
        title=f"New key for {name}",
        lead="Use it when a key is lost or exposed. The new key is shown once, on the next page.",
        fields=[Field(KEY, sort="hidden", value=new_key())],
        danger="The old key stops working immediately. The device must be paired again.",
    )


async def _give_key(desk: Desk, form: Form, fields: dict[str, Any], ask: Ask) -> Response:
    """The key comes with the form, so that the form sent twice gives one device one key; the room keeps its digest."""
    key, name = form.get(KEY), fields["device"]
    if len(key) < len(new_key()):
        form.mistake("", "the key is missing: reload the page and try again")
    done = await ask({**fields, "key_sha256": key_digest(key)})
    enabled = name in desk.floor.devices and desk.floor.devices[name].enabled
    return drawn(desk, "manager/key.html", name=name, key=key, done=done, enabled=enabled)


TASKS = [
    Task("/manager/devices/new/device", EnrolDevice, _enrol, do=_enrol_device),
    Task("/manager/devices/{device}/switch", SwitchDevice, _switch),
    Task("/manager/devices/{device}/key", RenewKey, _renew, do=_give_key),
]
