"""The first console and the first person of a new room, and the way back in when the last card is locked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from fairfelt.ledger import Answer
from fairfelt.ledger.canonical import canonical
from fairfelt.room import DeviceKind, Role
from fairfelt.room.commands import read_command
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.people import AddPerson, IssueCard, UnlockCard

from .controller import Controller
from .keys import key_digest, new_key


class FoundedAlready(Exception):  # noqa: N818  (it reads as what happened)
    """The room has people: they add others."""


@dataclass(frozen=True)
class Founder:
    """Who founds a room, and at which console."""

    person: str
    name: str
    card: str
    pin: str
    console: str = "console 1"


def check_founder(founder: Founder) -> None:
    """Refuse names that the room would refuse, before anything is begun; FieldError says which."""
    for command in _add_founder(founder, key_digest("")):
        read_command(canonical(command))


def _add_founder(founder: Founder, secret: str) -> tuple[AddPerson, IssueCard]:
    return (
        AddPerson(person=founder.person, name=founder.name, role=Role.EXECUTIVE),
        IssueCard(card=founder.card, person=founder.person, secret=secret),
    )


async def found(controller: Controller, founder: Founder) -> str:
    """Enrol the first console and add an executive with a card; gives the console's key, which is told once."""
    floor = controller.floor
    if floor.people or floor.devices:
        raise FoundedAlready("this room was founded before: somebody with a card adds people and devices")
    key = new_key()
    secret = await asyncio.to_thread(controller.pins.keep, founder.pin)
    steps = (
        EnrolDevice(device=founder.console, device_kind=DeviceKind.CONSOLE, key_sha256=key_digest(key)),
        SwitchDevice(device=founder.console, enabled=True),
        *_add_founder(founder, secret),
    )
    for command in steps:
        _done(await controller.tell(command))
    return key


async def unlock(controller: Controller, card: str, pin: str) -> None:
    """Open the card of the last person who could have opened it for somebody else, with a new PIN."""
    secret = await asyncio.to_thread(controller.pins.keep, pin)
    _done(await controller.tell(UnlockCard(card=card, secret=secret)))


def _done(answer: Answer) -> None:
    if answer.refused:
        raise ValueError(answer.body["reason"])
