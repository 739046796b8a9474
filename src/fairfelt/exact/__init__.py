"""Counting, not sampling: PAR sheets, strategy and the verification of published figures, in whole numbers."""

from .numbers import Root, as_json, decimal_text, percent_text, to_decimal
from .par import DecisionRow, EnvyTerms, LevelRow, OutcomeRow, Par, RoundPar, WagerPar
from .problem import Unsolved
from .sheet import Progress, par, wager_par
from .solution import CurvePoint, HandAdvice, Solution
from .solve import solve

__all__ = [
    "CurvePoint", "DecisionRow", "EnvyTerms", "HandAdvice", "LevelRow", "OutcomeRow", "Par", "Progress", "Root",
    "RoundPar", "Solution", "Unsolved", "WagerPar", "as_json", "decimal_text", "par", "percent_text", "solve",
    "to_decimal", "wager_par",
]  # fmt: skip
