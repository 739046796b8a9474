"""A room of its own for the twin: a demonstration with as many tables as wanted, on a simulated clock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import cycle, islice
from pathlib import Path

from argon2 import PasswordHasher

from fairfelt.controller import Controller, Settings, manifest
from fairfelt.demo import CARDS, CONSOLE_KEY, DemoTable, NotADemonstration, open_demonstration, tables
from fairfelt.ledger import LedgerError
from fairfelt.ledger.store import snapshot
from fairfelt.twin.wire.device import Badge
from fairfelt.twin.wire.server import Application, NotServed, Served

from .agenda import SECOND, Clock
from .pit import Keys

FIRST_MORNING_MICROS = 1_772_474_400 * SECOND
"""A Monday, ten in the morning in Spokane."""
MOST_TABLES = 100


def clock_for(address: str | Path) -> Clock:
    """The first morning, or where the journal that is there left off."""
    try:
        with snapshot(address) as taken:
            times = [entry.at_micros for entry in taken.entries(after=taken.head.number - 1)]
            return Clock(max([FIRST_MORNING_MICROS, *times]))
    except LedgerError:
        return Clock(FIRST_MORNING_MICROS)


@contextmanager
def own_room(application: Application, address: str | Path, clock: Clock, count: int) -> Iterator[tuple[Served, Keys]]:
    """Serve a room that is new or was a twin's before, and give its keys, which are no secret.

    PINs are hashed in the cheapest way: nobody's money is behind them, and a month has thousands of them.
    """
    settings = Settings(
        address=address,
        clock=clock,
        seconds=clock.seconds,
        hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
        read_manifest=cache(manifest),
    )
    served, chosen = Served(application, settings), pit_tables(count)
    served.start()
    try:
        served.do(lambda controller: _open(controller, chosen))
        badges = [Badge(card.card, card.pin, card.role) for card in CARDS]
        yield served, Keys(served.url, CONSOLE_KEY, [table.key for table in chosen], badges)
    finally:
        served.stop()


def pit_tables(count: int) -> list[DemoTable]:
    """So many tables: the games with a progressive, in turn."""
    return [table._replace(name=f"T{n}") for n, table in enumerate(islice(cycle(tables()), count), 1)]


async def _open(controller: Controller, chosen: list[DemoTable]) -> None:
    try:
        await open_demonstration(controller, chosen)
    except NotADemonstration as error:
        raise NotServed("this database holds a real room: the twin makes one of its own, in another") from error
    there = len(controller.floor.tables)
    if there < len(chosen):
        raise NotServed(f"the room in this database has {there} tables: give --tables {there} or fewer, or another one")
