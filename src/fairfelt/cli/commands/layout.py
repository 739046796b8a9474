"""fairfelt layout"""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from fairfelt.cli.io.choose import choose
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import GameName, Output, Variant
from fairfelt.cli.io.output import destination

from .par import Paytables

Seats = Annotated[int, Parameter(help="Places around the table, as far as the game has so many.")]
Card = Annotated[
    bool,
    Parameter(
        name="--rack-card", negative=(), show_default=False, help="The rack card instead: paytables and bet sizes."
    ),
]
MOST_SEATS = 7


def layout(
    game: GameName,
    /,
    *,
    output: Output = None,
    variant: Variant = "",
    paytable: Paytables = None,
    seats: Seats = 6,
    rack_card: Card = False,
) -> int:
    """The felt of a game, or its rack card, drawn from the definition alone as SVG to print.

    For example:

        fairfelt layout GAME -o layout.svg
        fairfelt layout GAME --variant v2 --rack-card -o card.svg
    """
    from fairfelt.reports.layout import layout_svg, rack_card_svg

    if not 1 <= seats <= MOST_SEATS:
        raise BadInput(f"--seats {seats} is not possible: a table has 1 to {MOST_SEATS}")
    place = destination("text", output=output)
    chosen = choose(game, variant, paytables=paytable or ()).game
    drawn = rack_card_svg(chosen) if rack_card else layout_svg(chosen, seats)
    place.write(drawn.encode())
    return 0
