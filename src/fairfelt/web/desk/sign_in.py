"""Signing in with card and PIN at a browser that is paired as a console, and out again."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fairfelt.reports.sheet.english import count
from fairfelt.room import Role
from fairfelt.server import Controller, PinDue, SignInRefused, TooManyTries
from fairfelt.server.cards.sessions import IDLE_S, LONGEST_S
from fairfelt.web.api.device_cookies import from_our_pages, renew
from fairfelt.web.http.request import local_address
from fairfelt.web.pages.floor.open_floor import on_floor
from fairfelt.web.pages.hints import hints_of
from fairfelt.web.pages.page import page

from .desk import COOKIE, console_key, console_of, desk_of, sit_down, stand_up
from .form import form_of
from .frame import FIRST_PIN, NEVER_KEPT, SIGN_IN
from .stamp import FIELD, MISSING, is_stamped, stamp
from .words import sentence as written

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
async def ask(request: Request, controller: Controller) -> Response:
    """Ask for card and PIN. It looks up no session: a page that nobody uses must not keep one alive."""
    why, then = (request.query_params.get(name, "") for name in ("why", "next"))
    return sign_in_page(request, controller, _WHY.get(why, ""), then=then)


@on_floor
async def sign_in(request: Request, controller: Controller) -> Response:
    """Open a session for who put in the right PIN."""
    device, form = console_of(request, controller), await form_of(request)
    then, card = form.get("next"), form.get("card")
    stamped = is_stamped(console_key(request, controller, device), form.get(FIELD))
    if not device or not (stamped and from_our_pages(request)):
        return sign_in_page(request, controller, MISSING, then=then, status=HTTPStatus.FORBIDDEN)
    if not controller.floor.devices[device].enabled:
        return sign_in_page(request, controller, "", then=then, status=HTTPStatus.FORBIDDEN)
    try:
        token = await controller.sign_in(device, card, form.get("pin"))
    except PinDue:
        return RedirectResponse(f"{FIRST_PIN}?{urlencode({'card': card})}", HTTPStatus.SEE_OTHER)
    except SignInRefused as error:
        return sign_in_page(request, controller, str(error), then=then, card=card, status=HTTPStatus.FORBIDDEN)
    except TooManyTries as error:
        return sign_in_page(request, controller, str(error), then=then, card=card, status=HTTPStatus.TOO_MANY_REQUESTS)
    await controller.cards.sign_out(request.cookies.get(COOKIE, ""), device)  # who sat here before is out
    response = RedirectResponse(_local(then) or _home(controller, card), HTTPStatus.SEE_OTHER)
    sit_down(response, request, token)
    renew(response, request, device)
    return response


@on_floor
async def sign_out(request: Request, controller: Controller) -> Response:
    """End the session."""
    desk, form = desk_of(request, controller), await form_of(request)
    if desk and not (from_our_pages(request) and is_stamped(desk.token, form.get(FIELD))):
        return sign_in_page(request, controller, MISSING, status=HTTPStatus.FORBIDDEN)
    if desk:
        await controller.cards.sign_out(desk.token, desk.device)
    response = RedirectResponse(f"{SIGN_IN}?why=out", HTTPStatus.SEE_OTHER)
    stand_up(response)
    return response


def sign_in_page(
    request: Request, controller: Controller, sentence: str, *, then: str = "", card: str = "", status: int = 200
) -> Response:
    """The page that asks who is there, or says how the browser becomes a console first."""
    device, hints = console_of(request, controller), hints_of(request)
    enabled = bool(device) and controller.floor.devices[device].enabled
    response = page(
        "desk/sign_in.html", status=status, device=device, enabled=enabled, sentence=sentence and written(sentence),
        then=_local(then), card=card, stamp=stamp(console_key(request, controller, device)) if device else "",
        cards=hints.cards, console_key=hints.console_key, people=bool(controller.floor.people),
        idle=IDLE, longest=LONGEST, waiting=False,
    )  # fmt: skip
    response.headers["Cache-Control"] = NEVER_KEPT
    return response


def _local(address: str) -> str:
    """A page of ours to go on to, which is not this one."""
    return "" if address.startswith(SIGN_IN) else local_address(address)


def _home(controller: Controller, card: str) -> str:
    """Where somebody begins who was on the way to nowhere else."""
    floor = controller.floor
    return HOMES.get(floor.people[floor.cards[card].person].role, HOME)


ROUTES = [
    Route(SIGN_IN, ask, methods=["GET"]),
    Route(SIGN_IN, sign_in, methods=["POST"]),
    Route("/desk/sign-out", sign_out, methods=["POST"]),
]
