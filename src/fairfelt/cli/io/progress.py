"""A bar on stderr for whatever takes longer than a second."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING

from .errors import BadInput

if TYPE_CHECKING:
    from fairfelt.exact import Progress

PATIENCE_S = 1.0
LINE_S = 30.0


@contextmanager
def counting(title: str, *, lines: bool = False) -> Iterator[Progress]:
    """A bar around exact work; a game that has no solver yet is told in a sentence."""
    from fairfelt.exact import Unsolved

    try:
        with progress_bar(title, lines=lines) as progress:
            yield progress
    except Unsolved as error:
        raise BadInput(str(error)) from error


@contextmanager
def progress_bar(title: str, *, lines: bool = False) -> Iterator[Progress]:
    """Gives a function to call with done, total and what is being done; nothing is shown before a second is over.

    Where no terminal shows a bar, nothing is said, or with `lines` a line every half minute.
    """
    from rich import progress as rich_progress
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_interactive:
        yield _in_lines() if lines else _silent
        return
    columns = (
        rich_progress.SpinnerColumn(),
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.TimeElapsedColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    bar = rich_progress.Progress(*columns, console=console, transient=True)
    task = bar.add_task(title, total=None)

    def progress(done: int, total: int, what: str) -> None:
        bar.update(task, completed=done, total=total, description=what or title)

    starter = Timer(PATIENCE_S, bar.start)
    starter.daemon = True
    starter.start()
    try:
        yield progress
    finally:
        starter.cancel()
        bar.stop()


def _in_lines() -> Progress:
    """For a log of work that takes very long: what is begun is said at once."""
    last = -LINE_S

    def progress(done: int, total: int, what: str) -> None:
        nonlocal last
        if monotonic() - last >= LINE_S:
            last = monotonic()
            sys.stderr.write(f"fairfelt: {what}\n")

    return progress


def _silent(done: int, total: int, what: str) -> None:
    """Nobody is watching."""
