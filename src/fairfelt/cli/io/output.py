"""Options that commands share, `@report`, and its destination: the terminal, or a file written in one step."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.kept_output import keep_output

if TYPE_CHECKING:
    from fairfelt.reports.report import Report
    from fairfelt.reports.sheet import Sheet


Format = Literal["text", "json", "html", "pdf", "csv", "svg"]

GameName = Annotated[
    str,
    Parameter(help="A game by its short name, as 'fairfelt games' lists it, or a file that holds one: Python or JSON."),
]
Variant = Annotated[str, Parameter(help="A version of the game, such as v2; its first one if not given.")]
FormatOption = Annotated[
    Format | None,
    Parameter(
        name="--format",
        help="text, json, html, pdf, csv for a spreadsheet, or svg for the picture. If not given, what the ending of "
        "the output file says, otherwise text.",
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Plain data instead of text.")]
Output = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="The file to write, all of it or not at all; - is the pipe.")
]
On = Annotated[
    str,
    Parameter(
        help="Where to count: threads, gpu for an NVIDIA card, or dask://HOST:PORT for a cluster. A GPU runs the "
        "general solver and simulation; everything else runs on the CPU. The result is the same to the last digit."
    ),
]


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
        _check_place(output)
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
        raise BadInput(f"{output} has an ending that says no format: give --format, one of {_formats()}")
    return _ENDINGS.get(ending, "text")


def _formats() -> str:
    return ", ".join(get_args(Format))


def _check_place(file: Path) -> None:
    if file.is_dir():
        raise BadInput(f"{file} is a folder: give the name of a file in it")
    if not file.absolute().parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} to write {file.name} to: make it first")


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
