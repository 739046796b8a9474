"""fairfelt rules"""

from __future__ import annotations

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report


@report
def rules(
    game: GameName,
    /,
    *,
    variant: Variant = "",
) -> Report:
    """Rules of play, every paytable and every ruling, written from the game's definition alone.

    For example:

        fairfelt rules GAME
        fairfelt rules GAME --variant v2 -o placard.pdf
    """
    from fairfelt.reports.placard.placard import placard, placard_dict

    found = find_game(game, variant)
    return Report(placard(found), placard_dict(found))
