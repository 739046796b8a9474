"""Counting, not sampling: PAR sheets, strategy and the verification of published figures, in whole numbers."""

from .bets.shares import NO_SHARE, Share, shares_of
from .build_par import Progress, par, par_of, wager_par
from .core.numbers import Root, as_json, decimal_text, percent_text, to_decimal
from .core.problem import Unsolved
from .estimate import Bracket, EstimatedPar, Foresight, bracket, estimated_par, foresee
from .par import DecisionRow, EnvyTerms, LevelRow, OutcomeRow, Par, RoundPar, Uncounted, WagerPar
from .replay import replay
from .small_deck_check import SelfCheck, self_check
from .solution import CurvePoint, HandAdvice, Solution
from .solve import solve
from .solvers.general.cost import TooCostly, allowing, duration
from .strategy.follow import StrategyResult, follow
from .strategy.short import ShortRule, ShortStrategy, short_strategy, short_strategy_of
from .verify import FigureCheck, Finding, Verification, check_figure, verify

__all__ = [
    "NO_SHARE", "Bracket", "CurvePoint", "DecisionRow", "EnvyTerms", "EstimatedPar", "FigureCheck", "Finding",
    "Foresight", "HandAdvice", "LevelRow", "OutcomeRow", "Par", "Progress", "Root", "RoundPar", "SelfCheck", "Share",
    "ShortRule", "ShortStrategy", "Solution", "StrategyResult", "TooCostly", "Uncounted", "Unsolved", "Verification",
    "WagerPar", "allowing", "as_json", "bracket", "check_figure", "decimal_text", "duration", "estimated_par",
    "follow", "foresee", "par", "par_of", "percent_text", "replay", "self_check", "shares_of", "short_strategy",
    "short_strategy_of", "solve", "to_decimal", "verify", "wager_par",
]  # fmt: skip
