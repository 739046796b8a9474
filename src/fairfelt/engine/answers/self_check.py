"""What came of solving a game on a small deck and playing every deal of it out at the table."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class SelfCheck:
    """What came of it."""

    deck: str
    """The ranks and suits of the small deck."""
    deals: int
    bets: tuple[str, ...]
    """Bets whose expected results were compared, the round among them."""
    differing: tuple[str, ...] = ()
    """Those that did not agree."""
    reason: str = ""
    """Why nothing was played out, where nothing was."""

    @property
    def agrees(self) -> bool:
        """Whether solver and table came to the same."""
        return not self.differing

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**asdict(self), "agrees": self.agrees}

    def __str__(self) -> str:
        if self.reason:
            return f"Not made: {self.reason}."
        what = f"{self.deals:,} deals of a deck of {self.deck}, each played out at the table"
        if self.differing:
            return f"FAILED for {', '.join(self.differing)}: {what}, come to another result than the solver."
        return f"Passed: {what}, come to the solver's expected result as a fraction for {len(self.bets)} bets."
