"""Showdowns of up to seven cards: a sweep over the dealer's hands from the worst up."""

from fairfelt.engine.core.decisions import pack_showdown

from ..showdown import ShowdownSolution
from ..solver import Keeping, Solver
from .counter import SweepCounter, fits
from .solver import read_sweep, solve_sweep, sweep_problem

SOLVER = Solver(
    "sweep",
    fits,
    solve_sweep,
    ShowdownSolution,
    seconds=lambda game: SweepCounter(game).seconds,
    prepare=sweep_problem,
    keeping=Keeping(pack_showdown, read_sweep),
)
