"""Supervisors and executives: they come to a claim after a while, mistype PINs, lock cards, and confirm."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from fairfelt.room import Role
from fairfelt.rules import MICROS
from fairfelt.twin.wire.device import Badge, Device, SignedOut, Told

from ..agenda import Doing
from .habits import Habits

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

    def _signs_in(self, device: Device, badge: Badge, slips: int) -> Doing[str]:
        """A token, or nothing where a card is locked, perhaps on the way."""
        for _ in range(slips):
            yield PIN_S
            yield from device.sign_in(badge, WRONG_PIN)
        yield PIN_S
        token = "" if slips == PINS_UNTIL_LOCKED else (yield from device.sign_in(badge))
        if not token and badge not in self.locked:
            self.locked.append(badge)
        return token

    def unlockers(self, badge: Badge) -> list[Badge]:
        """Who could unlock a card: not its holder, and an executive's only another executive."""
        roles = (Role.EXECUTIVE,) if badge.role == Role.EXECUTIVE else (Role.EXECUTIVE, Role.TECHNICIAN)
        return [one for one in self.of(*roles) if one != badge]

    def _slips(self, device: Device, badge: Badge) -> int:
        """How many wrong PINs somebody types in the hurry of a claim; whom nobody could help takes care."""
        drawn = self.chance.randrange(MICROS)
        if drawn < self.habits.forgotten_pin_ppm and self.unlockers(badge):
            self.locked.append(badge)
            device.seen.mistakes["PIN forgotten, card locked"] += 1
            return PINS_UNTIL_LOCKED
        if drawn < self.habits.forgotten_pin_ppm + self.habits.wrong_pin_ppm:
            device.seen.mistakes["PIN mistyped"] += 1
            return 1
        return 0

    def signs(
        self, device: Device, people: Sequence[Badge], path: str, body: Mapping[str, Any], *, hurried: bool = False
    ) -> Doing[Told | None]:
        """These people sign in, do one thing, and sign out; None where one of them cannot."""
        tokens = []
        for badge in people:
            tokens.append((yield from self._signs_in(device, badge, self._slips(device, badge) if hurried else 0)))
        while all(tokens):
            try:
                told = yield from device.command(path, body, tokens)
            except SignedOut:
                tokens = yield from self._once_more(device, people)
                continue
            yield from device.sign_out(tokens)
            return told
        return None

    def _once_more(self, device: Device, people: Sequence[Badge]) -> Doing[list[str]]:
        """The command has its number and waits: whatever it takes, the same people sign in again."""
        tokens: list[str] = []
        while len(tokens) < len(people):
            yield PIN_S
            if token := (yield from device.sign_in(people[len(tokens)])):
                tokens.append(token)
        return tokens
