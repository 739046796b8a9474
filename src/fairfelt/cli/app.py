"""All commands, each loaded when it is asked for; python -m fairfelt.cli.app > docs/cli.md writes the help of all."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import chain
from textwrap import wrap
from typing import Any

from cyclopts import App, Parameter, Token
from cyclopts.help.formatters import PlainFormatter
from rich.console import Console

from fairfelt.cli.front_page import COMMANDS, HELP, VERSION
from fairfelt.runtime.configuration import DATABASE_VARIABLE, read_settings

HOMES = {
    "bench.design": ("counting", "design", "odds"),
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


WIDTH, LONGEST_LINE = 96, 4_000
SHARED_BY = 3
"""An option that as many commands take in the same words is described once, at the top of the page."""


def help_pages() -> str:
    """Markdown with what --help prints, command by command."""
    app = application()
    app.help_formatter = PlainFormatter()
    pages = {" ".join(("fairfelt", *words)): _help_lines(app, words) for words in _commands(app)}
    counts = Counter(line for lines in pages.values() for line in lines if line.startswith("  "))
    shared = [line for line, n in counts.most_common() if n >= SHARED_BY]
    page = ["# The command line", "", "What `--help` says of each command.", ""]
    for title, lines in {"Options of many commands": shared, **pages}.items():
        here = [line.split(":")[0].strip() for line in lines if line in shared and lines is not shared]
        own = [line for line in lines if line not in shared or lines is shared]
        also = [f"  As above: {', '.join(here)}"] if here else []
        page += [f"## {title}", "", "```text", *chain.from_iterable(map(_wrapped, [*own, *also])), "```", ""]
    return "\n".join(page)


def _commands(app: App, *words: str) -> Iterator[tuple[str, ...]]:
    """The words of every command, and of those below it."""
    yield words
    for name in app:
        if not name.startswith("-"):
            yield from _commands(app[name], *words, name)


def _help_lines(app: App, words: tuple[str, ...]) -> list[str]:
    """The help of one command, an option a line; commands below it have pages of their own."""
    paper = Console(file=StringIO(), width=LONGEST_LINE, color_system=None)
    with paper.capture() as captured:
        app.help_print(words, console=paper)
    lines = [line.rstrip().removesuffix(" [required]") for line in captured.get().splitlines()]
    text = "\n".join(line for line in lines if line not in ("Arguments:", "Parameters:")).partition("\nCommands:")[0]
    return re.sub(r"\n{3,}", "\n\n", text).strip().splitlines()


def _wrapped(line: str) -> list[str]:
    """Examples stay as they are."""
    inner = len(line) - len(line.lstrip())
    return [line] if inner == 1 else wrap(line, WIDTH, subsequent_indent="  " * inner, break_on_hyphens=False) or [""]


if __name__ == "__main__":
    sys.stdout.write(help_pages())
