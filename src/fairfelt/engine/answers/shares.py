"""What a row of a paytable is worth to the player."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Share:
    """One row of a paytable in play."""

    probability: Fraction
    contribution: Fraction
    """In units of the wager; for a bet of the game itself in units of the Ante."""

    def __add__(self, other: Share) -> Share:
        return Share(self.probability + other.probability, self.contribution + other.contribution)


NO_SHARE = Share(Fraction(0), Fraction(0))
