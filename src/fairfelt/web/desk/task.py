"""A task: the page with a form, and what is done when it is sent. What is wrong is said on the same page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Protocol

from starlette.responses import Response
from starlette.routing import Route

from fairfelt.room.commands import RoomCommand
from fairfelt.web.api.access import Access
from fairfelt.web.pages.hints import PrintedCard, hints_of

from .command import CARD, PIN, Outcome, carry_out
from .desk import Desk
from .form import Form, Mistaken
from .form_sheet import Paper
from .frame import Office, draw, go
from .guard import seen_by, sent_by

SURE = "sure"


class Ask(Protocol):
    """Asks the room for something on behalf of who filled the form in."""

    def __call__(self, kind: type[RoomCommand], /, **fields: Any) -> Awaitable[Outcome]: ...


@dataclass(frozen=True, kw_only=True)
class Task:
    """Something a person can have done."""

    path: str
    access: Access
    """Who may, and whether it takes two of them."""
    paper: Callable[[Desk], Paper]
    do: Callable[[Desk, Form, Ask], Awaitable[Response | Outcome | None]]
    """Reads the form and asks. An outcome alone leads back to where the paper came from, nothing to the form again."""
    template: str = "desk/form.html"
    also: Callable[[Desk, Form], Awaitable[Mapping[str, Any]]] | None = None
    """What a template of its own needs besides."""


def routes_of(office: Office, tasks: Iterable[Task]) -> list[Route]:
    """A page and a form for each."""
    return [route for task in tasks for route in _routes(office, task)]


def _routes(office: Office, task: Task) -> Iterable[Route]:
    async def page(desk: Desk) -> Response:
        return await _drawn(desk, office, task, Form(), HTTPStatus.OK)

    async def sent(desk: Desk, form: Form) -> Response:
        try:
            done = await _done(desk, office, task, form)
        except Mistaken:
            return await _drawn(desk, office, task, form, HTTPStatus.UNPROCESSABLE_ENTITY)
        return done or await _drawn(desk, office, task, form, HTTPStatus.OK)

    yield Route(task.path, seen_by(task.access, office, page), methods=["GET"])
    yield Route(task.path, sent_by(task.access, office, sent), methods=["POST"])


async def _done(desk: Desk, office: Office, task: Task, form: Form) -> Response | None:
    paper = _paper(desk, office, task)

    async def ask(kind: type[RoomCommand], /, **fields: Any) -> Outcome:
        if paper.danger and not form.get(SURE):
            form.mistake(SURE, "check this box to confirm")
        return await carry_out(desk, form, task.access, kind, fields)

    done = await task.do(desk, form, ask)
    return go(paper.back, event=done.event) if isinstance(done, Outcome) else done


async def _drawn(desk: Desk, office: Office, task: Task, form: Form, status: HTTPStatus) -> Response:
    """The form with what was typed before; PINs are typed anew."""
    paper, more = _paper(desk, office, task), await task.also(desk, form) if task.also else {}
    two = task.access.people == 2
    return draw(
        desk, office, task.template, status=status, paper=paper, form=form, number=desk.next_number,
        two=two, roles=sorted(task.access.roles), second=(CARD, PIN), seconds=_seconds(desk, task.access), sure=SURE,
        **more,
    )  # fmt: skip


def _paper(desk: Desk, office: Office, task: Task) -> Paper:
    paper = task.paper(desk)
    back = paper.back or office.at(desk.request.url.path).address
    return replace(paper, button=paper.button or paper.title, back=back)


def _seconds(desk: Desk, access: Access) -> list[PrintedCard]:
    """Whose printed card would do as the second."""
    cards = hints_of(desk.request).cards
    own = desk.session.card, desk.person.role
    return [card for card in cards if card.card != own[0] and access.suffices((own[1], card.role))]
