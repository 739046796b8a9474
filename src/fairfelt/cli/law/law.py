"""fairfelt law: the law of a day, what changed between two days, and what it says to games, tables, links and funds"""

from __future__ import annotations

from datetime import date
from typing import Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import FormatOption, GameName, Json, Output, Variant
from fairfelt.cli.io.output import destination
from fairfelt.reports.report import Report

from .funds import funds, games_report
from .link import certificate, link
from .options import On, Profile, law_on, lawful
from .room import law_room
from .table import pack, posting, proposal, table

From = Annotated[date, Parameter(name="--from", help="The first day, such as 2023-06-14.")]
To = Annotated[date, Parameter(name="--to", help="The second day.")]


def show(
    *,
    profile: Profile = "wa-commercial",
    on: On = None,
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """Every rule in force on a day: what it says, where it stands, and how sure we are of it.

    For example:

        fairfelt law show --profile wa-commercial --on 2023-06-14
    """
    from fairfelt.reports.law.rules import law_sheet

    place = destination(format, json=json, output=output)
    found = law_on(profile, on)
    place.deliver(Report(law_sheet(found), found.to_dict()))
    return 0


def diff(
    *,
    first: From,
    second: To,
    profile: Profile = "wa-commercial",
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """What changed in the law between two days.

    For example:

        fairfelt law diff --from 2023-06-14 --to 2024-01-01
    """
    from fairfelt.law import difference
    from fairfelt.law import profile as profile_of
    from fairfelt.reports.law.rules import difference_sheet

    place = destination(format, json=json, output=output)
    with lawful():
        found = difference(profile_of(profile), first, second)
    place.deliver(Report(difference_sheet(found), found.to_dict()))
    return 0


def limits(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    profile: Profile = "wa-commercial",
    on: On = None,
    json: Json = False,
) -> int:
    """What the limits of a day come to for a game: the cap of each wager, and the Ante that follows from it.

    For example:

        fairfelt law limits GAME --on 2023-06-14
    """
    from fairfelt.reports.law.limits import limits_dict, limits_sheet

    found, of = find_game(game, variant), law_on(profile, on)
    destination(json=json).deliver(Report(limits_sheet(of, found), limits_dict(of, found)))
    return 0


law = App(name="law", help="The law as dated data: rules, limits, links, funds, papers. No legal advice.")
for _command in (show, diff, limits, table, link, certificate, posting, proposal, pack, funds):
    law.command(_command)
law.command(games_report, name="report")
law.command(law_room, name="room")
