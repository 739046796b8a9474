"""A task: the page with a form, and what is done when it is sent. What is wrong is said on the same page.

A task that moves money shows what it would do first; only that page is signed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, replace
from functools import cache
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from fairfelt.room import Floor
from fairfelt.room.commands import RoomCommand
from fairfelt.web.api.access import Access
from fairfelt.web.api.endpoints import ENDPOINTS
from fairfelt.web.pages.hints import PrintedCard, hints_of

from .command import CARD, PIN, Outcome, carry_out, is_first
from .desk import Desk
from .form import NUMBER, Form, Mistaken
from .form_sheet import Paper, read_address, read_fields
from .frame import Office, draw, go
from .guard import seen_by, sent_by
from .preview import Review, changes_between, preview
from .stamp import FIELD as STAMP

SURE = "sure"
REVIEWED, EDIT, LOOK = "reviewed", "edit", "look"
_SIGNED = {SURE, CARD, PIN, STAMP, NUMBER, REVIEWED, EDIT}
"""What is filled in when a review is signed, and not before."""


Ask = Callable[[Mapping[str, Any]], Awaitable[Outcome]]
"""Asks the room for the command of a task with these terms, on behalf of who filled the form in."""
Do = Callable[[Desk, Form, dict[str, Any], Ask], Awaitable[Response | Outcome]]
"""A task that does more than ask for its command: it is given what was typed, by the terms of the command."""
Judge = Callable[[Desk, Form, Floor], Awaitable[Review]]
"""What follows from a form besides the money that it moves, given the floor as it would be."""


async def nothing_besides(desk: Desk, form: Form, after: Floor) -> Review:
    """The changes say it all."""
    return Review()


@dataclass(frozen=True)
class Task:
    """A command that a person can have carried out: its form is made of its terms."""

    path: str
    """Its parts that are terms of the command are among what is asked for."""
    command: type[RoomCommand]
    paper: Paper | Callable[[Desk], Paper]
    _: KW_ONLY
    by: Access | None = None
    """Who may, and whether it takes two of them; where nothing is said, who may by the API."""
    do: Do | None = None
    """What is done besides. An outcome alone leads back to where the paper came from."""
    moves_funds: bool = False
    """Whether the funds of the house are checked again after it."""
    template: str = "desk/form.html"
    also: Callable[[Desk, Form], Awaitable[Mapping[str, Any]]] | None = None
    """What a template of its own needs besides."""
    review: Judge | None = None
    """For what moves money: it is shown before it is signed, with what this says besides."""

    @property
    def access(self) -> Access:
        """Who may."""
        return self.by or _access_by_command()[self.command]

    async def carry_out(self, desk: Desk, form: Form, ask: Ask) -> Response | Outcome:
        """Read the form and ask for the command."""
        paper, first = _paper(desk, self), is_first(desk, form)
        fields = {
            **dict(read_address(desk.request.path_params, self.command)),
            **read_fields(form, paper.fields, self.command, first=first),
            **(paper.given or {}),
        }
        done = await (self.do(desk, form, fields, ask) if self.do else ask(fields))
        if self.moves_funds:
            await desk.controller.law.look_at_funds(desk.controller.ledger, anew=first)
        return done


@cache
def _access_by_command() -> Mapping[type[RoomCommand], Access]:
    """Who may ask for each command by the API."""
    return {endpoint.asks: endpoint.access for endpoint in ENDPOINTS if endpoint.asks}


class _Previewed(Exception):  # noqa: N818  (it reads as what happened)
    """A form was read to its command."""


def routes_of(office: Office, tasks: Iterable[Task]) -> list[Route]:
    """A page and a form for each."""
    return [route for task in tasks for route in _routes(office, task)]


def _routes(office: Office, task: Task) -> Iterable[Route]:
    async def page(desk: Desk) -> Response:
        return await _drawn(desk, office, task, Form(), HTTPStatus.OK)

    async def sent(desk: Desk, form: Form) -> Response:
        if form.get(EDIT) or form.get(LOOK):
            return await _drawn(desk, office, task, form, HTTPStatus.OK)
        try:
            if task.review and not form.get(REVIEWED):
                return await _looked_over(desk, office, task, form)
            return await _done(desk, office, task, form)
        except Mistaken:
            return await _mistaken(desk, office, task, form)

    yield Route(task.path, seen_by(task.access, office, page), methods=["GET"])
    yield Route(task.path, sent_by(task.access, office, sent), methods=["POST"])


async def _mistaken(desk: Desk, office: Office, task: Task, form: Form) -> Response:
    """What is wrong with a signature is said where it is signed, anything else at the form."""
    wrong = HTTPStatus.UNPROCESSABLE_ENTITY
    if task.review and form.get(REVIEWED) and not set(form.mistakes) - {SURE, CARD, PIN, ""}:
        unsigned = Form(form.sent)
        try:
            again = await _looked_over(desk, office, task, unsigned, mistakes=form.mistakes)
        except Mistaken:
            again = None
            form.mistakes.update(unsigned.mistakes)
        if again:
            again.status_code = wrong
            return again
    return await _drawn(desk, office, task, form, wrong)


async def _review(desk: Desk, task: Task, form: Form) -> Review:
    """What a form would do."""
    seen: list[Floor] = []

    async def ask(fields: Mapping[str, Any]) -> Outcome:
        seen.append(preview(desk, form, task.access, task.command, fields))
        raise _Previewed

    with suppress(_Previewed):
        await task.carry_out(desk, form, ask)
    assert task.review
    besides = await task.review(desk, form, seen[0])
    return replace(besides, changes=(*changes_between(desk.floor, seen[0]), *besides.changes))


async def _looked_over(
    desk: Desk, office: Office, task: Task, form: Form, mistakes: Mapping[str, str] | None = None
) -> Response:
    """The page that says what would change, to be signed."""
    review = await _review(desk, task, form)
    paper = _paper(desk, task, office)
    paper = replace(paper, danger=" ".join(filter(None, (paper.danger, review.danger))))
    labels = {field.name: field.label for field in paper.fields if field.sort not in ("hidden", "pin")}
    kept = {name: value for name, value in form.sent.items() if name not in _SIGNED}
    form.mistakes.update(mistakes or {})
    return draw(
        desk, office, "desk/review.html", review=review, kept=kept, reviewed=REVIEWED, edit=EDIT,
        typed=[(label, kept[name]) for name, label in labels.items() if kept.get(name)],
        **_signing(desk, task, paper, form),
    )  # fmt: skip


async def _done(desk: Desk, office: Office, task: Task, form: Form) -> Response:
    paper = _paper(desk, task, office)
    danger = paper.danger
    if task.review and is_first(desk, form):
        danger = (await _review(desk, task, Form(form.sent))).danger or danger

    async def ask(fields: Mapping[str, Any]) -> Outcome:
        if danger and not form.get(SURE):
            form.mistake(SURE, "check this box to confirm")
        return await carry_out(desk, form, task.access, task.command, fields)

    done = await task.carry_out(desk, form, ask)
    return go(paper.back, event=done.event) if isinstance(done, Outcome) else done


async def _drawn(
    desk: Desk, office: Office, task: Task, form: Form, status: HTTPStatus = HTTPStatus.OK
) -> Response:  # fmt: skip
    """The form with what was typed before; PINs are typed anew."""
    paper, more = _paper(desk, task, office), await task.also(desk, form) if task.also else {}
    if task.review:
        paper = replace(paper, button="Review", danger="")
    signing = _signing(desk, task, paper, form)
    if task.review:
        signing["two"] = False
    return draw(desk, office, task.template, status=status, **signing, **more)


def _signing(desk: Desk, task: Task, paper: Paper, form: Form) -> dict[str, Any]:
    """What every form needs that is signed."""
    return {
        "paper": paper, "form": form, "number": desk.next_number, "two": task.access.people == 2,
        "roles": task.access.seconds_to(desk.person.role), "second": (CARD, PIN), "sure": SURE,
        "seconds": _seconds(desk, task.access),
    }  # fmt: skip


def _paper(desk: Desk, task: Task, office: Office | None = None) -> Paper:
    """The paper of a task as it is drawn; to be read it needs no way back."""
    paper = task.paper if isinstance(task.paper, Paper) else task.paper(desk)
    back = paper.back or (office.at(desk.request.url.path).address if office else "")
    fields = tuple(field.fit(task.command) for field in paper.fields)
    return replace(paper, button=paper.button or paper.title, back=back, fields=fields, facts=tuple(paper.facts))


def _seconds(desk: Desk, access: Access) -> list[PrintedCard]:
    """Whose printed card would do as the second."""
    cards = hints_of(desk.request).cards
    own = desk.session.card, desk.person.role
    return [card for card in cards if card.card != own[0] and access.suffices((own[1], card.role))]
