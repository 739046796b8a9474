"""All commands, each loaded when it is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cyclopts import App, Parameter, Token

from fairfelt.runtime.configuration import DATABASE_VARIABLE, read_settings
from fairfelt.version import __version__

COMMANDS = dict(
    line.split(": ", 1) for line in Path(__file__).with_name("commands.txt").read_text("utf-8").splitlines()
)
"""Every command with the first sentence of its own help: a list of them loads none."""
HOMES = {
    "commands.bench": ("compare", "counting", "design", "floor", "odds", "portfolio", "protect"),
    "commands.ledger": ("ledger", "proof", "witness"),
    "commands.par": ("par", "regret", "simulate", "strategy", "verify"),
    "commands.serve": ("room", "serve"),
    "commands.sheets": ("export", "games", "layout", "lint", "new", "playthrough", "rules", "site"),
    "law.law": ("approvals", "law"),
    "law.papers": ("rng",),
    "law.submissions": ("diff", "dossier", "report"),
    "operations.checks": ("backup", "doctor", "drill", "manifest"),
    "operations.config": ("config",),
    "operations.exchange": ("bridge", "certificates", "daily"),
}
"""Modules and their commands; any other command has a file of its own name in `commands`."""
_HOMES = {name: module for module, names in HOMES.items() for name in names}


def home_of(name: str) -> str:
    return _HOMES.get(name, f"commands.{name}")


def application(asked: str | None = None) -> App:
    """The whole command line, ready to be called with arguments; of the commands, only the one that is asked for says
    more than its sentence. None asks for all of them."""
    app = App(
        name="fairfelt",
        help="Exact rules and exact mathematics of house-banked table card games.",
        version=f"fairfelt {__version__}",
        help_format="markdown",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
        config=(_name_database,),
        default_parameter=Parameter(negative=(), show_default=_shown_default),
    )
    for name, sentence in COMMANDS.items():
        if asked in (name, None):
            app.command(f"fairfelt.cli.{home_of(name)}:{name}", name=name)
        else:
            app.command(App(name=name, help=sentence))
    return app


def _shown_default(value: Any) -> str | None:
    """A default as help shows it; none where an option is left out by default."""
    return None if value is None or value is False or value in ("", ()) else str(value)


def _name_database(app: App, commands: tuple[str, ...], arguments: Any) -> None:
    """The journal that the configuration names, where a command asks for one and neither words nor variable do."""
    for argument in arguments:
        asked = DATABASE_VARIABLE in (argument.parameter.env_var or ()) and not argument.tokens
        if asked and (database := read_settings().database):
            argument.append(Token(keyword=argument.name, value=database, source="configuration"))


if __name__ == "__main__":
    raise SystemExit("the page of all commands is written by: python -m tools.command_line > docs/cli.md")
