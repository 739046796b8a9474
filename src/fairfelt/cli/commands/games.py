"""fairfelt games"""

from __future__ import annotations

from fairfelt.cli.io.errors import complain
from fairfelt.cli.io.output import report
from fairfelt.reports.report import Report


@report
def games() -> Report:
    """List the games there are: versions, wagers with their paytables, approval numbers, seats.

    Games of your own are listed too: from the folders that FAIRFELT_GAMES names, and from installed packages.

    For example:

        fairfelt games
        fairfelt games --json
    """
    from fairfelt.games import catalogue, own_games
    from fairfelt.reports.placard.placard import catalogue_report

    for fault in own_games().faults:
        complain(fault)
    return catalogue_report(catalogue())
