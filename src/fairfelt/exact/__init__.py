"""Counting, not sampling: PAR sheets, strategy and the verification of published figures, in whole numbers."""

from .bets.shares import NO_SHARE, Share, shares_of
from .build_par import Progress, par, par_of, wager_par
from .core.numbers import Root, as_json, decimal_text, percent_text, to_decimal
from .core.problem import Unsolved
from .par import DecisionRow, EnvyTerms, LevelRow, OutcomeRow, Par, RoundPar, WagerPar
from .replay import replay
from .solution import CurvePoint, HandAdvice, Solution
from .solve import solve
from .strategy.follow import StrategyResult, follow
from .strategy.short import ShortRule, ShortStrategy, short_strategy, short_strategy_of
from .verify import FigureCheck, Finding, Verification, check_figure, verify

__all__ = [
    "NO_SHARE", "CurvePoint", "DecisionRow", "EnvyTerms", "FigureCheck", "Finding", "HandAdvice", "LevelRow",
    "OutcomeRow", "Par", "Progress", "Root", "RoundPar", "Share", "ShortRule", "ShortStrategy", "Solution",
    "StrategyResult", "Unsolved", "Verification", "WagerPar", "as_json", "check_figure", "decimal_text", "follow",
    "par", "par_of", "percent_text", "replay", "shares_of", "short_strategy", "short_strategy_of", "solve",
    "to_decimal", "verify", "wager_par",
]  # fmt: skip
