"""Fairfelt: exact rules and exact mathematics of house-banked table card games.

    from fairfelt import games, par
    par(games.find("…"))

Nothing is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import games
    from .exact.solve import solve
    from .exact.strategy.short import short_strategy
    from .exact.verify import verify
    from .reports.comparison.notebook import compare
    from .reports.counting.notebook import count_cards
    from .reports.design.notebook import design_paytable
    from .reports.par.notebook import par
    from .reports.protection.notebook import protect, verdict
    from .reports.winnings.notebook import floor, portfolio
    from .simulation import simulate

    __version__: str

__all__ = [
    "compare", "count_cards", "design_paytable", "floor", "games", "par", "portfolio", "protect", "short_strategy",
    "simulate", "solve", "verdict", "verify",
]  # fmt: skip

_HOMES = {
    "compare": "reports.comparison.notebook", "count_cards": "reports.counting.notebook",
    "design_paytable": "reports.design.notebook",
    "floor": "reports.winnings.notebook", "par": "reports.par.notebook", "portfolio": "reports.winnings.notebook",
    "protect": "reports.protection.notebook", "short_strategy": "exact", "simulate": "simulation",
    "solve": "exact", "verdict": "reports.protection.notebook", "verify": "exact", "__version__": "version",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module(".games", __name__)
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"fairfelt has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
