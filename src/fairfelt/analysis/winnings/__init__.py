"""What a table wins: pace, theoretical win, the distribution of a session, ruin, promotions. Pure."""

from .bets import BetRound, WinningsError, bet_on_meter, bet_round
from .covariance import BetsTogether, bets_together, solve_together
from .jackpots import JackpotLine, jackpot_lines
from .meter_bet import HouseMeter, meter_of, meter_round, usual_meter
from .pace import Pace, pace_of
from .plan import USUAL_PLAYERS, TablePlan, TableTerms, table_plan, usual_stake
from .portfolio import Portfolio, PortfolioLine, add_sessions, portfolio_line
from .promotions import BestStop, Stop, best_exact_stop, best_stop, diffusion_stop, exact_stop, match_play, stop_at
from .ruin import bankroll, diffusion_bankroll, lundberg_bankroll
from .seats import SeatsTogether, found_together, seats_together
from .session import Session, TooWide, play_session

__all__ = [
    "USUAL_PLAYERS", "BestStop", "BetRound", "BetsTogether", "HouseMeter",
    "JackpotLine", "Pace", "Portfolio", "PortfolioLine", "SeatsTogether", "Session", "Stop", "TablePlan",
    "TableTerms", "TooWide", "WinningsError", "add_sessions", "bankroll", "best_exact_stop", "best_stop",
    "bet_on_meter", "bet_round", "bets_together", "diffusion_bankroll", "diffusion_stop",
    "exact_stop", "found_together", "jackpot_lines", "lundberg_bankroll", "match_play", "meter_of", "meter_round",
    "pace_of", "play_session", "portfolio_line", "seats_together", "solve_together", "stop_at",
    "table_plan", "usual_meter", "usual_stake",
]  # fmt: skip
