"""The chip rack: the denominations in it, a payment cut from it, and the fewest chips that make an amount."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairfelt.reports.sheet.english import listed
from fairfelt.rules import MICROS, format_amount
from fairfelt.web.pages.game_query import BadQuery

CENT_MICROS = MICROS // 100
RACK_CENTS = (500_000, 100_000, 50_000, 10_000, 2_500, 500, 100, 50, 25)
"""What the rack holds, in cents, the largest first: the quarter pays every line on the usual bets exactly."""
MOST_OF_ONE = 999


@dataclass(frozen=True)
class Payment:
    """Chips cut from the rack, by their worth in cents."""

    chips: Mapping[int, int] = field(default_factory=dict)

    @property
    def micros(self) -> int:
        """What they are worth together."""
        return sum(cents * count for cents, count in self.chips.items()) * CENT_MICROS

    @property
    def count(self) -> int:
        """How many they are."""
        return sum(self.chips.values())

    @property
    def words(self) -> str:
        """The chips as a dealer cuts them: "2 of $25 and 1 of $5"."""
        cut = [f"{self.chips[cents]} of {chip_words(cents)}" for cents in RACK_CENTS if self.chips.get(cents)]
        return listed(cut) if cut else "no chips"


def chip_words(cents: int) -> str:
    """What a chip is worth."""
    return format_amount(cents * CENT_MICROS, decimals=2 if cents % 100 else 0)


def fewest_chips(micros: int) -> Payment:
    """The fewest chips of the rack that make an amount: the largest first."""
    chips: dict[int, int] = {}
    left = micros // CENT_MICROS
    for cents in RACK_CENTS:
        count, left = divmod(left, cents)
        if count:
            chips[cents] = count
    return Payment(chips)


def read_payment(field_name: str, chips: Any) -> Payment:
    """Chips as the page sends them: how many of each worth in cents."""
    if not isinstance(chips, dict):
        raise BadQuery(field_name, f"chips on {field_name} are {chips!r}: give how many of each worth in cents")
    read: dict[int, int] = {}
    for worth, count in chips.items():
        if worth not in map(str, RACK_CENTS):
            raise BadQuery(field_name, f"there is no chip of {worth!r} cents in the rack: {_worths()} are there")
        if type(count) is not int or not 0 <= count <= MOST_OF_ONE:
            raise BadQuery(field_name, f"{count!r} chips are not to be cut: give a whole number up to {MOST_OF_ONE}")
        read[int(worth)] = count
    return Payment(read)


def _worths() -> str:
    return listed(list(map(str, RACK_CENTS)))
