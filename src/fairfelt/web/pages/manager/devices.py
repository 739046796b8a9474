"""Devices: enrolled with a key that is shown once, switched on and off, given another key."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.controller.keys import key_digest, new_key
from fairfelt.room import DeviceKind
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .office import drawn, named

BACK = "/manager/devices"
KEY = "key"
OFFICE = "console"
"""The place of a device that belongs to no table and no link."""


async def devices(desk: Desk) -> Response:
    """All of them, by what they are."""
    rows = sorted(desk.floor.devices.items(), key=lambda row: (row[1].kind, row[0]))
    return drawn(desk, "manager/devices.html", rows=rows, sets_up=desk.may(SETTING_UP), own=desk.device)


def _enrol_paper(desk: Desk) -> Paper:
    return Paper(
        title="Enrol a device",
        lead="A keypad of a table, a display of a link, or a console. Its key is shown once, on the next page.",
        button="Enrol the device",
        back=BACK,
        fields=(
            Field(name="device", label="Name of the device", hint="Such as keypad T7."),
            Field(name="place", label="What it is", sort="choice", choices=_places(desk)),
            Field(name=KEY, label="", sort="hidden", value=new_key()),
        ),
    )


def _places(desk: Desk) -> tuple[tuple[str, str], ...]:
    floor = desk.floor
    return (
        *((f"table/{name}", f"keypad of table {name}") for name in floor.tables),
        *((f"link/{name}", f"display of link {name}") for name in floor.links),
        (OFFICE, "console in the office"),
    )


async def _enrol(desk: Desk, form: Form, ask: Ask) -> Response:
    """The key comes with the form, so that the form sent twice enrols one device with one key."""
    name = form.name("device")
    sort, _, at = form.one_of("place", [sent for sent, _ in _places(desk)]).partition("/")
    kind = {"table": DeviceKind.KEYPAD, "link": DeviceKind.DISPLAY}.get(sort, DeviceKind.CONSOLE)
    place = {sort: at} if at else {}
    done = await ask("enrol device", device=name, kind=kind.value, key_sha256=key_digest(_key(form)), **place)
    return _told_once(desk, form, name, done)


def _switch_paper(desk: Desk) -> Paper:
    name, at = named(desk, desk.floor.devices, "device")
    own = "This is the console you sit at: you are signed out at once." if name == desk.device and at.enabled else ""
    return Paper(
        title=f"Switch {name} {'off' if at.enabled else 'on'}",
        lead="A device that is switched off can do nothing until it is switched on again.",
        button="Switch it off" if at.enabled else "Switch it on",
        back=BACK,
        facts=(("Now", "on" if at.enabled else "off"), ("What it is", f"{at.kind} {at.table or at.link}".strip())),
        fields=(Field(name="to", label="", sort="hidden", value="off" if at.enabled else "on"),),
        danger=own,
    )


async def _switch(desk: Desk, form: Form, ask: Ask) -> Outcome:
    name, _ = named(desk, desk.floor.devices, "device")
    return await ask("switch device", device=name, enabled=form.one_of("to", ("on", "off")) == "on")


def _renew_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.devices, "device")
    return Paper(
        title=f"A new key for {name}",
        lead="For a key that is lost, or that somebody has seen. The new one is shown once, on the next page.",
        button="Make a new key",
        back=BACK,
        fields=(Field(name=KEY, label="", sort="hidden", value=new_key()),),
        danger="The old key is worth nothing at once: the device has to be paired again.",
    )


async def _renew(desk: Desk, form: Form, ask: Ask) -> Response:
    name, _ = named(desk, desk.floor.devices, "device")
    done = await ask("renew key", device=name, key_sha256=key_digest(_key(form)))
    return _told_once(desk, form, name, done)


def _key(form: Form) -> str:
    """The key that was made when the form was drawn; a shorter one is none of ours."""
    if len(form.get(KEY)) < len(new_key()):
        form.mistake("", "the key is missing: open the page again and fill it in there")
    return form.get(KEY)


def _told_once(desk: Desk, form: Form, name: str, done: Outcome) -> Response:
    """The key, for the device; the room itself keeps its digest only."""
    enabled = name in desk.floor.devices and desk.floor.devices[name].enabled
    return drawn(desk, "manager/key.html", name=name, key=form.get(KEY), done=done, enabled=enabled)


TASKS = [
    Task(path="/manager/devices/new/device", access=SETTING_UP, paper=_enrol_paper, do=_enrol),
    Task(path="/manager/devices/{device}/switch", access=SETTING_UP, paper=_switch_paper, do=_switch),
    Task(path="/manager/devices/{device}/key", access=SETTING_UP, paper=_renew_paper, do=_renew),
]
