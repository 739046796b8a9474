"""fairfelt verify"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

Names = Annotated[str, Parameter(help="Games to verify; all of them if none is named.")]

Recompute = Annotated[
    bool, Parameter(help="Also count every answer again that is kept or shipped, and compare.", negative=())
]


@report
def verify(*game: Names, recompute: Recompute = False) -> Report:
    """Recompute every published figure to its printed digits; the exit code is 1 if one does not come out.

    For example:

        fairfelt verify
        fairfelt verify GAME --json
        fairfelt verify --recompute
    """
    from fairfelt import exact, games
    from fairfelt.reports.par.verification import verification_sheet

    chosen = [find_game(name) for name in game] or games.catalogue()
    with counting("Verifying") as progress:
        found = exact.verify(chosen, progress=progress)
        if recompute:
            differing = exact.compare_kept(chosen, progress=progress)
            found = replace(found, findings=(*found.findings, *differing))
    return Report(verification_sheet(found), found.to_dict(), passed=found.agrees)
