"""What the server found when it last held the money for players against the bank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Funds:
    """One look, as it was recorded."""

    stop: str = ""
    """Why no game may start; empty while enough is there."""
    notices: tuple[str, ...] = ()
    """What is short where the law only advises."""
    odds_micros: Mapping[str, int] = field(default_factory=dict)
    """What is kept for odds-based prizes by its document, in each currency."""
