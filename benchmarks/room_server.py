"""A room with many tables, served by a process of its own for as long as it is measured."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

from fairfelt.jackpot import Level, Terms
from fairfelt.jackpot.meters import ProgressiveOffer
from fairfelt.room import DeviceKind
from fairfelt.room.commands.devices import EnrolDevice, SwitchDevice
from fairfelt.room.commands.set_up import MakeLink, OpenJackpot, SetUpTable
from fairfelt.server import Controller, Settings
from fairfelt.server.cards import key_digest
from fairfelt.twin.demo import tables as demonstrated

UNIT = 1_000_000
TABLES = 80
LINK = "link"
DISPLAYS = 125
"""Each may have eight streams."""


def table_name(number: int) -> str:
    """What a table is called."""
    return f"T{number}"


def display_key(number: int) -> str:
    """The key of a display."""
    return f"display-key-{number}"


def displays_of(count: int) -> list[tuple[str, str]]:
    """So many displays of the link, each with a key."""
    return [(LINK, display_key(number % DISPLAYS)) for number in range(count)]


def keypad_key(number: int) -> str:
    """The key of a table's keypad."""
    return f"keypad-key-{number}"


@contextmanager
def served_room(place: str, **settings: str) -> Iterator[int]:
    """Set a room up, serve it, and give its port."""
    asyncio.run(set_up(place))
    with serving(place, "active", **settings) as (_, port):
        yield port


@contextmanager
def serving(
    place: str, status: str, *words: str, cores: str = "", **settings: str
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A server of a room and its port, once it has that status; settings are variables of its environment.

    Where cores are named, such as "0,1", it and all that it starts stay on them.
    """
    pinned = f"import os; os.sched_setaffinity(0, [{cores}]); " if cores else ""
    command = [sys.executable, "-c", f"{pinned}import sys; from fairfelt.cli import main; sys.exit(main())"]
    words = ("serve", "--database", place, "--port", "0", "--log", "error", *words)
    environment = {**os.environ, "FAIRFELT_CONFIG": "", **settings}
    with subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        port = int(server.stdout.readline().partition(" — ")[0].rpartition(":")[2])
        wait_for(port, status)
        try:
            yield server, port
        finally:
            server.terminate()


def wait_for(port: int, status: str) -> None:
    """Until a server says that of itself."""
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
                if f'"{status}"'.encode() in answer.read():
                    return
        except URLError:
            continue


async def set_up(place: str) -> None:
    """One link of one game, many tables, and a display."""
    controller = Controller(Settings(address=place))
    await controller.start()
    offer = demonstrated()[0].offer
    terms = Terms(
        name=LINK,
        levels=tuple(Level(level, 10_000 * UNIT, 50_001, 9_999) for level in offer.levels),
        largest_increment_micros=25 * UNIT,
        executive_from_micros=5_000 * UNIT,
    )
    await controller.tell(OpenJackpot(jackpot=LINK, terms=terms))
    await controller.tell(MakeLink(link=LINK, jackpot=LINK, location="here"))
    for number in range(TABLES):
        await controller.tell(_table(table_name(number), offer))
        await _enrol(controller, f"keypad {number}", DeviceKind.KEYPAD, keypad_key(number), table=table_name(number))
    for number in range(DISPLAYS):
        await _enrol(controller, f"display {number}", DeviceKind.DISPLAY, display_key(number), link=LINK)
    await controller.stop()


def _table(name: str, offer: ProgressiveOffer) -> SetUpTable:
    return SetUpTable(table=name, link=LINK, **offer._asdict())


async def _enrol(
    controller: Controller, device: str, kind: DeviceKind, key: str, *, table: str = "", link: str = ""
) -> None:
    enrolment = EnrolDevice(device=device, device_kind=kind, key_sha256=key_digest(key), table=table, link=link)
    for command in (enrolment, SwitchDevice(device=device, enabled=True)):
        answer = await controller.tell(command)
        assert not answer.refused, answer.body
