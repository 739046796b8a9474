"""fairfelt games"""

from __future__ import annotations

from fairfelt.cli.io.options import Json
from fairfelt.cli.io.output import Report, destination


def games(*, json: Json = False) -> int:
    """List the games there are: versions, wagers with their paytables, approval numbers, seats.

    For example:

        fairfelt games
        fairfelt games --json
    """
    from fairfelt.games import catalogue
    from fairfelt.reports.placard.catalogue import catalogue_dict, catalogue_sheet

    all_games = catalogue()
    destination(json=json).deliver(Report(catalogue_sheet(all_games), catalogue_dict(all_games)))
    return 0
