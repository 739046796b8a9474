"""Supervisors and executives: they come to a claim after a while, mistype PINs, lock cards, and confirm."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fairfelt.room import Role
from fairfelt.rules import MICROS

from .agenda import Activity
from .devices.device import CommandResult, Device, SignedOut
from .habits import Habits
from .pit import Badge

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
        """Who could unlock a card: not its holder, and an executive's only another executive."""
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
