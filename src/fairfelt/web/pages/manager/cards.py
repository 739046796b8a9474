"""Cards and PINs: issuing, resetting, unlocking, deactivating, and one's own PIN. Nobody learns the PIN of another."""

from __future__ import annotations

from starlette.responses import Response

from fairfelt.controller import BadPin, OneTimeCode, TooManyTries
from fairfelt.controller.cards.pins import FEWEST_DIGITS, MOST_DIGITS
from fairfelt.room.commands.people import ChangePin, IssueCard, ResetPin, UnlockCard, WithdrawCard
from fairfelt.room.state.people import Card
from fairfelt.web.api.access import ANYBODY_SIGNED_IN
from fairfelt.web.api.handlers.set_up import SETTING_UP, TWO_TO_SET_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .office import drawn, named

CODE, SALT = "code", "salt"
PIN_HINT = f"{FEWEST_DIGITS} to {MOST_DIGITS} digits, not in a row. The log never stores it."


def _issue_paper(desk: Desk) -> Paper:
    people = desk.floor.people.items()
    return Paper(
        title="Issue card",
        lead="An employee may hold several cards. The next page shows a one-time code; with it the cardholder chooses "
        "the PIN, which nobody else knows.",
        fields=(
            Field(name="card", label="Card number"),
            Field(name="person", label="Employee", sort="choice", value=desk.request.query_params.get("person", ""),
                  choices=tuple((name, f"{who.name}, {who.role}") for name, who in people)),
            *_code_fields(),
        ),
    )  # fmt: skip


async def _issue(desk: Desk, form: Form, ask: Ask) -> Response:
    card, person = form.name("card"), form.one_of("person", desk.floor.people)
    done = await ask(IssueCard, card=card, person=person, secret=await _kept_code(desk, form))
    return _code_page(desk, form, card, done)


def _reset_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Reset PIN of card {card}",
        lead="Use it when a PIN was forgotten. The next page shows a one-time code; with it the cardholder chooses "
        "another PIN, which nobody else knows.",
        facts=_facts(desk, at),
        fields=_code_fields(),
        danger="The old PIN stops working immediately, and anyone signed in with the card is signed out.",
    )


async def _reset(desk: Desk, form: Form, ask: Ask) -> Response:
    card, _ = named(desk, desk.floor.cards, "card")
    done = await ask(ResetPin, card=card, secret=await _kept_code(desk, form))
    return _code_page(desk, form, card, done)


def _unlock_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Unlock card {card}",
        lead="The card works again with the PIN it had. If it locks again, two people must reset the PIN.",
        facts=_facts(desk, at),
    )


async def _unlock(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(UnlockCard, card=named(desk, desk.floor.cards, "card")[0])


def _withdraw_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Deactivate card {card}",
        lead="Use it when a card is lost or its holder has left. Anyone signed in with it is signed out.",
        facts=_facts(desk, at)[:1],
        fields=(Field(name="why", label="Reason"),),
        danger="A deactivated card cannot be reactivated.",
    )


async def _withdraw(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(WithdrawCard, card=named(desk, desk.floor.cards, "card")[0], why=form.text("why"))


def _pin_paper(desk: Desk) -> Paper:
    return Paper(
        title="Change PIN",
        lead=f"Changes the PIN of your card {desk.session.card}.",
        fields=(
            Field(name="pin", label="New PIN", sort="pin", hint=PIN_HINT),
            Field(name="again", label="Confirm new PIN", sort="pin"),
        ),
    )


async def _change_pin(desk: Desk, form: Form, ask: Ask) -> Outcome:
    if form.get("pin") != form.get("again"):
        form.mistake("again", "the PINs do not match")
    form.check()
    card = desk.session.card
    try:
        secret = await desk.controller.cards.keep_pin(desk.device, form.get("pin"), [card])
    except (BadPin, TooManyTries) as error:
        raise form.refuse(str(error), "pin") from error
    return await ask(ChangePin, card=card, secret=secret)


def _facts(desk: Desk, at: Card) -> tuple[tuple[str, str], ...]:
    state = "Locked" if at.locked else "PIN not set" if at.pin_due else "Active"
    return ("Cardholder", desk.floor.people[at.person].name), ("Status", state)


def _code_fields() -> tuple[Field, ...]:
    """The code comes with the form, so that the form sent twice issues one card with one code."""
    code = OneTimeCode.new()
    return (
        Field(name=CODE, label="", sort="hidden", value=code.digits),
        Field(name=SALT, label="", sort="hidden", value=code.salt),
    )


async def _kept_code(desk: Desk, form: Form) -> str:
    """The digest under which the code is kept, once all of the form is right."""
    like, code = OneTimeCode.new(), OneTimeCode(form.get(CODE), form.get(SALT))
    hexadecimal = all(letter in "0123456789abcdef" for letter in code.salt)
    if [*map(len, code)] != [*map(len, like)] or not (code.digits.isdecimal() and hexadecimal):
        form.mistake("", "the one-time code is missing: reload the page and try again")
    form.check()
    return await desk.controller.cards.keep_code(desk.device, code)


def _code_page(desk: Desk, form: Form, card: str, done: Outcome) -> Response:
    """The code, for the holder of the card."""
    holder = desk.floor.people[desk.floor.cards[card].person].name
    return drawn(desk, "manager/code.html", card=card, holder=holder, code=form.get(CODE), done=done)


TASKS = [
    Task(path="/manager/people/new/card", access=TWO_TO_SET_UP, paper=_issue_paper, do=_issue),
    Task(path="/manager/people/cards/{card}/reset", access=TWO_TO_SET_UP, paper=_reset_paper, do=_reset),
    Task(path="/manager/people/cards/{card}/unlock", access=SETTING_UP, paper=_unlock_paper, do=_unlock),
    Task(path="/manager/people/cards/{card}/withdraw", access=SETTING_UP, paper=_withdraw_paper, do=_withdraw),
    Task(path="/manager/pin", access=ANYBODY_SIGNED_IN, paper=_pin_paper, do=_change_pin),
]
