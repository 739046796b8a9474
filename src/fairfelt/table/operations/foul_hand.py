"""The operation by which the hand of one seat is declared foul."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairfelt.rules import Remedy

from ..errors import RoundError
from ..round import Round
from .turns import next_turn


@dataclass(frozen=True, slots=True)
class FoulHand:
    """One hand wins nothing and brings nobody envy; the others play on."""

    seat: int
    why: str
    give_back: bool = True
    """Whether the player gets all wagers of the hand back; else they are lost, and the seat may still receive envy."""

    def verify(self, round: Round) -> None:
        """Refuse a seat that does not play, a hand that is foul already, and a time when no hand can be."""
        seat = round.seat(self.seat)
        if seat.foul:
            raise RoundError(f"the hand of seat {self.seat} is foul already")
        if Remedy.RETURN not in round.remedies():
            raise RoundError(f"the hand of seat {self.seat} cannot be declared foul now: {_why_not(round)}")

    def after(self, round: Round) -> Round:
        """The round without that hand, at the next decision of the others."""
        self.verify(round)
        foul = round.seat(self.seat)._replace(foul="returned" if self.give_back else "forfeited")
        seats = tuple(foul if seat.number == self.seat else seat for seat in round.seats)
        turn = next_turn(round.game.streets, seats, *round.turn) if round.turn else None
        return round._replace(operations=(*round.operations, self), seats=seats, turn=turn)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "foul hand", "seat": self.seat, "give_back": self.give_back, "why": self.why}


def _why_not(round: Round) -> str:
    if round.run and round.turn:
        return "all hands are played out first, or the round is voided"
    return round.expects
