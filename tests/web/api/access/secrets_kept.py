"""What must never be seen: looks for keys, PINs, tokens and hashes in anything that leaves the server."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.web.api.calling import PEOPLE, House, pin_of


@dataclass
class Secrets:
    """Everything secret in a room, by what it is."""

    house: House
    tokens: list[str] = field(default_factory=list)

    def open(self, people: Iterable[str], device: str) -> str:
        """Sessions opened without the trouble of cards and PINs; their tokens are secrets from now on."""
        sessions = self.house.controller.cards.sessions
        new = [sessions.open(f"card {person}", person, device) for person in people]
        self.tokens += new
        return ",".join(new)

    def seen_in(self, text: str) -> list[str]:
        """What of it stands in a text."""
        keys = [device.key for device in self.house.devices.values()]
        secret = [*keys, *map(pin_of, PEOPLE), *self.tokens, "$argon2"]
        return [each for each in secret if each in text]
