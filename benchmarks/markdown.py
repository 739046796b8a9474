"""The table as it is kept in the documentation, between two marks, with the machine it was measured on."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from fairfelt.runtime.compute.cores import usable_cores

from .measure import Row

FIRST, LAST = "<!-- make bench writes from here -->", "<!-- to here -->"
TITLE = "### "
HEADS = ("what", "unit", "ours", "peer or limit", "ratio", "goal")


def describe_machine() -> str:
    """What it was measured on."""
    used, there, today = usable_cores(), os.cpu_count(), date.today()
    cores = f"{used} cores" if used == there else f"{used} of {there} cores"
    here = f"{_processor()}, {cores}, {_memory_gib()} GiB of memory, {platform.system()}"
    return f"Measured with `make bench` on {today:%-d %B %Y}: {here}, Python {platform.python_version()}."


def section(rows: Sequence[Row]) -> str:
    """One part of the table with its machine and day, or a line that says that there was nothing to measure."""
    if not rows:
        return "Nothing to measure on this machine.\n"
    return "\n".join([describe_machine(), "", *_table([_cells(row) for row in rows]), ""])


def replace_sections(path: Path, measured: Mapping[str, str], order: Sequence[str]) -> None:
    """Put the parts that were measured between the marks; those that were not stay as they were."""
    before, first, rest = path.read_text().partition(FIRST)
    between, last, after = rest.partition(LAST)
    if not (first and last):
        raise SystemExit(f"{path} has no place for the table: it needs the lines {FIRST} and {LAST}")
    parts = dict(part.split("\n\n", 1) for part in between.split(TITLE)[1:]) | dict(measured)
    text = "\n".join(f"{TITLE}{title}\n\n{parts[title].strip()}\n" for title in order if title in parts)
    path.write_text(f"{before}{FIRST}\n\n{text}\n{LAST}{after}")


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A line for each row; a unit that all have is said once, and a column without anything is left out."""
    heads, columns = list(HEADS), list(zip(*rows, strict=True))
    if len(set(columns[1])) == 1:
        heads[2], heads[1] = f"ours, {columns[1][0]}", ""
    shown = [at for at, head in enumerate(heads) if head and any(columns[at])]
    for cells in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(cells[at] for at in shown)} |"


def _cells(row: Row) -> tuple[str, ...]:
    peer, ratio = ("" if number is None else _figure(number) for number in (row.peer, row.ratio))
    return row.what.strip(), row.unit, _figure(row.ours), peer, ratio, row.goal.strip("-")


def _figure(number: float) -> str:
    """Three digits that matter."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _processor() -> str:
    """Its name where the system knows one."""
    if not shutil.which("lscpu"):
        return platform.machine()
    described = subprocess.run(["lscpu", "--json"], capture_output=True, text=True, check=True).stdout
    named = {row["field"]: row["data"] for row in json.loads(described)["lscpu"]}
    return f"{named.get('Model name:', 'unknown processor')} ({platform.machine()})"


def _memory_gib() -> int:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30))
