"""Who may see a page or send a form: nobody without a session, nobody without the role, no form without its stamp."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable
from fairfelt.server import Controller
from fairfelt.web.api.access import Access
from fairfelt.web.api.device_cookies import from_our_pages
from fairfelt.web.pages.floor.open_floor import on_floor

from .desk import COOKIE, Desk, console_of, desk_of
from .form import Form, form_with_files
from .frame import Office, draw, sign_in_address
from .sign_in import sign_in_page
from .stamp import FIELD, MISSING, is_stamped

Page = Callable[[Desk], Awaitable[Response]]
Sent = Callable[[Desk, Form], Awaitable[Response]]
Served = Callable[[Request], Awaitable[Response]]


class Nowhere(Exception):  # noqa: N818  (it reads as what happened)
    """What the address names is not there, and the sentence that says so."""


def seen_by(access: Access, office: Office, drawn: Page) -> Served:
    """A page for people of these roles."""

    async def page(request: Request, controller: Controller) -> Response:
        desk = desk_of(request, controller)
        if desk is None:
            return _sign_in_first(request, controller)
        if not desk.may(access):
            return not_authorized(desk, office, access)
        return await _found(desk, office, drawn(desk))

    return on_floor(page)


def sent_by(access: Access, office: Office, done: Sent) -> Served:
    """What is done with a form that people of these roles send."""

    async def taken(request: Request, controller: Controller) -> Response:
        desk = desk_of(request, controller)
        if desk is None:
            return _ended(request, controller)
        form = await form_with_files(request)
        if not (from_our_pages(request) and is_stamped(desk.token, form.get(FIELD))):
            return message_page(desk, office, "Not accepted", MISSING, HTTPStatus.FORBIDDEN)
        if not desk.may(access):
            return not_authorized(desk, office, access)
        return await _found(desk, office, done(desk, form))

    return on_floor(taken)


async def _found(desk: Desk, office: Office, answer: Awaitable[Response]) -> Response:
    try:
        return await answer
    except Nowhere as error:
        return message_page(desk, office, "Not found", str(error), HTTPStatus.NOT_FOUND)
    except LedgerCorrupt as error:
        raise LedgerUnavailable(str(error)) from error


def message_page(desk: Desk, office: Office, title: str, sentence: str, status: HTTPStatus) -> Response:
    """A page that says one thing."""
    return draw(desk, office, "desk/message.html", status=status, title=title, sentence=sentence)


def not_authorized(desk: Desk, office: Office, access: Access) -> Response:
    """A page that says whose card is required."""
    who = desk.person
    roles = " or ".join(sorted(access.one_of or access.roles))
    cards = f"two cards required: {roles}" if access.people == 2 else f"{roles} card required"
    return message_page(
        desk, office, "Not authorized", f"{cards}; you are signed in as {who.name}, {who.role}", HTTPStatus.FORBIDDEN
    )


def _sign_in_first(request: Request, controller: Controller) -> Response:
    """Ask for a card, and come back; a browser that is no console is told so there."""
    why = "ended" if console_of(request, controller) and COOKIE in request.cookies else ""
    return RedirectResponse(sign_in_address(request.url.path, why=why), HTTPStatus.SEE_OTHER)


def _ended(request: Request, controller: Controller) -> Response:
    """A form that came too late."""
    sentence = "nothing was changed: your session ended. Sign in and submit the form again"
    return sign_in_page(request, controller, sentence, then=request.url.path, status=HTTPStatus.UNAUTHORIZED)
