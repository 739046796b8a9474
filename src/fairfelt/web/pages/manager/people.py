"""People and their cards: entering somebody, issuing, unlocking and withdrawing cards, changing one's own PIN."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from fairfelt.controller import BadPin
from fairfelt.controller.pins import FEWEST_DIGITS, MOST_DIGITS
from fairfelt.room import Role
from fairfelt.web.api.access import ANYBODY_SIGNED_IN
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .office import drawn, named

BACK = "/manager/people"
PIN_HINT = f"{FEWEST_DIGITS} to {MOST_DIGITS} digits. The log never holds it."
ROLES = {
    Role.DEALER: "works a keypad",
    Role.SUPERVISOR: "confirms awards, closes tables, prints win pages",
    Role.EXECUTIVE: "confirms the largest awards, sets up, adjusts",
    Role.ACCOUNTING: "adjusts, reads reports, prints win pages",
    Role.TECHNICIAN: "sets up tables, people and devices",
    Role.REGULATOR: "reads everything and changes nothing",
}


async def people(desk: Desk) -> Response:
    """Everybody, with their cards."""
    floor = desk.floor
    rows = [
        (name, who, [(card, at) for card, at in floor.cards.items() if at.person == name])
        for name, who in floor.people.items()
    ]
    return drawn(desk, "manager/people.html", rows=rows, sets_up=desk.may(SETTING_UP), own=desk.session.person)


def _person_paper(desk: Desk) -> Paper:
    return Paper(
        title="Enter somebody",
        lead="Somebody who works here or looks after us. A card comes next.",
        button="Enter them",
        back=BACK,
        fields=(
            Field(name="person", label="Short name", hint="As the log calls them; it stays for good, such as elena."),
            Field(name="full_name", label="Full name"),
            Field(name="role", label="Role", sort="choice",
                  choices=tuple((role.value, f"{role.value}: {words}") for role, words in ROLES.items())),
        ),
    )  # fmt: skip


async def _enter(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(
        "add person",
        person=form.name("person"),
        name=form.text("full_name"),
        role=form.one_of("role", [role.value for role in Role]),
    )


def _card_paper(desk: Desk) -> Paper:
    return Paper(
        title="Issue a card",
        lead="A person may have several. The holder types the PIN here, twice.",
        button="Issue the card",
        back=BACK,
        fields=(
            Field(name="card", label="Number on the card"),
            Field(name="person", label="For", sort="choice", value=desk.request.query_params.get("person", ""),
                  choices=tuple((name, f"{who.name}, {who.role}") for name, who in desk.floor.people.items())),
            *_new_pin(),
        ),
    )  # fmt: skip


async def _issue(desk: Desk, form: Form, ask: Ask) -> Outcome:
    card, person = form.name("card"), form.one_of("person", desk.floor.people)
    return await ask("issue card", card=card, person=person, secret=await _kept(desk, form))


def _unlock_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Unlock card {card}",
        lead="It opens again. Where the PIN was forgotten, its holder types a new one here, twice.",
        button="Unlock the card",
        back=BACK,
        facts=(("Holder", desk.floor.people[at.person].name), ("Now", "locked" if at.locked else "not locked")),
        fields=_new_pin(optional=True),
    )


async def _unlock(desk: Desk, form: Form, ask: Ask) -> Outcome:
    card, _ = named(desk, desk.floor.cards, "card")
    secret = {"secret": await _kept(desk, form)} if form.get("pin") or form.get("again") else {}
    return await ask("unlock card", card=card, **secret)


def _withdraw_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Withdraw card {card}",
        lead="For a card that is lost, or whose holder has left. Whoever is signed in with it is not any more.",
        button="Withdraw the card",
        back=BACK,
        facts=(("Holder", desk.floor.people[at.person].name),),
        fields=(Field(name="why", label="Why"),),
        danger="A withdrawn card is never good again.",
    )


async def _withdraw(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("withdraw card", card=named(desk, desk.floor.cards, "card")[0], why=form.text("why"))


def _pin_paper(desk: Desk) -> Paper:
    return Paper(
        title="Change your PIN",
        lead=f"Of the card you are signed in with, {desk.session.card}.",
        button="Change the PIN",
        back="/manager",
        fields=_new_pin(),
    )


async def _change_pin(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask("change pin", card=desk.session.card, secret=await _kept(desk, form))


def _new_pin(*, optional: bool = False) -> tuple[Field, ...]:
    return (
        Field(name="pin", label="New PIN", sort="pin", hint=PIN_HINT, optional=optional),
        Field(name="again", label="New PIN again", sort="pin", optional=optional),
    )


async def _kept(desk: Desk, form: Form) -> str:
    """The digest under which a PIN is kept, once all of the form is right."""
    if form.get("pin") != form.get("again"):
        form.mistake("again", "the two PINs are not the same")
    form.check()
    try:
        return await asyncio.to_thread(desk.controller.pins.keep, form.get("pin"))
    except BadPin as error:
        raise form.refuse(str(error), "pin") from error


TASKS = [
    Task(path="/manager/people/new/person", access=SETTING_UP, paper=_person_paper, do=_enter),
    Task(path="/manager/people/new/card", access=SETTING_UP, paper=_card_paper, do=_issue),
    Task(path="/manager/people/cards/{card}/unlock", access=SETTING_UP, paper=_unlock_paper, do=_unlock),
    Task(path="/manager/people/cards/{card}/withdraw", access=SETTING_UP, paper=_withdraw_paper, do=_withdraw),
    Task(path="/manager/pin", access=ANYBODY_SIGNED_IN, paper=_pin_paper, do=_change_pin),
]
