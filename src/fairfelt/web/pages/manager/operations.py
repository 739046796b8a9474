"""Employees, their cards and training; alarms, closing and opening, software, devices, audit log, and search."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Message

from fairfelt.ledger.machine import Answer
from fairfelt.room import DeviceKind, Floor, Person, Role
from fairfelt.room.commands import people as commands
from fairfelt.room.commands.accounts import SetPayRules
from fairfelt.room.commands.alarms import AcknowledgeAlarm, PlanBackups
from fairfelt.room.commands.closing import AcceptClock, ApproveSoftware, CloseFloor, OpenFloor, SetCheckpointKey
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.room.registry import label
from fairfelt.room.state.alarms import AlarmKind, TimeState
from fairfelt.room.state.limits import EXECUTIVE_FROM_MICROS
from fairfelt.room.state.people import SIGNS, Card
from fairfelt.runtime.formats import Name
from fairfelt.server import BadPin, OneTimeCode, TooManyTries
from fairfelt.server.cards import FEWEST_DIGITS, MOST_DIGITS, key_digest, new_key
from fairfelt.server.watching.runbook import runbook
from fairfelt.web.api import access
from fairfelt.web.desk import Desk, Fact, Field, Form, Task
from fairfelt.web.desk import log as audit
from fairfelt.web.desk.desk import go, path_of
from fairfelt.web.desk.log import in_short, log_page, look, who
from fairfelt.web.desk.task import find_by
from fairfelt.web.desk.words import game_titles, money, plain, shown
from fairfelt.web.http.answers import number_in
from fairfelt.web.pages.awards import Wanted, is_amount, look_back, read_amounts
from fairfelt.web.pages.page import matches
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
        "manager/people/people.html", rows=rows, sets_up=desk.may(access.SETTING_UP), own=desk.session.person,
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
SEES_TRAINING = access.person(Role.SUPERVISOR, Role.EXECUTIVE)
"""The roles that see everybody's training."""
NO_ROUNDS = "Nothing was dealt yet in the training that you began in this browser."


async def training(desk: Desk) -> Response:
    """The user's training; for supervisors and executives, everyone's."""
    people, levels = desk.floor.people, [level.name for level in LEVELS]
    learners = []
    for name, sessions in desk.floor.training.items():
        if name != desk.session.person and not desk.may(SEES_TRAINING):
            continue
        sums = defaultdict[str, Score](Score)
        for score in (score for session in sessions for score in session.skills):
            right, asked, _ = sums[score.skill]
            sums[score.skill] = Score(right + score.right, asked + score.asked)
        weak = weak_skills({skill: sums[skill] for skill in SKILLS if skill in sums})
        level = max((each.level for each in sessions), key=levels.index, default="")
        learners.append((people[name], sessions[::-1], level, ", ".join(SKILLS[skill] for skill in weak)))
    return desk.draw("manager/people/training.html", learners=learners, skills=SKILLS, begin=BEGIN, record=RECORD)


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


CLOCK = {
    TimeState.SYNCHRONIZED: "Synchronized",
    TimeState.NOT_SYNCHRONIZED: "Not synchronized",
    TimeState.UNKNOWN: "Unknown: the server’s machine does not say",
}


BY_TWO = access.two_people(*SIGNS, departments=True)
"""The two people who acknowledge that enforcement was switched off."""


async def alarms(desk: Desk) -> Response:
    """All alarms, newest first, and the state of clock and backups."""
    floor = desk.floor
    newest = sorted(floor.alarms.items(), reverse=True)
    rows = [
        (number, at, runbook()[at.kind], " and ".join(floor.people[person].name for person in at.acknowledged_by))
        for number, at in newest
    ]
    return desk.draw(
        "manager/alarms.html", rows=rows, acknowledges=desk.may(access.ACKNOWLEDGING),
        reads=desk.may(access.READS_THE_LOG), plans=desk.may(access.SETTING_UP), zone=desk.zone,
        clock=CLOCK[floor.time_service.state], source=floor.time_service.source,
        backups=floor.backups, copied_to=desk.controller.settings.backups,
    )  # fmt: skip


async def advice(desk: Desk) -> Response:
    """What to do about each kind of alarm."""
    return desk.draw("manager/runbook.html", runbook=runbook().values())


async def back_up_now(desk: Desk, form: Form) -> Response:
    """Make a backup at any hour, and go back to the page that says so."""
    await desk.controller.watch.back_up_now(desk.controller.ledger)
    return go("/manager/alarms")


async def _change_key(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    form.check()
    named = await asyncio.to_thread(desk.controller.publishing.next_key, desk.controller.ledger)
    return {**fields, "key": named.key, "secret": named.secret}


KEY = "key"
Place = tuple[str, DeviceKind, dict[str, str]]
"""Words, the kind of device, and the terms that name its table or link."""


async def devices(desk: Desk) -> Response:
    """All of them, by what they are."""
    rows = sorted(desk.floor.devices.items(), key=lambda row: (row[1].kind, row[0]))
    return desk.draw("manager/devices.html", rows=rows, sets_up=desk.may(access.SETTING_UP), own=desk.device)


def _places(floor: Floor) -> dict[str, Place]:
    """Every kind of device with the table or the link it would belong to, by what a form sends."""
    unfed = [name for name, link in floor.links.items() if not floor.played_for(link.jackpot).combinations]
    return {
        **{f"table/{at}": (f"Keypad, table {at}", DeviceKind.KEYPAD, {"table": at}) for at in floor.tables},
        **{f"link/{at}": (f"Display, link {at}", DeviceKind.DISPLAY, {"link": at}) for at in floor.links},
        **{
            f"sign/{at}": (f"Sign behind the MQTT bridge, link {at}", DeviceKind.SIGN, {"link": at})
            for at in floor.links
        },
        "console": ("Office console", DeviceKind.CONSOLE, {}),
        "auditor": ("Auditor’s witness", DeviceKind.AUDITOR, {}),
        **{f"room/{at}": (f"Room of this hub, link {at}", DeviceKind.ROOM, {"link": at}) for at in unfed},
    }


async def _enrol_device(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    places = _places(desk.floor)
    _, kind, place = places.get(form.one_of("place", places), places["console"])
    return await _keep_key(desk, form, {**fields, **place, "device_kind": kind})


def _new_key() -> Field:
    """The key comes with the form, so that the form sent twice gives one device one key."""
    return Field(KEY, sort="hidden", value=new_key())


async def _keep_key(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    if len(form.get(KEY)) < len(new_key()):
        form.mistake("", "the key is missing: reload the page and try again")
    return {**fields, "key_sha256": key_digest(form.get(KEY))}


def _show_key(desk: Desk, form: Form, fields: Mapping[str, Any], done: Answer) -> Response:
    name = fields["device"]
    enabled = name in desk.floor.devices and desk.floor.devices[name].enabled
    return desk.draw("manager/key.html", name=name, key=form.get(KEY), done=done, enabled=enabled)


VERIFY = "/manager/log/verify"


async def log(desk: Desk) -> Response:
    """A page of the log."""
    return await log_page(desk, leads=_leads, verify=VERIFY)


async def verify(desk: Desk, form: Form) -> Response:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return desk.draw("manager/verified.html", check=await desk.controller.check())


def _leads(body: Mapping[str, Any]) -> list[tuple[str, str]]:
    """To the jackpot and the tables that an event is about."""
    found = []
    if jackpot := body.get("jackpot"):
        found.append((f"jackpot {jackpot}", path_of("manager", "jackpots", jackpot)))
    if table := body.get("table"):
        found.append((f"table {table}", "/manager/tables"))
    return found


MOST, NEWEST = 12, 100
"""Of each kind; the page of the kind has them all. Awards that are looked through for words."""


Hit = tuple[str, str, str]
"""Title, words and address of something that was found."""
Row = tuple[str, tuple[str, ...], Hit]
"""A kind of thing, what may be asked for, and the hit that it is."""


async def search(desk: Desk) -> Response:
    """Hits for the words in the address, by kind."""
    asked = desk.request.query_params.get("q", "").strip()[:100]
    found = await asyncio.to_thread(_find, desk, asked) if asked else {}
    return desk.draw("manager/search.html", searched=asked, kinds=[row for row in found.items() if row[1]])


def _find(desk: Desk, asked: str) -> dict[str, list[Hit]]:
    """Every kind with its first hits. Reads the log: call it off the event loop."""
    found, plain_words = defaultdict[str, list[Hit]](list), asked.lstrip("#")
    wins = _wins(desk, plain_words) if desk.may(access.SEES_WINS) else ()
    for kind, texts, hit in (*_of_the_floor(desk), *wins):
        if len(found[kind]) < MOST and (plain_words in texts or matches(asked, *texts)):
            found[kind].append(hit)
    if desk.may(access.READS_THE_LOG):
        found["Events"] += islice(_events(desk, asked), MOST)
    return found


def _of_the_floor(desk: Desk) -> Iterator[Row]:
    """Employees, tables, jackpots and devices, as far as the user may see them."""
    floor, games, sees_people = desk.floor, game_titles(desk.floor), desk.may(access.SEES_PEOPLE)
    for name, person in floor.people.items() if sees_people else ():
        cards = [card for card, at in floor.cards.items() if at.person == name]
        hit = person.name, f"{person.role.value}, user ID {name}", f"/manager/people#person-{name}"
        yield "Employees", (name, person.name, person.role.value, *cards), hit
    for name, table in floor.tables.items():
        status = f"Closed: {table.closed}" if table.closed else "Open"
        hit = f"Table {name}", f"{games[name]}, {status}", f"/manager/tables#table-{name}"
        yield "Tables", (name, f"table {name}", games[name], table.place), hit
    for name, jackpot in floor.jackpots.items():
        levels = [level.name for level in jackpot.terms.levels]
        amount = shown(jackpot.meter(levels[0]), jackpot.terms.currency)
        hit = jackpot.terms.name, f"{levels[0]} {amount}", path_of("manager", "jackpots", name)
        yield "Jackpots", (name, jackpot.terms.name, *levels), hit
    for name, device in floor.devices.items() if sees_people else ():
        status = "Enabled" if device.enabled else "Disabled"
        hit = name, f"{device.kind.value}, {status}", "/manager/devices"
        yield "Devices", (name, device.kind.value), hit


def _wins(desk: Desk, asked: str) -> Iterator[Row]:
    """Awards by number or by amount, and the newest by words."""
    floor, read, ledger = desk.floor, desk.controller.wins.logged, desk.controller.ledger
    number, amounts = number_in(asked), read_amounts(floor, asked)
    found = read(ledger, after=number - 1, limit=1) if number else []
    found += look_back(desk, Wanted(amounts=amounts), floor.awards)[0] if amounts else []
    found += read(ledger, after=max(0, floor.awards - NEWEST), limit=NEWEST)[::-1]
    for page, entry in {won.page.number: won for won in found}.values():
        amount, names = shown(page.amount_micros, page.currency), who(floor, entry)
        words = f"Table {page.table}, {amount}, {desk.when(page.confirmed_at_micros)}"
        texts = (str(page.number), page.won, f"table {page.table}", page.level, names)
        hit = f"Win {page.number}: {page.won}", words, path_of("manager", "wins", str(page.number))
        yield "Wins", (*texts, asked if is_amount(page, amounts) else amount), hit


def _events(desk: Desk, asked: str) -> Iterator[Hit]:
    ledger, number = desk.controller.ledger, number_in(asked.lstrip("#"))
    last = ledger.committed.head.number
    one = 1 <= number <= last
    first, last = (number, number) if one else (1, last)
    for entry in look(ledger, audit.Wanted(text="" if one else asked), first=first, last=last).entries:
        words = f"{desk.when(entry.at_micros)} · {in_short(entry)} · {who(desk.floor, entry)}"
        yield (f"#{entry.number:,} {label(entry.kind)}", words, f"/manager/log?number={entry.number}")


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
        "/manager/people/pay-rules/{currency}", SetPayRules,
        of=find_by(
            "currency", lambda floor: {each: floor.house_rules.pays_in(each) for each in floor.currencies},
            "nothing is paid in {!r} in this room",
        ),
        prepare=_set_pay_rules,
        review=True,
        fields=lambda desk, now: [
            Field(name, sort="amount", unit=desk.request.path_params["currency"], optional=True,
                  value=plain(getattr(now, f"{name}_micros")))
            for name in PAY_RULES
        ],
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
    Task(
        "/manager/alarms/backups", PlanBackups, of=lambda desk: desk.floor.backups,
        fields=lambda desk, plan: (
            Field("hour", "Time of day", value=str(plan.hour), hint=f"By the clock of {desk.zone}.",
                  choices={str(hour): f"{hour:02}:00" for hour in range(24)}),
            Field("keep", "Copies to keep", value=str(plan.keep), hint="From 1 to 1,000."),
        ),
    ),
    Task(
        "/manager/alarms/{number}", AcknowledgeAlarm, lead=lambda desk, alarm: runbook()[alarm.kind].look,
        of=find_by("number", lambda floor: floor.alarms, "there is no alarm {} here; the audit log has them all"),
        by=lambda desk, alarm: BY_TWO if alarm.kind is AlarmKind.ENFORCEMENT_OFF else access.ACKNOWLEDGING,
        facts=lambda desk, alarm: (
            ("Alarm", alarm.says), ("Raised", desk.when(alarm.raised_micros)), ("Status", alarm.status)
        ),
    ),
    Task("/manager/floor/close", CloseFloor),
    Task(
        "/manager/floor/open", OpenFloor,
        facts=lambda desk, it: [("Closed", why) for why in desk.floor.closings] or [("Status", "Open")],
    ),
    Task(
        "/manager/software", ApproveSoftware,
        facts=lambda desk, it: (("Running", desk.floor.found), ("Approved", desk.floor.software)),
        given=lambda desk, it: {"digest": desk.floor.found},
    ),
    Task(
        "/manager/clock", AcceptClock, of=lambda desk: desk.controller.settings.clock(),
        facts=lambda desk, now: (
            ("Server clock", desk.when(now)), ("Status", desk.floor.clock_fault or "The clock is not in doubt")
        ),
        fields=lambda desk, now: (
            Field("clock_micros", sort="hidden", value=str(now)),
            Field("document", "Compared with", hint="For example: wall clock at the cage, incident 12."),
        ),
    ),
    Task(
        "/manager/log-key", SetCheckpointKey, by=access.TWO_TO_OPEN, prepare=_change_key,
        facts=lambda desk, it: [("Key now", desk.floor.checkpoint_key)],
    ),
    Task(
        "/manager/devices/new/device", EnrolDevice, prepare=_enrol_device, show=_show_key,
        fields=lambda desk, it: (
            Field("device", "Device name", hint="For example: keypad T7."),
            Field("place", "Type", choices={sent: words for sent, (words, *_) in _places(desk.floor).items()}),
            _new_key(),
        ),
    ),
    Task(
        "/manager/devices/{device}/switch", SwitchDevice,
        title=lambda desk, at: f"{'Disable' if at.enabled else 'Enable'} {desk.request.path_params['device']}",
        facts=lambda desk, at: (
            ("Status", "Enabled" if at.enabled else "Disabled"), ("Type", f"{at.kind} {at.table or at.link}".strip())
        ),
        fields=lambda desk, at: [Field("to", term="enabled", sort="hidden", value="off" if at.enabled else "on")],
        danger=lambda desk, at: "This is your console. It signs you out immediately."
        if desk.request.path_params["device"] == desk.device and at.enabled else "",
    ),
    Task(
        "/manager/devices/{device}/key", RenewKey, prepare=_keep_key, show=_show_key,
        fields=lambda desk, at: [_new_key()],
    ),
]  # fmt: skip
