"""fairfelt rules"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import find_game, is_path
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

Dealing = Annotated[
    bool, Parameter(negative="", help="The dealer's guide instead: shuffler, deal, folded cards, reconciling, envy.")
]


@report
def rules(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    dealing: Dealing = False,
) -> Report:
    """Rules of play, order of hands, every paytable and ruling, written from the game's definition alone.

    For example:

        fairfelt rules GAME
        fairfelt rules GAME --variant v2 -o placard.pdf
        fairfelt rules GAME --dealing -o dealer.pdf
    """
    from fairfelt.reports.placard.dealing import dealing_dict, dealing_guide
    from fairfelt.reports.placard.placard import placard, placard_dict

    found = find_game(game, variant)
    if dealing:
        return Report(dealing_guide(found), dealing_dict(found), "dealing", repeatable=not is_path(game))
    return Report(placard(found), placard_dict(found), repeatable=not is_path(game))
