"""Devices ask who they are; people sign in with card and PIN, and out again."""

from __future__ import annotations

import asyncio

from fairfelt.controller.sessions import IDLE_S
from fairfelt.room import DeviceKind, Role
from fairfelt.web.api.types.answers import DeviceState, Kept, SignedIn, SignedOut
from fairfelt.web.api.types.bodies import Pin, SignIn

from ..access import ANY_DEVICE, device, person
from ..call import Call
from ..endpoint import Endpoint

AT = (DeviceKind.KEYPAD, DeviceKind.CONSOLE)


async def this_device(call: Call) -> DeviceState:
    """What the device that asks is, and the number its next command must have."""
    known = call.floor.devices[call.device]
    return DeviceState(
        device=call.device,
        kind=known.kind,
        enabled=known.enabled,
        table=known.table,
        link=known.link,
        next_sequence=call.controller.ledger.next_sequence(call.device),
    )


async def sign_in(call: Call) -> SignedIn:
    """Open a session with card and PIN; it ends after ten minutes without use."""
    token = await call.controller.sign_in(call.device, call.body.card, call.body.pin)
    who = call.floor.people[call.floor.cards[call.body.card].person]
    return SignedIn(token=token, name=who.name, role=who.role, idle_s=int(IDLE_S))


async def sign_out(call: Call) -> SignedOut:
    """End the sessions whose tokens are sent along."""
    return SignedOut(ended=sum(call.controller.sessions.close(token, call.device) for token in call.tokens))


async def keep_pin(call: Call) -> Kept:
    """Keep a PIN for a card that is issued next; commands name it by its digest and never carry it."""
    return Kept(secret=await asyncio.to_thread(call.controller.pins.keep, call.body.pin))


ENDPOINTS = [
    Endpoint(method="GET", path="/api/device", handler=this_device, access=ANY_DEVICE, gives=DeviceState),
    Endpoint(
        method="POST",
        path="/api/sessions",
        handler=sign_in,
        access=device(*AT),
        takes=SignIn,
        gives=SignedIn,
        status=201,
    ),
    Endpoint(method="DELETE", path="/api/sessions", handler=sign_out, access=device(*AT), gives=SignedOut),
    Endpoint(
        method="POST",
        path="/api/pins",
        handler=keep_pin,
        access=person(*Role, at=AT),
        takes=Pin,
        gives=Kept,
        status=201,
    ),
]
