"""A form becomes one command of the console, under the number that the form was drawn with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from fairfelt.room.commands import RoomCommand
from fairfelt.runtime.formats import FieldError, convert
from fairfelt.server import SignInRefused, TooManyTries
from fairfelt.web.api.access import Access
from fairfelt.web.http.request import number_in

from .desk import Desk
from .form import NUMBER, Form

CARD, PIN = "second_card", "second_pin"
BETWEEN = (
    "nothing was changed: this form was already submitted, or this console did something else since the page opened. "
    "Check the current state; submit again if it is still needed"
)


class Outcome(NamedTuple):
    """What came of a command that was carried out."""

    event: int
    body: Mapping[str, Any]
    """What the room answered."""


async def carry_out(
    desk: Desk, form: Form, access: Access, kind: type[RoomCommand], fields: Mapping[str, Any]
) -> Outcome:
    """Ask the room; what it refuses stands above the form. The same form sent twice does nothing twice."""
    form.check()
    cards = [desk.session.card]
    if access.people == 2:
        cards.append(await second_card(desk, form, access))
    try:
        command = convert({**fields, "cards": sorted(cards)}, kind)
    except FieldError as error:
        raise form.refuse(str(error), form.own(error.field)) from error
    answer = await desk.controller.ask(desk.device, _number(form), command)
    body = answer.body
    if answer.refused:
        raise form.refuse(BETWEEN) if "expected" in body else form.refuse(body["reason"], form.own(body["field"]))
    return Outcome(answer.number, body)


async def second_card(desk: Desk, form: Form, access: Access) -> str:
    """The card of another person of the right role, who put it in with its PIN just now and for this form only."""
    card, pin = form.text(CARD), form.get(PIN)
    if not pin:
        form.mistake(PIN, "the second person enters a PIN here")
    if card == desk.session.card:
        form.mistake(CARD, "this is your own card: a second person is required")
    form.check()
    try:
        token = await desk.controller.sign_in(desk.device, card, pin)
    except (SignInRefused, TooManyTries) as error:
        raise form.refuse(str(error), CARD) from error
    desk.controller.sessions.close(token, desk.device)
    _check_second(desk, form, access, card)
    return card


def _check_second(desk: Desk, form: Form, access: Access, card: str) -> None:
    person = desk.floor.cards[card].person
    who = desk.floor.people[person]
    if person == desk.session.person:
        form.mistake(CARD, "this card is also yours: a second person is required")
    elif not access.suffices((desk.person.role, who.role)):
        roles = " or ".join(access.seconds_to(desk.person.role))
        form.mistake(CARD, f"{who.name} is {who.role}; {roles} required")
    form.check()


def is_first(desk: Desk, form: Form) -> bool:
    """Whether a form is sent for the first time, as far as the log knows: things may not stand as they did after it."""
    return _number(form) >= desk.next_number


def _number(form: Form) -> int:
    """The number in the form; one that is none is never the next, and nothing is done."""
    return number_in(form.get(NUMBER))
