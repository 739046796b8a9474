"""The server's last comparison of the money for players with the bank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Funds:
    """One look, as it was recorded."""

    stop: str = ""
    """Why no game may start; empty while enough is there."""
    notices: tuple[str, ...] = ()
    """Shortages where the law only advises."""
    odds_micros: Mapping[str, int] = field(default_factory=dict)
    """The sum kept for odds-based prizes by its document, in each currency."""
