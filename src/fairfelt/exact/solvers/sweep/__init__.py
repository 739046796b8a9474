"""Showdowns of up to six cards: a sweep over the dealer's hands from the worst up."""

from ..showdown import ShowdownSolution
from ..solver import Solver, full_deck
from .solver import fits, solve_sweep, sweep_problem

SOLVER = Solver(
    "sweep",
    fits,
    solve_sweep,
    ShowdownSolution,
    seconds=lambda game: full_deck(14 if game.hole > 4 else 3)(game),
    prepare=sweep_problem,
)
