"""What the twin saw: counted as it happens, told at the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from fairfelt.twin.wire.connection import Drop, Reply


@dataclass
class Hand:
    """How often a hand of a paytable was made, beside how often it could have been."""

    level: str
    made: int = 0
    paid: int = 0
    paid_micros: int = 0
    squares: int = 0
    """Over all rounds, of how many made it at once."""
    crossed: int = 0
    """Over all rounds, bettors times how many of them made it."""


@dataclass
class Played:
    """One combination of game, wager and paytable over all its tables."""

    game: str
    wager: str
    paytable: str
    hands: dict[str, Hand]
    rounds: int = 0
    bets: int = 0
    squared_bets: int = 0
    """Over all rounds, bettors times bettors."""
    wagered_micros: int = 0

    def dealt(self, bettors: int, winners: Counter[str]) -> None:
        """A round is over."""
        self.rounds += 1
        self.bets += bettors
        self.squared_bets += bettors * bettors
        for name, times in winners.items():
            hand = self.hands[name]
            hand.made += times
            hand.squares += times * times
            hand.crossed += times * bettors


@dataclass
class Seen:
    """Everything that is counted."""

    played: dict[tuple[str, ...], Played] = field(default_factory=dict)
    rounds: int = 0
    claims: int = 0
    awards: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    drops: Counter[Drop] = field(default_factory=Counter)
    recovered: Counter[tuple[Drop, str]] = field(default_factory=Counter)
    """How each drop ended, by the last one of a request."""
    restarts: int = 0
    office: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """What must not be."""
    meters_micros: dict[str, dict[str, int]] = field(default_factory=dict)
    """Of each link, as last told."""
    largest_micros: dict[tuple[str, str], int] = field(default_factory=dict)
    requests: int = 0
    slowest: tuple[float, str] = (0.0, "")
    """Seconds, and what was asked."""

    def answered(self, asked: str, reply: Reply) -> None:
        """A request came back."""
        self.requests += 1
        self.slowest = max(self.slowest, (reply.took_s, asked))

    def meters(self, link: str, meters_micros: dict[str, int]) -> None:
        """A table was told what stands on the meters."""
        self.meters_micros[link] = meters_micros
        for level, amount_micros in meters_micros.items():
            at = (link, level)
            self.largest_micros[at] = max(self.largest_micros.get(at, 0), amount_micros)
