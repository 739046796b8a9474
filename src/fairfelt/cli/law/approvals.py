"""fairfelt approvals: the register, one game against it, and the fingerprints that are pinned to it"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from cyclopts import App

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.report_command import report

from .options import On, Profile, law_on

if TYPE_CHECKING:
    from fairfelt.reports.report import Report


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
