"""What goes wrong by itself: lines that are cut, a server that restarts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fairfelt.twin.people.habits import Habits
from fairfelt.twin.report.tally import Seen

from ..agenda import Agenda, Doing
from .device import Device
from .server import Served

HOUR_S = 3_600.0


def cut_lines(agenda: Agenda, devices: Sequence[Device], habits: Habits, chance: Random) -> Doing[None]:
    """Take one device after another off the network for a while."""
    while habits.cut_every_h and not agenda.is_over:
        yield from agenda.rest(chance.expovariate(len(devices) / habits.cut_every_h) * HOUR_S)
        if not agenda.is_over:
            chance.choice(devices).cut(habits.cut_s * chance.uniform(0.2, 2.0))


def restart(agenda: Agenda, served: Served, habits: Habits, chance: Random, seen: Seen) -> Doing[None]:
    """Let the server go, and come back after a while; it reads its whole journal then."""
    while habits.restart_every_h and not agenda.is_over:
        yield from agenda.rest(chance.expovariate(1 / habits.restart_every_h) * HOUR_S)
        if not agenda.is_over:
            served.stop()
            yield habits.restart_s * chance.uniform(0.5, 1.5)
            served.start()
            seen.restarts += 1
