"""Fairfelt: exact rules and exact mathematics of house-banked table card games.

    from fairfelt import games, par
    par(games.find("…"))

Nothing is imported before it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairfelt.reports.comparison import compare
    from fairfelt.reports.counting import count_cards
    from fairfelt.reports.design import design_paytable
    from fairfelt.reports.par.plot_sheet import par
    from fairfelt.reports.protection import protect, verdict
    from fairfelt.reports.winnings import floor, portfolio

    from . import games
    from .engine.answer_game import verify
    from .engine.simulation import simulate
    from .engine.solve import solve
    from .engine.strategy import short_strategy

    __version__: str

__all__ = [
    "compare", "count_cards", "design_paytable", "floor", "games", "par", "portfolio", "protect", "short_strategy",
    "simulate", "solve", "verdict", "verify",
]  # fmt: skip

_HOMES = {
    "compare": "reports.comparison", "count_cards": "reports.counting",
    "design_paytable": "reports.design",
    "floor": "reports.winnings", "par": "reports.par.plot_sheet", "portfolio": "reports.winnings",
    "protect": "reports.protection", "short_strategy": "engine.strategy", "simulate": "engine.simulation",
    "solve": "engine.solve", "verdict": "reports.protection", "verify": "engine.answer_game", "__version__": "version",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name == "games":
        return import_module(".games", __name__)
    if name in _HOMES:
        return getattr(import_module(f".{_HOMES[name]}", __name__), name)
    raise AttributeError(f"fairfelt has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
