"""What a table wins: pace, theoretical win, the distribution of a session, ruin, promotions. Pure."""

from .bets import BetRound, WinningsError, bet_round
from .jackpots import JackpotLine, jackpot_lines
from .pace import Pace, pace_of
from .plan import USUAL_PLAYERS, TablePlan, TableTerms
from .portfolio import Portfolio, PortfolioLine, add_sessions, portfolio_line
from .promotions import BestStop, Stop, best_stop, diffusion_stop, exact_stop, match_play, stop_at
from .ruin import diffusion_bankroll, lundberg_bankroll, ruin_before_goal
from .seats import SeatsTogether, found_together, seats_together
from .session import Session, TooWide, play_session
from .together import BetsTogether, bets_together

__all__ = [
    "USUAL_PLAYERS", "BestStop", "BetRound", "BetsTogether", "JackpotLine", "Pace", "Portfolio", "PortfolioLine",
    "SeatsTogether", "Session", "Stop", "TablePlan", "TableTerms", "TooWide", "WinningsError", "add_sessions",
    "best_stop", "bet_round", "bets_together", "diffusion_bankroll", "diffusion_stop", "exact_stop",
    "found_together", "jackpot_lines", "lundberg_bankroll", "match_play", "pace_of", "play_session",
    "portfolio_line", "ruin_before_goal", "seats_together", "stop_at",
]  # fmt: skip
