"""The room of the day: a demonstration of many tables, with the devices that watch it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from itertools import cycle, islice

from fairfelt.room import DeviceKind, Role
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.server import Controller, Settings
from fairfelt.server.cards import key_digest
from fairfelt.twin.demo import CARDS, EXECUTIVES, demo_key, open_demonstration
from fairfelt.twin.pit import PitTable
from fairfelt.twin.twin import pit_tables
from fairfelt.web.pages.page import PrintedCard

READER, AUDITOR = "office reader", "auditor"


@dataclass(frozen=True)
class DayRoom:
    """What it takes to play in the room and to watch it."""

    cards: list[PrintedCard]
    displays: list[tuple[str, str]]
    """For each display its link and its key."""
    verifier: str
    """Of the room's log, for a witness."""


def people_of(tables: int) -> list[PrintedCard]:
    """Those of the demonstration, with a dealer for each table and a supervisor for every four.

    A card is tried once at a time: with one card for all dealers they would wait for each other, as nowhere else.
    """
    found = list(CARDS)
    for role, many in ((Role.DEALER, tables), (Role.SUPERVISOR, tables // 4)):
        like = next(card for card in CARDS if card.role is role)
        letter = like.card.partition("-")[0]
        found += [
            PrintedCard(f"{letter}-{number}", like.pin, f"{letter}{number} {role}", role)
            for number in range(2, many + 1)
        ]
    return found


def set_up(place: str, tables: int) -> DayRoom:
    """Make the room's journal."""
    return asyncio.run(_set_up(place, pit_tables(tables)))


async def _set_up(place: str, tables: list[PitTable]) -> DayRoom:
    controller = Controller(Settings(address=place))
    await controller.start()
    people = people_of(len(tables))
    await open_demonstration(controller, tables, people)
    for device, kind in ((READER, DeviceKind.CONSOLE), (AUDITOR, DeviceKind.AUDITOR)):
        key = key_digest(demo_key(device))
        enrolment = EnrolDevice(device=device, device_kind=kind, key_sha256=key, cards=EXECUTIVES)
        for command in (enrolment, SwitchDevice(device=device, enabled=True, cards=EXECUTIVES[:1])):
            answer = await controller.tell(command)
            assert not answer.refused, answer.body
    links = islice(cycle(dict.fromkeys(table.link for table in tables)), len(tables))
    displays = [(link, demo_key(f"display {link}")) for link in links]
    verifier = controller.floor.checkpoint_key
    await controller.stop()
    return DayRoom(people, displays, verifier)
