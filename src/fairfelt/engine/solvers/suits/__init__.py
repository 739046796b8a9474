"""Showdowns by the longest flush with wild and shared cards."""

from fairfelt.engine.core.decisions import pack_showdown
from fairfelt.rules import Cards

from ..showdown import ShowdownSolution
from ..solver import Keeping, Solver, count_hands
from .solver import fits, read_suits, solve_suits, suits_problem

SOLVER = Solver(
    "suits",
    fits,
    solve_suits,
    ShowdownSolution,
    lambda game: 7e-8 * count_hands(game, Cards.OWN, Cards.COMMUNITY),
    suits_problem,
    Keeping(pack_showdown, read_suits, ships=True),
)
