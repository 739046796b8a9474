"""What a table wins: pace, theoretical win, the distribution of a session, ruin, promotions. Pure."""

from .bets import BetRound, WinningsError, bet_round
from .pace import Pace, pace_of
from .plan import TablePlan
from .promotions import BestStop, Stop, best_stop, diffusion_stop, exact_stop, match_play
from .ruin import diffusion_bankroll, lundberg_bankroll, ruin_before_goal
from .session import Session, TooWide, play_session
from .together import BetsTogether, bets_together

__all__ = [
    "BestStop", "BetRound", "BetsTogether", "Pace", "Session", "Stop", "TablePlan", "TooWide", "WinningsError",
    "best_stop", "bet_round", "bets_together", "diffusion_bankroll", "diffusion_stop", "exact_stop",
    "lundberg_bankroll", "match_play", "pace_of", "play_session", "ruin_before_goal",
]  # fmt: skip
