"""Choosing the PIN of a new card, or of one whose PIN was reset, with the one-time code."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from fairfelt.server import BadPin, Controller, SignInRefused, TooManyTries
from fairfelt.server.cards.pins import FEWEST_DIGITS, MOST_DIGITS
from fairfelt.web.api.device_cookies import from_our_pages
from fairfelt.web.pages.floor.open_floor import on_floor
from fairfelt.web.pages.page import page

from .desk import console_key, console_of
from .form import form_of
from .frame import FIRST_PIN, NEVER_KEPT, SIGN_IN
from .stamp import FIELD, MISSING, is_stamped, stamp
from .words import sentence as written


@on_floor
async def ask(request: Request, controller: Controller) -> Response:
    """Ask for card, code and the new PIN."""
    return _page(request, controller, "", request.query_params.get("card", ""))


@on_floor
async def choose(request: Request, controller: Controller) -> Response:
    """Set the PIN, and go on to sign in with it."""
    device, form = console_of(request, controller), await form_of(request)
    card, pin = form.get("card"), form.get("pin")
    stamped = is_stamped(console_key(request, controller, device), form.get(FIELD))
    if not device or not (stamped and from_our_pages(request)) or not controller.floor.devices[device].enabled:
        return _page(request, controller, MISSING, card, HTTPStatus.FORBIDDEN)
    if pin != form.get("again"):
        return _page(request, controller, "the PINs do not match", card, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        await controller.cards.set_pin(device, card, form.get("code"), pin)
    except BadPin as error:
        return _page(request, controller, str(error), card, HTTPStatus.UNPROCESSABLE_ENTITY)
    except SignInRefused as error:
        return _page(request, controller, str(error), card, HTTPStatus.FORBIDDEN)
    except TooManyTries as error:
        return _page(request, controller, str(error), card, HTTPStatus.TOO_MANY_REQUESTS)
    return RedirectResponse(f"{SIGN_IN}?why=set", HTTPStatus.SEE_OTHER)


def _page(request: Request, controller: Controller, sentence: str, card: str = "", status: int = 200) -> Response:
    device = console_of(request, controller)
    response = page(
        "desk/first_pin.html", status=status, device=device, sentence=sentence and written(sentence), card=card,
        enabled=bool(device) and controller.floor.devices[device].enabled,
        stamp=stamp(console_key(request, controller, device)) if device else "",
        fewest=FEWEST_DIGITS, most=MOST_DIGITS, waiting=False,
    )  # fmt: skip
    response.headers["Cache-Control"] = NEVER_KEPT
    return response


ROUTES = [
    Route(FIRST_PIN, ask, methods=["GET"]),
    Route(FIRST_PIN, choose, methods=["POST"]),
]
