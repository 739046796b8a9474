"""The room itself: jackpots, links, tables, devices, people and their cards."""

from __future__ import annotations

import asyncio

import msgspec

from fairfelt.room.state.people import CLOSES, SETS_UP
from fairfelt.web.api.types.answers import Done, done
from fairfelt.web.api.types.bodies import (
    NewCard,
    NewDevice,
    NewJackpot,
    NewKey,
    NewLink,
    NewPerson,
    NewPin,
    NewTable,
    Numbered,
    Switch,
    Unlocking,
    Why,
)

from ..access import ANYBODY_SIGNED_IN, Access, person
from ..call import Call
from ..endpoint import Endpoint, Handler
from ..problem import bad_request

SETTING_UP = person(*SETS_UP)
ON_THE_FLOOR = person(*CLOSES)


async def open_jackpot(call: Call) -> Done:
    """Open a jackpot; its levels are seeded by the house."""
    terms = msgspec.to_builtins(call.body.terms)
    return done(await call.command("open jackpot", jackpot=call.body.jackpot, terms=terms, cards=call.cards))


async def make_link(call: Call) -> Done:
    """Make a link that feeds and wins a jackpot."""
    return done(await call.command("make link", **call.fields))


async def set_up_table(call: Call) -> Done:
    """Set a table up: its hand buttons come from the game's paytable. Where it joins other games, odds are counted."""
    await call.controller.law.examine_joining(call.controller.ledger, call.body.link, call.fields)
    return done(await call.command("set up table", **call.fields))


async def close_table(call: Call) -> Done:
    """Take a table out of service; a running game finishes."""
    return done(await call.command("close table", table=call.path["table"], **call.fields))


async def open_table(call: Call) -> Done:
    """Put a table back into service."""
    return done(await call.command("open table", table=call.path["table"], cards=call.cards))


async def enrol_device(call: Call) -> Done:
    """Enrol a device by the digest of its key; it is off until somebody switches it on."""
    return done(await call.command("enrol device", **call.fields))


async def switch_device(call: Call) -> Done:
    """Switch a device on or off."""
    return done(await call.command("switch device", device=call.path["device"], **call.fields))


async def renew_key(call: Call) -> Done:
    """Give a device another key; the old one is worth nothing at once."""
    return done(await call.command("renew key", device=call.path["device"], **call.fields))


async def add_person(call: Call) -> Done:
    """Add somebody who works here."""
    return done(await call.command("add person", **call.fields))


async def issue_card(call: Call) -> Done:
    """Issue a card to somebody."""
    await _check_kept(call, call.body.secret)
    return done(await call.command("issue card", **call.fields))


async def unlock_card(call: Call) -> Done:
    """Unlock a card that is locked, perhaps with a new PIN; nobody unlocks their own."""
    if call.body.secret is not None:
        await _check_kept(call, call.body.secret)
    return done(await call.command("unlock card", card=call.path["card"], **call.fields))


async def withdraw_card(call: Call) -> Done:
    """Withdraw a card for good; whoever is signed in with it is not any more."""
    body = {"card": call.path["card"], "why": call.body.reason, "cards": call.cards}
    return done(await call.command("withdraw card", **body))


async def change_pin(call: Call) -> Done:
    """Change the PIN of one's own card."""
    await _check_kept(call, call.body.secret)
    return done(await call.command("change pin", card=call.path["card"], **call.fields))


async def _check_kept(call: Call, secret: str) -> None:
    if not await asyncio.to_thread(call.controller.pins.known, secret):
        raise bad_request("no PIN is kept under this digest: send it to /api/pins first", "secret")


def _post(path: str, handler: Handler, takes: type[msgspec.Struct], access: Access = SETTING_UP) -> Endpoint:
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=Done, command=True
    )


ENDPOINTS = [
    _post("jackpots", open_jackpot, NewJackpot),
    _post("links", make_link, NewLink),
    _post("tables", set_up_table, NewTable),
    _post("tables/{table}/closing", close_table, Why, ON_THE_FLOOR),
    _post("tables/{table}/opening", open_table, Numbered, ON_THE_FLOOR),
    _post("devices", enrol_device, NewDevice),
    _post("devices/{device}/switch", switch_device, Switch),
    _post("devices/{device}/key", renew_key, NewKey),
    _post("people", add_person, NewPerson),
    _post("cards", issue_card, NewCard),
    _post("cards/{card}/unlocking", unlock_card, Unlocking),
    _post("cards/{card}/withdrawal", withdraw_card, Why),
    _post("cards/{card}/pin", change_pin, NewPin, ANYBODY_SIGNED_IN),
]
