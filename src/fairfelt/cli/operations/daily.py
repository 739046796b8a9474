"""fairfelt daily"""

from __future__ import annotations

import sys
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.law.room import Journal, floor_of

Day = Annotated[str, Parameter(help="The gaming day, such as 2026-03-07, by the room's own clock.")]
Folder = Annotated[Path, Parameter(name=("--output", "-o"), help="The folder that the files go to.")]
Form = Annotated[Literal["csv", "parquet"], Parameter(help="As CSV, or as Parquet (pip install 'fairfelt[parquet]').")]


def daily(journal: Journal, /, *, day: Day, output: Folder = Path(), form: Form = "csv") -> int:
    """Write rounds, wins and funds of one gaming day as files for other systems.

    The room may go on meanwhile.

    For example:

        fairfelt daily room.db --day 2026-03-07 --output /srv/exchange --form parquet
    """
    from fairfelt.cli.io.output import write_whole
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.store import snapshot
    from fairfelt.reports.room.period import COLUMNS, daily_tables

    try:
        chosen = date.fromisoformat(day)
    except ValueError as error:
        raise BadInput(f"--day {day!r:.40} is no day: write it as 2026-03-07") from error
    if form == "parquet" and find_spec("pyarrow") is None:
        raise BadInput("Parquet needs pyarrow: pip install 'fairfelt[parquet]', or take --form csv")
    if not output.is_dir():
        raise BadInput(f"there is no folder {output}: make it first")
    try:
        days = floor_of(journal).jurisdiction.days
        with snapshot(journal) as taken:
            tables = daily_tables(taken, days, chosen)
    except LedgerError as error:
        raise BadInput(str(error)) from error
    for name in COLUMNS:
        file = output / f"{name}-{chosen}.{form}"
        write_whole(file, tables.csv(name) if form == "csv" else tables.parquet(name))
        sys.stdout.write(f"{file}: {len(tables.rows[name]):,} rows\n")
    return 0
