"""fairfelt strategy"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from fairfelt.cards import Card, parse_cards
from fairfelt.rules import Game

from .choose import find_game
from .errors import BadInput
from .options import GameName, Json, Variant
from .output import Report, destination
from .progress import progress_bar

if TYPE_CHECKING:
    from fairfelt.exact import Solution
    from fairfelt.reports import HandAsked

Hand = Annotated[str, Parameter(help='Your cards, such as "As Kd 7c".', show_default=False)]
Community = Annotated[str, Parameter(help="The community cards you see when you decide.", show_default=False)]


def strategy(
    game: GameName, /, *, variant: Variant = "", hand: Hand = "", community: Community = "", json: Json = False
) -> int:
    """A strategy short enough to remember and what it costs; with a hand, the exact value of every choice.

    For example:

        fairfelt strategy GAME
        fairfelt strategy GAME --hand "Qs 6d 4c"
    """
    from fairfelt import exact
    from fairfelt.reports import strategy_dict, strategy_sheet

    found = find_game(game, variant)
    cards, shared = parse_cards(hand), parse_cards(community)
    _check_cards(found, cards, shared)
    with progress_bar(f"Solving {found.title}") as progress:
        solution = exact.solve(found, progress=progress)
        short = exact.short_strategy(found)
    asked = _asked(solution, cards, shared) if cards else None
    destination(json=json).deliver(Report(strategy_sheet(found, short, asked), strategy_dict(found, short, asked)))
    return 0


def _asked(solution: Solution, cards: tuple[Card, ...], shared: tuple[Card, ...]) -> HandAsked:
    from fairfelt.reports import HandAsked

    return HandAsked(cards, shared, solution.choices(cards, shared))


def _check_cards(game: Game, cards: tuple[Card, ...], shared: tuple[Card, ...]) -> None:
    if shared and not cards:
        raise BadInput("--community needs a --hand to go with")
    if not cards:
        return
    game.deck.verify((*cards, *shared))
    if len(cards) != game.hole:
        raise BadInput(f"a hand of {game.name} has {game.hole} cards; {len(cards)} were given")
    seen = sorted(set(accumulate(street.community for street in game.streets)))
    if len(shared) not in seen:
        numbers = " or ".join(map(str, seen))
        raise BadInput(f"a player of {game.name} decides with {numbers} community cards; {len(shared)} were given")
