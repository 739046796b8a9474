"""A bad network: messages are lost, arrive twice, late, and in any order. All of it by one seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Weather:
    """How bad it is, as chances in a hundred."""

    loss: int = 10
    twice: int = 10
    late: int = 20
    restart: int = 2


@dataclass
class Wire(Generic[T]):
    """One direction of a connection."""

    chance: Random
    weather: Weather
    under_way: list[T] = field(default_factory=list)

    def send(self, message: T) -> None:
        """Hand a message over; nobody knows what becomes of it."""
        if self.chance.randrange(100) >= self.weather.loss:
            self.under_way.append(message)
        if self.chance.randrange(100) < self.weather.twice:
            self.under_way.append(message)

    def arriving(self) -> Iterable[T]:
        """What arrives now, in any order; the rest is late."""
        self.chance.shuffle(self.under_way)
        late = [message for message in self.under_way if self.chance.randrange(100) < self.weather.late]
        now = self.under_way[len(late) :] if late else list(self.under_way)
        self.under_way = self.under_way[: len(late)] if late else []
        return now
