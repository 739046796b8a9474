"""Employees: adding, change of role, leave and return, and the house rules."""

from __future__ import annotations

import re

from starlette.responses import Response

from fairfelt.room import Role
from fairfelt.room.commands.people import AddPerson, ChangeRole, RecordLeave, RecordReturn, SetHouseRules
from fairfelt.web.api.handlers.set_up import SETTING_UP, TWO_TO_SET_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Outcome, Paper, Task

from .office import drawn, named

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
        desk, "manager/people/people.html", rows=rows, sets_up=desk.may(SETTING_UP), own=desk.session.person,
        dealers=DEALERS[floor.house_rules.dealers_sign_in],
        currencies=floor.currencies,
    )  # fmt: skip


def _person_paper(desk: Desk) -> Paper:
    return Paper(
        title="Add employee",
        lead="Add an employee or a regulator. Issue a card next. For a day, a new employee cannot be the second person "
        "beside those who added them.",
        fields=(
            Field(name="person", label="User ID", hint="Used in the log and permanent. For example: elena."),
            Field(name="full_name", label="Full name"),
            Field(name="role", label="Role", sort="choice", choices=_role_choices()),
        ),
    )


async def _add(desk: Desk, form: Form, ask: Ask) -> Outcome:
    person = form.name("person")
    if person and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", person):
        form.mistake("person", "use letters, digits, dots and dashes, such as jane.doe")
    return await ask(
        AddPerson,
        person=person,
        name=form.text("full_name"),
        role=form.one_of("role", [role.value for role in Role]),
    )


def _role_paper(desk: Desk) -> Paper:
    _, who = named(desk, desk.floor.people, "person")
    return Paper(
        title=f"Change role of {who.name}",
        lead="The new role begins at once. Anyone signed in with a card of theirs is signed out.",
        facts=(("Role now", who.role.value),),
        fields=(
            Field(name="role", label="New role", sort="choice", choices=_role_choices(but=who.role)),
            Field(name="why", label="Reason"),
        ),
    )


async def _change_role(desk: Desk, form: Form, ask: Ask) -> Outcome:
    person, _ = named(desk, desk.floor.people, "person")
    role = form.one_of("role", [role.value for role in Role])
    return await ask(ChangeRole, person=person, role=role, why=form.text("why"))


def _leave_paper(desk: Desk) -> Paper:
    _, who = named(desk, desk.floor.people, "person")
    return Paper(
        title=f"Record leave of {who.name}",
        lead="Use it for a leave of absence or when an employment ends. Their cards stop at once; the record stays.",
        facts=(("Status", f"Away: {who.away}" if who.away else "Working"),),
        fields=(Field(name="why", label="Reason", hint="For example: leave until March 1."),),
    )


async def _leave(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(RecordLeave, person=named(desk, desk.floor.people, "person")[0], why=form.text("why"))


def _return_paper(desk: Desk) -> Paper:
    _, who = named(desk, desk.floor.people, "person")
    return Paper(
        title=f"Record return of {who.name}",
        lead="Their cards work again with the PINs they had. Deactivate a card first if it should not.",
        facts=(("Status", f"Away: {who.away}" if who.away else "Working"),),
        fields=(Field(name="why", label="Reason"),),
    )


async def _return(desk: Desk, form: Form, ask: Ask) -> Outcome:
    return await ask(RecordReturn, person=named(desk, desk.floor.people, "person")[0], why=form.text("why"))


def _role_choices(but: Role | None = None) -> tuple[tuple[str, str], ...]:
    return tuple((role.value, f"{role.value}: {words}") for role, words in ROLES.items() if role is not but)


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


TASKS = [
    Task(path="/manager/people/new/person", access=TWO_TO_SET_UP, paper=_person_paper, do=_add),
    Task(path="/manager/people/{person}/role", access=TWO_TO_SET_UP, paper=_role_paper, do=_change_role),
    Task(path="/manager/people/{person}/leave", access=SETTING_UP, paper=_leave_paper, do=_leave),
    Task(path="/manager/people/{person}/return", access=TWO_TO_SET_UP, paper=_return_paper, do=_return),
    Task(path="/manager/people/rules", access=TWO_TO_SET_UP, paper=_rules_paper, do=_set_rules),
]
