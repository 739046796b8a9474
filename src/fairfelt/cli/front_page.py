"""What `fairfelt --help` and `fairfelt --version` say: known here, so that neither loads a command to tell it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from textwrap import wrap

from fairfelt.version import __version__

VERSION = f"fairfelt {__version__}"
HELP = "Exact rules and exact mathematics of house-banked table card games."
COMMANDS = dict(
    line.split(": ", 1) for line in Path(__file__).with_name("commands.txt").read_text("utf-8").splitlines()
)
"""Every command with the first sentence of its own help; it lives in the module of its name."""
FLAGS = {"--help (-h)": "Display this message and exit.", "--version": "Display application version."}

NARROWEST, USUAL_WIDTH = 40, 80
_CYAN, _BOLD, _END = "\x1b[36m", "\x1b[1m", "\x1b[0m"


def front_page_here() -> str | None:
    """The front page as standard output can show it; None where only the drawing of all other pages could fit it."""
    out = sys.stdout
    width = _width()
    if width < NARROWEST or not (out.encoding or "utf-8").lower().startswith("utf"):
        return None
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM", "dumb") in ("dumb", "unknown")
    return front_page(width, colored=out.isatty() and not plain)


def front_page(width: int, *, colored: bool = False) -> str:
    """All commands in a frame of that width, as every other page of help is drawn."""
    bold, cyan, end = (_BOLD, _CYAN, _END) if colored else ("", "", "")
    names = max(map(len, [*COMMANDS, *FLAGS])) + 2
    words = width - names - 4
    lines = [f"{bold}Usage: fairfelt COMMAND{end}", "", *wrap(HELP, width, break_on_hyphens=False), ""]
    lines.append(f"╭─ Commands {'─' * (width - 13)}╮")
    for name, summary in [*sorted(COMMANDS.items()), *FLAGS.items()]:
        for at, line in enumerate(wrap(summary, words, break_on_hyphens=False)):
            lines.append(f"│ {cyan}{'' if at else name:{names}}{end}{line:{words}} │")
    lines.append(f"╰{'─' * (width - 2)}╯")
    return "\n".join([*lines, ""])


def _width() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns):
        return int(columns)
    for stream in range(3):
        try:
            return os.get_terminal_size(stream).columns or USUAL_WIDTH
        except OSError:
            continue  # no terminal there
    return USUAL_WIDTH
