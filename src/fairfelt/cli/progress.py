"""A bar on stderr for whatever takes longer than a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

PATIENCE_S = 1.0

Report = Callable[[int, int, str], None]


@contextmanager
def progress_bar(what: str) -> Iterator[Report]:
    """Gives a function to call with done, total and what is being done; nothing is shown before a second is over."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what, total=None)

    def report(done: int, total: int, doing: str) -> None:
        bar.update(task, completed=done, total=total, description=doing or what)

    starter = Timer(PATIENCE_S, bar.start)
    starter.daemon = True
    starter.start()
    try:
        yield report
    finally:
        starter.cancel()
        bar.stop()
