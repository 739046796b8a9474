"""Options that several commands share, told once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

Format = Literal["text", "json", "html", "pdf", "csv", "svg"]

GameName = Annotated[
    str,
    Parameter(help="A game by its short name, as 'fairfelt games' lists it, or a file that holds one: Python or JSON."),
]
Variant = Annotated[
    str, Parameter(help="A version of the game, such as v2; its first one if not given.", show_default=False)
]
FormatOption = Annotated[
    Format | None,
    Parameter(
        name="--format",
        help="text, json, html, pdf, csv for a spreadsheet, or svg for the picture. If not given, what the ending of "
        "the output file says, otherwise text.",
    ),
]
Json = Annotated[bool, Parameter(name="--json", negative=(), show_default=False, help="Plain data instead of text.")]
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
