"""fairfelt protect"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cli.io.agree import PATIENCE_S
from fairfelt.cli.io.choose import choose
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.executors import working_on
from fairfelt.cli.io.options import GameName, On, Variant
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

from .par import Paytables

if TYPE_CHECKING:
    from fairfelt.protection import Information
    from fairfelt.rules import Game

Seen = Annotated[
    str,
    Parameter(help='Cards seen before the first decision, such as "dealer 1" or "community 1,2".', show_default=False),
]
Sorted = Annotated[
    str,
    Parameter(
        help="Ranks told apart from the back, such as QKA: on the cards of --seen, or on all of them.",
        show_default=False,
    ),
]
Hands = Annotated[int, Parameter(help="Hands that share their cards, the player's own among them: 2 to 7.")]


@report
def protect(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    paytable: Paytables = None,
    seen: Seen = "",
    sorted: Sorted = "",
    hands: Hands = 1,
    on: On = "threads",
) -> Report:
    """What it is worth to see a card early, to tell backs apart or to share hands, and what prevents it.

    For example:

        fairfelt protect GAME --seen "dealer 1"
        fairfelt protect GAME --seen "dealer 1 community 4" --json
        fairfelt protect GAME --sorted QKA --seen "dealer 1"
        fairfelt protect GAME --hands 6

    The edge is the player's. What costs too much to count is sampled, and comes with an interval.
    """
    from fairfelt.protection import BadInformation, expose, read_information
    from fairfelt.reports.protection.exposure import exposure_report

    chosen = choose(game, variant, paytables=paytable or ()).game
    try:
        information = read_information(chosen, seen, sorted, hands)
    except BadInformation as error:
        raise BadInput(str(error)) from error
    with working_on(on) as executor, counting(f"Counting {chosen.title}") as progress:
        _tell_cost(chosen, information)
        return exposure_report(expose(chosen, information, executor=executor, progress=progress))


def _tell_cost(game: Game, information: Information) -> None:
    """Say first what takes longer than anybody would expect."""
    from fairfelt.exact import duration
    from fairfelt.protection import foresee_exposure

    if information.nothing:
        return
    way = foresee_exposure(game, information)
    if way.seconds >= PATIENCE_S:
        sys.stderr.write(f"fairfelt: {way.words}: about {duration(way.seconds)}\n")
