"""fairfelt strategy"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cards import Card, parse_cards
from fairfelt.cli.io.choose import find_game, is_path
from fairfelt.cli.io.errors import BadInput
from fairfelt.cli.io.options import GameName, Variant
from fairfelt.cli.io.progress import counting
from fairfelt.cli.io.report_command import report
from fairfelt.reports.report import Report

if TYPE_CHECKING:
    from fairfelt.exact import Solution
    from fairfelt.reports.par.par_sheet import AdvisedHand
    from fairfelt.rules import Game

Hand = Annotated[str, Parameter(help='Your cards, such as "As Kd 7c".', show_default=False)]
Community = Annotated[str, Parameter(help="The community cards you see when you decide.", show_default=False)]
Best = Annotated[
    bool, Parameter(name="--best", negative="", help="Count the best setting of all hands too, however long it takes.")
]
Dealer = Annotated[str, Parameter(help="The dealer's cards you see when you decide.", show_default=False)]


@report
def strategy(
    game: GameName,
    /,
    *,
    variant: Variant = "",
    hand: Hand = "",
    community: Community = "",
    dealer: Dealer = "",
    best: Best = False,
) -> Report:
    """A strategy short enough to remember and what it costs; with a hand, the exact value of every choice.

    For example:

        fairfelt strategy GAME
        fairfelt strategy GAME --hand "Qs 6d 4c"
        fairfelt strategy GAME --best
    """
    from fairfelt import exact
    from fairfelt.reports.par.par_sheet import strategy_dict, strategy_sheet

    found = find_game(game, variant)
    cards, shared, shown = parse_cards(hand), parse_cards(community), parse_cards(dealer)
    if (shared or shown) and not cards:
        raise BadInput(f"{'--community' if shared else '--dealer'} needs a --hand to go with")
    takes = _foresee_best(found) if best else ""
    with counting(f"Solving {found.title}{takes}"):
        solution = exact.solve(found)
        asked = _asked(solution, cards, shared, shown) if cards else None
        short = exact.short_strategy_of(solution, best_s=inf if best else 0)
    printed, plain = strategy_sheet(found, short, asked), strategy_dict(found, short, asked)
    return Report(printed, plain, repeatable=not is_path(game))


def _foresee_best(game: Game) -> str:
    """About what the best setting takes; refused before anything is counted where there is none to count."""
    from fairfelt.exact.solve import core_game, solver_of

    seconds = solver_of(core_game(game)).best_seconds(game)
    if not seconds:
        raise BadInput(
            f"--best is for games whose hands are set by a house way without the dealer's in sight; the strategy of "
            f"{game.title} is the best without it"
        )
    return f" and the best setting, about {max(1, round(seconds / 60))} min of one core unless it is kept"


def _asked(
    solution: Solution, cards: tuple[Card, ...], shared: tuple[Card, ...], shown: tuple[Card, ...]
) -> AdvisedHand:
    from fairfelt.reports.par.par_sheet import AdvisedHand

    try:
        return AdvisedHand(cards, shared, solution.advise(cards, shared, shown), shown)
    except ValueError as error:
        raise BadInput(str(error)) from error
