"""A desk: the console that a browser is paired as, the user signed in there, and the stamp on its forms."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response

from fairfelt.law import GamingDays
from fairfelt.room import DeviceKind, Floor, Person
from fairfelt.rules import format_moment
from fairfelt.server import Controller, Session
from fairfelt.web.api.access import Access
from fairfelt.web.api.authenticate import PREFIX, paired_devices
from fairfelt.web.api.call import Call

COOKIE = "fairfelt-desk"


@dataclass(frozen=True)
class Desk:
    """A user signed in at a console."""

    request: Request
    controller: Controller
    device: str
    token: str
    session: Session

    @property
    def floor(self) -> Floor:
        """The floor after the last commit."""
        return self.controller.floor

    @property
    def person(self) -> Person:
        """The person who is signed in."""
        return self.floor.people[self.session.person]

    @property
    def zone(self) -> str:
        """The time zone of the room."""
        return self.floor.jurisdiction.zone

    @property
    def days(self) -> GamingDays:
        """The gaming days of the room."""
        return self.floor.jurisdiction.days

    @property
    def today(self) -> date:
        """The gaming day by now: until it begins it is still yesterday’s."""
        return self.days.day_of(self.controller.settings.clock())

    def when(self, at_micros: int | None) -> str:
        """A moment by the room's clock; nothing for none."""
        return "" if at_micros is None else format_moment(at_micros, self.zone)

    def may(self, access: Access) -> bool:
        """True if the user's role may start what that access is for; a second person may have another role."""
        return self.person.role in (access.one_of or access.roles)

    @property
    def next_number(self) -> int:
        """The number that the next command of this console has to have."""
        return self.controller.ledger.next_sequence(self.device)


def console_of(request: Request, controller: Controller) -> str:
    """The console this browser is paired as, one that is switched on if there is a choice; empty if it is none."""
    paired = paired_devices(request, controller).items()
    consoles = [(not device.enabled, name) for name, device in paired if device.kind is DeviceKind.CONSOLE]
    return min(consoles)[1] if consoles else ""


def console_key(request: Request, controller: Controller, device: str) -> str:
    """The key by which this browser is that console."""
    kept = (unquote(value) for name, value in request.cookies.items() if name.startswith(PREFIX))
    return next((key for key in kept if controller.device_with(key) == device), "")


def desk_of(request: Request, controller: Controller) -> Desk | None:
    """The desk of this browser, if anybody is signed in; looking keeps the session alive."""
    device, token = console_of(request, controller), request.cookies.get(COOKIE, "")
    if not device or not token or not controller.floor.devices[device].enabled:
        return None
    session = controller.cards.session_of(token, device)
    return Desk(request, controller, device, token, session) if session else None


def sit_down(response: Response, request: Request, token: str) -> None:
    """Keep the token of a session in the browser, until it is closed at the latest."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, path="/", httponly=True, samesite="strict", secure=secure)


def stand_up(response: Response) -> None:
    """Take the token out of the browser."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")


STAMP = "stamp"
MISSING = "this form did not come from this page: reload the page and submit again"
_PURPOSE = b"a form of the desk"


def stamp(secret: str) -> str:
    """The stamp made with a secret: the session's token, or the console's key before there is a session."""
    return hmac.new(secret.encode(), _PURPOSE, "sha256").hexdigest()


def is_stamped(secret: str, given: str) -> bool:
    """True if a form carries the stamp of that secret."""
    return hmac.compare_digest(stamp(secret).encode(), given.encode())


def call_of(desk: Desk, path: Mapping[str, str] | None = None, query: Any = None) -> Call:
    """The call that a handler of the API gets when a page asks it."""
    return Call(
        room=desk.controller, metrics=desk.request.app.state.metrics, path=path or {}, body=None, query=query,
        device=desk.device, sessions=(desk.session,), base=str(desk.request.base_url).rstrip("/"),
    )  # fmt: skip
