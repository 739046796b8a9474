"""Devices ask who they are; people sign in with card and PIN, and out again."""

from __future__ import annotations

import asyncio

import msgspec

from fairfelt.controller.sessions import IDLE_S
from fairfelt.room import DeviceKind, Role
from fairfelt.web.api.types.answers import DeviceState, Kept, SignedIn, SignedOut
from fairfelt.web.api.types.bodies import Pin, SignIn

from ..access import ANY_DEVICE, Access, device, person
from ..call import Call
from ..endpoint import Endpoint, Handler, get

AT = (DeviceKind.KEYPAD, DeviceKind.CONSOLE)


async def this_device(call: Call) -> DeviceState:
    """What the device that asks is, and the number its next command must have."""
    known = call.floor.devices[call.device]
    next_sequence = call.controller.ledger.next_sequence(call.device)
    return DeviceState.of(known, device=call.device, next_sequence=next_sequence)


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


def _post(path: str, handler: Handler, access: Access, takes: type[msgspec.Struct], gives: type) -> Endpoint:
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=gives, status=201
    )


ENDPOINTS = [
    get("device", this_device, ANY_DEVICE, DeviceState),
    _post("sessions", sign_in, device(*AT), SignIn, SignedIn),
    Endpoint(method="DELETE", path="/api/sessions", handler=sign_out, access=device(*AT), gives=SignedOut),
    _post("pins", keep_pin, person(*Role, at=AT), Pin, Kept),
]
