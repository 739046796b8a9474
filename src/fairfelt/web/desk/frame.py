"""The frame around the pages of a desk: where one is, who is signed in, the way out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from itertools import groupby
from urllib.parse import quote, urlencode

from starlette.responses import RedirectResponse, Response

from fairfelt.server.cards.sessions import IDLE_S
from fairfelt.web.api.access import Access
from fairfelt.web.http.request import number_in
from fairfelt.web.pages.page import page

from . import words
from .desk import Desk
from .stamp import stamp

NEVER_KEPT = "no-store"
SIGN_IN = "/desk/sign-in"
FIRST_PIN = "/desk/pin"


@dataclass(frozen=True)
class Place:
    """A page of an office, as its navigation names it."""

    title: str
    address: str
    group: str = ""
    """The heading it stands under."""
    sees: Access | None = None
    """Who may see it; everybody signed in where nothing is said."""
    also: tuple[str, ...] = ()
    """Addresses elsewhere whose pages belong here."""

    def leads_to(self, path: str) -> int:
        """How much of a path is the place's own; 0 where the path leads elsewhere."""
        return max(len(own) if f"{path}/".startswith(f"{own}/") else 0 for own in (self.address, *self.also))


@dataclass(frozen=True)
class Badge:
    """How many things wait at a place, and what they are; some of them are late."""

    count: int
    words: str
    late: bool = False


def no_badges(desk: Desk) -> Mapping[str, Badge]:
    """An office where nothing waits."""
    return {}


@dataclass(frozen=True)
class Office:
    """Pages that belong together, behind one navigation."""

    name: str
    places: tuple[Place, ...]
    log: str
    """Where its people read the log."""
    alarms: str = ""
    """Where its people see to alarms; nothing where they do not."""
    badges: Callable[[Desk], Mapping[str, Badge]] = no_badges
    """What waits, by the address of its place; asked for every page, so it looks at the floor only."""
    search: str = ""
    """Where its people search; nothing where they do not."""

    def groups(self, desk: Desk) -> list[tuple[str, list[Place]]]:
        """The places that somebody may see, under their headings."""
        seen = [place for place in self.places if place.sees is None or desk.may(place.sees)]
        return [(group, list(places)) for group, places in groupby(seen, key=lambda place: place.group)]

    def at(self, path: str) -> Place:
        """The place a path belongs to: the one with the longest address that leads there."""
        return max(self.places, key=lambda place: place.leads_to(path))


def draw(desk: Desk, office: Office, template: str, *, status: int = 200, **values: object) -> Response:
    """A page of an office. When its reader has been idle for too long, it goes away by itself."""
    path = desk.request.url.path
    response = page(
        template, status=status, desk=desk, office=office, place=office.at(path), stamp=stamp(desk.token),
        event=_event(desk), words=words, path_of=path_of, groups=office.groups(desk), badges=office.badges(desk),
        **{"waiting": False, **values},
    )  # fmt: skip
    response.headers["Cache-Control"] = NEVER_KEPT
    response.headers["Refresh"] = f"{int(IDLE_S) + 1}; url={sign_in_address(path, why='idle')}"
    return response


def go(address: str, *, event: int | None = None) -> Response:
    """On to another page, which says that the command is on the log."""
    query = f"?{urlencode({'event': event})}" if event else ""
    return RedirectResponse(f"{address}{query}", HTTPStatus.SEE_OTHER)


def path_of(*parts: str) -> str:
    """An address of names that may hold anything."""
    return "/".join(("", *(quote(part, safe="") for part in parts)))


def sign_in_address(path: str, *, why: str) -> str:
    """Where to sign in, and to come back from."""
    return f"{SIGN_IN}?{urlencode({'next': path, 'why': why})}"


def _event(desk: Desk) -> int | None:
    """The event that the last command came to, as the address has it."""
    return number_in(desk.request.query_params.get("event", "")) or None
