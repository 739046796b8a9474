"""Showdowns of up to seven cards: a sweep over the dealer's hands from the worst up."""

from fairfelt.engine.core.decisions import pack_showdown
from fairfelt.engine.core.rank_choices import counts_by_ranks
from fairfelt.rules import Cards, Game

from ..showdown import ShowdownSolution
from ..solver import Keeping, Solver, count_hands
from .solver import fits, read_sweep, solve_sweep, sweep_problem


def _seconds(game: Game) -> float:
    """All hands of the larger side, once more for each card of the dealer's that is seen; by ranks the player's alone.

    A class of 24 hands is asked about the sets of its cards, and decides for every card that is seen.
    """
    seen = sum(street.dealer for street in game.streets)
    if game.showdown and counts_by_ranks(game.showdown.ranking, game.deck, game.deal.count(Cards.DEALER)):
        return count_hands(game, Cards.OWN) / 24 * (3e-8 * (1 << game.hole) + 1.2e-5 * seen)
    return 6e-7 * max(count_hands(game, Cards.OWN), count_hands(game, Cards.DEALER)) * (1 + 2 * seen)


SOLVER = Solver(
    "sweep",
    fits,
    solve_sweep,
    ShowdownSolution,
    seconds=_seconds,
    prepare=sweep_problem,
    keeping=Keeping(pack_showdown, read_sweep),
)
