"""The first console and the first people of a new room, and the way back in when nobody is left who could help."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from fairfelt.ledger import Answer
from fairfelt.ledger.canonical import canonical
from fairfelt.room import DeviceKind, Role
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.people import FirstPerson, FoundRoom, IssueCard, RecordReturn, ResetPin
from fairfelt.room.registry import read_command

from .cards import OneTimeCode, check_pin, key_digest, new_key
from .controller import Controller


class FoundedAlready(Exception):  # noqa: N818  (it reads as what happened)
    """The room has people: they add others."""


CONSOLE = "console 1"
FOUNDED = "this room was founded before: two people with cards add people and devices"


@dataclass(frozen=True)
class Founder:
    """A person who founds a room; two of them set it up."""

    person: str
    name: str
    card: str
    pin: str
    role: Role = Role.EXECUTIVE


def check_founders(founders: Sequence[Founder]) -> None:
    """Refuse names that the room would refuse, before anything is begun; FieldError and BadPin say which."""
    read_command(canonical(_found_room(founders, [key_digest("")] * len(founders))))
    for founder in founders:
        check_pin(founder.pin, [founder.card])


def _found_room(founders: Sequence[Founder], secrets: Sequence[str]) -> FoundRoom:
    first = (
        FirstPerson(founder.person, founder.name, founder.role, founder.card, secret)
        for founder, secret in zip(founders, secrets, strict=True)
    )
    return FoundRoom(first=tuple(first))


async def found(controller: Controller, founders: Sequence[Founder], console: str = CONSOLE) -> str:
    """Enroll the first console and add the first people with their cards; returns the console's key, shown once."""
    floor = controller.floor
    if floor.people or floor.devices:
        raise FoundedAlready(FOUNDED)
    key = new_key()
    secrets = [await asyncio.to_thread(controller.pins.keep, one.pin, [one.card]) for one in founders]
    steps = (
        EnrolDevice(device=console, device_kind=DeviceKind.CONSOLE, key_sha256=key_digest(key)),
        SwitchDevice(device=console, enabled=True),
        _found_room(founders, secrets),
    )
    for command in steps:
        _done(await controller.tell(command))
    return key


async def unlock(controller: Controller, card: str) -> OneTimeCode:
    """A one-time code for a card whose holder nobody is left to help; who was away is back."""
    code = OneTimeCode.new()
    secret = await asyncio.to_thread(controller.pins.keep_code, code)
    known = controller.floor.cards.get(card)
    if known and controller.floor.people[known.person].away:
        _done(await controller.tell(RecordReturn(person=known.person, why="at the machine that runs the room")))
    _done(await controller.tell(ResetPin(card=card, secret=secret)))
    return code


async def issue(controller: Controller, card: str, person: str) -> OneTimeCode:
    """Issue another card to a person when no two others are left to do it; returns its one-time code."""
    code = OneTimeCode.new()
    secret = await asyncio.to_thread(controller.pins.keep_code, code)
    _done(await controller.tell(IssueCard(card=card, person=person, secret=secret)))
    return code


def _done(answer: Answer) -> None:
    if answer.refused:
        raise ValueError(answer.body["reason"])
