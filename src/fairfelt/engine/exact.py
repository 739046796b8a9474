"""Counting, not sampling: PAR sheets, strategy and the verification of published figures, in whole numbers."""

from fairfelt.engine.answers.answer import (
    NO_SHARE,
    Answer,
    CurvePoint,
    SelfCheck,
    Share,
    ShortRule,
    ShortStrategy,
    StrategyResult,
)
from fairfelt.engine.answers.numbers import Root, as_json, decimal_text, percent_text, to_decimal
from fairfelt.engine.answers.par import DecisionRow, EnvyTerms, LevelRow, OutcomeRow, Par, RoundPar, Uncounted, WagerPar
from fairfelt.engine.answers.verification import FigureCheck, Finding, Verification

from .answer_game import Recount, answer, answer_of, check_figure, recount, verification, verify
from .build_par import par, par_of, shares_by_wager, shares_of, wager_par
from .core.price import Progress, TooCostly, allowing, duration
from .core.problem import Unsolved
from .estimate import Bracket, EstimatedPar, Foresight, bracket, estimated_par, foresee
from .small_deck_check import self_check
from .solution import HandAdvice, Solution, replay
from .solve import advisor, is_at_hand, solve
from .strategy import follow, short_strategy, short_strategy_of

__all__ = [
    "NO_SHARE", "Answer", "Bracket", "CurvePoint", "DecisionRow", "EnvyTerms", "EstimatedPar", "FigureCheck",
    "Finding", "Foresight", "HandAdvice", "LevelRow", "OutcomeRow", "Par", "Progress", "Recount", "Root", "RoundPar",
    "SelfCheck", "Share", "ShortRule", "ShortStrategy", "Solution", "StrategyResult", "TooCostly", "Uncounted",
    "Unsolved", "Verification", "WagerPar", "advisor", "allowing", "answer", "answer_of", "as_json", "bracket",
    "check_figure", "decimal_text", "duration", "estimated_par", "follow", "foresee", "is_at_hand", "par", "par_of",
    "percent_text", "recount", "replay", "self_check", "shares_by_wager", "shares_of", "short_strategy",
    "short_strategy_of", "solve", "to_decimal", "verification", "verify", "wager_par",
]  # fmt: skip
