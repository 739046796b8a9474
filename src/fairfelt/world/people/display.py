"""A display over the tables: it is pushed to and it polls, by the number of the last event it knows of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

POLLS_IN_A_HUNDRED = 30


@dataclass(frozen=True)
class Showing:
    """What the display of a link should show after an event."""

    number: int
    page: Mapping[str, Any]


class Display:
    """Shows the newest it has heard of, and remembers all it ever showed."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.shown: list[Showing] = []

    @property
    def number(self) -> int:
        """The event after which the room stood as it is shown."""
        return self.shown[-1].number if self.shown else 0

    def polls(self) -> bool:
        """Whether it asks for news now; a lost push would freeze it otherwise."""
        return self.chance.randrange(100) < POLLS_IN_A_HUNDRED

    def hears(self, showing: Showing) -> None:
        """News, or what was news once: an older state never comes back."""
        if showing.number > self.number:
            self.shown.append(showing)
