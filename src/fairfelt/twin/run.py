"""A whole run: the pit is opened in a room of its own or in one served elsewhere, played, and audited."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from fairfelt.ledger.ledger import wall_clock_micros
from fairfelt.twin.people.habits import Habits
from fairfelt.twin.report.audit import audit_journal, audit_over_http
from fairfelt.twin.report.result import Result, result_of
from fairfelt.twin.wire.server import Application, Served

from .agenda import SECOND, Agenda, Clock
from .own_room import clock_for, own_room
from .pit import Keys
from .twin import Twin

Look = Callable[[Twin], None]
"""Told a few times a second how it stands."""
HOUR_S = 3_600


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What is to be played."""

    hours: float
    seed: int = 1
    speed: float | None = None
    """Simulated seconds in a real one; None for as fast as it goes."""
    habits: Habits = field(default_factory=Habits)


def play_here(wanted: Wanted, application: Application, address: str | Path, tables: int, look: Look) -> Result:
    """In a room of its own, served on a journal for as long as it takes."""
    clock = clock_for(address)
    with own_room(application, address, clock, tables) as (served, keys):
        twin, began_micros, took_s = _played(wanted, keys, clock, look, served)
    return result_of(twin, audit_journal(address, twin), began_micros, took_s)


def play_elsewhere(wanted: Wanted, keys: Keys, look: Look) -> Result:
    """In a room that is served elsewhere, whose clock goes as clocks do."""
    twin, began_micros, took_s = _played(wanted, keys, Clock(wall_clock_micros()), look, None)
    return result_of(twin, audit_over_http(twin), began_micros, took_s)


def _played(wanted: Wanted, keys: Keys, clock: Clock, look: Look, served: Served | None) -> tuple[Twin, int, float]:
    began_s, began_micros = time.monotonic(), clock.now_micros
    agenda = Agenda(clock, began_micros + int(wanted.hours * HOUR_S) * SECOND, wanted.speed)
    twin = Twin(keys, wanted.habits, agenda, wanted.seed, served=served)
    agenda.look = lambda: look(twin)
    twin.play()
    return twin, began_micros, time.monotonic() - began_s
