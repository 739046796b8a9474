"""Blackjack solved by the cards of each hand and the up card, and counted in whole numbers."""

from fairfelt.rules import Blackjack

from ..solver import Solver, full_deck
from .solution import BlackjackSolution, solve_blackjack

SOLVER = Solver(
    "blackjack",
    lambda game: isinstance(game.course, Blackjack),
    solve_blackjack,
    BlackjackSolution,
    seconds=full_deck(12),
    prepare=solve_blackjack,
)
