"""Employees, their cards and PINs, the rules of the house, and training in the dealer school."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Message

from fairfelt.ledger.machine import Answer
from fairfelt.room import Person, Role
from fairfelt.room.commands import people as commands
from fairfelt.room.commands.accounts import SetPayRules
from fairfelt.room.state.limits import EXECUTIVE_FROM_MICROS, PayRules
from fairfelt.room.state.people import Card, TrainingSession
from fairfelt.runtime.formats import Name
from fairfelt.server import BadPin, OneTimeCode, TooManyTries
from fairfelt.server.cards import FEWEST_DIGITS, MOST_DIGITS
from fairfelt.web.api.access import SETTING_UP, person
from fairfelt.web.desk import Desk, Fact, Field, Form, Task, nothing_besides
from fairfelt.web.desk.words import money, plain
from fairfelt.web.http.answers import not_found
from fairfelt.web.pages.play.practice import MOST_SESSIONS, new_token, remember, token_of
from fairfelt.web.pages.play.school.lesson import LEVELS, PROGRESS, Score, progress_of, weak_skills
from fairfelt.web.pages.play.school.script import SKILLS

DEALERS = {True: "sign in at the keypad before dealing", False: "may sign in at the keypad"}
"""The house rule for dealers."""
ROLES = {
    Role.DEALER: "uses a keypad",
    Role.SUPERVISOR: "confirms jackpots, closes tables, prints win pages",
    Role.EXECUTIVE: "confirms the largest jackpots, sets up, adjusts",
    Role.ACCOUNTING: "adjusts, reads reports, prints win pages",
    Role.TECHNICIAN: "sets up tables, employees and devices",
    Role.REGULATOR: "views everything, changes nothing",
}
CODE, SALT = "code", "salt"
PAY_RULES = ("supervisor_from", "executive_from", "two_people_from")


async def people(desk: Desk) -> Response:
    """Everybody, with their cards."""
    floor = desk.floor
    rows = [
        (name, who, [(card, at) for card, at in floor.cards.items() if at.person == name])
        for name, who in floor.people.items()
    ]
    return desk.draw(
        "manager/people/people.html", rows=rows, sets_up=desk.may(SETTING_UP), own=desk.session.person,
        dealers=DEALERS[floor.house_rules.dealers_sign_in],
        currencies=floor.currencies,
    )  # fmt: skip


def _user_id(form: Form) -> str:
    person = form.text("person", Name)
    if person and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", person):
        form.mistake("person", "use letters, digits, dots and dashes, such as jane.doe")
    return person


def _presence(desk: Desk, who: Person) -> list[Fact]:
    return [("Status", f"Away: {who.away}" if who.away else "Working")]


def _pay_rules(desk: Desk) -> PayRules:
    """The rules of the currency in the address."""
    currency: str = desk.request.path_params["currency"]
    if currency not in desk.floor.currencies:
        raise not_found(f"nothing is paid in {currency!r} in this room")
    return desk.floor.house_rules.pays_in(currency)


def _pay_fields(desk: Desk, now: PayRules) -> Iterable[Field]:
    currency = desk.request.path_params["currency"]
    for name in PAY_RULES:
        yield Field(name, sort="amount", unit=currency, optional=True, value=plain(getattr(now, f"{name}_micros")))


async def _set_pay_rules(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    amounts = {f"{name}_micros": form.amount_or_none(name, fields["currency"]) for name in PAY_RULES}
    return {**fields, "rules": amounts | {"supervisor_from_micros": amounts["supervisor_from_micros"] or 0}}


def _card_facts(desk: Desk, at: Card) -> list[Fact]:
    state = "Locked" if at.locked else "PIN not set" if at.pin_due else "Active"
    return [("Cardholder", desk.floor.people[at.person].name), ("Status", state)]


def _code_fields() -> tuple[Field, ...]:
    """The code comes with the form, so that the form sent twice issues one card with one code."""
    code = OneTimeCode.new()
    return Field(CODE, sort="hidden", value=code.digits), Field(SALT, sort="hidden", value=code.salt)


async def _keep_code(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    """Keep the digest of the code once all of the form is right."""
    like, code = OneTimeCode.new(), OneTimeCode(form.get(CODE), form.get(SALT))
    hexadecimal = all(letter in "0123456789abcdef" for letter in code.salt)
    if [*map(len, code)] != [*map(len, like)] or not (code.digits.isdecimal() and hexadecimal):
        form.mistake("", "the one-time code is missing: reload the page and try again")
    form.check()
    return {**fields, "secret": await desk.controller.cards.keep_code(desk.device, code)}


def _show_code(desk: Desk, form: Form, fields: Mapping[str, Any], done: Answer) -> Response:
    card = fields["card"]
    holder = desk.floor.people[desk.floor.cards[card].person].name
    return desk.draw("manager/code.html", card=card, holder=holder, code=form.get(CODE), done=done)


async def _change_pin(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    if form.get("pin") != form.get("again"):
        form.mistake("again", "the PINs do not match")
    form.check()
    with form.refusing("pin", BadPin, TooManyTries):
        secret = await desk.controller.cards.keep_pin(desk.device, form.get("pin"), [fields["card"]])
    return {**fields, "secret": secret}


TRAINING = "/manager/training"
BEGIN, RECORD = "/play/training/begin", "/play/training/record"
"""Below the path that the seat's cookie is sent to."""
SEES_TRAINING = person(Role.SUPERVISOR, Role.EXECUTIVE)
"""The roles that see everybody's training."""
NO_ROUNDS = "Nothing was dealt yet in the training that you began in this browser."


async def training(desk: Desk) -> Response:
    """The user's training; for supervisors and executives, everyone's."""
    people, levels = desk.floor.people, [level.name for level in LEVELS]
    learners = [
        (
            people[name],
            sessions[::-1],
            max((each.level for each in sessions), key=levels.index, default=""),
            _weak(sessions),
        )
        for name, sessions in desk.floor.training.items()
        if name == desk.session.person or desk.may(SEES_TRAINING)
    ]
    return desk.draw("manager/people/training.html", learners=learners, skills=SKILLS, begin=BEGIN, record=RECORD)


def _weak(sessions: Iterable[TrainingSession]) -> str:
    """Skills that need training, by all sessions shown."""
    sums: dict[str, tuple[int, int]] = {}
    for score in (score for session in sessions for score in session.skills):
        right, asked = sums.get(score.skill, (0, 0))
        sums[score.skill] = right + score.right, asked + score.asked
    scores = {skill: Score(*sums[skill]) for skill in SKILLS if skill in sums}
    return ", ".join(SKILLS[skill] for skill in weak_skills(scores))


async def begin(desk: Desk, form: Form) -> Response:
    """A fresh seat in the schools, which is this person's from now on."""
    token, seats = new_token(), _seats(desk)
    seats[token] = desk.session.person
    while len(seats) > MOST_SESSIONS:
        del seats[next(iter(seats))]
    response = RedirectResponse("/play", 303)
    remember(response, token)
    return response


async def record(desk: Desk, form: Form) -> Response:
    """Put on record what the school marked at the seat that this person began."""
    token = token_of(desk.request)
    if _seats(desk).get(token) != desk.session.person:
        sentence = "This browser has no training that you began. Begin one first, deal some rounds, then record it."
        return desk.message("Nothing recorded", sentence)
    sessions = await _marked(desk.request, token)
    if not sessions:
        return desk.message("Nothing recorded", NO_ROUNDS)
    for session in sessions:
        answer = await desk.controller.tell(
            msgspec.convert({"person": desk.session.person, **session}, commands.RecordTraining, strict=False)
        )
    del _seats(desk)[token]  # what is recorded once is not recorded again
    response = RedirectResponse(f"{TRAINING}?event={answer.number}", 303)
    remember(response, new_token())
    return response


def _seats(desk: Desk) -> dict[str, str]:
    """Whose training goes on at which seat. It lives as long as the seats do."""
    seats: dict[str, str] = desk.request.app.state.training_seats
    return seats


async def _marked(request: Request, token: str) -> list[dict[str, Any]]:
    """The marks of that seat in the schools, here or in the math worker."""
    state = request.app.state
    if state.math_worker is None:
        return progress_of(state.practice_sessions, token)
    here = {"method": "GET", "path": PROGRESS, "raw_path": PROGRESS.encode(), "query_string": b""}

    async def no_body() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    answer = await state.math_worker.answer(Request({**request.scope, **here}, no_body))
    found: list[dict[str, Any]] = msgspec.json.decode(answer.body)
    return found


TASKS = [
    Task(
        "/manager/people/new/person", commands.AddPerson,
        fields=(
            Field("person", "User ID", hint="Used in the log and permanent. For example: elena.", read=_user_id),
            Field("full_name", "Full name", term="name"),
            Field("role", "Role", choices={role: f"{role}: {words}" for role, words in ROLES.items()}),
        ),
    ),
    Task(
        "/manager/people/{person}/role", commands.ChangeRole, facts=lambda desk, who: [("Role now", who.role.value)],
        fields=lambda desk, who: (
            Field("role", choices={role: f"{role}: {words}" for role, words in ROLES.items() if role is not who.role}),
        ),
    ),
    Task("/manager/people/{person}/leave", commands.RecordLeave, facts=_presence),
    Task("/manager/people/{person}/return", commands.RecordReturn, facts=_presence),
    Task(
        "/manager/people/rules", commands.SetHouseRules,
        facts=lambda desk, it: [("Dealers", DEALERS[desk.floor.house_rules.dealers_sign_in])],
        fields=lambda desk, it: (
            Field("dealers_sign_in", "Dealers sign in", value="off" if desk.floor.house_rules.dealers_sign_in else "on",
                  choices={"on": "On: required before anything is pressed", "off": "Off: optional"}),
        ),
    ),
    Task(
        "/manager/people/pay-rules/{currency}", SetPayRules, of=_pay_rules, prepare=_set_pay_rules,
        review=nothing_besides, fields=_pay_fields,
        facts=lambda desk, now: [("Usual", money(EXECUTIVE_FROM_MICROS, desk.request.path_params["currency"]))],
    ),
    Task(
        "/manager/people/new/card", commands.IssueCard, prepare=_keep_code, show=_show_code,
        fields=lambda desk, it: (
            Field("card", "Card number"),
            Field("person", "Employee", value=desk.request.query_params.get("person", ""),
                  choices={name: f"{who.name}, {who.role}" for name, who in desk.floor.people.items()}),
            *_code_fields(),
        ),
    ),
    Task(
        "/manager/people/cards/{card}/reset", commands.ResetPin, prepare=_keep_code, show=_show_code, facts=_card_facts,
        fields=lambda desk, at: _code_fields(),
    ),
    Task("/manager/people/cards/{card}/unlock", commands.UnlockCard, facts=_card_facts),
    Task(
        "/manager/people/cards/{card}/withdraw", commands.WithdrawCard,
        facts=lambda desk, at: _card_facts(desk, at)[:1],
    ),
    Task(
        "/manager/pin", commands.ChangePin, lead=lambda desk, it: f"Changes the PIN of your card {desk.session.card}.",
        prepare=_change_pin,
        fields=(
            Field("pin", "New PIN", sort="pin",
                  hint=f"{FEWEST_DIGITS} to {MOST_DIGITS} digits, not in a row. The log never stores it."),
            Field("again", "Confirm new PIN", sort="pin"),
        ),
        given=lambda desk, it: {"card": desk.session.card},
    ),
]  # fmt: skip
