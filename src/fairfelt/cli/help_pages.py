"""The help of every command as one page of documentation: python -m fairfelt.cli.help_pages > docs/cli.md"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import StringIO
from typing import TYPE_CHECKING

from .app import application

if TYPE_CHECKING:
    from cyclopts import App

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
