"""All commands together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cyclopts import App


def application() -> App:
    """The whole command line, ready to be called with arguments."""
    from cyclopts import App

    from .approvals import approvals
    from .games import list_games
    from .law import law
    from .layout import layout
    from .ledger import ledger
    from .lint import lint
    from .meter import meter
    from .par import par
    from .playthrough import playthrough
    from .room import room
    from .rules import rules
    from .serve import serve
    from .simulate import simulate
    from .strategy import strategy
    from .twin import twin
    from .verify import verify

    app = App(
        name="fairfelt",
        help="Exact rules and exact mathematics of house-banked table card games.",
        version=_version,
        help_format="markdown",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
    )
    app.command(list_games, name="games")
    for command in (rules, par, strategy, verify, lint, simulate, playthrough, layout, serve, twin):
        app.command(command)
    app.command(room())
    app.command(ledger())
    app.command(law())
    app.command(meter())
    app.command(approvals())
    return app


def _version() -> str:
    from importlib.metadata import version

    return f"fairfelt {version('fairfelt')}"
