"""The operation that opens a round for one player: every bet that comes before the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from fairfelt.rules import Kind, Opens, UnknownName
from fairfelt.runtime.formats import format_amount

from ..errors import RoundError
from ..layout import Layout, layout_of
from ..round import Round
from ..seat import Seat


@dataclass(frozen=True, slots=True)
class PlaceBets:
    """A player sits down and bets: the opening bets, all equal, and any side bets; or a bet that stands alone."""

    seat: int
    amounts_micros: Mapping[str, int] = field(hash=False)
    """By the wager's name; capitals do not matter."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "amounts_micros", MappingProxyType(dict(self.amounts_micros)))

    def verify(self, round: Round) -> dict[str, int]:
        """Refuse a seat that is not free, and bets that the game does not take. Gives the stakes by wager."""
        round.expect("betting", "the cards are dealt, so no more bets can be placed")
        layout = layout_of(round.game)
        self._verify_seat(round, layout)
        stakes_micros = {_bet_on(layout, name, micros): micros for name, micros in self.amounts_micros.items()}
        if len(stakes_micros) != len(self.amounts_micros):
            raise RoundError(f"a wager is named twice in {', '.join(self.amounts_micros)}: give one amount for each")
        _verify_openings(layout, stakes_micros)
        _verify_together(round, stakes_micros)
        return stakes_micros

    def after(self, round: Round) -> Round:
        """The round with this player in it."""
        stakes_micros = self.verify(round)
        made = (stakes_micros[name] for name in layout_of(round.game).openings if name in stakes_micros)
        ante_micros = next(made, 0)
        player = Seat(self.seat, ante_micros, stakes_micros, {})
        return Round(round.game, (*round.operations, self), tuple(sorted((*round.seats, player))))

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "place bets", "seat": self.seat, "amounts_micros": dict(self.amounts_micros)}

    def _verify_seat(self, round: Round, layout: Layout) -> None:
        if type(self.seat) is not int or not 1 <= self.seat <= layout.seats:
            raise RoundError(f"there is no seat {self.seat!r}: {round.game.title} has seats 1 to {layout.seats}")
        if self.seat in [taken.number for taken in round.seats]:
            raise RoundError(f"seat {self.seat} has placed its bets already: it can bet again in the next round")


def _bet_on(layout: Layout, name: str, amount_micros: int) -> str:
    """The wager's own name, if it takes that bet before the deal."""
    spot = layout.spots.get(name.lower())
    if not spot:
        raise RoundError(_why_no_bet(layout, name))
    if type(amount_micros) is not int:
        raise RoundError(f"the bet on {name} is {amount_micros!r}: give it in whole millionths")
    if amount_micros <= 0:
        raise RoundError(f"the bet on {name} is {format_amount(amount_micros)}: it must be more than nothing")
    if amount_micros % spot.step_micros:
        amount, step = format_amount(amount_micros), format_amount(spot.step_micros)
        raise RoundError(f"{amount} on {name} cannot be paid exactly: bet in steps of {step}")
    return spot.wager


def _verify_openings(layout: Layout, stakes_micros: Mapping[str, int]) -> None:
    first = layout.openings[0]
    if stakes_micros and layout.alone.issuperset(stakes_micros):
        return
    if layout.game.opens is Opens.ONE:
        _verify_one_opening(layout, stakes_micros)
        return
    for name in layout.openings:
        if name not in stakes_micros:
            raise RoundError(f"the bet on {name} is missing: {_who_makes_it(layout)}")
        if stakes_micros[name] != stakes_micros[first]:
            here, there = format_amount(stakes_micros[name]), format_amount(stakes_micros[first])
            raise RoundError(f"{name} is {here} and {first} is {there}: they must be equal")


def _who_makes_it(layout: Layout) -> str:
    if not layout.alone:
        return "every player makes it before the deal"
    return f"only {' and '.join(sorted(layout.alone))} may be bet without it, and then alone"


def _verify_together(round: Round, stakes_micros: Mapping[str, int]) -> None:
    """Of bets that a table offers one of, nobody makes another than was made here in this round."""
    made = {*stakes_micros, *(name for seat in round.seats for name in seat.stakes_micros)}
    if excluded := round.game.excluded(made):
        ruling, together = excluded
        both = " and ".join(together)
        raise RoundError(f"there are bets on {both}: a table offers one of them (ruling {ruling.name})")


def _verify_one_opening(layout: Layout, stakes_micros: Mapping[str, int]) -> None:
    made = [name for name in layout.openings if name in stakes_micros]
    if len(made) != 1:
        which = f"there are bets on {' and '.join(made)}" if made else "the opening bet is missing"
        raise RoundError(f"{which}: every player bets on one of {', '.join(layout.openings)}")


def _why_no_bet(layout: Layout, name: str) -> str:
    try:
        wager = layout.game.wager(name)
    except UnknownName as unknown:
        return str(unknown)
    if wager.kind is Kind.RAISE:
        return f"{wager.name} is not bet before the deal: it is made at a decision"
    return f"{wager.name} takes no bet: it is paid on the {layout.openings[0]}"
