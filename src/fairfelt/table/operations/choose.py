"""The operation by which a player decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairfelt.rules import Choice, UnknownName

from ..errors import RoundError
from ..layout import layout_of
from ..round import Round
from ..run import choose
from .turns import next_turn


@dataclass(frozen=True, slots=True)
class Choose:
    """A player makes one of the choices of the street."""

    seat: int
    choice: str
    """Its name; capitals do not matter."""

    def verify(self, round: Round) -> Choice:
        """Refuse a player out of turn, and a choice that is not offered. Gives the choice."""
        round.expect("deciding", "there is nothing to decide now")
        assert round.turn, "the phase says so"
        at, place = round.turn
        if self.seat != round.seats[place].number:
            raise RoundError(f"it is not the turn of seat {self.seat}: {round.expects}")
        if round.run:
            return self._of(round.offered)
        choice = layout_of(round.game).choices[at].get(self.choice.lower())
        if not choice:
            return self._of(round.game.streets[at].choices)
        if choice.holding and choice not in round.offered:
            raise RoundError(f"{choice.name} may be chosen with {choice.holding.words} or better only: {round.expects}")
        return choice

    def after(self, round: Round) -> Round:
        """The round with this decision made, at the next one."""
        choice = self.verify(round)
        assert round.turn, "the choice is verified"
        at, place = round.turn
        game, streets, seats = round.game, round.game.streets, list(round.seats)
        seats[place] = seats[place].choosing(streets[at], choice)
        if game.course and round.run:
            run = choose(game.course, round.run, choice, seats)
            return round.going_on((*round.operations, self), tuple(seats), run)
        turn = next_turn(streets, seats, at, place + 1)
        return Round(round.game, (*round.operations, self), tuple(seats), round.dealt, turn)

    def _of(self, choices: tuple[Choice, ...]) -> Choice:
        for choice in choices:
            if choice.name.lower() == self.choice.lower():
                return choice
        raise RoundError(str(UnknownName("choice", self.choice, tuple(choice.name for choice in choices))))

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "choose", "seat": self.seat, "choice": self.choice}
