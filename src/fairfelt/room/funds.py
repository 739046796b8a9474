"""What the server found when it last held the money for players against the bank."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Funds:
    """One look, as it was recorded."""

    stop: str = ""
    """Why no game may start; empty while enough is there."""
    notices: tuple[str, ...] = ()
    """What is short where the law only advises."""
    odds_micros: int = 0
    """What is kept for odds-based prizes, by its document."""
