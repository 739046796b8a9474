"""Counts of a run as it happens, beside exact probabilities."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from fairfelt.engine.exact import Unsolved
from fairfelt.jackpot.meters import ProgressiveOffer, count_bet
from fairfelt.room import hand_buttons

SURPRISING_Z = 5.0
ENOUGH = 10
"""Expected hands from which on a z-score is to be taken seriously: below, a single rare hand makes a large one."""


@dataclass
class HandTally:
    """Counts of one hand of a paytable."""

    level: str
    made: int = 0
    paid: int = 0
    paid_micros: int = 0
    squares: int = 0
    """Over all rounds, of how many made it at once."""
    crossed: int = 0
    """Over all rounds, bettors times how many of them made it."""


@dataclass(frozen=True)
class HandOutcome:
    """One hand of one paytable: its count, and the expected count for the number of bets."""

    name: str
    level: str
    made: int
    paid: int
    paid_micros: int
    expected: float | None
    """None where the game alone does not determine it."""
    z: float | None

    @property
    def is_wrong(self) -> bool:
        return bool(self.expected and self.z and self.expected >= ENOUGH and abs(self.z) > SURPRISING_Z)


@dataclass
class GameTally:
    """One combination of game, wager and paytable over all its tables."""

    offer: ProgressiveOffer
    hands: dict[str, HandTally] = field(init=False)
    rounds: int = 0
    bets: int = 0
    squared_bets: int = 0
    """Over all rounds, bettors times bettors."""
    wagered_micros: int = 0

    def __post_init__(self) -> None:
        buttons = hand_buttons(self.offer.find_game(), self.offer.wager, self.offer.paytable)
        self.hands = {button.hand: HandTally(button.level) for button in buttons}

    @property
    def title(self) -> str:
        return self.offer.find_game().title

    def count_round(self, bettors: int, winners: Counter[str]) -> None:
        self.rounds += 1
        self.bets += bettors
        self.squared_bets += bettors * bettors
        for name, times in winners.items():
            hand = self.hands[name]
            hand.made += times
            hand.squares += times * times
            hand.crossed += times * bettors

    def outcomes(self) -> tuple[HandOutcome, ...]:
        """Every hand of the paytable, best first, beside what was to be expected."""
        chances = self._chances()
        return tuple(self._outcome(name, hand, chances.get(name)) for name, hand in self.hands.items())

    def _outcome(self, name: str, hand: HandTally, chance: Fraction | None) -> HandOutcome:
        expected = None if chance is None else float(self.bets * chance)
        z = None if chance is None else self._z(hand, float(chance))
        return HandOutcome(name, hand.level, hand.made, hand.paid, hand.paid_micros, expected, z)

    def _z(self, hand: HandTally, chance: float) -> float | None:
        """Seats share a deck, and perhaps a board: rounds are independent, seats are not.

        The variance is the larger of two: as if seats were independent, and as the rounds themselves varied.
        """
        alone = self.bets * chance * (1 - chance)
        by_round = hand.squares - 2 * chance * hand.crossed + chance * chance * self.squared_bets
        variance = max(alone, by_round)
        return (hand.made - self.bets * chance) / sqrt(variance) if variance > 0 else None

    def _chances(self) -> dict[str, Fraction]:
        """The probability of every hand for players who never fold; none where best play would fold some of them."""
        try:
            found = count_bet(self.offer.find_game(), self.offer.wager, self.offer.paytable)
        except Unsolved:
            return {}
        if found.hits_folded:
            return {}
        return found.chances


@dataclass
class Tally:
    """Everything that is counted."""

    games: dict[ProgressiveOffer, GameTally] = field(default_factory=dict)
    rounds: int = 0
    claims: int = 0
    awards: int = 0
    mistakes: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    office: Counter[str] = field(default_factory=Counter)
    hardware: Counter[str] = field(default_factory=Counter)
    """Readings and failures of sensors."""
    problems: list[str] = field(default_factory=list)
    """Sentences on errors."""
    meters_micros: dict[str, dict[str, int]] = field(default_factory=dict)
    """The meters of each link, as last reported."""
    largest_micros: dict[tuple[str, str], int] = field(default_factory=dict)
    requests: int = 0
    slowest: tuple[float, str] = (0.0, "")
    """Seconds, and what was asked."""

    def game(self, offer: ProgressiveOffer) -> GameTally:
        """The tally of a game, wager and paytable."""
        return self.games.setdefault(offer, GameTally(offer))

    def count_reply(self, request: str, took_s: float) -> None:
        self.requests += 1
        self.slowest = max(self.slowest, (took_s, request))

    def note_meters(self, link: str, meters_micros: dict[str, int]) -> None:
        self.meters_micros[link] = meters_micros
        for level, amount_micros in meters_micros.items():
            at = (link, level)
            self.largest_micros[at] = max(self.largest_micros.get(at, 0), amount_micros)
