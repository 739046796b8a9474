"""All commands, each loaded when it is asked for; python -m fairfelt.cli.app > docs/cli.md writes the help of all."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

from cyclopts import App, Parameter, Token

from fairfelt.cli.front_page import COMMANDS, HELP, VERSION
from fairfelt.runtime.configuration import DATABASE_VARIABLE, read_settings

HOMES = {
    "bench.design": ("counting", "design"),
    "bench.floor": ("compare", "floor", "portfolio"),
    "commands.par": ("par", "simulate", "strategy", "verify"),
    "commands.sheets": ("export", "layout", "lint", "new", "playthrough", "rules"),
    "commands.transparency": ("proof", "witness"),
    "law.law": ("approvals", "law"),
    "operations.certificates": ("certificates",),
    "operations.checks": ("doctor", "drill", "manifest"),
    "operations.config": ("config",),
    "operations.exchange": ("bridge", "daily"),
}
"""Modules and their commands; any other command has a file of its own name in `commands`."""
_HOMES = {name: module for module, names in HOMES.items() for name in names}


def home_of(name: str) -> str:
    return _HOMES.get(name, f"commands.{name}")


def application(asked: str = "") -> App:
    """The whole command line, ready to be called with arguments; where one command is asked for, it alone is loaded."""
    app = App(
        name="fairfelt",
        help=HELP,
        version=VERSION,
        help_format="markdown",
        print_error=False,
        exit_on_error=False,
        suppress_keyboard_interrupt=False,
        result_action="return_value",
        config=(_name_database,),
        default_parameter=Parameter(negative=(), show_default=_shown_default),
    )
    for name in COMMANDS:
        app.command(f"fairfelt.cli.{home_of(name)}:{name}", name=name)
    for name in COMMANDS if asked not in COMMANDS else ():
        app[name]  # a list of all commands shows the help of each
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


WIDTH = 96


def help_pages() -> str:
    """Markdown with what --help prints, command by command."""
    app = application()
    pages = [_page(app, " ".join(("fairfelt", *words)), list(words)) for words in _commands(app)]
    return "\n".join(["# The command line", "", "Written from the help of each command.", "", *pages])


def _commands(app: App, *words: str) -> Iterator[tuple[str, ...]]:
    """The words of every command, and of those below it."""
    yield words
    for name in app:
        if not name.startswith("-"):
            yield from _commands(app[name], *words, name)


def _page(app: App, title: str, tokens: list[str]) -> str:
    from rich.console import Console

    paper = Console(file=StringIO(), width=WIDTH, color_system=None)
    with paper.capture() as captured:
        app.help_print(tokens, console=paper)
    lines = [line.rstrip() for line in captured.get().strip("\n").splitlines()]
    return "\n".join([f"## {title}", "", "```text", *lines, "```", ""])


if __name__ == "__main__":
    sys.stdout.write(help_pages())
