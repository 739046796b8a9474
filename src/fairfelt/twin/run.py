"""A whole run: the pit is opened in a room of its own or in one served elsewhere, played, and audited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from fairfelt.law import time_zone
from fairfelt.ledger.clock import wall_clock_micros
from fairfelt.twin.demo import LAW

from .agenda import HOUR_S, SECOND, Agenda, SimulatedClock
from .audit import Audit, audit_journal, audit_over_http
from .habits import Habits
from .pit import Hours, Pit, RoomKeys, check_url
from .server import clock_for, own_room
from .tally import GameTally, HandOutcome, Tally
from .twin import Twin

Watch = Callable[[Twin], None]
"""Called a few times a second with the twin that plays."""


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """What is to be played."""

    hours: float
    seed: int = 1
    speed: float | None = None
    """Simulated seconds in a real one; None for as fast as it goes."""
    habits: Habits = field(default_factory=Habits)


@dataclass(frozen=True)
class TwinResult:
    """What a run comes to: what was counted, and whether all is right."""

    twin: Twin
    audit: Audit

    @property
    def tally(self) -> Tally:
        """What was counted."""
        return self.twin.pit.tally

    @cached_property
    def outcomes(self) -> tuple[tuple[GameTally, tuple[HandOutcome, ...]], ...]:
        """Every game with its hands beside what was to be expected, counted exactly."""
        return tuple((game, game.outcomes()) for game in self.tally.games.values())

    @cached_property
    def problems(self) -> tuple[str, ...]:
        """Every sentence about what must not be."""
        lucky = (
            f"{game.offer.game.title}, {row.name}: {row.made} were made, {row.expected:.1f} expected (z = {row.z:+.1f})"
            for game, rows in self.outcomes
            for row in rows
            if row.is_wrong
        )
        return (*self.tally.problems, *self.audit.problems, *lucky)


def play_here(options: RunOptions, address: str | Path, tables: int, watch: Watch) -> TwinResult:
    """Play in a separate room, served on a journal for the duration."""
    clock = clock_for(address)
    with own_room(address, clock, tables, options.habits.sensor_tables) as (server, keys):
        twin = _play(Twin(_pit(options, server.url, clock), keys, server), watch)
    return TwinResult(twin, audit_journal(address, twin))


def play_elsewhere(options: RunOptions, url: str, keys: RoomKeys, watch: Watch) -> TwinResult:
    """Play in a room that is served elsewhere, in real time."""
    twin = _play(Twin(_pit(options, check_url(url), SimulatedClock(wall_clock_micros())), keys), watch)
    return TwinResult(twin, audit_over_http(twin))


def _pit(options: RunOptions, url: str, clock: SimulatedClock) -> Pit:
    habits = options.habits
    agenda = Agenda(clock, clock.now_micros + int(options.hours * HOUR_S) * SECOND, options.speed)
    hours = Hours(habits.opens_hour, habits.closes_hour, time_zone(LAW.zone))
    return Pit(url, options.seed, habits, agenda, hours)


def _play(twin: Twin, watch: Watch) -> Twin:
    twin.pit.agenda.watch = lambda: watch(twin)
    twin.play()
    return twin
