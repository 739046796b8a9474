"""The operation that opens a round for one player: every bet that comes before the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from fairfelt.rules import Kind, UnknownName
from fairfelt.rules.money import format_amount

from .errors import RoundError
from .layout import Layout, layout_of
from .round import Round
from .seat import Seat


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """A player sits down and bets: the opening bets, all equal, and any side bets."""

    seat: int
    amounts_micros: Mapping[str, int] = field(hash=False)
    """By the wager's name; capitals do not matter."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "amounts_micros", MappingProxyType(dict(self.amounts_micros)))

    def verify(self, round: Round) -> None:
        """Refuse a seat that is not free, and bets that the game does not take."""
        round.expect("betting", "the cards are dealt, so no more bets can be placed")
        layout = layout_of(round.game)
        if type(self.seat) is not int or not 1 <= self.seat <= layout.seats:
            raise RoundError(f"there is no seat {self.seat!r}: {round.game.title} has seats 1 to {layout.seats}")
        if any(taken.number == self.seat for taken in round.seats):
            raise RoundError(f"seat {self.seat} has placed its bets already: it can bet again in the next round")
        for name, amount_micros in self.amounts_micros.items():
            _verify_bet(layout, name, amount_micros)
        self._verify_openings(layout)

    def after(self, round: Round) -> Round:
        """The round with this player in it."""
        layout = layout_of(round.game)
        stakes_micros = self._stakes_micros(layout)
        player = Seat(self.seat, stakes_micros[layout.openings[0]], stakes_micros, {})
        return Round(round.game, (*round.operations, self), tuple(sorted((*round.seats, player))))

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "place bets", "seat": self.seat, "amounts_micros": dict(self.amounts_micros)}

    def _stakes_micros(self, layout: Layout) -> dict[str, int]:
        """The amounts by the wagers' own names."""
        return {layout.wagers[name.lower()].name: micros for name, micros in self.amounts_micros.items()}

    def _verify_openings(self, layout: Layout) -> None:
        stakes_micros = self._stakes_micros(layout)
        if len(stakes_micros) != len(self.amounts_micros):
            raise RoundError(f"a wager is named twice in {', '.join(self.amounts_micros)}: give one amount for each")
        first = layout.openings[0]
        for name in layout.openings:
            if name not in stakes_micros:
                raise RoundError(f"the bet on {name} is missing: every player makes it before the deal")
            if stakes_micros[name] != stakes_micros[first]:
                here, there = format_amount(stakes_micros[name]), format_amount(stakes_micros[first])
                raise RoundError(f"{name} is {here} and {first} is {there}: they must be equal")


def _verify_bet(layout: Layout, name: str, amount_micros: int) -> None:
    step_micros = layout.steps_micros.get(name.lower())
    if step_micros is None:
        raise RoundError(_why_no_bet(layout, name))
    if type(amount_micros) is not int:
        raise RoundError(f"the bet on {name} is {amount_micros!r}: give it in whole millionths")
    if amount_micros <= 0:
        raise RoundError(f"the bet on {name} is {format_amount(amount_micros)}: it must be more than nothing")
    if amount_micros % step_micros:
        amount, step = format_amount(amount_micros), format_amount(step_micros)
        raise RoundError(f"{amount} on {name} cannot be paid exactly: bet in steps of {step}")


def _why_no_bet(layout: Layout, name: str) -> str:
    wager = layout.wagers.get(name.lower())
    if not wager:
        return str(UnknownName("wager", name, tuple(wager.name for wager in layout.game.wagers)))
    if wager.kind is Kind.RAISE:
        return f"{wager.name} is not bet before the deal: it is made at a decision"
    return f"{wager.name} takes no bet: it is paid on the {layout.openings[0]}"
