"""One jackpot to ask about: its wager in numbers, its terms, who else bets, what stands on its meters, and its pace."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.meters.forecast.climb import Climb, climb
from fairfelt.meters.forecast.forecast import Standing
from fairfelt.meters.forecast.waiting import Pace
from fairfelt.rules import MICROS, Game

from .edge import house_edge_at, long_run_edge
from .prospect import MeterError, Prospect


@dataclass(frozen=True, kw_only=True)
class Case:
    """All that the mathematics of a meter goes by."""

    game: Game
    prospect: Prospect
    terms: Terms
    others: int = 0
    """Other bettors at the table, whose hands pay envy."""
    standing: Standing = field(default_factory=Standing)
    pace: Pace | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.others < self.game.seats:
            raise MeterError(f"{self.others} other bettors are not possible: {self.game.title} seats {self.game.seats}")
        for name in self.prospect.levels:
            self.terms.level(name)
        for level in self.terms.levels:
            self.prospect.hits_of(level.name)

    @property
    def meters(self) -> dict[str, Fraction]:
        """What stands on each meter; its seed if nothing was said."""
        seeds = {level.name: Fraction(level.seed_micros, MICROS) for level in self.terms.levels}
        return {**seeds, **self.standing.meters}

    @property
    def climbs(self) -> tuple[Climb, ...]:
        """Every level, wager by wager."""
        return tuple(climb(self.prospect, self.terms, level.name) for level in self.terms.levels)

    @property
    def edge_now(self) -> Fraction:
        """The house edge with the meters as they stand."""
        return house_edge_at(self.prospect, self.meters, self.others)

    @property
    def long_run_edge(self) -> Fraction:
        """The house edge in the long run."""
        return long_run_edge(self.prospect, self.terms, self.others)

    @property
    def pays_from_meter(self) -> bool:
        """Whether fixed pays come off the meter."""
        return self.terms.fixed_pays is FixedPays.METER
