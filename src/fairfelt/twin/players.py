"""The players of a table: they come and go, each with a chip of their own, and more of them bet as the meter rises."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp2
from random import Random
from typing import NamedTuple

from fairfelt.rules import MICROS

from .habits import Habits

QUIET_HOURS = range(4, 16)


class Player(NamedTuple):
    """A player who sits down."""

    bet_micros: int
    reserve: float
    """The share of all players, between 0 and 1, from which on this one bets as well."""


@dataclass
class Players:
    """Who sits where at a table."""

    seats: int
    habits: Habits
    chance: Random
    seed_micros: int = 0
    """The least that was seen on the largest meter."""
    _seated: dict[int, Player] = field(default_factory=dict)
    _has_begun: bool = False

    def come_and_go(self, hour: int) -> None:
        """Change players between two rounds; the first time all come at once."""
        leave = 1 / self.habits.stay_rounds
        busy = min(0.99, self.habits.busy_ppm / MICROS / (3 if hour in QUIET_HOURS else 1))
        arrive = min(1.0, leave * busy / (1 - busy)) if self._has_begun else busy
        self._has_begun = True
        for seat in range(1, self.seats + 1):
            drawn = self.chance.random()
            if seat not in self._seated and drawn < arrive:
                (bet_micros,) = self.chance.choices(self.habits.bets_micros, self.habits.bet_weights)
                self._seated[seat] = Player(bet_micros, self.chance.random())
            elif seat in self._seated and drawn < leave:
                del self._seated[seat]

    def bets(self, share: float) -> dict[int, int]:
        """The progressive bets of a round, where that share of all players make them."""
        return {seat: one.bet_micros for seat, one in sorted(self._seated.items()) if one.reserve < share}

    def share(self, meters_micros: dict[str, int]) -> float:
        """Share of all players who bet at these meters: from the least towards the most, half the way with every step.

        share = least + (most - least) * (1 - 2 ** -(grown / step)), where `grown` is what stands on the largest meter
        above its seed, the lowest amount seen there, and a step is a part of that seed.
        """
        top_micros = max(meters_micros.values())
        self.seed_micros = min(self.seed_micros or top_micros, top_micros)
        step = max(1.0, self.seed_micros * self.habits.half_way_ppm / MICROS)
        least, most = self.habits.least_share_ppm / MICROS, self.habits.most_share_ppm / MICROS
        grown = (top_micros - self.seed_micros) / step
        return least + (most - least) * (1 - exp2(-grown))
