"""fairfelt verify"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import Json
from fairfelt.cli.io.output import Report, destination
from fairfelt.cli.io.progress import counting

Names = Annotated[str, Parameter(help="Games to verify; all of them if none is named.")]


def verify(*game: Names, json: Json = False) -> int:
    """Recompute every published figure to its printed digits; the exit code is 1 if one disagrees.

    For example:

        fairfelt verify
        fairfelt verify GAME --json
    """
    from fairfelt import exact, games
    from fairfelt.reports.par.verification import verification_sheet

    chosen = [find_game(name) for name in game] or games.catalogue()
    with counting("Verifying") as progress:
        found = exact.verify(chosen, progress=progress)
    destination(json=json).deliver(Report(verification_sheet(found), found.to_dict()))
    return 0 if found.agrees else 1
