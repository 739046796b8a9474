"""A room of the twin's own: a demonstration on a simulated clock, served on a free port."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from threading import Event, Thread
from typing import TypeVar

import uvicorn
from argon2 import PasswordHasher

from fairfelt.ledger import LedgerError
from fairfelt.ledger.store import snapshot
from fairfelt.room import DeviceKind
from fairfelt.server import Controller, Settings
from fairfelt.server.manifest import program_manifest
from fairfelt.twin import demo
from fairfelt.twin.device import RoomUnavailable
from fairfelt.web import application

from .agenda import SECOND, SimulatedClock
from .pit import Badge, PitTable, RoomKeys

T = TypeVar("T")
HOST = "127.0.0.1"
SECONDS_TO_FINISH = 3
PATIENCE_S = 24 * 3_600
"""Time that idle connections stay open: a simulated month has quiet ones, and it hurries."""
FIRST_MORNING_MICROS = 1_772_474_400 * SECOND
"""A Monday, ten in the morning in Spokane."""
MOST_TABLES = 100


class _Server(uvicorn.Server):
    """Says when it listens, and on which event loop."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = Event()
        self.loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        try:
            await super().startup(sockets)
        finally:
            self.ready.set()


class OwnServer:
    """The room while it is served."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._port = settings, 0
        self._server: _Server | None = None
        self._thread: Thread | None = None

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    def start(self) -> None:
        listening = socket.create_server((HOST, self._port))
        self._port = listening.getsockname()[1]
        self._controller = Controller(self._settings)
        config = uvicorn.Config(
            application(controller=self._controller),
            log_config=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
            timeout_keep_alive=PATIENCE_S,
        )
        self._server = _Server(config)
        self._thread = Thread(target=self._server.run, args=([listening],), name="twin-server", daemon=True)
        self._thread.start()
        self._server.ready.wait()
        if reason := self._controller.reason:
            self.stop()
            raise RoomUnavailable(reason)

    def stop(self) -> None:
        """Finish what has queued and close the journal, if it is open."""
        if self._server and self._thread:
            self._server.should_exit = True
            self._thread.join()
        self._server = self._thread = None

    def do(self, work: Callable[[Controller], Awaitable[T]]) -> T:
        """Do something where the controller lives."""

        async def done() -> T:
            return await work(self._controller)

        assert self._server and self._server.loop, "the room is served"
        return asyncio.run_coroutine_threadsafe(done(), self._server.loop).result()


def clock_for(address: str | Path) -> SimulatedClock:
    """The first morning, or where the journal that is there left off."""
    try:
        with snapshot(address) as taken:
            times = [entry.at_micros for entry in taken.entries(after=taken.head.number - 1)]
            return SimulatedClock(max([FIRST_MORNING_MICROS, *times]))
    except LedgerError:
        return SimulatedClock(FIRST_MORNING_MICROS)


@contextmanager
def own_room(
    address: str | Path, clock: SimulatedClock, count: int, with_sensors: int = 0
) -> Iterator[tuple[OwnServer, RoomKeys]]:
    """Serve a room that is new or was a twin's before, and give its keys, which are no secret.

    The first tables have sensors, if any.

    PINs are hashed in the cheapest way: nobody's money is behind them, and a month has thousands of them.
    """
    settings = Settings(
        address=address,
        clock=clock,
        seconds=clock.seconds,
        hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
        read_manifest=cache(program_manifest),
    )
    server, chosen = OwnServer(settings), pit_tables(count)
    server.start()
    try:
        server.do(lambda controller: _set_up(controller, chosen))
        server.do(lambda controller: _add_controllers(controller, chosen[:with_sensors]))
        badges = [Badge(card.card, card.pin, card.role) for card in demo.CARDS]
        yield (
            server,
            RoomKeys(
                demo.CONSOLE_KEY,
                [demo.demo_key(table.keypad) for table in chosen],
                badges,
                [demo.demo_key(_controller(table)) for table in chosen[:with_sensors]],
            ),
        )
    finally:
        server.stop()


def pit_tables(count: int) -> list[PitTable]:
    """A number of tables: the games with a progressive, in turn."""
    return [replace(table, name=f"T{n}") for n, table in enumerate(islice(cycle(demo.tables()), count), 1)]


async def _set_up(controller: Controller, chosen: list[PitTable]) -> None:
    try:
        await demo.open_demonstration(controller, chosen)
    except demo.NotADemonstration as error:
        raise RoomUnavailable("this database holds a real room: the twin makes one of its own, in another") from error
    there = len(controller.floor.tables)
    if there < len(chosen):
        advice = f"give --tables {there} or fewer, or another one"
        raise RoomUnavailable(f"the room in this database has {there} tables: {advice}")


async def _add_controllers(controller: Controller, chosen: list[PitTable]) -> None:
    """Enrol a table controller beside the keypad of each, where there is none yet."""
    for name, table in ((_controller(table), table.name) for table in chosen):
        if name not in controller.floor.devices:
            for command in demo.enrol(name, DeviceKind.KEYPAD, table, cards=demo.EXECUTIVES):
                await demo.carry_out(controller, command)


def _controller(table: PitTable) -> str:
    return f"controller {table.name}"
