"""How far a round has come, and whose turn it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from fairfelt.rules import Street

from ..seat import Seat

Phase = Literal["betting", "deciding", "settling", "settled"]


class Turn(NamedTuple):
    """Whose decision it is: a street and a seat, by their places in the game and in the round."""

    street: int
    seat: int


def next_turn(streets: Sequence[Street], seats: Sequence[Seat], street: int = 0, seat: int = 0) -> Turn | None:
    """The first decision from there on, clockwise and street by street; None when all are made."""
    for at in range(street, len(streets)):
        for place in range(seat, len(seats)):
            if not seats[place].skips(streets[at]):
                return Turn(at, place)
        seat = 0
    return None
