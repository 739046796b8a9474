"""fairfelt lint"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

Names = Annotated[str, Parameter(help="Games to look at, in all their versions; all games if none is named.")]
Fast = Annotated[
    bool, Parameter(negative=(), show_default=False, help="Only what is read off the sheet; nothing is counted.")
]
List = Annotated[bool, Parameter(name="--list", negative=(), show_default=False, help="List the checks instead.")]
Explain = Annotated[str, Parameter(help="Explain the check of that code, such as FF101, instead.", show_default=False)]


@report
def lint(
    *game: Names,
    fast: Fast = False,
    list_checks: List = False,
    explain: Explain = "",
) -> Report:
    """Look for what a regulator would send back: contradictions and gaps in a rule sheet, each with its numbers.

    The exit code is 1 if an error was found. Questions and notes are told and stop nothing.

    For example:

        fairfelt lint GAME
        fairfelt lint --fast
        fairfelt lint --explain FF101
    """
    if list_checks or explain:
        return _about_checks(explain, game)
    from fairfelt import games
    from fairfelt.lint import lint as look
    from fairfelt.reports.par.checks import lint_sheet

    chosen = [find_game(name) for name in game] or games.catalogue()
    with counting("Linting") as progress:
        found = look(chosen, fast=fast, progress=progress)
    return Report(lint_sheet(found), found.to_dict(), passed=found.clean)


def _about_checks(code: str, games: tuple[str, ...]) -> Report:
    from fairfelt.lint import CHECKS
    from fairfelt.reports.par.checks import check_sheet, checks_dict, checks_sheet

    if games:
        raise BadInput(f"--list and --explain look at no game: leave out {', '.join(games)}")
    known = [check for check in CHECKS if not code or check.code == code.upper()]
    if not known:
        raise BadInput(f"there is no check {code!r}: 'fairfelt lint --list' has them all")
    return Report(check_sheet(known[0]) if code else checks_sheet(known), checks_dict(known))
