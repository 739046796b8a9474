"""Employees and their cards: adding, issuing, unlocking, deactivating, one's own PIN, and the house rules."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from fairfelt.controller import BadPin
from fairfelt.controller.pins import FEWEST_DIGITS, MOST_DIGITS
from fairfelt.room import Role
from fairfelt.room.commands.people import AddPerson, ChangePin, IssueCard, SetHouseRules, UnlockCard, WithdrawCard
from fairfelt.web.api.access import ANYBODY_SIGNED_IN
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .office import drawn, named

PIN_HINT = f"{FEWEST_DIGITS} to {MOST_DIGITS} digits. The log never stores it."
DEALERS = {True: "sign in at the keypad before dealing", False: "may sign in at the keypad"}
"""What the house asks of them."""
ROLES = {
    Role.DEALER: "uses a keypad",
    Role.SUPERVISOR: "confirms jackpots, closes tables, prints win pages",
    Role.EXECUTIVE: "confirms the largest jackpots, sets up, adjusts",
    Role.ACCOUNTING: "adjusts, reads reports, prints win pages",
    Role.TECHNICIAN: "sets up tables, employees and devices",
    Role.REGULATOR: "views everything, changes nothing",
}


async def people(desk: Desk) -> Response:
    """Everybody, with their cards."""
    floor = desk.floor
    rows = [
        (name, who, [(card, at) for card, at in floor.cards.items() if at.person == name])
        for name, who in floor.people.items()
    ]
    return drawn(
        desk, "manager/people.html", rows=rows, sets_up=desk.may(SETTING_UP), own=desk.session.person,
        dealers=DEALERS[floor.house_rules.dealers_sign_in],
        currencies=floor.currencies,
    )  # fmt: skip


def _person_paper(desk: Desk) -> Paper:
    return Paper(
        title="Add employee",
        lead="Add an employee or a regulator. Issue a card next.",
        fields=(
            Field(name="person", label="User ID", hint="Used in the log and permanent. For example: elena."),
            Field(name="full_name", label="Full name"),
            Field(name="role", label="Role", sort="choice",
                  choices=tuple((role.value, f"{role.value}: {words}") for role, words in ROLES.items())),
        ),
    )  # fmt: skip


async def _add(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(
        AddPerson,
        person=form.name("person"),
        name=form.text("full_name"),
        role=form.one_of("role", [role.value for role in Role]),
    )


def _card_paper(desk: Desk) -> Paper:
    return Paper(
        title="Issue card",
        lead="An employee may hold several cards. The cardholder enters the PIN here, twice.",
        fields=(
            Field(name="card", label="Card number"),
            Field(name="person", label="Employee", sort="choice", value=desk.request.query_params.get("person", ""),
                  choices=tuple((name, f"{who.name}, {who.role}") for name, who in desk.floor.people.items())),
            *_new_pin(),
        ),
    )  # fmt: skip


async def _issue(desk: Desk, form: Form, ask: Ask) -> Outcome:
    card, person = form.name("card"), form.one_of("person", desk.floor.people)
    return await ask(IssueCard, card=card, person=person, secret=await _kept(desk, form))


def _unlock_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Unlock card {card}",
        lead="Unlocks the card. If the PIN was forgotten, the cardholder enters a new one here, twice.",
        facts=(("Cardholder", desk.floor.people[at.person].name), ("Status", "Locked" if at.locked else "Active")),
        fields=_new_pin(optional=True),
    )


async def _unlock(desk: Desk, form: Form, ask: Ask) -> Outcome:
    card, _ = named(desk, desk.floor.cards, "card")
    secret = {"secret": await _kept(desk, form)} if form.get("pin") or form.get("again") else {}
    return await ask(UnlockCard, card=card, **secret)


def _withdraw_paper(desk: Desk) -> Paper:
    card, at = named(desk, desk.floor.cards, "card")
    return Paper(
        title=f"Deactivate card {card}",
        lead="Use it when a card is lost or its holder has left. Anyone signed in with it is signed out.",
        facts=(("Cardholder", desk.floor.people[at.person].name),),
        fields=(Field(name="why", label="Reason"),),
        danger="A deactivated card cannot be reactivated.",
    )


async def _withdraw(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(WithdrawCard, card=named(desk, desk.floor.cards, "card")[0], why=form.text("why"))


def _pin_paper(desk: Desk) -> Paper:
    return Paper(
        title="Change PIN",
        lead=f"Changes the PIN of your card {desk.session.card}.",
        fields=_new_pin(),
    )


async def _change_pin(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(ChangePin, card=desk.session.card, secret=await _kept(desk, form))


def _rules_paper(desk: Desk) -> Paper:
    now = desk.floor.house_rules.dealers_sign_in
    return Paper(
        title="House rules",
        lead="Whether dealers sign in at their keypads. Every press then goes on the log with the dealer’s name.",
        button="Save",
        facts=(("Dealers", DEALERS[now]),),
        fields=(
            Field(name="dealers_sign_in", label="Dealers sign in", sort="choice", value="off" if now else "on",
                  choices=(("on", "On: required before anything is pressed"), ("off", "Off: optional"))),
            Field(name="why", label="Reason"),
        ),
    )  # fmt: skip


async def _set_rules(desk: Desk, form: Form, ask: Ask) -> Outcome:
    sign_in = form.one_of("dealers_sign_in", ["on", "off"]) == "on"
    return await ask(SetHouseRules, dealers_sign_in=sign_in, why=form.text("why"))


def _new_pin(*, optional: bool = False) -> tuple[Field, ...]:
    return (
        Field(name="pin", label="New PIN", sort="pin", hint=PIN_HINT, optional=optional),
        Field(name="again", label="Confirm new PIN", sort="pin", optional=optional),
    )


async def _kept(desk: Desk, form: Form) -> str:
    """The digest under which a PIN is kept, once all of the form is right."""
    if form.get("pin") != form.get("again"):
        form.mistake("again", "the PINs do not match")
    form.check()
    try:
        return await asyncio.to_thread(desk.controller.pins.keep, form.get("pin"))
    except BadPin as error:
        raise form.refuse(str(error), "pin") from error


TASKS = [
    Task(path="/manager/people/new/person", access=SETTING_UP, paper=_person_paper, do=_add),
    Task(path="/manager/people/new/card", access=SETTING_UP, paper=_card_paper, do=_issue),
    Task(path="/manager/people/cards/{card}/unlock", access=SETTING_UP, paper=_unlock_paper, do=_unlock),
    Task(path="/manager/people/cards/{card}/withdraw", access=SETTING_UP, paper=_withdraw_paper, do=_withdraw),
    Task(path="/manager/people/rules", access=SETTING_UP, paper=_rules_paper, do=_set_rules),
    Task(path="/manager/pin", access=ANYBODY_SIGNED_IN, paper=_pin_paper, do=_change_pin),
]
