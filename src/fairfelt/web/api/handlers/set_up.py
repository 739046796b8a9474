"""The room itself: what it is made of, who works there, its log, verification, closing and opening."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from fairfelt.ledger import Answer, Entry, LedgerUnavailable
from fairfelt.room import Card, ClaimState, Device, DeviceKind, Floor, Link, Person, Role, Table, claim_states
from fairfelt.room.commands import people as staff
from fairfelt.room.commands import set_up
from fairfelt.room.commands.accounts import CorrectCount, RecordCount
from fairfelt.room.commands.alarms import AcknowledgeAlarm, PlanBackups
from fairfelt.room.commands.closing import (
    AcceptClock,
    ApproveSoftware,
    CloseFloor,
    CloseTable,
    OpenFloor,
    OpenTable,
    ResumePlay,
    SuspendPlay,
)
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.room.commands.felt import VoidTrayPay
from fairfelt.room.registry import NAMES
from fairfelt.room.state.alarms import Alarm, Backups, TimeService
from fairfelt.runtime.formats import SECRET, OptionalLine
from fairfelt.server import Check, Controller, OneTimeCode
from fairfelt.server.cards import FEWEST_DIGITS, IDLE_S, MOST_DIGITS
from fairfelt.web.api import access
from fairfelt.web.api.endpoint import ApiAnswer, Call, Page, RequestBody, command, get, post, with_fields_of
from fairfelt.web.api.handlers.jackpots import JackpotState, jackpot_state
from fairfelt.web.http.answers import bad_request

PIN_PATTERN = f"^[0-9]{{{FEWEST_DIGITS},{MOST_DIGITS}}}$"


Typed = Annotated[str, Meta(max_length=64, description="text of at most 64 characters", extra=SECRET)]
"""A card or a PIN, or the one in the place of the other."""


NewDigits = Annotated[
    str, Meta(max_length=64, description="text of digits", extra=SECRET, extra_json_schema={"pattern": PIN_PATTERN})
]
"""Told in the document; the keeper of PINs checks them, and says better what is wrong with one."""


class SignIn(RequestBody):
    """A card put in and the PIN typed."""

    card: Typed
    pin: Typed


class Pin(RequestBody):
    """A PIN to be kept."""

    pin: NewDigits


class FirstPin(RequestBody):
    """The one-time code of a card, and the PIN that its holder chooses."""

    code: Typed
    pin: NewDigits


@with_fields_of(Device, "kind", "enabled", "table", "link")
class DeviceState(ApiAnswer):
    """The device that asks."""

    device: str
    next_sequence: int


class SignedIn(ApiAnswer):
    """A session was opened; its token is shown this once."""

    token: str
    name: str
    role: Role
    idle_s: int
    """It ends after n seconds without use."""


async def _count_joined_odds(controller: Controller, asked: set_up.TablePlan) -> None:
    await controller.law.examine_joining(controller.ledger, asked)


async def look_at_funds(controller: Controller, answer: Answer) -> None:
    """Another table may have prizes that ask for more money in the bank."""
    await controller.law.look_at_funds(controller.ledger)


async def _check_pin_is_kept(controller: Controller, asked: staff.ChangePin) -> None:
    if not await asyncio.to_thread(controller.pins.known_among, [asked.secret]):
        raise bad_request("no PIN is kept under this digest: send it to /api/pins first", "secret")


async def _check_code_is_kept(controller: Controller, asked: staff.IssueCard | staff.ResetPin) -> None:
    if not await asyncio.to_thread(controller.pins.known_among, [asked.secret]):
        raise bad_request("no one-time code is kept under this digest: get one from /api/codes first", "secret")


AT = (DeviceKind.KEYPAD, DeviceKind.CONSOLE)


async def this_device(call: Call) -> DeviceState:
    """What the device that asks is, and the number its next command must have."""
    known = call.floor.devices[call.device]
    next_sequence = call.controller.ledger.next_sequence(call.device)
    return DeviceState.of(known, device=call.device, next_sequence=next_sequence)


async def sign_in(call: Call) -> SignedIn:
    """Open a session with card and PIN; it ends after ten minutes without use."""
    token = await call.controller.cards.sign_in(call.device, call.body.card, call.body.pin)
    who = call.floor.people[call.floor.cards[call.body.card].person]
    return SignedIn(token=token, name=who.name, role=who.role, idle_s=int(IDLE_S))


async def sign_out(call: Call) -> dict[str, Any]:
    """End the sessions whose tokens are sent along."""
    return {"ended": sum([await call.controller.cards.sign_out(token, call.device) for token in call.tokens])}


async def keep_pin(call: Call) -> dict[str, Any]:
    """Keep a PIN that its holder changes to next; commands name it by its digest and never carry it."""
    return {"secret": await call.controller.cards.keep_pin(call.device, call.body.pin, call.cards)}


async def make_code(call: Call) -> dict[str, Any]:
    """Make a one-time code for a card that is issued or reset next; it is told once, for the holder of the card."""
    code = OneTimeCode.new()
    return {"code": code.digits, "secret": await call.controller.cards.keep_code(call.device, code)}


async def set_pin(call: Call) -> dict[str, Any]:
    """Choose the PIN of a card with its one-time code; nobody has to be signed in for it."""
    card = call.path["card"]
    await call.controller.cards.set_pin(call.device, card, call.body.code, call.body.pin)
    return {"card": card}


class Slice(Page, forbid_unknown_fields=True):
    """A part of the log, perhaps of one kind of event only."""

    kind: OptionalLine = ""


@with_fields_of(Link)
class LinkRow(ApiAnswer):
    """A link."""

    link: str


@with_fields_of(
    Table,
    "link",
    "game",
    "variant",
    "wager",
    "paytable",
    "fingerprint",
    "seats",
    "controls",
    "phase",
    "round",
    "closed",
)
class TableRow(ApiAnswer):
    """A table of the floor."""

    table: str
    notices: list[str]
    claims: list[ClaimState]


@with_fields_of(Floor, "software", "found", "awards", "closed")
class FloorState(ApiAnswer):
    """The whole floor."""

    sequence: int
    jackpots: list[JackpotState]
    links: list[LinkRow]
    tables: list[TableRow]


@with_fields_of(Alarm)
class AlarmRow(ApiAnswer):
    """Something that a person has to look at."""

    number: int


@with_fields_of(Person, "name", "role", "away")
class PersonState(ApiAnswer):
    """A person who works here."""

    person: str


@with_fields_of(Card, "person", "locked", "withdrawn", "pin_due")
class CardState(ApiAnswer):
    """A card."""

    card: str


@with_fields_of(Device, "kind", "table", "link", "enabled")
class DeviceRow(ApiAnswer):
    """A device."""

    device: str


class PostingState(ApiAnswer):
    """What an event moved on one account."""

    account: str
    amount_micros: int


@with_fields_of(Entry, "number", "at_micros", "device", "device_sequence", "kind", "hash")
class EventState(ApiAnswer):
    """An event of the log."""

    body: Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"type": "object"})]
    postings: list[PostingState]


@with_fields_of(Check, "at_micros", "events", "head", "software", "wrong", "passed")
class CheckState(ApiAnswer):
    """What the controller found when it looked at itself."""


async def floor(call: Call) -> FloorState:
    """The whole floor: jackpots, links, tables, and whether it is open."""
    now = call.floor
    return FloorState.of(
        now,
        sequence=call.controller.head.number,
        jackpots=[jackpot_state(name, found) for name, found in now.jackpots.items()],
        links=[LinkRow.of(at, link=name) for name, at in now.links.items()],
        tables=[
            TableRow.of(
                at,
                table=name,
                notices=list(at.law_verdict.notices),
                claims=claim_states(at),
            )
            for name, at in now.tables.items()
        ],
    )


async def alarms(call: Call) -> dict[str, Any]:
    """What a person has to look at, the state of the time service, and the last backup."""
    now = call.floor
    rows = [AlarmRow.of(alarm, number=number) for number, alarm in now.alarms.items()]
    return {"alarms": rows, "time_service": now.time_service, "backups": now.backups}


async def people(call: Call) -> dict[str, Any]:
    """People, their cards, and the devices; no PIN and no key is among it."""
    now = call.floor
    return {
        "people": [PersonState.of(who, person=name) for name, who in now.people.items()],
        "cards": [CardState.of(card, card=name) for name, card in now.cards.items()],
        "devices": [DeviceRow.of(at, device=name) for name, at in now.devices.items()],
    }


async def events(call: Call) -> dict[str, Any]:
    """A part of the log, in its order, each event with its hash and its postings."""
    query: Slice = call.query
    # Every version of a name is meant, or the one that is written out
    kinds = tuple(kind for kind, name in NAMES.items() if name == query.kind) or tuple(filter(None, [query.kind]))
    found = await asyncio.to_thread(call.controller.ledger.entries, after=query.after, limit=query.limit, kinds=kinds)
    return {"events": list(map(_event, found)), "last": call.controller.head.number}


def _event(entry: Entry) -> EventState:
    postings = [PostingState(account=account, amount_micros=micros) for account, micros in entry.postings]
    return EventState.of(entry, body=msgspec.Raw(entry.body.encode()), postings=postings)


async def last_check(call: Call) -> CheckState:
    """What the controller found when it last looked at itself."""
    if call.controller.last_check is None:
        raise LedgerUnavailable("the controller has only just taken over and is still looking")
    return CheckState.of(call.controller.last_check)


async def check_now(call: Call) -> CheckState:
    """Verify chain, books, rules and software now; what is wrong closes the floor."""
    return CheckState.of(await call.controller.check())


async def back_up_now(call: Call) -> Backups:
    """Copy the journal now, restore the copy once, and store it; what fails is said, and is an alarm."""
    controller = call.controller
    await controller.watch.back_up_now(controller.ledger)
    return controller.floor.backups


ENDPOINTS = [
    command("jackpots", set_up.OpenJackpot, access.TWO_TO_SET_UP),
    command("links", set_up.MakeLink, access.TWO_DEPARTMENTS),
    command("tables", set_up.SetUpTable, access.TWO_DEPARTMENTS, before=_count_joined_odds, after=look_at_funds),
    command(
        "tables/{table}/change",
        set_up.ChangeTable,
        access.TWO_DEPARTMENTS,
        before=_count_joined_odds,
        after=look_at_funds,
    ),
    command("tables/{table}/place", set_up.MoveTable, access.SETTING_UP),
    command("floor-map", set_up.ArrangeTables, access.SETTING_UP),
    command("tables/{table}/retirement", set_up.RetireTable, access.SETTING_UP, after=look_at_funds),
    command("suspensions", SuspendPlay, access.ON_THE_FLOOR),
    command("suspensions/end", ResumePlay, access.ON_THE_FLOOR),
    command("tables/{table}/closing", CloseTable, access.ON_THE_FLOOR),
    command("tables/{table}/opening", OpenTable, access.ON_THE_FLOOR),
    command("devices", EnrolDevice, access.TWO_TO_SET_UP),
    command("devices/{device}/switch", SwitchDevice, access.SETTING_UP),
    command("devices/{device}/key", RenewKey, access.TWO_TO_SET_UP),
    command("people", staff.AddPerson, access.TWO_TO_SET_UP),
    command("people/{person}/role", staff.ChangeRole, access.TWO_TO_SET_UP),
    command("people/{person}/leave", staff.RecordLeave, access.SETTING_UP),
    command("people/{person}/return", staff.RecordReturn, access.TWO_TO_SET_UP),
    command("cards", staff.IssueCard, access.TWO_TO_SET_UP, before=_check_code_is_kept),
    command("cards/{card}/reset", staff.ResetPin, access.TWO_TO_SET_UP, before=_check_code_is_kept),
    command("cards/{card}/unlocking", staff.UnlockCard, access.SETTING_UP),
    command("cards/{card}/withdrawal", staff.WithdrawCard, access.SETTING_UP),
    command("cards/{card}/pin", staff.ChangePin, access.ANYBODY_SIGNED_IN, before=_check_pin_is_kept),
    command("house-rules", staff.SetHouseRules, access.TWO_TO_SET_UP),
    get("device", this_device, access.ANY_DEVICE, DeviceState),
    post("sessions", sign_in, access.device(*AT), SignIn, SignedIn, status=201),
    replace(get("sessions", sign_out, access.device(*AT), {"ended": int}), method="DELETE"),
    post("pins", keep_pin, access.person(*Role, at=AT), Pin, {"secret": str}, status=201),
    post("codes", make_code, access.ACKNOWLEDGING, gives={"code": str, "secret": str}, status=201),
    post("cards/{card}/first-pin", set_pin, access.device(*AT), FirstPin, {"card": str}, status=201),
    get("floor", floor, access.ANYBODY_SIGNED_IN, FloorState),
    get(
        "alarms", alarms, access.ANYBODY_SIGNED_IN,
        {"alarms": list[AlarmRow], "time_service": TimeService, "backups": Backups},
    ),
    command("alarms/{number}/acknowledgment", AcknowledgeAlarm, access.ACKNOWLEDGING),
    command("backups", PlanBackups, access.SETTING_UP),
    post("backups/now", back_up_now, access.SETTING_UP, gives=Backups, problems=(409,)),
    get(
        "people", people, access.SEES_PEOPLE,
        {"people": list[PersonState], "cards": list[CardState], "devices": list[DeviceRow]},
    ),
    get("events", events, access.READS_THE_LOG, {"events": list[EventState], "last": int}, query=Slice),
    get("verification", last_check, access.READS_THE_LOG, CheckState),
    post("verification", check_now, access.READS_THE_LOG, gives=CheckState),
    command("floor/closing", CloseFloor, access.ON_THE_FLOOR),
    command("floor/opening", OpenFloor, access.TWO_TO_OPEN),
    command("software", ApproveSoftware, access.TWO_TO_OPEN),
    command("tables/{table}/counts", RecordCount, access.COUNTING),
    command("counts/{number}/correction", CorrectCount, access.TWO_TO_ADJUST),
    command("tray-pays/{number}/void", VoidTrayPay, access.TWO_TO_ADJUST),
    command("clock", AcceptClock, access.TWO_TO_OPEN),
]  # fmt: skip
