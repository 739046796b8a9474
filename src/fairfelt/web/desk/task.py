"""A task: the page with a form, and what is done when it is sent. What is wrong is said on the same page.

A task that moves money shows what it would do first; only that page is signed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any, Protocol

from starlette.responses import Response
from starlette.routing import Route

from fairfelt.room import Floor
from fairfelt.room.commands import RoomCommand
from fairfelt.web.api.access import Access
from fairfelt.web.pages.hints import PrintedCard, hints_of

from .command import CARD, NUMBER, PIN, Outcome, carry_out, is_first
from .desk import Desk
from .form import Form, Mistaken
from .form_sheet import Paper
from .frame import Office, draw, go
from .guard import seen_by, sent_by
from .preview import Review, changes_between, preview
from .stamp import FIELD as STAMP

SURE = "sure"
REVIEWED, EDIT = "reviewed", "edit"
_SIGNED = {SURE, CARD, PIN, STAMP, NUMBER, REVIEWED, EDIT}
"""What is filled in when a review is signed, and not before."""


class Ask(Protocol):
    """Asks the room for something on behalf of who filled the form in."""

    def __call__(self, kind: type[RoomCommand], /, **fields: Any) -> Awaitable[Outcome]: ...


Judge = Callable[[Desk, Form, Floor], Awaitable[Review]]
"""What follows from a form besides the money that it moves, given the floor as it would be."""


async def nothing_besides(desk: Desk, form: Form, after: Floor) -> Review:
    """The changes say it all."""
    return Review()


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
    review: Judge | None = None
    """For what moves money: it is shown before it is signed, with what this says besides."""


class _Previewed(Exception):  # noqa: N818  (it reads as what happened)
    """A form was read to its command, and this is the floor as it would be."""

    def __init__(self, after: Floor) -> None:
        super().__init__()
        self.after = after


def routes_of(office: Office, tasks: Iterable[Task]) -> list[Route]:
    """A page and a form for each."""
    return [route for task in tasks for route in _routes(office, task)]


def _routes(office: Office, task: Task) -> Iterable[Route]:
    async def page(desk: Desk) -> Response:
        return await _drawn(desk, office, task, Form(), HTTPStatus.OK)

    async def sent(desk: Desk, form: Form) -> Response:
        if form.get(EDIT):
            return await _drawn(desk, office, task, form, HTTPStatus.OK)
        try:
            if task.review and not form.get(REVIEWED):
                return await _looked_over(desk, office, task, form) or await _drawn(desk, office, task, form)
            done = await _done(desk, office, task, form)
        except Mistaken:
            return await _mistaken(desk, office, task, form)
        return done or await _drawn(desk, office, task, form, HTTPStatus.OK)

    yield Route(task.path, seen_by(task.access, office, page), methods=["GET"])
    yield Route(task.path, sent_by(task.access, office, sent), methods=["POST"])


async def _mistaken(desk: Desk, office: Office, task: Task, form: Form) -> Response:
    """What is wrong with a signature is said where it is signed, anything else at the form."""
    wrong = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.get(REVIEWED) and not set(form.mistakes) - {SURE, CARD, PIN, ""}:
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


async def _review(desk: Desk, task: Task, form: Form) -> Review | None:
    """What a form would do; nothing where it asks for nothing yet."""

    async def ask(kind: type[RoomCommand], /, **fields: Any) -> Outcome:
        raise _Previewed(preview(desk, form, task.access, kind, fields))

    try:
        await task.do(desk, form, ask)
    except _Previewed as seen:
        assert task.review
        besides = await task.review(desk, form, seen.after)
        return replace(besides, changes=(*changes_between(desk.floor, seen.after), *besides.changes))
    return None


async def _looked_over(
    desk: Desk, office: Office, task: Task, form: Form, mistakes: Mapping[str, str] | None = None
) -> Response | None:
    """The page that says what would change, to be signed."""
    review = await _review(desk, task, form)
    if review is None:
        return None
    paper = _paper(desk, office, task)
    paper = replace(paper, danger=" ".join(filter(None, (paper.danger, review.danger))))
    labels = {field.name: field.label for field in paper.fields if field.sort not in ("hidden", "pin")}
    kept = {name: value for name, value in form.sent.items() if name not in _SIGNED}
    form.mistakes.update(mistakes or {})
    return draw(
        desk, office, "desk/review.html", review=review, kept=kept, reviewed=REVIEWED, edit=EDIT,
        typed=[(label, kept[name]) for name, label in labels.items() if kept.get(name)],
        **_signing(desk, task, paper, form),
    )  # fmt: skip


async def _done(desk: Desk, office: Office, task: Task, form: Form) -> Response | None:
    paper = _paper(desk, office, task)
    danger = paper.danger
    if task.review and is_first(desk, form):
        seen = await _review(desk, task, Form(form.sent))
        danger = danger or (seen.danger if seen else "")

    async def ask(kind: type[RoomCommand], /, **fields: Any) -> Outcome:
        if danger and not form.get(SURE):
            form.mistake(SURE, "check this box to confirm")
        return await carry_out(desk, form, task.access, kind, fields)

    done = await task.do(desk, form, ask)
    return go(paper.back, event=done.event) if isinstance(done, Outcome) else done


async def _drawn(
    desk: Desk, office: Office, task: Task, form: Form, status: HTTPStatus = HTTPStatus.OK
) -> Response:  # fmt: skip
    """The form with what was typed before; PINs are typed anew."""
    paper, more = _paper(desk, office, task), await task.also(desk, form) if task.also else {}
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


def _paper(desk: Desk, office: Office, task: Task) -> Paper:
    paper = task.paper(desk)
    back = paper.back or office.at(desk.request.url.path).address
    return replace(paper, button=paper.button or paper.title, back=back)


def _seconds(desk: Desk, access: Access) -> list[PrintedCard]:
    """Whose printed card would do as the second."""
    cards = hints_of(desk.request).cards
    own = desk.session.card, desk.person.role
    return [card for card in cards if card.card != own[0] and access.suffices((own[1], card.role))]
