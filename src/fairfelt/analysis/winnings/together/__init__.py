"""The bets of one player together: how each varies with every other, by endings, by cards in sight, by all deals"""

from .bets_together import TOGETHER, BetsTogether, all_paytables, bets_together, is_settled, solve_together
from .covariances import kept_covariance

__all__ = [
    "TOGETHER",
    "BetsTogether",
    "all_paytables",
    "bets_together",
    "is_settled",
    "kept_covariance",
    "solve_together",
]
