"""Card counting: what every card removed from a shoe is worth, the best counts, and what a counter wins by the shoe."""

from .shoe import PERFECT, Counted, ShoeRules, Way, best_triggers, play_shoes
from .shoe_bet import CardClass, NotCountable, ShoeBet, cards_name, countable_bets, shoe_bet
from .study import (
    Count,
    CountedBet,
    CountPlayed,
    Effect,
    best_count,
    correlation,
    edge_with,
    effects_of_removal,
    linear_count,
    study_counting,
)

__all__ = [
    "PERFECT", "CardClass", "Count", "CountPlayed", "Counted", "CountedBet", "Effect", "NotCountable", "ShoeBet",
    "ShoeRules", "Way", "best_count", "best_triggers", "cards_name", "correlation", "countable_bets", "edge_with",
    "effects_of_removal", "linear_count", "play_shoes", "shoe_bet", "study_counting",
]  # fmt: skip
