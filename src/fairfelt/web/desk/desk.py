"""A desk: the console that a browser is paired as, the user signed in there, and the pages around signing in."""

from __future__ import annotations

import asyncio
import hmac
import tomllib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from datetime import date
from functools import cache, cached_property, partial
from http import HTTPStatus
from importlib.resources import files
from itertools import groupby
from typing import Any, TypeVar
from urllib.parse import quote, unquote, urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fairfelt.engine.exact import Unsolved
from fairfelt.law import GamingDays
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.english import count
from fairfelt.room import DeviceKind, Floor, Person, Role
from fairfelt.rules import UnknownName, format_moment
from fairfelt.server import BadPin, Controller, PinDue, Session, SignInRefused, TooManyTries
from fairfelt.server.cards import FEWEST_DIGITS, IDLE_S, LONGEST_S, MOST_DIGITS
from fairfelt.web.api import access as roles
from fairfelt.web.api.access import ANYBODY_SIGNED_IN, PREFIX, Access, from_our_pages, paired_devices, renew
from fairfelt.web.api.endpoint import Call
from fairfelt.web.api.endpoints import ENDPOINTS
from fairfelt.web.desk import words
from fairfelt.web.desk.forms import Form, form_of, form_with_files
from fairfelt.web.desk.words import sentence as written
from fairfelt.web.http.answers import Problem, local_address, not_found, number_in, problem_of
from fairfelt.web.jobs import NotReady
from fairfelt.web.pages.page import deliver, hints_of, on_floor, page

T = TypeVar("T")
COOKIE = "fairfelt-desk"
NEVER_KEPT = "no-store"
OFFERED = ("pdf", "html", "csv")
"""Forms of most reports as files."""
UNREAD_MICROS = 60 * 1_000_000
"""New events are read back every few seconds; later than this they count as not verified."""


@dataclass(frozen=True)
class Desk:
    """A user signed in at a console."""

    request: Request
    controller: Controller
    office: Office
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

    def when(self, at_micros: int | None, *, seconds: bool = False) -> str:
        """A moment by the room's clock; nothing for none."""
        return "" if at_micros is None else format_moment(at_micros, self.zone, seconds=seconds)

    @property
    def verified(self) -> tuple[str, bool]:
        """How far the log is verified, in words, and whether that is a reason to look: a fault, or much unread."""
        controller, head = self.controller, self.controller.head.number
        if controller.last_check and controller.last_check.wrong:
            return controller.last_check.wrong, True
        to, at_micros = controller.ledger.verified.number, controller.ledger.verified.at_micros
        age_micros = controller.settings.clock() - at_micros
        said = f"hash chain, books and rules verified to event {to:,} of {head:,}"
        late = to < head and (age_micros > UNREAD_MICROS or 2 * to < head)
        return (f"{said}, {words.span(age_micros)} ago" if at_micros else "not verified yet"), late

    def may(self, access: Access) -> bool:
        """True if the user's role may start what that access is for; a second person may have another role."""
        return self.person.role in (access.one_of or access.roles)

    @property
    def next_number(self) -> int:
        """The number that the next command of this console has to have."""
        return self.controller.ledger.next_sequence(self.device)

    def call(self, query: Any = None) -> Call:
        """The call that a handler of the API gets when a page of this address asks it."""
        return Call(
            room=self.controller, metrics=self.request.app.state.metrics, path=self.request.path_params, body=None,
            query=query, device=self.device, sessions=(self.session,), every=ENDPOINTS,
            base=str(self.request.base_url).rstrip("/"),
        )  # fmt: skip

    def named(self, there: Mapping[str, T], part: str) -> tuple[str, T]:
        """Find what a part of the address names."""
        name: str = self.request.path_params[part]
        if name not in there:
            raise not_found(f"there is no {part} {name!r} in this room")
        return name, there[name]

    def draw(self, template: str, *, status: int = 200, **values: Any) -> Response:
        """A page of the office; mistakes in its form give the status. It goes away when its reader is idle for long."""
        if isinstance(form := values.get("form"), Form) and form.mistakes:
            status = HTTPStatus.UNPROCESSABLE_ENTITY
        path, event = self.request.url.path, number_in(self.request.query_params.get("event", ""))
        response = page(
            template, status=status, desk=self, office=self.office, place=self.office.at(path),
            stamp=stamp(self.token), event=event or None, words=words, path_of=path_of,
            groups=self.office.groups(self), badges=self.office.badges(self), **values,
        )  # fmt: skip
        response.headers["Cache-Control"] = NEVER_KEPT
        response.headers["Refresh"] = f"{int(IDLE_S) + 1}; url={sign_in_address(path, why='idle')}"
        return response

    def message(self, title: str, sentence: str, status: HTTPStatus = HTTPStatus.CONFLICT) -> Response:
        """A page that says one thing."""
        return self.draw("desk/message.html", status=status, title=title, sentence=sentence)

    async def download(self, report: Report, offered: tuple[str, ...] = OFFERED) -> Response:
        """The report as a file in the form that the address names, where it is offered."""
        form = self.request.path_params["form"]
        if form not in offered:
            raise not_found(f"there is no {form!r} of this: choose {', '.join(offered)}")
        response = await asyncio.to_thread(deliver, form, report)
        response.headers["Cache-Control"] = NEVER_KEPT
        return response


def console_of(request: Request, controller: Controller) -> str:
    """The console this browser is paired as, one that is switched on if there is a choice; empty if it is none."""
    paired = paired_devices(request, controller).items()
    consoles = [(not device.enabled, name) for name, device in paired if device.kind is DeviceKind.CONSOLE]
    return min(consoles)[1] if consoles else ""


def console_key(request: Request, controller: Controller, device: str) -> str:
    """The key by which this browser is that console."""
    kept = (unquote(value) for name, value in request.cookies.items() if name.startswith(PREFIX))
    return next((key for key in kept if controller.device_with(key) == device), "")


def desk_of(request: Request, controller: Controller, office: Office) -> Desk | None:
    """The desk of this browser, if a person is signed in; looking keeps the session alive."""
    device, token = console_of(request, controller), request.cookies.get(COOKIE, "")
    if not device or not token or not controller.floor.devices[device].enabled:
        return None
    session = controller.cards.session_of(token, device)
    return Desk(request, controller, office, device, token, session) if session else None


STAMP = "stamp"
MISSING = "this form did not come from this page: reload the page and submit again"
_PURPOSE = b"a form of the desk"


def stamp(secret: str) -> str:
    """The stamp made with a secret: the session's token, or the console's key before there is a session."""
    return hmac.new(secret.encode(), _PURPOSE, "sha256").hexdigest()


def is_stamped(secret: str, given: str) -> bool:
    """True if a form carries the stamp of that secret."""
    return hmac.compare_digest(stamp(secret).encode(), given.encode())


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
    """The roles that may see it; by default everybody who is signed in."""
    also: tuple[str, ...] = ()
    """Addresses elsewhere whose pages belong here."""

    def leads_to(self, path: str) -> int:
        """The length of the place's address in a path; 0 where the path leads elsewhere."""
        return max(len(own) if f"{path}/".startswith(f"{own}/") else 0 for own in (self.address, *self.also))


@dataclass(frozen=True)
class Badge:
    """A count of things that wait at a place, in words; some of them may be late."""

    count: int
    words: str
    late: bool = False


@cache
def read_data(name: str) -> dict[str, Any]:
    """A file of texts beside this one."""
    return tomllib.loads(files(__package__).joinpath(f"{name}.toml").read_text())


Page = Callable[[Desk], Awaitable[Response]]
Sent = Callable[[Desk, Form], Awaitable[Response]]


@dataclass(frozen=True)
class Office:
    """Pages that belong together, behind one navigation."""

    name: str
    _: KW_ONLY
    log: str
    """The address of the log."""
    alarms: str = ""
    """The address of the alarms; empty where there is none."""
    badges: Callable[[Desk], Mapping[str, Badge]] = lambda desk: {}
    """Badges by the address of their place; asked for every page, so it looks at the floor only."""
    search: str = ""
    """The address of the search; empty where there is none."""
    sees: Access = ANYBODY_SIGNED_IN
    """The roles that see its pages, unless a page says otherwise."""

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Its pages, as places.toml has them."""
        rows = read_data("places")[self.name]
        return tuple(Place(**row | {"sees": getattr(roles, row["sees"]) if "sees" in row else None}) for row in rows)

    def groups(self, desk: Desk) -> list[tuple[str, list[Place]]]:
        """The places that the user may see, under their headings."""
        seen = [place for place in self.places if place.sees is None or desk.may(place.sees)]
        return [(group, list(places)) for group, places in groupby(seen, key=lambda place: place.group)]

    def at(self, path: str) -> Place:
        """The place a path belongs to: the one with the longest address that leads there."""
        return max(self.places, key=lambda place: place.leads_to(path))

    def page(self, path: str, drawn: Page, access: Access | None = None) -> Route:
        """A page at its address, for people of these roles."""

        async def page(request: Request, controller: Controller) -> Response:
            desk = desk_of(request, controller, self)
            if desk is None:  # sign in and come back; a browser that is no console reads so there
                why = "ended" if console_of(request, controller) and COOKIE in request.cookies else ""
                return RedirectResponse(sign_in_address(request.url.path, why=why), HTTPStatus.SEE_OTHER)
            return await _authorized(desk, access or self.sees, drawn)

        return Route(path, on_floor(page), methods=["GET"])

    def post(self, path: str, done: Sent, access: Access | None = None) -> Route:
        """The address of a form that people of these roles send."""

        async def taken(request: Request, controller: Controller) -> Response:
            desk = desk_of(request, controller, self)
            if desk is None:
                sentence = "nothing was changed: your session ended. Sign in and submit the form again"
                return sign_in_page(
                    request, controller, sentence, then=request.url.path, status=HTTPStatus.UNAUTHORIZED
                )
            form = await form_with_files(request)
            if not (from_our_pages(request) and is_stamped(desk.token, form.get(STAMP))):
                return desk.message("Not accepted", MISSING, HTTPStatus.FORBIDDEN)
            return await _authorized(desk, access or self.sees, lambda desk: done(desk, form))

        return Route(path, on_floor(taken), methods=["POST"])


def go(address: str, *, event: int | None = None) -> Response:
    """On to another page, which says that the command is on the log."""
    query = f"?{urlencode({'event': event})}" if event else ""
    return RedirectResponse(f"{address}{query}", HTTPStatus.SEE_OTHER)


def path_of(*parts: str) -> str:
    """An address of names that may hold anything."""
    return "/".join(("", *(quote(part, safe="") for part in parts)))


def sign_in_address(path: str, *, why: str) -> str:
    """The address of the sign-in page, with the page to come back to."""
    return f"{SIGN_IN}?{urlencode({'next': path, 'why': why})}"


HOME = "/manager"
HOMES = {Role.REGULATOR: "/regulator"}
IDLE, LONGEST = count(int(IDLE_S) // 60, "minute"), count(int(LONGEST_S) // 3600, "hour")
_WHY = {
    "idle": f"no activity for {IDLE}: sign in again",
    "ended": "your session ended: sign in again",
    "out": "you are signed out",
    "set": "your PIN is set: sign in with it",
}
"""The message above the form, by the word in the address."""


@on_floor
async def sign_in_form(request: Request, controller: Controller) -> Response:
    """Ask for card and PIN. It looks up no session: a page that nobody uses must not keep one alive."""
    why, then = (request.query_params.get(name, "") for name in ("why", "next"))
    return sign_in_page(request, controller, _WHY.get(why, ""), then=then)


@on_floor
async def sign_in(request: Request, controller: Controller) -> Response:
    """Open a session for who put in the right PIN."""
    device, form = console_of(request, controller), await form_of(request)
    then, card = form.get("next"), form.get("card")
    if not _is_from_console(request, controller, form):
        return sign_in_page(request, controller, MISSING, then=then, status=HTTPStatus.FORBIDDEN)
    try:
        token = await controller.cards.sign_in(device, card, form.get("pin"))
    except PinDue:
        return RedirectResponse(f"{FIRST_PIN}?{urlencode({'card': card})}", HTTPStatus.SEE_OTHER)
    except (SignInRefused, TooManyTries) as error:
        return sign_in_page(request, controller, str(error), then=then, card=card, status=problem_of(error).status)
    await controller.cards.sign_out(request.cookies.get(COOKIE, ""), device)  # who sat here before is out
    role = controller.floor.people[controller.floor.cards[card].person].role
    response = RedirectResponse(_local(then) or HOMES.get(role, HOME), HTTPStatus.SEE_OTHER)
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, path="/", httponly=True, samesite="strict", secure=secure)
    renew(response, request, device)
    return response


@on_floor
async def sign_out(request: Request, controller: Controller) -> Response:
    """End the session."""
    device, token = console_of(request, controller), request.cookies.get(COOKIE, "")
    stamped = is_stamped(token, (await form_of(request)).get(STAMP)) and from_our_pages(request)
    if controller.cards.session_of(token, device) and not stamped:
        return sign_in_page(request, controller, MISSING, status=HTTPStatus.FORBIDDEN)
    await controller.cards.sign_out(token, device)
    response = RedirectResponse(f"{SIGN_IN}?why=out", HTTPStatus.SEE_OTHER)
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict")
    return response


def sign_in_page(
    request: Request, controller: Controller, sentence: str, *, template: str = "desk/sign_in.html", then: str = "",
    card: str = "", status: int = 200,
) -> Response:  # fmt: skip
    """A page that asks for a card at a console, or says how the browser becomes one first."""
    hints, device = hints_of(request), console_of(request, controller)
    enabled = bool(device) and controller.floor.devices[device].enabled
    response = page(
        template, status=status, device=device, enabled=enabled, card=card, then=_local(then),
        sentence=written(sentence) if sentence and (enabled or not device) else "",
        stamp=stamp(console_key(request, controller, device)) if device else "",
        cards=hints.cards, console_key=hints.console_key, people=bool(controller.floor.people),
        idle=IDLE, longest=LONGEST, fewest=FEWEST_DIGITS, most=MOST_DIGITS,
    )  # fmt: skip
    response.headers["Cache-Control"] = NEVER_KEPT
    return response


def _is_from_console(request: Request, controller: Controller, form: Form) -> bool:
    """True if a form comes from our page in a browser that is an enabled console."""
    device = console_of(request, controller)
    if not device or not controller.floor.devices[device].enabled:
        return False
    return from_our_pages(request) and is_stamped(console_key(request, controller, device), form.get(STAMP))


def _local(address: str) -> str:
    """A page of ours to go on to, which is not this one."""
    return "" if address.startswith(SIGN_IN) else local_address(address)


_first_pin_page = partial(sign_in_page, template="desk/first_pin.html")


@on_floor
async def first_pin_form(request: Request, controller: Controller) -> Response:
    """Ask for card, code and the new PIN."""
    return _first_pin_page(request, controller, "", card=request.query_params.get("card", ""))


@on_floor
async def set_first_pin(request: Request, controller: Controller) -> Response:
    """Set the PIN, and go on to sign in with it."""
    form = await form_of(request)
    card, pin = form.get("card"), form.get("pin")
    refuse = partial(_first_pin_page, request, controller, card=card)
    if not _is_from_console(request, controller, form):
        return refuse(MISSING, status=HTTPStatus.FORBIDDEN)
    if pin != form.get("again"):
        return refuse("the PINs do not match", status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        await controller.cards.set_pin(console_of(request, controller), card, form.get("code"), pin)
    except BadPin as error:
        return refuse(str(error), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    except (SignInRefused, TooManyTries) as error:
        return refuse(str(error), status=problem_of(error).status)
    return RedirectResponse(f"{SIGN_IN}?why=set", HTTPStatus.SEE_OTHER)


ROUTES = [
    Route(SIGN_IN, sign_in_form, methods=["GET"]),
    Route(SIGN_IN, sign_in, methods=["POST"]),
    Route("/desk/sign-out", sign_out, methods=["POST"]),
    Route(FIRST_PIN, first_pin_form, methods=["GET"]),
    Route(FIRST_PIN, set_first_pin, methods=["POST"]),
]
"""The pages before signing in."""


def from_api(handler: Callable[[Call], Awaitable[Response]]) -> Page:
    """A page that is what a handler of the API gives for this address."""

    async def page(desk: Desk) -> Response:
        response = await handler(desk.call())
        response.headers["Cache-Control"] = NEVER_KEPT
        return response

    return page


async def _authorized(desk: Desk, access: Access, answer: Page) -> Response:
    """The answer, or a page that says whose card is required or what there is not."""
    if not desk.may(access):
        who, held = desk.person, " or ".join(sorted(access.one_of or access.roles))
        cards = f"two cards required: {held}" if access.people == 2 else f"{held} card required"
        sentence = f"{cards}; you are signed in as {who.name}, {who.role}"
        return desk.message("Not authorized", sentence, HTTPStatus.FORBIDDEN)
    try:
        return await answer(desk)
    except (Problem, UnknownName, Unsolved, NotReady) as error:
        problem = problem_of(error)
        title = "Not found" if problem.status == HTTPStatus.NOT_FOUND else problem.body.title
        return desk.message(title, str(error), problem.status)
    except LedgerCorrupt as error:
        raise LedgerUnavailable(str(error)) from error
