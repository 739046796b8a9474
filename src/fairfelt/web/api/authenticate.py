"""Who is asking: the device by its key, people by their sessions. The room checks roles again for itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec import Struct

from fairfelt.room import DeviceKind, Floor
from fairfelt.server import Controller, RoomView, Session, TooManyTries

from .access import Access
from .problem import forbidden, too_many, unauthorized

_NO_KEY = "this needs the key of an enrolled device, sent as Authorization: Bearer KEY"


class Asking(Struct, frozen=True):
    """What a request says of who sends it."""

    key: str
    tokens: tuple[str, ...]
    client: str
    path: Mapping[str, str]
    certificate: str = ""
    """The device that the certificate of the connection is of, where one was shown."""


class Known(Struct, frozen=True):
    """Who it is."""

    device: str = ""
    sessions: tuple[Session, ...] = ()


def authorised(room: RoomView, access: Access, asking: Asking, *, command: bool = False) -> Known:
    """Let a request through, or say why not. Who is signed in is on record with a command, even if nobody has to be."""
    if not access.kinds:
        return Known(_recognized(room, asking.key))
    if not asking.key:
        raise unauthorized(_NO_KEY)
    floor = room.floor
    name = _device(room, floor, asking)
    _check_device(floor, name, access, asking.path)
    if not access.people and not (command and asking.tokens):
        return Known(name)
    controller = cast(Controller, room)  # nobody signs in where the room is only shown
    sessions = tuple(_session(controller, token, name) for token in dict.fromkeys(asking.tokens))
    if access.people:
        _check_people(controller, sessions, access)
    return Known(name, sessions)


def _recognized(room: RoomView, key: str) -> str:
    """The device that asks what anybody may ask, also while the room is away; empty for a stranger."""
    floor = room.last_floor if key else None
    name = room.device_with(key, floor) if floor else None
    return name if floor and name and floor.devices[name].enabled else ""


def _device(room: RoomView, floor: Floor, asking: Asking) -> str:
    name = room.device_with(asking.key, floor)
    if name is None:
        _slow_down(room, f"keys from {asking.client}")
        raise unauthorized(_NO_KEY)
    if asking.certificate and asking.certificate != name:
        raise forbidden(f"this connection has the certificate of {asking.certificate}, and the key of another device")
    room.heard[name] = room.settings.seconds()
    return name


def _slow_down(room: RoomView, who: str) -> None:
    """Count an unknown key. Known ones are never held up by who guesses at the same address."""
    try:
        room.throttle.reserve(who)
    except TooManyTries as error:
        raise too_many(str(error), error.wait_s) from error


def _check_device(floor: Floor, name: str, access: Access, path: Mapping[str, str]) -> None:
    device = floor.devices[name]
    if not device.enabled:
        raise forbidden(f"device {name} is switched off; a technician or executive has to switch it on")
    if device.kind not in access.kinds:
        raise forbidden(f"a {device.kind} may not do this: it takes {access}")
    if device.kind is DeviceKind.KEYPAD and path.get("table", device.table) != device.table:
        raise forbidden(f"this keypad belongs to table {device.table}")
    if "link" not in path or device.kind is DeviceKind.CONSOLE:
        return
    link = floor.tables[device.table].link if device.kind is DeviceKind.KEYPAD else device.link
    if path["link"] != link:
        raise forbidden(f"this {device.kind} belongs to link {link}")


def _session(controller: Controller, token: str, device: str) -> Session:
    session = controller.cards.session_of(token, device)
    if session is None:
        raise unauthorized("this session has ended or was opened elsewhere: sign in again with card and PIN")
    return session


def _check_people(controller: Controller, sessions: tuple[Session, ...], access: Access) -> None:
    if not sessions:
        raise unauthorized(f"this takes {access}: sign in with card and PIN, and send Fairfelt-Session: TOKEN")
    people = controller.floor.people
    fitting = {session.person: people[session.person].role for session in sessions}
    if not access.suffices(fitting.values()):
        raise forbidden(f"this takes {access}")
