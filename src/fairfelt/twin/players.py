"""The people of the pit: players who come and go, and staff who come to a claim, mistype PINs, and confirm."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import exp2
from random import Random
from typing import Any, NamedTuple

from fairfelt.room import Role
from fairfelt.rules import MICROS
from fairfelt.twin.agenda import Activity
from fairfelt.twin.device import CommandResult, Device, SignedOut
from fairfelt.twin.pit import Badge, Habits

QUIET_HOURS = range(4, 16)


class Player(NamedTuple):
    """A player who sits down."""

    bet_micros: int
    reserve: float
    """The share of all players, between 0 and 1, from which on this one bets as well."""


@dataclass
class Players:
    """The players of a table by seat."""

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


WRONG_PIN = "0000000"
"""A PIN that no card has: one digit repeated is refused."""
PINS_UNTIL_LOCKED = 3
PIN_S = 4.0


@dataclass
class Staff:
    """All people with a card, and the cards that wait to be unlocked."""

    badges: Sequence[Badge]
    habits: Habits
    chance: Random
    locked: deque[Badge] = field(default_factory=deque)
    careful: set[Badge] = field(default_factory=set)
    """Holders of unlocked cards who have not typed the right PIN since: a card is unlocked once."""

    def available(self, *roles: Role) -> list[Badge]:
        """Cards of these roles that can be used now."""
        return [badge for badge in self.badges if badge.role in roles and badge not in self.locked]

    def unlockers(self, badge: Badge) -> list[Badge]:
        """People who could unlock a card: not its holder, and an executive's only another executive."""
        roles = (Role.EXECUTIVE,) if badge.role is Role.EXECUTIVE else (Role.EXECUTIVE, Role.TECHNICIAN)
        return [one for one in self.available(*roles) if one != badge]

    def call(self, role: Role) -> Activity[Badge]:
        """Wait for a person with that authority; an executive also does a supervisor's work."""
        mean_s = self.habits.supervisor_s if role is Role.SUPERVISOR else self.habits.executive_s
        while True:
            yield self.chance.expovariate(1 / mean_s) if mean_s else 0.0
            if able := self.available(role) or self.available(Role.EXECUTIVE):
                return self.chance.choice(able)

    def sign(
        self, device: Device, people: Sequence[Badge], path: str, body: Mapping[str, Any], *, hurried: bool = False
    ) -> Activity[CommandResult | None]:
        """These people sign in, do one thing, and sign out; None where one of them cannot."""
        tokens = []
        for badge in people:
            wrong_pins = self._draw_wrong_pins(device, badge) if hurried else 0
            tokens.append((yield from self._sign_in(device, badge, wrong_pins)))
        while all(tokens):
            try:
                result = yield from device.command(path, body, tokens)
            except SignedOut:
                tokens = yield from self._sign_in_again(device, people)
                continue
            yield from device.sign_out(tokens)
            return result
        return None

    def _sign_in(self, device: Device, badge: Badge, wrong_pins: int) -> Activity[str]:
        """A token, or nothing where a card is locked, perhaps on the way."""
        for _ in range(wrong_pins):
            yield PIN_S
            yield from device.sign_in(badge, WRONG_PIN)
        yield PIN_S
        token = "" if wrong_pins == PINS_UNTIL_LOCKED else (yield from device.sign_in(badge))
        if token:
            self.careful.discard(badge)
        elif badge not in self.locked:
            self.locked.append(badge)
        return token

    def _sign_in_again(self, device: Device, people: Sequence[Badge]) -> Activity[list[str]]:
        """The command has its number and waits: whatever it takes, the same people sign in again."""
        tokens: list[str] = []
        while len(tokens) < len(people):
            yield PIN_S
            if token := (yield from device.sign_in(people[len(tokens)])):
                tokens.append(token)
        return tokens

    def _draw_wrong_pins(self, device: Device, badge: Badge) -> int:
        """Number of wrong PINs typed in the hurry of a claim; 0 for a person whom no one could unlock."""
        drawn, mistakes = self.chance.randrange(MICROS), device.pit.tally.mistakes
        if badge in self.careful:
            return 0
        if drawn < self.habits.forgotten_pin_ppm and self.unlockers(badge):
            self.locked.append(badge)
            mistakes["PIN forgotten, card locked"] += 1
            return PINS_UNTIL_LOCKED
        if drawn < self.habits.forgotten_pin_ppm + self.habits.wrong_pin_ppm:
            mistakes["PIN mistyped"] += 1
            return 1
        return 0
