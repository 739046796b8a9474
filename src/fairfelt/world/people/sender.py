"""A device that asks: it counts its commands, sends one again until its answer comes, and forgets nothing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any

from fairfelt.ledger import Answer, Command

Asks = tuple[str, Mapping[str, Any]]
"""The kind and the body of a command."""


class Sender(ABC):
    """One device with somebody at it, and the memory by which it can be held against the log."""

    def __init__(self, device: str, chance: Random) -> None:
        self.device, self.chance = device, chance
        self.waiting: Command | None = None
        self.sent: dict[int, Command] = {}
        self.answers: dict[int, Answer] = {}

    @abstractmethod
    def wants(self) -> Asks:
        """What the person at the device does next."""

    def sees(self, answer: Answer) -> None:  # noqa: B027  (most only remember it)
        """An answer is on the screen, for the first time."""

    def says(self, kind: str, body: Mapping[str, Any]) -> Command:
        """Put a command under the next number and wait for its answer."""
        sequence = len(self.sent) + 1
        self.waiting = self.sent[sequence] = Command(self.device, sequence, kind, body, 0)
        return self.waiting

    def asks(self) -> Command:
        """What it sends now: the command that waits for its answer, or the next one."""
        return self.waiting or self.says(*self.wants())

    def hears(self, sequence: int, answer: Answer) -> None:
        """An answer came, perhaps for the second time; it must be the same then."""
        known = self.answers.setdefault(sequence, answer)
        assert known == answer, f"{self.device}: command {sequence} was answered twice, and differently"
        if self.waiting and self.waiting.sequence == sequence:
            self.waiting = None
            self.sees(answer)
