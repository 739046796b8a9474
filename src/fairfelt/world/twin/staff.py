"""Supervisors and executives: they come to a claim after a while, mistype PINs, lock cards, and confirm."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fairfelt.room import Role

from .agenda import Doing
from .device import Badge, Device, SignedOut, Told
from .habits import MICROS, Habits

WRONG_PIN = "0000000"
"""Nobody has it: a PIN of one digit is not kept."""
PINS_UNTIL_LOCKED = 3
PIN_S = 4.0


@dataclass
class Staff:
    """Everybody with a card, and the cards that wait to be unlocked."""

    badges: Sequence[Badge]
    habits: Habits
    chance: Random
    locked: deque[Badge] = field(default_factory=deque)

    def of(self, *roles: Role) -> list[Badge]:
        """Whose cards can be used now."""
        return [badge for badge in self.badges if badge.role in roles and badge not in self.locked]

    def comes(self, role: Role) -> Doing[Badge]:
        """Somebody with that authority, as soon as there is one; a supervisor's work an executive does as well."""
        mean_s = self.habits.supervisor_s if role is Role.SUPERVISOR else self.habits.executive_s
        while True:
            yield self.chance.expovariate(1 / mean_s) if mean_s else 0.0
            if found := self.of(role) or self.of(Role.EXECUTIVE):
                return self.chance.choice(found)

    def signs_in(self, device: Device, badge: Badge) -> Doing[str]:
        """A token, or nothing where a card was locked on the way."""
        drawn = self.chance.randrange(MICROS)
        slips = 0
        if drawn < self.habits.forgotten_pin_ppm:
            slips = PINS_UNTIL_LOCKED
            device.seen.mistakes["PIN forgotten, card locked"] += 1
        elif drawn < self.habits.forgotten_pin_ppm + self.habits.wrong_pin_ppm:
            slips = 1
            device.seen.mistakes["PIN mistyped"] += 1
        for _ in range(slips):
            yield PIN_S
            yield from device.sign_in(badge, WRONG_PIN)
        yield PIN_S
        token = "" if slips == PINS_UNTIL_LOCKED else (yield from device.sign_in(badge))
        if not token and badge not in self.locked:
            self.locked.append(badge)
        return token

    def signs(self, device: Device, people: Sequence[Badge], path: str, body: Mapping[str, Any]) -> Doing[Told | None]:
        """These people sign in, do one thing, and sign out; None where one of them cannot."""
        while True:
            tokens = []
            for badge in people:
                if token := (yield from self.signs_in(device, badge)):
                    tokens.append(token)
            if len(tokens) < len(people):
                return None
            try:
                told = yield from device.command(path, body, tokens)
            except SignedOut:
                continue
            yield from device.sign_out(tokens)
            return told
