"""What was to be expected: exact probabilities beside what was dealt, and how surprising the difference is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from fairfelt.exact import Unsolved
from fairfelt.meters import count_bet

from ..pit import PitTable
from .tally import Hand, Played

SURPRISING = 5.0
ENOUGH = 10
"""Expected hands from which on a z-score is to be taken seriously: below, a single rare hand makes a large one."""


@dataclass(frozen=True)
class Outcome:
    """One hand of one paytable: what was made, and what was to be expected of so many bets."""

    name: str
    level: str
    made: int
    paid: int
    paid_micros: int
    expected: float | None
    """None where the game alone does not say."""
    z: float | None

    @property
    def is_wrong(self) -> bool:
        """Nobody is that lucky."""
        return bool(self.expected and self.z and self.expected >= ENOUGH and abs(self.z) > SURPRISING)


def outcomes(table: PitTable, played: Played) -> tuple[Outcome, ...]:
    """Every hand of a table's paytable, best first."""
    chances = _chances(table)
    return tuple(_outcome(name, hand, played, chances.get(name)) for name, hand in played.hands.items())


def _outcome(name: str, hand: Hand, played: Played, chance: Fraction | None) -> Outcome:
    expected = None if chance is None else float(played.bets * chance)
    z = None if chance is None else _z(hand, played, float(chance))
    return Outcome(name, hand.level, hand.made, hand.paid, hand.paid_micros, expected, z)


def _z(hand: Hand, played: Played, chance: float) -> float | None:
    """Seats share a deck, and perhaps a board: rounds are independent, seats are not.

    The variance is the larger of two: as if seats were independent, and as the rounds themselves varied.
    """
    alone = played.bets * chance * (1 - chance)
    by_round = hand.squares - 2 * chance * hand.crossed + chance * chance * played.squared_bets
    variance = max(alone, by_round)
    return (hand.made - played.bets * chance) / sqrt(variance) if variance > 0 else None


def _chances(table: PitTable) -> dict[str, Fraction]:
    """The probability of every hand for players who never fold; none where best play would fold some of them."""
    dealing = table.dealing
    try:
        found = count_bet(dealing.game, dealing.wager, dealing.paytable)
    except Unsolved:
        return {}
    if found.hits_folded:
        return {}
    fixed = {pay.hand: pay.probability for pay in found.pays}
    return {**{hit.hand: hit.probability for hit in found.hits}, **fixed}
