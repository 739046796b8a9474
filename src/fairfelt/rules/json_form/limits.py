"""How large a game as JSON may be: a stranger's file never asks for more than a sheet would."""

from __future__ import annotations

from typing import Final

MOST_BYTES: Final = 1_000_000
MOST_MEMBERS: Final = 400
"""Of a list."""
LONGEST_TEXT: Final = 4_000
MOST_NUMBER: Final = 1_000
MOST_MONEY: Final = 10**15
_MONEY = frozenset({"seed_micros", "rate_ppm", "recommended_micros", "amounts"})


def most(place: tuple[str | int, ...]) -> int:
    """The largest number that may stand there."""
    return MOST_MONEY if _MONEY.intersection(place) else MOST_NUMBER
