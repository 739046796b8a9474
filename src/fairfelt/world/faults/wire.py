"""A bad network: messages are lost, arrive twice, late, and in any order; a line may be cut. All of it by one seed."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

from .weather import Weather

T = TypeVar("T")
Up = TypeVar("Up")
Down = TypeVar("Down")

LONGEST_CUT_TURNS = 8


@dataclass
class Wire(Generic[T]):
    """One direction of a connection."""

    chance: Random
    under_way: list[T] = field(default_factory=list)

    def send(self, message: T, weather: Weather) -> None:
        """Hand a message over; nobody knows what becomes of it."""
        if self.chance.randrange(100) >= weather.loss:
            self.under_way.append(message)
        if self.chance.randrange(100) < weather.twice:
            self.under_way.append(message)

    def arriving(self, weather: Weather) -> list[T]:
        """What arrives now, in any order; the rest is late."""
        if not self.under_way:
            return []
        now, late = list[T](), list[T]()
        for message in self.under_way:
            (late if self.chance.randrange(100) < weather.late else now).append(message)
        self.chance.shuffle(now)
        self.under_way = late
        return now


class Line(Generic[Up, Down]):
    """Both directions between a device and the server. While it is cut nothing is sent and nothing arrives."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._up, self._down = Wire[Up](chance), Wire[Down](chance)
        self._cut_turns = 0

    def turn(self, weather: Weather) -> None:
        """Time passes: a cut is mended, or another one comes."""
        if self._cut_turns:
            self._cut_turns -= 1
        elif self._chance.randrange(100) < weather.cut:
            self._cut_turns = self._chance.randint(1, LONGEST_CUT_TURNS)

    def send_up(self, message: Up, weather: Weather) -> None:
        """To the server."""
        if not self._cut_turns:
            self._up.send(message, weather)

    def send_down(self, message: Down, weather: Weather) -> None:
        """To the device."""
        if not self._cut_turns:
            self._down.send(message, weather)

    def arriving_up(self, weather: Weather) -> list[Up]:
        """What the server hears."""
        return [] if self._cut_turns else self._up.arriving(weather)

    def arriving_down(self, weather: Weather) -> list[Down]:
        """What the device hears."""
        return [] if self._cut_turns else self._down.arriving(weather)
