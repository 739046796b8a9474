"""What commands about the law share: options, the law of a day, the floor of a journal; and fairfelt law room."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.output import report
from fairfelt.runtime.configuration import DATABASE_VARIABLE

if TYPE_CHECKING:
    from fairfelt.law import Law
    from fairfelt.reports.report import Report
    from fairfelt.room import Floor


Profile = Annotated[str, Parameter(help="A jurisdiction: wa-commercial, wa-tribal or laboratory.")]
On = Annotated[date | None, Parameter(help="The day, such as 2023-06-14; today if not given.")]


def law_on(profile: str, on: date | None) -> Law:
    """The law of that jurisdiction on that day."""
    from fairfelt.law import profile as profile_of

    return profile_of(profile).on(on or date.today())


Journal = Annotated[
    str,
    Parameter(help="The room's journal: a SQLite file, an exported log, or postgresql://….", env_var=DATABASE_VARIABLE),
]


@report
def law_room(journal: Journal, /) -> Report:
    """Show the room's compliance status: tables, links, documents, payouts; exit code 1 if a table is stopped.

    The whole journal is verified on the way, and the law is asked again about every table: a journal from elsewhere
    may hold what another program let pass. The server may go on meanwhile.

    For example:

        fairfelt law room room.db
    """
    from fairfelt.reports.law.funds import room_report
    from fairfelt.room.law.ask_law import review

    floor = floor_of(journal)
    return room_report(floor.with_verdicts(review(floor)))


def floor_of(journal: str) -> Floor:
    """The floor as the journal gives it, from end to end."""
    from fairfelt.ledger.audit import verify
    from fairfelt.room import Room

    return verify(journal, Room()).state
