"""Which jackpot a command is about, in a file or in a room, and what all commands about one share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.output import write_whole
from fairfelt.cli.io.progress import counting

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel, JackpotSetup
    from fairfelt.reports.report import Report

Jackpot = Annotated[
    str, Parameter(help="A TOML file with a jackpot; with --database, the name of a jackpot of a room.")
]
Database = Annotated[str, Parameter(help="A room's journal: a SQLite file, or postgresql://….", show_default=False)]
Others = Annotated[
    int | None, Parameter(help="Other bettors at the table, whose hands pay envy; what the file says if not given.")
]
PlotFile = Annotated[Path | None, Parameter(name="--plot", help="An SVG file for the picture.")]


def count_model(jackpot: str, database: str = "", others: int | None = None) -> JackpotModel:
    """The jackpot of a file, or of a room, with its bet counted."""
    from fairfelt.cli.io.meter_file import read_jackpot
    from fairfelt.jackpot import TermsError
    from fairfelt.meters import MeterError
    from fairfelt.rules import UnknownName

    setup = read_room(database, jackpot, others or 0) if database else read_jackpot(Path(jackpot), others=others)
    try:
        return setup.model(setup.count_bet())
    except (MeterError, TermsError, UnknownName) as error:
        raise BadInput(f"{jackpot}: {error}") from error


def read_room(journal: str, jackpot: str, others: int) -> JackpotSetup:
    """The jackpot of that name as it is in a journal, which may be in use."""
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.audit import verify
    from fairfelt.ledger.store import snapshot
    from fairfelt.room import Room
    from fairfelt.room.events import kinds_of
    from fairfelt.room.events.rounds import GameStarted
    from fairfelt.room.live_jackpot import observe_play, set_up_live

    try:
        replayed = verify(journal, Room())
        with snapshot(journal) as taken:
            starts = taken.entries(kinds=kinds_of(GameStarted))
            play = observe_play(replayed.state, jackpot, starts, replayed.head.at_micros)
    except LedgerError as error:
        raise BadInput(str(error)) from error
    return set_up_live(replayed.state, jackpot, play, others=others)


@contextmanager
def answering(title: str = "Counting") -> Iterator[None]:
    """A bar for what takes a while, and one sentence for what has no answer."""
    from fairfelt.jackpot import TermsError
    from fairfelt.meters import MeterError
    from fairfelt.rules import AmountError

    try:
        with counting(title):
            yield
    except (MeterError, TermsError, AmountError) as error:
        raise BadInput(str(error)) from error


def save_plot(file: Path | None, report: Report) -> Report:
    """The same report, its picture saved where a file is named for it."""
    if file is None:
        return report
    if file.suffix.lower() != ".svg":
        raise BadInput(f"--plot {file} has another ending than .svg: a picture is written as SVG")
    if report.plot is None:
        raise BadInput("there is nothing to draw: no hand wins a whole level")
    write_whole(file, report.plot.draw().encode())
    return report
