"""Devices: enrolled with a key that is shown once, enabled and disabled, given a new key."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.controller.keys import key_digest, new_key
from fairfelt.room import DeviceKind, Floor
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.web.api.handlers.set_up import SETTING_UP, TWO_TO_SET_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

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


def _enrol_paper(desk: Desk) -> Paper:
    return Paper(
        title="Enroll device",
        lead="A table keypad, a link display, an office console, an auditor’s witness that reads the log, "
        "or a room of this hub. "
        "Its key is shown once, on the next page.",
        fields=(
            Field(name="device", label="Device name", hint="For example: keypad T7."),
            Field(name="place", label="Type", sort="choice", choices=_places(desk)),
            Field(name=KEY, label="", sort="hidden", value=new_key()),
        ),
    )


def _places(desk: Desk) -> tuple[tuple[str, str], ...]:
    floor = desk.floor
    return (
        *((f"table/{name}", f"Keypad, table {name}") for name in floor.tables),
        *((f"link/{name}", f"Display, link {name}") for name in floor.links),
        *((f"{SIGN}/{name}", f"Sign behind the MQTT bridge, link {name}") for name in floor.links),
        (OFFICE, "Office console"),
        (AUDITOR, "Auditor’s witness"),
        *((f"{ROOM}/{name}", f"Room of this hub, link {name}") for name in _free_links(floor)),
    )


def _free_links(floor: Floor) -> list[str]:
    """Links that could be rooms of this hub: no table feeds their jackpot here."""
    return [name for name, link in floor.links.items() if not floor.played_for(link.jackpot).combinations]


async def _enrol(desk: Desk, form: Form, ask: Ask) -> Response:
    """The key comes with the form, so that the form sent twice enrolls one device with one key."""
    name = form.name("device")
    sort, _, at = form.one_of("place", [sent for sent, _ in _places(desk)]).partition("/")
    kind = _KINDS.get(sort, DeviceKind.CONSOLE)
    place = {"link" if sort in (ROOM, SIGN) else sort: at} if at else {}
    done = await ask(EnrolDevice, device=name, device_kind=kind, key_sha256=key_digest(_key(form)), **place)
    return _key_page(desk, form, name, done)


def _switch_paper(desk: Desk) -> Paper:
    name, at = named(desk, desk.floor.devices, "device")
    own = "This is your console. It signs you out immediately." if name == desk.device and at.enabled else ""
    return Paper(
        title=f"{'Disable' if at.enabled else 'Enable'} {name}",
        lead="A disabled device does nothing until it is enabled again.",
        facts=(
            ("Status", "Enabled" if at.enabled else "Disabled"),
            ("Type", f"{at.kind} {at.table or at.link}".strip()),
        ),
        fields=(Field(name="to", label="", sort="hidden", value="off" if at.enabled else "on"),),
        danger=own,
    )


async def _switch(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.devices, "device")
    return await ask(SwitchDevice, device=name, enabled=form.one_of("to", ("on", "off")) == "on")


def _renew_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.devices, "device")
    return Paper(
        title=f"New key for {name}",
        lead="Use it when a key is lost or exposed. The new key is shown once, on the next page.",
        fields=(Field(name=KEY, label="", sort="hidden", value=new_key()),),
        danger="The old key stops working immediately. The device must be paired again.",
    )


async def _renew(desk: Desk, form: Form, ask: Ask) -> Response:
    name, _ = named(desk, desk.floor.devices, "device")
    done = await ask(RenewKey, device=name, key_sha256=key_digest(_key(form)))
    return _key_page(desk, form, name, done)


def _key(form: Form) -> str:
    """The key that was made when the form was drawn; a shorter one is none of ours."""
    if len(form.get(KEY)) < len(new_key()):
        form.mistake("", "the key is missing: reload the page and try again")
    return form.get(KEY)


def _key_page(desk: Desk, form: Form, name: str, done: Outcome) -> Response:
    """The key, for the device; the room itself keeps its digest only."""
    enabled = name in desk.floor.devices and desk.floor.devices[name].enabled
    return drawn(desk, "manager/key.html", name=name, key=form.get(KEY), done=done, enabled=enabled)


TASKS = [
    Task(path="/manager/devices/new/device", access=TWO_TO_SET_UP, paper=_enrol_paper, do=_enrol),
    Task(path="/manager/devices/{device}/switch", access=SETTING_UP, paper=_switch_paper, do=_switch),
    Task(path="/manager/devices/{device}/key", access=TWO_TO_SET_UP, paper=_renew_paper, do=_renew),
]
