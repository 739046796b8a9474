"""Blackjack solved by the cards of each hand and the up card, and counted in whole numbers."""

from .count import Counted, count
from .solution import BlackjackSolution, Played, solve_blackjack
from .strategy import Plan, Strategy, best_strategy

__all__ = [
    "BlackjackSolution", "Counted", "Plan", "Played", "Strategy", "best_strategy", "count", "solve_blackjack",
]  # fmt: skip
