"""fairfelt law: the law of a day, what changed between two days, and what it says to games, tables, links and funds"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.report_command import report

from .funds import funds, games_report
from .link import certificate, link
from .merchandise import merchandise
from .options import On, Profile, law_on, lawful
from .papers import documents, issued, paper, theoretical
from .records import records, shuffle
from .room import law_room
from .table import pack, posting, proposal, table

if TYPE_CHECKING:
    from fairfelt.reports.report import Report

From = Annotated[date, Parameter(name="--from", help="The first day, such as 2023-06-14.")]
To = Annotated[date, Parameter(name="--to", help="The second day.")]


@report
def show(*, profile: Profile = "wa-commercial", on: On = None) -> Report:
    """Show every rule in effect on a day: what it says, its citation, and how sure we are of it.

    For example:

        fairfelt law show --profile wa-commercial --on 2023-06-14
    """
    from fairfelt.reports.law.rules import law_report

    return law_report(law_on(profile, on))


@report
def diff(*, first: From, second: To, profile: Profile = "wa-commercial") -> Report:
    """Show what changed in the law between two days.

    For example:

        fairfelt law diff --from 2023-06-14 --to 2024-01-01
    """
    from fairfelt.law import difference
    from fairfelt.law import profile as profile_of
    from fairfelt.reports.law.rules import difference_report

    with lawful():
        return difference_report(difference(profile_of(profile), first, second))


@report
def limits(game: GameName, /, *, variant: Variant = "", profile: Profile = "wa-commercial", on: On = None) -> Report:
    """Show the limits of a day for a game: the max bet of each wager, and the Ante that follows from it.

    For example:

        fairfelt law limits GAME --on 2023-06-14
    """
    from fairfelt.reports.law.rules import limits_report

    chosen = find_game(game, variant)
    return limits_report(law_on(profile, on), chosen)


law = App(name="law", help="The law as dated data: rules, limits, links, funds, papers. No legal advice.")
for _command in (
    show,
    diff,
    limits,
    table,
    link,
    certificate,
    posting,
    proposal,
    pack,
    funds,
    paper,
    theoretical,
    issued,
    documents,
    merchandise,
    records,
    shuffle,
):
    law.command(_command)
law.command(games_report, name="report")
law.command(law_room, name="room")
