"""What a run of the twin comes to: what was seen, what was expected, and whether all is right."""

from __future__ import annotations

from dataclasses import dataclass

from ..agenda import SECOND
from ..twin import Twin
from .audit import Audit
from .expected import Outcome, outcomes
from .tally import Played, Seen


@dataclass(frozen=True)
class Result:
    """Everything that is told at the end."""

    seed: int
    tables: int
    simulated_s: float
    took_s: float
    stopped: bool
    seen: Seen
    audit: Audit
    outcomes: tuple[tuple[Played, tuple[Outcome, ...]], ...]

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every sentence about what must not be."""
        lucky = (
            f"{played.game}, {row.name}: {row.made} were made, {row.expected:.1f} expected (z = {row.z:+.1f})"
            for played, rows in self.outcomes
            for row in rows
            if row.is_wrong
        )
        return (*self.seen.wrong, *self.audit.wrong, *lucky)


def result_of(twin: Twin, audit: Audit, began_micros: int, took_s: float) -> Result:
    """Put it together; the exact counts are made now."""
    by_combination = {table.combination: table for table in twin.tables.values()}
    return Result(
        seed=twin.seed,
        tables=len(twin.keys.keypads),
        simulated_s=(twin.agenda.clock.now_micros - began_micros) / SECOND,
        took_s=took_s,
        stopped=twin.stopped,
        seen=twin.seen,
        audit=audit,
        outcomes=tuple(
            (played, outcomes(by_combination[combination], played)) for combination, played in twin.seen.played.items()
        ),
    )
