"""Devices ask who they are; people sign in with card and PIN, and out again."""

from __future__ import annotations

import msgspec

from fairfelt.room import DeviceKind, Role
from fairfelt.room.state.people import SIGNS
from fairfelt.server import OneTimeCode
from fairfelt.server.cards.sessions import IDLE_S
from fairfelt.web.api.types.answers import Code, DeviceState, Kept, PinSet, SignedIn, SignedOut
from fairfelt.web.api.types.bodies import FirstPin, Pin, SignIn

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
    return SignedOut(ended=sum([await call.controller.cards.sign_out(token, call.device) for token in call.tokens]))


async def keep_pin(call: Call) -> Kept:
    """Keep a PIN that its holder changes to next; commands name it by its digest and never carry it."""
    return Kept(secret=await call.controller.cards.keep_pin(call.device, call.body.pin, call.cards))


async def make_code(call: Call) -> Code:
    """Make a one-time code for a card that is issued or reset next; it is told once, for the holder of the card."""
    code = OneTimeCode.new()
    return Code(code=code.digits, secret=await call.controller.cards.keep_code(call.device, code))


async def set_pin(call: Call) -> PinSet:
    """Choose the PIN of a card with its one-time code; nobody has to be signed in for it."""
    card = call.path["card"]
    await call.controller.cards.set_pin(call.device, card, call.body.code, call.body.pin)
    return PinSet(card=card)


def _post(path: str, handler: Handler, access: Access, takes: type[msgspec.Struct], gives: type) -> Endpoint:
    return Endpoint(
        method="POST", path=f"/api/{path}", handler=handler, access=access, takes=takes, gives=gives, status=201
    )


ENDPOINTS = [
    get("device", this_device, ANY_DEVICE, DeviceState),
    _post("sessions", sign_in, device(*AT), SignIn, SignedIn),
    Endpoint(method="DELETE", path="/api/sessions", handler=sign_out, access=device(*AT), gives=SignedOut),
    _post("pins", keep_pin, person(*Role, at=AT), Pin, Kept),
    Endpoint(method="POST", path="/api/codes", handler=make_code, access=person(*SIGNS), gives=Code, status=201),
    _post("cards/{card}/first-pin", set_pin, device(*AT), FirstPin, PinSet),
]
