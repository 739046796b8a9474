"""Which jackpot a command is about: one in a file, or one of a room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.progress import counting

if TYPE_CHECKING:
    from fairfelt.meters import Case

Jackpot = Annotated[
    str, Parameter(help="A TOML file with a jackpot; with --database, the name of a jackpot of a room.")
]
Database = Annotated[str, Parameter(help="A room's journal: a SQLite file, or postgresql://….", show_default=False)]
Others = Annotated[
    int | None, Parameter(help="Other bettors at the table, whose hands pay envy; what the file says if not given.")
]


def case_of(jackpot: str, database: str, others: int | None) -> Case:
    """From a file, or from the journal of a room."""
    from fairfelt.cli.io.meter_file import read_case

    from .room import read_room

    return read_room(database, jackpot, others=others or 0) if database else read_case(Path(jackpot), others=others)


@contextmanager
def asked(what: str = "Counting") -> Iterator[None]:
    """What has no answer is told in a sentence; what takes a while has a bar."""
    from fairfelt.jackpot import TermsError
    from fairfelt.meters import MeterError

    try:
        with counting(what):
            yield
    except (MeterError, TermsError) as error:
        raise BadInput(str(error)) from error
