"""The room itself: jackpots, links, tables, devices, people and their cards."""

from __future__ import annotations

import asyncio

from fairfelt.room.state.people import CLOSES, SETS_UP
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

from ..access import ANYBODY_SIGNED_IN, person
from ..call import Call
from ..endpoint import command
from ..problem import bad_request

SETTING_UP = person(*SETS_UP)
ON_THE_FLOOR = person(*CLOSES)


async def _count_joined_odds(call: Call) -> None:
    await call.controller.law.examine_joining(call.controller.ledger, call.body.link, call.fields)


async def _check_pin_is_kept(call: Call) -> None:
    secret = call.body.secret
    if secret is not None and not await asyncio.to_thread(call.controller.pins.known, secret):
        raise bad_request("no PIN is kept under this digest: send it to /api/pins first", "secret")


ENDPOINTS = [
    command("jackpots", "open jackpot", "Open a jackpot; its levels are seeded by the house.", NewJackpot, SETTING_UP),
    command("links", "make link", "Make a link that feeds and wins a jackpot.", NewLink, SETTING_UP),
    command(
        "tables", "set up table",
        "Set a table up: its hand buttons come from the game's paytable. Where it joins other games, odds are counted.",
        NewTable, SETTING_UP, before=_count_joined_odds,
    ),
    command(
        "tables/{table}/closing", "close table", "Take a table out of service; a running game finishes.",
        Why, ON_THE_FLOOR,
    ),
    command("tables/{table}/opening", "open table", "Put a table back into service.", Numbered, ON_THE_FLOOR),
    command(
        "devices", "enrol device", "Enrol a device by the digest of its key; it is off until somebody switches it on.",
        NewDevice, SETTING_UP,
    ),
    command("devices/{device}/switch", "switch device", "Switch a device on or off.", Switch, SETTING_UP),
    command(
        "devices/{device}/key", "renew key", "Give a device another key; the old one is worth nothing at once.",
        NewKey, SETTING_UP,
    ),
    command("people", "add person", "Add somebody who works here.", NewPerson, SETTING_UP),
    command("cards", "issue card", "Issue a card to somebody.", NewCard, SETTING_UP, before=_check_pin_is_kept),
    command(
        "cards/{card}/unlocking", "unlock card",
        "Unlock a card that is locked, perhaps with a new PIN; nobody unlocks their own.", Unlocking, SETTING_UP,
        before=_check_pin_is_kept,
    ),
    command(
        "cards/{card}/withdrawal", "withdraw card",
        "Withdraw a card for good; whoever is signed in with it is not any more.", Why, SETTING_UP,
        renamed={"reason": "why"},
    ),
    command(
        "cards/{card}/pin", "change pin", "Change the PIN of one's own card.", NewPin, ANYBODY_SIGNED_IN,
        before=_check_pin_is_kept,
    ),
]  # fmt: skip
