"""The operation by which a player decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairfelt.rules import UnknownName

from .errors import RoundError
from .layout import layout_of
from .phase import next_turn
from .round import Round


@dataclass(frozen=True, slots=True)
class Choose:
    """A player makes one of the choices of the street."""

    seat: int
    choice: str
    """Its name; capitals do not matter."""

    def verify(self, round: Round) -> None:
        """Refuse a player out of turn, and a choice that is not offered."""
        round.expect("deciding", "there is nothing to decide now")
        assert round.turn, "the phase says so"
        at, place = round.turn
        if self.seat != round.seats[place].number:
            raise RoundError(f"it is not the turn of seat {self.seat}: {round.expects}")
        if self.choice.lower() not in layout_of(round.game).choices[at]:
            known = tuple(choice.name for choice in round.game.streets[at].choices)
            raise RoundError(str(UnknownName("choice", self.choice, known)))

    def after(self, round: Round) -> Round:
        """The round with this decision made, at the next one."""
        assert round.turn, "verified before"
        at, place = round.turn
        streets, seats = round.game.streets, list(round.seats)
        choice = layout_of(round.game).choices[at][self.choice.lower()]
        seats[place] = seats[place].choosing(streets[at], choice)
        turn = next_turn(streets, seats, at, place + 1)
        return Round(round.game, (*round.operations, self), tuple(seats), round.dealt, turn)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "choose", "seat": self.seat, "choice": self.choice}
