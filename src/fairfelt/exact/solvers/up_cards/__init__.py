"""Showdowns in sight of several of the dealer's cards: hands of the same ranks counted together, for all up cards."""

from math import comb

from fairfelt.rules import Cards, Game

from ..solver import Keeping, Solver, count_hands
from .solution import UpCardsSolution
from .solver import fits, read_up_cards, solve_up_cards, up_cards_problem

HAND_S = 2.8e-8


def _seconds(game: Game) -> float:
    """All hands with all up cards, of which a dozen are one up to an exchange of suits."""
    ups = comb(len(game.deck), game.streets[0].dealer)
    return 3.0 + HAND_S * count_hands(game, Cards.OWN) * ups / 12


SOLVER = Solver(
    "up cards",
    fits,
    solve_up_cards,
    UpCardsSolution,
    seconds=_seconds,
    prepare=up_cards_problem,
    keeping=Keeping(lambda result: {"totals": result.totals}, read_up_cards, ships=True),
)
