"""fairfelt law and fairfelt approvals: the law of a day, what changed, the limits of a game, the register."""

from __future__ import annotations

import sys
from datetime import date
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.output import GameName, Variant, report
from fairfelt.cli.law.options import On, Profile, law_on, law_room, lawful
from fairfelt.cli.law.papers import documents, funds, games_report, issued, paper, records, shuffle, theoretical
from fairfelt.cli.law.table import certificate, link, merchandise, pack, posting, proposal, table

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


@report
def list_approvals() -> Report:
    """List the games of the approval letter with the versions of them in Fairfelt, and the status of each.

    For example:

        fairfelt approvals list --json
    """
    from fairfelt import games
    from fairfelt.law import letter, register
    from fairfelt.reports.law.rules import register_report

    return register_report(letter(), register(letter(), games.catalogue()))


@report
def check(game: GameName, /, *, variant: Variant = "", profile: Profile = "wa-commercial", on: On = None) -> Report:
    """Check whether a game is approved as it is now, and what is required before its first hand.

    The exit code is 1 if it is not as it was approved, or if a paytable of it is not on file. For example:

        fairfelt approvals check GAME --profile wa-tribal --on 2023-06-14
    """
    from fairfelt.law import check_approval, check_conditions, letter, paytables_of
    from fairfelt.reports.law.rules import approval_report

    chosen, law, approval = find_game(game, variant), law_on(profile, on), letter()
    missing = check_approval(law, approval, chosen, paytables_of(chosen))
    open_ = check_conditions(law, approval, chosen, ())
    return approval_report(law, approval, chosen, missing, open_)


def pins() -> int:
    """Print the fingerprints of all games whose approved rules could be read, as the register keeps them.

    A game that was changed on purpose, and compared with its sheet again, is pinned anew by this command. For example:

        fairfelt approvals pins > src/fairfelt/law/data/pins/wsgc-3119.toml
    """
    from fairfelt import games
    from fairfelt.law import letter, pins_text

    sys.stdout.write(pins_text(letter(), games.catalogue()))
    return 0


approvals = App(name="approvals", help="What was approved, what Fairfelt has of it, and whether it is still the same.")
approvals.command(list_approvals, name="list")
approvals.command(check)
approvals.command(pins)
