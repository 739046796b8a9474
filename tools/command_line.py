"""`python -m tools.command_line > docs/cli.md` writes what `--help` says of every command."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import chain
from textwrap import wrap

from cyclopts import App
from cyclopts.help.formatters import PlainFormatter
from rich.console import Console

from fairfelt.cli.app import application

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
