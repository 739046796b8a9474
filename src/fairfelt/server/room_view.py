"""A room as one looks at it: the floor after the last commit, what displays get of it, and a server that only looks."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from argon2 import PasswordHasher

from fairfelt.ledger import Answer, Committed, Follower, Head, Ledger, LedgerError, LedgerUnavailable, WatchedClock
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import VerifierKey
from fairfelt.room import Floor, Room, display
from fairfelt.room.command import RoomCommand
from fairfelt.room.state.alarms import TimeService
from fairfelt.room.views import LinkDisplay

from .cards import Throttle, key_digest
from .machine import read_time_service
from .manifest import EVERY_S, Manifest, manifest
from .watching.backups import BackupSettings

PACE_S = 0.25
"""The shortest interval between updates of a display; well inside the second that players may wait."""
HEARTBEAT_S = 5.0
MOST_STREAMS = 8
"""Maximum number of streams of one device: a display has one, and another while it reconnects."""


class LinkState(NamedTuple):
    """The state of a link after an event, ready to be sent."""

    sequence: int
    body: bytes
    """The state as JSON."""

    @property
    def frame(self) -> bytes:
        """The state as a server-sent event."""
        return b"id: %d\ndata: %b\n\n" % (self.sequence, self.body)


Draw = Callable[[str], LinkDisplay | None]
"""The current view of a link's displays; None if there is no such link."""


class Broadcast:
    """The newest state of every link that is watched."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._loop: asyncio.AbstractEventLoop | None = None
        self._changed = asyncio.Event()
        self._wake = asyncio.Event()
        self._frames: dict[str, LinkState] = {}
        """Drawn once for all who watch, until there is news."""
        self._news_at_s: float | None = None
        self._closed = False
        self.watching = 0
        self._by_device: Counter[str] = Counter()
        self.lag_s = 0.0
        """Time from the oldest unsent commit to its sending."""

    def commit(self) -> None:
        """Something was committed; may be called from any thread, and as often as that happens."""
        if self._news_at_s is None and self._loop is not None:
            self._news_at_s = time.monotonic()
            self._loop.call_soon_threadsafe(self._changed.set)

    def close(self) -> None:
        """Release all watchers; may be called from any thread and from a signal handler."""
        self._closed = True
        if self._loop is not None:
            self._loop.call_soon_threadsafe(lambda: self._wake.set())

    async def run(self) -> None:
        """Wake all watchers, at the pace, when there is something new."""
        self._loop = asyncio.get_running_loop()
        while True:
            await self._changed.wait()
            self._changed.clear()
            since, self._news_at_s = self._news_at_s, None
            self._frames.clear()
            wake, self._wake = self._wake, asyncio.Event()
            wake.set()
            if since is not None:
                self.lag_s = time.monotonic() - since
            await asyncio.sleep(PACE_S)

    def now(self, link: str) -> LinkState | None:
        """The state of a link this moment."""
        drawn = self._draw(link)
        return None if drawn is None else LinkState(drawn.sequence, msgspec.json.encode(drawn))

    def may_watch(self, device: str) -> bool:
        """Whether a device may have one stream more."""
        return self._by_device[device] < MOST_STREAMS

    async def watch(
        self, link: str, device: str = "", delivered: Callable[[int], None] = lambda sequence: None
    ) -> AsyncIterator[bytes]:
        """The states of a link as they come, and a sign of life when nothing does.

        `delivered` is called with the last event in what was sent, each time the connection has taken all of it.
        """
        self.watching += 1
        self._by_device[device] += 1
        seen = -1
        if self._news_at_s is not None:
            self._frames.pop(link, None)  # it may be older than what this display was told when it asked
        try:
            while not self._closed:
                if link not in self._frames and (drawn := self.now(link)):
                    self._frames[link] = drawn
                if (shown := self._frames.get(link)) is None:
                    return
                wake = self._wake
                if shown.sequence > seen:
                    yield shown.frame
                seen = shown.sequence
                delivered(seen)
                async for beat in self._beats(wake):
                    yield beat
                    delivered(seen)
        finally:
            self.watching -= 1
            self._by_device[device] -= 1
            if not self._by_device[device]:
                del self._by_device[device]

    async def _beats(self, wake: asyncio.Event) -> AsyncIterator[bytes]:
        """A comment now and then, until there is news."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_S):
                    await wake.wait()
                return
            except TimeoutError:
                yield b": still here\n\n"


_log = logging.getLogger(__name__)


class Status(StrEnum):
    """How a controller stands."""

    STARTING = "starting"
    OPENING = "opening"
    """It reads the journal, which takes a while if it is long."""
    ACTIVE = "active"
    FAILING = "failing"
    """It is the active one, but the last thing it tried to write could not be written: nothing is acknowledged."""
    FENCED = "fenced"
    """It was the active one and has lost its hold on the journal: it serves nothing until it has taken over again."""
    STANDBY = "standby"
    """Another server writes the journal; this one takes over when that one dies."""
    REPLICA = "replica"
    """It shows to displays what another server writes, and nothing else."""
    CLOSED = "closed"
    """The journal is not what it must be, or out of reach."""
    STOPPED = "stopped"


CLOSED_HERE = "the floor is closed: the log of the server says why"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a controller: where its journal is, and everything of the world that a test may want to hold."""

    address: str | Path = field(repr=False)
    server: str = "server"
    clock: Callable[[], int] = field(default_factory=WatchedClock)
    """A clock that is not a WatchedClock is taken at its word."""
    seconds: Callable[[], float] = time.monotonic
    hasher: PasswordHasher | None = None
    read_manifest: Callable[[], Manifest] = manifest
    foreign_code: Callable[[], str] = str
    """Loaded code that no manifest covers, in a sentence; `fairfelt serve` checks it, embedding programs may."""
    check_every_s: float = EVERY_S
    public_url: str = ""
    """The address of this server as players reach it, for codes on win pages; the one that is asked at if empty."""
    witnesses: tuple[VerifierKey, ...] = ()
    """The witnesses whose cosignatures are accepted; any if none is named."""
    watch_every_s: float = inf
    """How often displays, clock, backups and odds are looked at: every few seconds in a room that is played in."""
    read_time_service: Callable[[], TimeService] = read_time_service
    certificate: Path | None = None
    """The certificate that this server shows, to be watched."""
    plain_http: bool = False
    """Whether other machines reach it over http: no game starts so where the law is enforced."""
    slow_answer_s: float = 1.0
    """An answer to a keypad that took longer is slow; an alarm is raised when many are."""
    silent_s: float = 600.0
    """The time without a word after which a device that is needed is missed."""
    backups: BackupSettings | None = None
    """The place of the daily copies of the journal; None for no copies."""


class Progress:
    """Progress of reading a journal, to be asked from anywhere."""

    def __init__(self) -> None:
        self.read_to = self.last = 0

    def begin(self, address: str | Path) -> bool:
        """Look how many events there are; whether a journal is there at all."""
        self.read_to = self.last = 0
        try:
            with snapshot(address) as taken:
                self.last = taken.head.number
        except LedgerError:
            return False  # who opens it says what is wrong
        return True

    def reach(self, number: int) -> None:
        """All events up to this one were replayed."""
        self.read_to = number

    def __str__(self) -> str:
        return f"this server is reading the journal: it is at event {self.read_to:,}, the last one is {self.last:,}"


class RoomView(ABC):
    """A server as displays, health and metrics see it, whether it runs the room or only follows it."""

    def __init__(self, settings: Settings, reason: str) -> None:
        self.settings = settings
        self._status, self._reason = Status.STARTING, reason
        self.throttle = Throttle(settings.seconds)
        self.broadcast = Broadcast(self._drawn)
        self.commits = 0
        self.heard: dict[str, float] = {}
        """The time of each device's last request."""
        self.answered: deque[tuple[float, float]] = deque(maxlen=1_000)
        """When the last commands were answered, and how long each took."""
        self.untaken: dict[str, float] = {}
        """Systems that what happens is sent to and that take nothing, and since when."""
        self._tasks: list[asyncio.Task[object]] = []

    @abstractmethod
    async def start(self) -> None:
        """Begin to look."""

    async def stop(self) -> None:
        self._stand(Status.STOPPED, "the controller has stopped")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def status(self) -> Status:
        return self._status

    @property
    def reason(self) -> str:
        """Why it is not active, in a sentence; empty if it is."""
        return self._reason

    @property
    def public_reason(self) -> str:
        """The reason for the public: the full one may name the database, files and events."""
        return CLOSED_HERE if self.status is Status.CLOSED else self.reason

    @property
    @abstractmethod
    def last_floor(self) -> Floor | None:
        """The last floor that this server knew, to know a device by; never to be shown."""

    def _stand(self, status: Status, reason: str = "") -> None:
        self._status, self._reason = status, reason

    @property
    @abstractmethod
    def committed(self) -> Committed[Floor]:
        """The room after the last commit that this server knows; `LedgerUnavailable` where it knows none."""

    @property
    def floor(self) -> Floor:
        return self.committed.state

    @property
    def head(self) -> Head:
        return self.committed.head

    @property
    def age_s(self) -> float:
        """The age of the known state: 0 on the active server."""
        return 0.0

    @property
    def out_of_reach(self) -> bool:
        """The journal could not be written when it was last tried; nothing is acknowledged until it can be."""
        return False

    def device_with(self, key: str, floor: Floor | None = None) -> str | None:
        """The name of the device that has this key, on the floor as it is, or as it was just seen."""
        digest, devices = key_digest(key), (floor or self.floor).devices
        return next((name for name, device in devices.items() if device.key_sha256 == digest), None)

    def deliver(self, device: str, link: str, sequence: int) -> None:
        """The stream of a device has taken a link's state up to an event: it is there."""
        self.heard[device] = self.settings.seconds()

    def lose(self, device: str) -> None:
        """The stream of a device has ended: it was there until now."""
        self.heard[device] = self.settings.seconds()

    def _run(self, *work: Coroutine[Any, Any, object]) -> None:
        """Work until this server stops."""
        self._tasks += map(asyncio.create_task, work)

    def _drawn(self, link: str) -> LinkDisplay | None:
        committed = self.committed
        floor = committed.state
        return display(floor, link, committed.head.number) if link in floor.links else None

    def _close(self, reason: str) -> None:
        self._stand(Status.CLOSED, f"the floor is closed: {reason}")
        _log.error("closed", extra={"reason": reason})


Tell = Callable[[Ledger[Floor], RoomCommand], Awaitable[Answer]]
"""Carries out a command of the server itself."""
POLL_S = 0.25
STALE_S = 5.0
"""A state is hidden after this long without a comparison with the journal."""
ONLY_SHOWS = "this server only shows the room to displays: send this to the active one"


class Replica(RoomView):
    """Knows the floor as it was last read. It takes no commands, and never becomes the active one."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, "this server is reading the journal")
        self._follower = Follower(settings.address, Room())
        self._read: Committed[Floor] | None = None
        self._read_at_s = settings.seconds()

    async def start(self) -> None:
        """Read on for as long as this server is here."""
        self._run(self.broadcast.run(), self._follow(), self._grow_old())

    @property
    def committed(self) -> Committed[Floor]:
        """The room as it was last read, unless that is too long ago."""
        if self._read is None or self.status is not Status.REPLICA:
            raise LedgerUnavailable(self.public_reason)
        if self.age_s > STALE_S:
            why = "was last read" if self._follower.has_writer else "had its last server"
            raise LedgerUnavailable(f"the journal {why} {self.age_s:.0f} seconds ago: this is not current")
        return self._read

    @property
    def last_floor(self) -> Floor | None:
        return self._read.state if self._read else None

    @property
    def age_s(self) -> float:
        """Since the state was last held against the journal."""
        return self.settings.seconds() - self._read_at_s

    async def _follow(self) -> None:
        while await self._read_on():
            await asyncio.sleep(POLL_S)

    async def _grow_old(self) -> None:
        """Let those go who watch what is not current, also while the journal keeps us waiting."""
        while True:
            await asyncio.sleep(STALE_S / 2)
            if self.age_s > STALE_S:
                self.broadcast.commit()

    async def _read_on(self) -> bool:
        """Read what is new; whether there is any use in trying again.

        What no server writes is not current either: no game can start, and displays say so.
        """
        began_s = self.settings.seconds()
        try:
            read = await asyncio.to_thread(self._follower.poll)
        except LedgerUnavailable as error:
            _log.warning("the journal is out of reach", extra={"reason": str(error)})
            return True
        except LedgerError as error:
            self._close(str(error))
            self.broadcast.commit()
            return False
        if not self._follower.has_writer:
            _log.warning("no server writes the journal")
            return True
        if self._read is None:
            self._stand(Status.REPLICA)
            _log.info("showing", extra={"events": read.head.number})
        if self._read is None or read.head != self._read.head:
            self.commits += 1
            self.broadcast.commit()
        self._read, self._read_at_s = read, began_s
        return True
