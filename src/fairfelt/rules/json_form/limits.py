"""How large a game as JSON may be: a stranger's file never asks for more than a sheet would."""

from __future__ import annotations

from typing import Final

MOST_BYTES: Final = 1_000_000
MOST_MEMBERS: Final = 400
"""Maximum length of a list."""
_FEWER = {
    "wagers": 40,
    "streets": 12,
    "choices": 16,
    "packets": 24,
    "others": 12,
    "paytables": 40,
    "floors": 60,
    "lines": 60,
}
"""Maximum length of lists whose members cost more than a line on a sheet."""
LONGEST_TEXT: Final = 4_000
MOST_NUMBER: Final = 1_000
MOST_MONEY: Final = 10**15
_MONEY = frozenset({"seed_micros", "rate_ppm", "recommended_micros", "amounts"})


def most(place: tuple[str | int, ...]) -> int:
    """The largest number that may stand there."""
    return MOST_MONEY if _MONEY.intersection(place) else MOST_NUMBER


def most_members(place: tuple[str | int, ...]) -> int:
    """How many members may stand there."""
    return _FEWER.get(str(place[-1]), MOST_MEMBERS) if place else MOST_MEMBERS
