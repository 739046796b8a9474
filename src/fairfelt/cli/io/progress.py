"""Long counts: an estimate first, then a progress bar; --on names where they run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput, complain

if TYPE_CHECKING:
    from fairfelt.engine.exact import Foresight, Progress
    from fairfelt.rules import Game


PATIENCE_S = 1.0
LINE_S = 30.0


@contextmanager
def counting(title: str, *, lines: bool = False) -> Iterator[Progress]:
    """A progress bar: gives a function to call with done, total and what is being done. It appears after a second.

    Where no terminal shows a bar, nothing is written, or with `lines` a line every half minute.
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
    """No bar is shown."""


TOLD_FROM_S = 5
Yes = Annotated[bool, Parameter(name="--yes", help="Count whatever it takes, without asking.")]


@contextmanager
def agreed(game: Game, *, yes: bool) -> Iterator[Foresight]:
    """Say how long a game takes and what will be missing; count it only if the user agrees to the cost."""
    from fairfelt.engine.exact import allowing, foresee

    seen = foresee(game)
    for wager, why in seen.uncounted:
        complain(f"{wager} will be missing: {why}")
    if seen.too_costly and seen.too_costly.fits and (yes or _asked(str(seen.too_costly))):
        with allowing(seen.too_costly.cost.steps):
            yield foresee(game)
        return
    if not seen.too_costly:
        tell_how_long(f"counting {game.title}", seen.seconds + seen.check_seconds)
    yield seen


def tell_how_long(doing: str, seconds: float) -> None:
    """Say what takes long before it begins; what is over soon needs no words."""
    from fairfelt.engine.exact import duration

    if seconds >= TOLD_FROM_S:
        complain(f"{doing} takes about {duration(seconds)}")


def _asked(cost: str) -> bool:
    """True if the user at the terminal says yes; without a terminal nothing is asked."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    sys.stderr.write(f"{cost}. Count it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


PLACES = ("threads", "gpu", "dask://HOST:PORT")
DASK = "dask://"


@contextmanager
def working_on(place: str) -> Iterator[Executor | None]:
    """The executor of a place; none for threads, which every solver starts by itself."""
    if place == "threads":
        yield None
        return
    with _gpu() if place == "gpu" else _cluster(place) as executor:
        yield executor


def _gpu() -> Executor:
    """A GPU, with a notice: what no GPU counts runs on the threads of the same executor."""
    from fairfelt.runtime.compute.cuda import Gpu

    gpu = Gpu()
    complain("a GPU runs the general solver and simulation; everything else is counted on the CPU")
    return gpu


@contextmanager
def _cluster(place: str) -> Iterator[Executor]:
    from fairfelt.runtime.compute.cluster import Cluster

    host, colon, port = place.removeprefix(DASK).rpartition(":")
    if not (place.startswith(DASK) and host and colon and port.isdecimal()):
        raise BadInput(f"--on {place!r} is no place to work: give {', '.join(PLACES[:-1])} or {PLACES[-1]}")
    with Cluster(f"tcp://{host}:{port}") as cluster:
        yield cluster
