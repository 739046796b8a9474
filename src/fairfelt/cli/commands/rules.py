"""fairfelt rules"""

from __future__ import annotations

from fairfelt.cli.io.choose import find_game
from fairfelt.cli.io.options import FormatOption, GameName, Json, Output, Variant
from fairfelt.cli.io.output import Report, destination


def rules(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    format: FormatOption = None,
    output: Output = None,
    json: Json = False,
) -> int:
    """Rules of play, every paytable and every ruling, written from the game's definition alone.

    For example:

        fairfelt rules GAME
        fairfelt rules GAME --variant v2 -o placard.pdf
    """
    from fairfelt.reports.placard.placard import placard, placard_dict

    place = destination(format, json=json, output=output)
    found = find_game(game, variant)
    place.deliver(Report(placard(found), placard_dict(found)))
    return 0
