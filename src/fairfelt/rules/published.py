"""Figures that a sheet or another source prints, to be recomputed to their printed digits."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Literal

Figure = Literal["house_edge", "hit_frequency", "element_of_risk", "average_wager", "standard_deviation", "value"]

ROUND = "Round"
"""Stands for the whole round where a figure belongs to no single wager."""


@dataclass(frozen=True, kw_only=True)
class Published:
    """One printed figure and what it is a figure of."""

    wager: str
    figure: Figure
    printed: str
    paytable: str = ""
    bettors: int = 0
    """Other players with the same bet, whose hands pay envy."""
    hand: str = ""
    """For the value of one decision: the cards held…"""
    choice: str = ""
    """…and the choice made with them."""
    source: str = "the rule sheet"

    def agrees(self, exact: Fraction | Decimal) -> bool:
        """Whether an exact number, rounded to the printed digits, is what was printed."""
        return self.as_printed(exact) == self.printed

    def as_printed(self, exact: Fraction | Decimal) -> str:
        """The number in the form and with the digits of the printed figure."""
        percent = self.printed.endswith("%")
        digits = self.printed.rstrip("%").partition(".")[2]
        step = Decimal(1).scaleb(-len(digits))
        number = _decimal(exact) * (100 if percent else 1)
        return f"{number.quantize(step, ROUND_HALF_UP)}{'%' if percent else ''}"


def _decimal(exact: Fraction | Decimal) -> Decimal:
    if isinstance(exact, Fraction):
        return Decimal(exact.numerator) / Decimal(exact.denominator)
    return exact
