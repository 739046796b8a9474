"""A jackpot's counts: its wagers, the hits of each level, and the sums won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .book import fast_replace

__all__ = ["Counts", "Won"]


@dataclass(frozen=True)
class Won:
    """Awards of one kind."""

    hits: int = 0
    won_micros: int = 0

    def with_one(self, amount_micros: int) -> Won:
        """One award more."""
        return Won(self.hits + 1, self.won_micros + amount_micros)

    def without_one(self, amount_micros: int) -> Won:
        """One that was voided less."""
        return Won(self.hits - 1, self.won_micros - amount_micros)


@dataclass(frozen=True)
class Counts:
    """The counting meters: up, and down only for what was voided. What came in is on the account of the wagers."""

    wagers: int = 0
    levels: Mapping[str, Won] = field(default_factory=dict)
    fixed: Won = field(default_factory=Won)
    """Pays that are no share of a level."""
    envy: Won = field(default_factory=Won)

    def of(self, level: str) -> Won:
        """The wins of a level; zero if it was never hit."""
        return self.levels.get(level, Won())

    def with_wagers(self, count: int) -> Counts:
        """Add `count` wagers; a negative count removes refunded ones."""
        return fast_replace(self, wagers=self.wagers + count)

    def with_award(self, level: str, amount_micros: int) -> Counts:
        """One award of a level, or a fixed pay where there is none."""
        if not level:
            return fast_replace(self, fixed=self.fixed.with_one(amount_micros))
        return fast_replace(self, levels={**self.levels, level: self.of(level).with_one(amount_micros)})

    def with_envy(self, amount_micros: int) -> Counts:
        """One more bettor was paid for another's hand."""
        return fast_replace(self, envy=self.envy.with_one(amount_micros))

    def without_award(self, level: str, amount_micros: int) -> Counts:
        """An award that was voided."""
        if not level:
            return fast_replace(self, fixed=self.fixed.without_one(amount_micros))
        return fast_replace(self, levels={**self.levels, level: self.of(level).without_one(amount_micros)})

    def without_envy(self, amount_micros: int) -> Counts:
        """Envy that was voided."""
        return fast_replace(self, envy=self.envy.without_one(amount_micros))
