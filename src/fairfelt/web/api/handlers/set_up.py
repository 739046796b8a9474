"""The room itself: jackpots, links, tables, devices, users and their cards, and signing in."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta

from fairfelt.ledger import Answer
from fairfelt.room import Device, DeviceKind, Role
from fairfelt.room.commands import people, set_up
from fairfelt.room.commands.closing import CloseTable, OpenTable, ResumePlay, SuspendPlay
from fairfelt.room.commands.devices import EnrolDevice, RenewKey, SwitchDevice
from fairfelt.runtime.formats import SECRET
from fairfelt.server import Controller, OneTimeCode
from fairfelt.server.cards import FEWEST_DIGITS, IDLE_S, MOST_DIGITS
from fairfelt.web.api import access
from fairfelt.web.api.endpoint import ApiAnswer, Call, RequestBody, command, get, post, with_fields_of
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


async def _check_pin_is_kept(controller: Controller, asked: people.ChangePin) -> None:
    if not await asyncio.to_thread(controller.pins.known_among, [asked.secret]):
        raise bad_request("no PIN is kept under this digest: send it to /api/pins first", "secret")


async def _check_code_is_kept(controller: Controller, asked: people.IssueCard | people.ResetPin) -> None:
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
    command("people", people.AddPerson, access.TWO_TO_SET_UP),
    command("people/{person}/role", people.ChangeRole, access.TWO_TO_SET_UP),
    command("people/{person}/leave", people.RecordLeave, access.SETTING_UP),
    command("people/{person}/return", people.RecordReturn, access.TWO_TO_SET_UP),
    command("cards", people.IssueCard, access.TWO_TO_SET_UP, before=_check_code_is_kept),
    command("cards/{card}/reset", people.ResetPin, access.TWO_TO_SET_UP, before=_check_code_is_kept),
    command("cards/{card}/unlocking", people.UnlockCard, access.SETTING_UP),
    command("cards/{card}/withdrawal", people.WithdrawCard, access.SETTING_UP),
    command("cards/{card}/pin", people.ChangePin, access.ANYBODY_SIGNED_IN, before=_check_pin_is_kept),
    command("house-rules", people.SetHouseRules, access.TWO_TO_SET_UP),
    get("device", this_device, access.ANY_DEVICE, DeviceState),
    post("sessions", sign_in, access.device(*AT), SignIn, SignedIn, status=201),
    replace(get("sessions", sign_out, access.device(*AT), {"ended": int}), method="DELETE"),
    post("pins", keep_pin, access.person(*Role, at=AT), Pin, {"secret": str}, status=201),
    post("codes", make_code, access.ACKNOWLEDGING, gives={"code": str, "secret": str}, status=201),
    post("cards/{card}/first-pin", set_pin, access.device(*AT), FirstPin, {"card": str}, status=201),
]
