"""Who may call what, and who is asking: devices by their key, in a header or a browser's cookie, users by sessions.

Every endpoint says who may call it, and there is no way to leave it out. A stream in a browser carries no headers, so
its key comes as a cookie. Browsers send cookies along with whatever any page asks for: what comes with one is taken
from our own pages only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import cast
from urllib.parse import quote, unquote, urlsplit

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from fairfelt.room import Device, DeviceKind, Floor, Role
from fairfelt.room.authority import DEALS
from fairfelt.room.state.awards import COUNTS
from fairfelt.room.state.people import ADJUSTS, CLOSES, PRINTS, SETS_UP, SHOWS, SIGNS
from fairfelt.server import Controller, RoomView, Session
from fairfelt.web.http.answers import forbidden, unauthorized


@dataclass(frozen=True)
class Access:
    """The kinds of device that may call, and the people who must have signed in at it."""

    kinds: frozenset[DeviceKind]
    """None means that anybody may call, also without a device."""
    roles: frozenset[Role] = frozenset()
    people: int = 0
    """How many different people of these roles it takes."""
    one_of: frozenset[Role] = frozenset()
    """What at least one of two people has to be; nothing where it does not matter."""
    departments: bool = False
    """Whether two people have to be of different roles."""

    def suffices(self, roles: Iterable[Role]) -> bool:
        """Whether different people of these roles are enough."""
        fitting = [role for role in roles if role in self.roles]
        if self.departments and len(set(fitting)) < self.people:
            return False
        return len(fitting) >= self.people and (not self.one_of or any(role in self.one_of for role in fitting))

    def seconds_to(self, first: Role) -> list[Role]:
        """The roles that a second person may have beside a person of this role."""
        return sorted(role for role in self.roles if self.suffices((first, role)))

    def __str__(self) -> str:
        if not self.kinds:
            return "anybody"
        devices = f"an enrolled {_either(self.kinds)}"
        if not self.people:
            return devices
        apart = " of different departments" if self.departments else ""
        people = f"two people{apart} signed in" if self.people == 2 else "one person signed in"
        first = f", one of them {_either(self.one_of)}" if self.one_of else ""
        return f"{devices} with {people} ({_either(self.roles)}){first}"


def _either(names: Iterable[str]) -> str:
    *others, last = sorted(names)
    return f"{', '.join(others)} or {last}" if others else last


def device(*kinds: DeviceKind) -> Access:
    """Any enabled device of these kinds."""
    return Access(frozenset(kinds))


def person(*roles: Role, at: Iterable[DeviceKind] = (DeviceKind.CONSOLE,), people: int = 1) -> Access:
    """People of these roles, signed in at a console unless said otherwise."""
    return Access(frozenset(at), frozenset(roles), people)


def two_people(*roles: Role, departments: bool = False) -> Access:
    """A person of these roles, and another person who confirms, adjusts or sets up; of another role, if so said."""
    return Access(frozenset({DeviceKind.CONSOLE}), SIGNS, 2, frozenset(roles), departments)


PUBLIC = Access(frozenset())
ANY_DEVICE = device(*DeviceKind)
OF_THE_ROOM = device(DeviceKind.KEYPAD, *SHOWS, DeviceKind.CONSOLE)
ANYBODY_SIGNED_IN = person(*Role)
READS_THE_LOG = person(Role.EXECUTIVE, Role.ACCOUNTING, Role.TECHNICIAN, Role.REGULATOR)

ACKNOWLEDGING = person(*SIGNS)
COUNTING = person(*COUNTS, people=2)
FILING = person(*ADJUSTS)
FILING_BY_TWO = two_people(*ADJUSTS, departments=True)
TWO_TO_ADJUST = person(*ADJUSTS, people=2)
ON_THE_FLOOR = person(*CLOSES)
SETTING_UP = person(*SETS_UP)
TWO_TO_SET_UP = two_people(*SETS_UP)
TWO_DEPARTMENTS = two_people(*SETS_UP, departments=True)
TWO_TO_OPEN = person(*SETS_UP, people=2)
PRINTING = person(*PRINTS)
TWO_TO_COMPARE = Access(frozenset({DeviceKind.CONSOLE}), PRINTS | DEALS, 2, PRINTS)
TWO_TO_PAY = person(*PRINTS, people=2)
SEES_FUNDS = person(*ADJUSTS, Role.REGULATOR)
SEES_MALFUNCTIONS = person(*CLOSES, Role.REGULATOR)
SEES_PEOPLE = person(Role.EXECUTIVE, Role.TECHNICIAN, Role.REGULATOR)
SEES_WINS = person(*PRINTS, Role.REGULATOR)

PREFIX = "fairfelt-key-"
NAMED = "fairfelt-device"
"""The header that says which of a browser's devices is asking."""
KEPT_S = 400 * 24 * 3600
"""As long as browsers keep a cookie at most; every look at a device's page begins it anew."""
_ONLY_LOOK = ("GET", "HEAD")


def kept_key(request: Request, room: RoomView) -> str:
    """The key of the device that this browser was paired as; empty if it was not."""
    key, kept = "", _kept(request.cookies)
    if kept and (named := request.headers.get(NAMED)):
        key = kept.get(_cookie(unquote(named)), "")
    elif kept:  # the one that belongs where the request goes, where no device is named
        keys = list(kept.values())
        key = next((each for each in keys if _belongs(each, request.path_params, room)), keys[0])
    if key and not from_our_pages(request):
        raise forbidden("this was sent from a page of another site; a paired browser listens to this room's pages only")
    return key


def from_our_pages(request: Request) -> bool:
    """Whether a page of ours asks, by what the browser says of that; no page can change what it says."""
    only_look = request.method in _ONLY_LOOK
    if site := request.headers.get("sec-fetch-site"):
        return site == "same-origin" or (site == "none" and only_look)
    if origin := request.headers.get("origin"):
        return urlsplit(origin).netloc.lower() == request.headers.get("host", "").lower()
    return only_look


def paired_devices(request: Request, room: RoomView) -> dict[str, Device]:
    """The devices this browser was paired as, by name."""
    devices = room.floor.devices
    found = map(room.device_with, _kept(request.cookies).values())
    return {name: devices[name] for name in found if name}


def remember(response: Response, request: Request, device: str, key: str) -> None:
    """Pair the browser: keep the key of a device in it."""
    response.set_cookie(
        _cookie(device), quote(key, safe=""), max_age=KEPT_S, path="/", httponly=True, samesite="strict",
        secure=request.url.scheme == "https",
    )  # fmt: skip


def renew(response: Response, request: Request, device: str) -> None:
    """Keep a key that the browser has for as long again."""
    if key := _kept(request.cookies).get(_cookie(device)):
        remember(response, request, device, key)


def forget(response: Response, device: str) -> None:
    """Take the key of a device out of the browser."""
    response.delete_cookie(_cookie(device), path="/", httponly=True, samesite="strict")


def _belongs(key: str, path: Mapping[str, str], room: RoomView) -> bool:
    name, floor = room.device_with(key), room.floor
    if name is None:
        return False
    device = floor.devices[name]
    link = floor.tables[device.table].link if device.table else device.link
    return path in ({"table": device.table}, {"link": link})


def _kept(cookies: Mapping[str, str]) -> dict[str, str]:
    return {name: unquote(value) for name, value in cookies.items() if name.startswith(PREFIX) and value}


def _cookie(device: str) -> str:
    """Its name: devices may be called anything, cookies may not."""
    return PREFIX + sha256(device.encode()).hexdigest()[:16]


_NO_KEY = "this needs the key of an enrolled device, sent as Authorization: Bearer KEY"


class Asking(Struct, frozen=True):
    """What a request says of who sends it."""

    key: str
    tokens: tuple[str, ...]
    client: str
    path: Mapping[str, str]
    certificate: str = ""
    """The device that the certificate of the connection is of, where one was shown."""


Who = tuple[str, tuple[Session, ...]]
"""The device that asks, and the sessions of the people at it."""


def authorised(room: RoomView, access: Access, asking: Asking, *, command: bool = False) -> Who:
    """Let a request through, or say why not. Who is signed in is on record with a command, even if nobody has to be."""
    if not access.kinds:  # also while the room is away; no name for a stranger
        last = room.last_floor if asking.key else None
        known = room.device_with(asking.key, last) if last else None
        return known if last and known and last.devices[known].enabled else "", ()
    if not asking.key:
        raise unauthorized(_NO_KEY)
    floor = room.floor
    name = _device(room, floor, asking)
    _check_device(floor, name, access, asking.path)
    if not access.people and not (command and asking.tokens):
        return name, ()
    controller = cast(Controller, room)  # nobody signs in where the room is only shown
    found = [controller.cards.session_of(token, name) for token in dict.fromkeys(asking.tokens)]
    sessions = tuple(session for session in found if session)
    if len(sessions) < len(found):
        raise unauthorized("this session has ended or was opened elsewhere: sign in again with card and PIN")
    if access.people:
        if not sessions:
            raise unauthorized(f"this takes {access}: sign in with card and PIN, and send Fairfelt-Session: TOKEN")
        people = controller.floor.people
        fitting = {session.person: people[session.person].role for session in sessions}
        if not access.suffices(fitting.values()):
            raise forbidden(f"this takes {access}")
    return name, sessions


def _device(room: RoomView, floor: Floor, asking: Asking) -> str:
    name = room.device_with(asking.key, floor)
    if name is None:
        # Known keys are never held up by who guesses at the same address.
        room.throttle.reserve(f"keys from {asking.client}")
        raise unauthorized(_NO_KEY)
    if asking.certificate and asking.certificate != name:
        raise forbidden(f"this connection has the certificate of {asking.certificate}, and the key of another device")
    room.heard[name] = room.settings.seconds()
    return name


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
