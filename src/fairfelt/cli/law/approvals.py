"""fairfelt approvals: the register, one game against it, and the fingerprints that are pinned to it"""

from __future__ import annotations

import sys

from cyclopts import App

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import FormatOption, GameName, Json, Output, Variant
from fairfelt.cli.io.output import destination
from fairfelt.reports.report import Report

from .options import On, Profile, law_on

NOT_APPROVED = 1


def list_approvals(*, format: FormatOption = None, output: Output = None, json: Json = False) -> int:
    """The games of the approval letter with the versions of them that are here, and how each stands.

    For example:

        fairfelt approvals list --json
    """
    from fairfelt import games
    from fairfelt.law import letter, register
    from fairfelt.reports.law.approvals import register_dict, register_sheet

    place = destination(format, json=json, output=output)
    of, entries = letter(), register(letter(), games.catalogue())
    place.deliver(Report(register_sheet(of, entries), register_dict(of, entries)))
    return 0


def check(
    game: GameName, /, *, variant: Variant = "", profile: Profile = "wa-commercial", on: On = None, json: Json = False
) -> int:
    """Whether a game is approved as it is now, and what has to be shown before its first hand.

    The exit code is 1 if it is not as it was approved. For example:

        fairfelt approvals check GAME --profile wa-tribal --on 2023-06-14
    """
    from fairfelt.law import check_approval, check_conditions, letter
    from fairfelt.reports.law.approvals import standing, standing_sheet
    from fairfelt.rules import fingerprint

    found, of, approval = find_game(game, variant), law_on(profile, on), letter()
    missing = tuple(check_approval(of, approval, found))
    conditions = tuple(check_conditions(of, approval, found, ()))
    plain = {
        "game": found.slug,
        "variant": found.variant,
        "fingerprint": fingerprint(found),
        "standing": standing(approval, found),
        "findings": [finding.to_dict() for finding in (*missing, *conditions)],
    }
    sheet = standing_sheet(of, approval, found, (*missing, *conditions))
    destination(json=json).deliver(Report(sheet, plain))
    return NOT_APPROVED if missing else 0


def pins() -> int:
    """The fingerprints of all games whose approved rules could be read, as the register keeps them.

    A game that was changed on purpose, and compared with its sheet again, is pinned anew by this command. For example:

        fairfelt approvals pins > src/fairfelt/law/data/pins/wsgc-3119.toml
    """
    from fairfelt import games
    from fairfelt.law import letter, pins_text

    sys.stdout.write(pins_text(letter(), games.catalogue()))
    return 0


approvals = App(name="approvals", help="What was approved, what is here of it, and whether it is still the same.")
approvals.command(list_approvals, name="list")
approvals.command(check)
approvals.command(pins)
