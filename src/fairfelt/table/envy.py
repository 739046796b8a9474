"""Who gets envy for whose hand. The table, the room and the dealer school all ask here.

As the sheets read: if *another player* makes the hand, every other player who made the bet is paid, whether or not the
maker made it. Nobody is paid for their own hand or the dealer's. A hand that a fold has taken out, or that is foul,
is no hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from fairfelt.rules import Envy
from fairfelt.runtime.formats import MICROS


class EnvyLine(NamedTuple):
    """The envy that a hand brings to every other bettor."""

    amount_micros: int = 0
    times_wager: bool = False
    """True if it is for each unit of the receiver's own wager."""
    least_micros: int = 0
    """A smaller wager brings nothing."""

    def due_micros(self, wager_micros: int) -> int:
        """The amount for a bettor with that wager."""
        if wager_micros < max(1, self.least_micros):
            return 0
        return self.amount_micros * wager_micros // MICROS if self.times_wager else self.amount_micros


NO_ENVY = EnvyLine()


class EnvyDue(NamedTuple):
    """One bettor's envy for one hand."""

    seat: int
    maker: int
    amount_micros: int


def envy_line(envy: Envy | None, line: int | None) -> EnvyLine:
    """The envy that a line of a paytable brings to others."""
    amount = envy.amounts.get(line, 0) if envy and line is not None else 0
    if not envy or not amount:
        return NO_ENVY
    return EnvyLine(amount * MICROS, envy.times_wager, envy.least * MICROS if envy.least > 1 else 0)


def envy_due(made: Mapping[int, EnvyLine], wagers_micros: Mapping[int, int]) -> Iterator[EnvyDue]:
    """All envy of a round, hand by hand: what was made at which seat, and what was bet at which."""
    for maker, line in made.items():
        for seat, wager_micros in wagers_micros.items():
            if seat != maker and (amount := line.due_micros(wager_micros)):
                yield EnvyDue(seat, maker, amount)
