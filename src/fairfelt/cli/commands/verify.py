"""fairfelt verify"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.agree import tell_how_long
from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.rules import Game

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
    from fairfelt.answers.verification import BROKEN, Finding
    from fairfelt.reports.par.verification import verification_sheet

    chosen, unread = _found(game) if game else (list(games.catalogue()), list(games.own_games().faults))
    versions = [version for each in chosen for version in each.variants]
    tell_how_long("verifying", sum(exact.foresee(version).seconds for version in versions if version.published))
    with counting("Verifying") as progress:
        found = exact.verify(chosen, progress=progress)
        if recompute:
            differing = exact.compare_kept(chosen, progress=progress)
            found = replace(found, findings=(*found.findings, *differing))
    if unread:
        broken = (Finding("a game of your own", "", BROKEN, fault) for fault in unread)
        found = replace(found, findings=(*found.findings, *broken))
    return Report(verification_sheet(found), found.to_dict(), passed=found.agrees)


def _found(names: Sequence[str]) -> tuple[list[Game], list[str]]:
    """The games of those names, and why files among them hold none: one bad file does not stop the others."""
    from fairfelt.games import BadGameFile

    found: list[Game] = []
    unread: list[str] = []
    for name in names:
        try:
            found.append(find_game(name))
        except BadGameFile as error:
            unread.append(str(error))
    return found, unread
