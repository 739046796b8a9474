"""A room as one looks at it: the floor after the last commit, who its devices are, and what its displays show."""

from __future__ import annotations

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher

from fairfelt.ledger import Committed, Event, Head, LedgerError, WatchedClock
from fairfelt.ledger.store import snapshot
from fairfelt.ledger.transparency import VerifierKey
from fairfelt.room import Device, Floor, Room, display
from fairfelt.room.state.alarms import TimeService
from fairfelt.room.views import LinkDisplay

from .broadcast import Broadcast
from .check import EVERY_S
from .keys import key_digest
from .manifest import Manifest, manifest
from .throttle import Throttle
from .watching import BackupSettings, read_time_service

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
    known: Head | None = None
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
    backups: BackupSettings | None = None
    """The place of the daily copies of the journal; None for no copies."""


class Progress:
    """Progress of reading a journal: counts events as they are replayed, to be asked from anywhere."""

    def __init__(self) -> None:
        self.replayed = 0
        self.all = 0

    def begin(self, address: str | Path) -> bool:
        """Look how many there are; whether a journal is there at all."""
        self.replayed = self.all = 0
        try:
            with snapshot(address) as taken:
                self.all = taken.head.number
        except LedgerError:
            return False  # who opens it says what is wrong
        return True

    def counting(self, room: Room) -> Room:
        """The room, counting the events it replays."""
        return _Counting(room, self)

    def __str__(self) -> str:
        return f"this server is reading the journal: {self.replayed:,} events replayed, the last one is {self.all:,}"


class _Counting(Room):
    """A room that counts."""

    def __init__(self, room: Room, progress: Progress) -> None:
        self.__dict__.update(vars(room))
        self._progress = progress

    def replay(self, state: Floor, event: Event) -> Floor:
        """The floor after an event."""
        self._progress.replayed += 1
        return super().replay(state, event)


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
        self.untaken: dict[str, float] = {}
        """Systems that what happens is sent to and that take nothing, and since when."""
        self._tasks: list[asyncio.Task[None]] = []
        self._keys: tuple[Mapping[str, Device], dict[str, str]] = ({}, {})

    @abstractmethod
    async def start(self) -> None:
        """Begin to look."""

    async def stop(self) -> None:
        """Look no more."""
        self._stand(Status.STOPPED, "the controller has stopped")
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def status(self) -> Status:
        """How this server stands now."""
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
        """The floor after the last commit."""
        return self.committed.state

    @property
    def head(self) -> Head:
        """The last event."""
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
        devices = (floor or self.floor).devices
        if self._keys[0] is not devices:
            self._keys = (devices, {device.key_sha256: name for name, device in devices.items()})
        return self._keys[1].get(key_digest(key))

    def deliver(self, device: str, link: str, sequence: int) -> None:
        """The stream of a device has taken a link's state up to an event: it is there."""
        self.heard[device] = self.settings.seconds()

    def lose(self, device: str) -> None:
        """The stream of a device has ended: it was there until now."""
        self.heard[device] = self.settings.seconds()

    def _run(self, *work: Coroutine[Any, Any, None]) -> None:
        """Work until this server stops."""
        self._tasks += map(asyncio.create_task, work)

    def _drawn(self, link: str) -> LinkDisplay | None:
        committed = self.committed
        floor = committed.state
        return display(floor, link, committed.head.number) if link in floor.links else None

    def _close(self, reason: str) -> None:
        self._stand(Status.CLOSED, f"the floor is closed: {reason}")
        _log.error("closed", extra={"reason": reason})
