"""What commands share: options, groups, `@report` and its destination, an estimate of long counts, a progress bar."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import wraps
from pathlib import Path
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, get_args

from cyclopts import App, Parameter

from fairfelt.cli.app import COMMANDS
from fairfelt.cli.io.errors import BadInput, complain
from fairfelt.cli.kept_output import keep_output
from fairfelt.runtime.configuration import DATABASE_VARIABLE

if TYPE_CHECKING:
    from fairfelt.engine.exact import Foresight, Progress
    from fairfelt.reports.report import Report
    from fairfelt.reports.sheet import Sheet
    from fairfelt.rules import Game


Format = Literal["text", "json", "html", "pdf", "csv", "svg"]

# Options of several commands.
GameName = Annotated[str, Parameter(help="A game of 'fairfelt games', or a file with one: Python or JSON.")]
Variant = Annotated[str, Parameter(help="Version of the game, such as v2; default: the first.")]
Paytables = Annotated[list[str] | None, Parameter(name="--paytable", help="WAGER=NAME: put that paytable in play.")]
Pays = Annotated[Path | None, Parameter(help="TOML file with changed pays; 'fairfelt par --help' shows one.")]
FormatOption = Annotated[Format | None, Parameter(name="--format", help="Default: by the ending of the output file.")]
Json = Annotated[bool, Parameter(name="--json", help="Plain data instead of text.")]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"], help="File to write; - is standard output.")]
On = Annotated[str, Parameter(help="Count on threads, gpu (general solver and simulation) or dask://HOST:PORT.")]
Profile = Annotated[str, Parameter(help="Jurisdiction: wa-commercial, wa-tribal or laboratory.")]
Day = Annotated[date | None, Parameter(name="--on", help="Day, such as 2023-06-14; default: today.")]
Journal = Annotated[
    str, Parameter(help="Journal: a SQLite file, postgresql://… or an exported file.", env_var=DATABASE_VARIABLE)
]
Database = Annotated[str, Parameter(help="Journal: a SQLite file or postgresql://….", env_var=DATABASE_VARIABLE)]
Config = Annotated[
    Path | None, Parameter(help="Configuration file; default: FAIRFELT_CONFIG, else /etc/fairfelt/fairfelt.toml.")
]
PassphraseFile = Annotated[Path | None, Parameter(help="File whose first line is the passphrase of the secrets.")]


PIPE = Path("-")
_ENDINGS: dict[str, Format] = {
    ".txt": "text", ".json": "json", ".html": "html", ".htm": "html", ".pdf": "pdf", ".csv": "csv", ".svg": "svg",
}  # fmt: skip
_TO_A_FILE = ("html", "pdf", "svg")


@dataclass(frozen=True)
class Destination:
    """A format and a file, checked before any work is done."""

    form: Format
    file: Path | None = None

    def deliver(self, report: Report) -> str | None:
        """Write the report there; give what was printed, if it went to no file."""
        if self.file is None:
            said = _as_shown(report.sheet) if self.form == "text" else report.render(self.form).decode()
            sys.stdout.write(said)
            return said
        text = self.form == "text"
        self.write(_in_columns(report.sheet).encode() if text else report.render(self.form))
        return None

    def write(self, content: bytes) -> None:
        """Write bytes to the file, or to the pipe if there is none."""
        if self.file is None:
            sys.stdout.write(content.decode())
        elif self.file == PIPE:
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
        else:
            write_whole(self.file, content)


def destination(form: Format | None = None, *, json: bool = False, output: Path | None = None) -> Destination:
    """The destination, or the sentence why it cannot be."""
    chosen = _form(form, json=json, output=output)
    if chosen in _TO_A_FILE and output is None:
        raise BadInput(f"{chosen} needs a file to go to: give one with -o, such as -o sheet.{chosen}")
    if chosen == "pdf" and output == PIPE and sys.stdout.isatty():
        raise BadInput("a terminal cannot show a pdf: give a file with -o, such as -o sheet.pdf")
    if output is not None and output != PIPE:
        if output.is_dir():
            raise BadInput(f"{output} is a folder: give the name of a file in it")
        if not output.absolute().parent.is_dir():
            raise BadInput(f"there is no folder {output.parent} to write {output.name} to: make it first")
    return Destination(chosen, output)


def _form(form: Format | None, *, json: bool, output: Path | None) -> Format:
    if json:
        if form not in (None, "json"):
            raise BadInput(f"--json and --format {form} contradict each other: give one of them")
        return "json"
    if form:
        return form
    ending = output.suffix.lower() if output else ""
    if ending and ending not in _ENDINGS:
        raise BadInput(
            f"{output} has an ending that says no format: give --format, one of {', '.join(get_args(Format))}"
        )
    return _ENDINGS.get(ending, "text")


def _as_shown(sheet: Sheet) -> str:
    """The sheet as the terminal shows it, or a pipe gets it."""
    from rich.console import Console

    from fairfelt.reports.sheet.text import as_text

    console = Console()
    if not console.is_terminal:
        return _in_columns(sheet)
    with console.capture() as shown:
        console.print(as_text(sheet))
    return shown.get()


def _in_columns(sheet: Sheet) -> str:
    """The sheet without colour, in the width of COLUMNS or a sensible one."""
    from fairfelt.reports.sheet.text import PAPER_WIDTH, plain_text

    width = os.environ.get("COLUMNS", "")
    return plain_text(sheet, int(width) if width.isdigit() and int(width) else PAPER_WIDTH)


def write_whole(file: Path, content: bytes) -> None:
    """Put content in place of the file in one step; a reader sees the old one or the new one, never a part."""
    place = file.resolve()
    if place.exists() and not place.is_file():
        _write(place, content)
        return
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        _write(part, content)
        part.replace(place)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from error
    finally:
        part.unlink(missing_ok=True)


def _write(file: Path, content: bytes) -> None:
    """A pipe or a device is written to as it is."""
    with file.open("wb") as out:
        out.write(content)
        out.flush()


NOT_PASSED = 1
_ADDED = {"format": (FormatOption, None), "output": (Output, None), "json": (Json, False)}


def report(command: Callable[..., Report]) -> Callable[..., int]:
    """Add the options to a command; a destination that cannot be written is refused before the work begins."""

    @wraps(command)
    def printed(
        *arguments: Any, format: Format | None = None, output: Path | None = None, json: bool = False, **options: Any
    ) -> int:
        place = destination(format, json=json, output=output)
        answer = command(*arguments, **options)
        said = place.deliver(answer)
        if said is not None and answer.repeatable and answer.passed:
            keep_output(said)
        return 0 if answer.passed else NOT_PASSED

    taken = inspect.signature(command)
    own = [each.replace(annotation=_resolved(command, each.annotation)) for each in taken.parameters.values()]
    added = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in _ADDED.items()
    ]
    printed.__signature__ = taken.replace(parameters=[*own, *added], return_annotation=int)  # type: ignore[attr-defined]
    printed.__annotations__ = {each.name: each.annotation for each in (*own, *added)}
    del printed.__wrapped__  # its signature has no options
    return printed


def _resolved(command: Callable[..., Any], annotation: Any) -> Any:
    return eval(annotation, command.__globals__) if isinstance(annotation, str) else annotation


def group(name: str, *commands: Callable[..., int | None], help: str = "", **renamed: Callable[..., int | None]) -> App:
    """A command that is made of others; its help begins with the sentence on the front page."""
    app = App(name=name, help=help or COMMANDS[name])
    for command in commands:
        app.command(command)
    for other, command in renamed.items():
        app.command(command, name=other)
    return app


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
Yes = Annotated[bool, Parameter(name="--yes", help="Count without asking, whatever it takes.")]


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
        show_duration(f"counting {game.title}", seen.seconds + seen.check_seconds)
    yield seen


def show_duration(doing: str, seconds: float) -> None:
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


class Run(TypedDict):
    """What counted work is given: where it runs, and what it tells of its progress."""

    executor: Executor | None
    progress: Progress


@contextmanager
def counting_on(place: str, title: str, *, lines: bool = False) -> Iterator[Run]:
    """The executor of a place, with a bar under that title."""
    with working_on(place) as executor, counting(title, lines=lines) as progress:
        yield {"executor": executor, "progress": progress}


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
