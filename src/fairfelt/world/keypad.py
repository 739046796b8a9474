"""A dealer at a keypad: presses what is live, and sends a command again until its answer comes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from fairfelt.ledger import Answer, Command

BET_MICROS = 5_000_000
HANDS = ("royal flush", "straight flush", "four of a kind", "three of a kind")
CLAIMS_IN_A_HUNDRED = 25


class Keypad:
    """One table's keypad, with the dealer, the supervisor and the luck that goes with it."""

    def __init__(self, table: str, seats: int, cards: tuple[str, ...], chance: Random) -> None:
        self.table, self.seats, self.cards, self.chance = table, seats, cards, chance
        self.sequence = 0
        self.waiting: Command | None = None
        self.live: tuple[str, ...] = ("START GAME", "COIN IN")
        self.betting: tuple[int, ...] = ()
        self.answers: dict[int, Answer] = {}

    @property
    def device(self) -> str:
        """What the keypad is enrolled as."""
        return f"keypad {self.table}"

    def asks(self) -> Command:
        """What it sends now: the command that waits for its answer, or the next one."""
        if self.waiting is None:
            self.sequence += 1
            kind, body = self._pressed()
            self.waiting = Command(self.device, self.sequence, kind, {"table": self.table, **body}, 0)
        return self.waiting

    def hears(self, sequence: int, answer: Answer) -> None:
        """An answer came, perhaps for the second time; it must be the same then."""
        if sequence in self.answers:
            assert self.answers[sequence] == answer, "the same command was answered otherwise"
        self.answers[sequence] = answer
        if self.waiting and self.waiting.sequence == sequence:
            self.waiting = None
            self.live = tuple(answer.body.get("live", self.live))

    def _pressed(self) -> tuple[str, Mapping[str, Any]]:
        """One of the live buttons; now and then another one, as people do."""
        button = self.chance.choice(self.live) if self.chance.randrange(20) else "END GAME"
        match button:
            case "START GAME" | "COIN IN":
                self.betting = tuple(self.chance.sample(range(1, self.seats + 1), self.chance.randint(1, self.seats)))
                return "start game", {"bets": {str(seat): BET_MICROS for seat in self.betting}}
            case "hand" if self.betting and self.chance.randrange(100) < CLAIMS_IN_A_HUNDRED:
                return "press hand", {"seat": self.chance.choice(self.betting), "hand": self.chance.choice(HANDS)}
            case "CONFIRM" | "J-POT":
                return "confirm", {"cards": [self.chance.choice(self.cards)]}
            case "key to JPH" | "key to RUN":
                return "turn key", {"to_jph": button == "key to JPH", "cards": [self.chance.choice(self.cards)]}
        return "end game", {}
