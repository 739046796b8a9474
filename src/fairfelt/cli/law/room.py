"""fairfelt law room: how a room stands before its law, read off its journal"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import DATABASE_VARIABLE, FormatOption, Json, Output
from fairfelt.cli.io.output import destination
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.room import Floor

Journal = Annotated[
    str,
    Parameter(help="The room's journal: a SQLite file, an exported log, or postgresql://….", env_var=DATABASE_VARIABLE),
]
STOPPED = 1


def law_room(journal: Journal, /, *, format: FormatOption = None, output: Output = None, json: Json = False) -> int:
    """The room's law and day, what it says to every table, links, papers, payments; exit code 1 if a table is stopped.

    The whole journal is verified on the way. The server may go on meanwhile.

    For example:

        fairfelt law room room.db
    """
    from fairfelt.reports.law.room import room_dict, room_sheet

    place = destination(format, json=json, output=output)
    floor = floor_of(journal)
    place.deliver(Report(room_sheet(floor), room_dict(floor)))
    return STOPPED if floor.closed or any(table.law_verdict.stop for table in floor.tables.values()) else 0


def floor_of(journal: str) -> Floor:
    """The floor as the journal gives it, from end to end."""
    from fairfelt.ledger import LedgerError
    from fairfelt.ledger.audit import verify
    from fairfelt.room import Room

    try:
        return verify(journal, Room()).state
    except LedgerError as error:
        raise BadInput(str(error)) from error
