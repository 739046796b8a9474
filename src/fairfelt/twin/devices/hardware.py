"""A simulated table of hardware: a controller whose sensors read the bets, count by themselves, and fail now and then.

It asks what a bridge asks for a real one, under a key of its own beside the keypad of its table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fairfelt.rules import MICROS

from ..agenda import SECOND, Activity
from .device import OK, CommandResult, Device

REASONS = ("it read a bet through three rounds", "it changed more than twenty times in ten seconds")
"""Why a controller does not believe a sensor, as the reference firmware says it."""
BETTING = "betting"
COUNTERS = ("round", "rounds", "wagers", "wagered_micros")


@dataclass
class TableController:
    """The controller of one table: where it is out of reach or does not believe a sensor, bets are entered by hand."""

    device: Device
    path: str
    chance: Random
    failed: dict[int, int] = field(default_factory=dict)
    """Seats whose sensors are in quarantine, and since when."""
    _lost_until_micros: int = 0
    _says_online: bool = True
    _counted: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTERS, 0))

    def read(self, bets: Mapping[int, int], state: Mapping[str, Any]) -> Activity[CommandResult | None]:
        """Report the bets on the felt before a game starts; nothing where they cannot be reported."""
        self.failed = {seat: since for seat, since in self.failed.items() if str(seat) in state["quarantined"]}
        if (yield from self._is_lost()):
            self._note("rounds by hand, controller out of reach")
            return None
        yield from self._test_sensors(bets)
        rows = [{"seat": seat, "amount_micros": amount} for seat, amount in bets.items() if seat not in self.failed]
        result = yield from self.device.command(f"{self.path}/sensed", {"bets": rows})
        if not result.refusal:
            self._note("bets read by a sensor", len(rows))
            self._note("bets by hand, sensor in quarantine", len(bets) - len(rows))
        return result

    def count(self, bets: Mapping[int, int], state: Mapping[str, Any]) -> Activity[None]:
        """A game has started: its own count is compared with the room's."""
        if not self._says_online:
            self._counted = dict.fromkeys(COUNTERS, 0)  # what was bet meanwhile it has not seen
            return
        if self._counted["round"]:
            more = {"rounds": 1, "wagers": len(bets), "wagered_micros": sum(bets.values())}
            self._counted = {"round": state["round"], **{name: self._counted[name] + more[name] for name in more}}
        reply = yield from self.device.ask("POST", f"{self.path}/counted", self._counted)
        if reply.status != OK or (self._counted["round"] and reply.plain != self._counted):
            sentence = f"{self.device.name} counted {self._counted}, and the room {reply.plain}"
            self.device.pit.tally.problems.append(sentence)
        self._counted = reply.plain

    def leave(self) -> Activity[None]:
        """Switched off: its last will says so, and bets are entered by hand."""
        yield from self._say_online(online=False)

    def _is_lost(self) -> Activity[bool]:
        """Its line to the broker breaks now and then: the bridge says so, and again when it is back."""
        pit = self.device.pit
        now = pit.agenda.now_micros
        if now >= self._lost_until_micros and self.chance.randrange(MICROS) < pit.habits.controller_lost_ppm:
            self._lost_until_micros = now + int(pit.habits.controller_lost_s * SECOND)
            self._note("controller out of reach")
        online = now >= self._lost_until_micros
        yield from self._say_online(online=online)
        return not online

    def _say_online(self, *, online: bool) -> Activity[None]:
        if online != self._says_online:
            self._says_online = online
            yield from self.device.ask("POST", f"{self.path}/hardware", {"online": online, "clock_off_ms": 0})

    def _test_sensors(self, bets: Mapping[int, int]) -> Activity[None]:
        """One of those that read something may have failed."""
        able = [seat for seat in bets if seat not in self.failed]
        if able and self.chance.randrange(MICROS) < self.device.pit.habits.sensor_fails_ppm:
            seat = self.chance.choice(able)
            body = {"seats": [seat], "why": self.chance.choice(REASONS)}
            if not (yield from self.device.command(f"{self.path}/sensors/quarantine", body)).refusal:
                self.failed[seat] = self.device.pit.agenda.now_micros
                self._note("sensor quarantined")

    def _note(self, what: str, times: int = 1) -> None:
        if times:
            self.device.pit.tally.hardware[what] += times
