"""What a table wins: pace, theoretical win, the distribution of a session, ruin, promotions. Pure."""

from .bets import (
    BetRound,
    HouseMeter,
    JackpotLine,
    WinningsError,
    bet_on_meter,
    bet_round,
    jackpot_lines,
    meter_of,
    meter_round,
    usual_meter,
)
from .covariance import BetsTogether, SeatsTogether, bets_together, found_together, seats_together, solve_together
from .promotions import BestStop, Stop, best_exact_stop, best_stop, diffusion_stop, exact_stop, match_play, stop_at
from .session import Session, TooWide, bankroll, diffusion_bankroll, lundberg_bankroll, play_session
from .tables import (
    USUAL_PLAYERS,
    Pace,
    Portfolio,
    PortfolioLine,
    TablePlan,
    TableTerms,
    add_sessions,
    pace_of,
    portfolio_line,
    table_plan,
    usual_stake,
)

__all__ = [
    "USUAL_PLAYERS", "BestStop", "BetRound", "BetsTogether", "HouseMeter",
    "JackpotLine", "Pace", "Portfolio", "PortfolioLine", "SeatsTogether", "Session", "Stop", "TablePlan",
    "TableTerms", "TooWide", "WinningsError", "add_sessions", "bankroll", "best_exact_stop", "best_stop",
    "bet_on_meter", "bet_round", "bets_together", "diffusion_bankroll", "diffusion_stop",
    "exact_stop", "found_together", "jackpot_lines", "lundberg_bankroll", "match_play", "meter_of", "meter_round",
    "pace_of", "play_session", "portfolio_line", "seats_together", "solve_together", "stop_at",
    "table_plan", "usual_meter", "usual_stake",
]  # fmt: skip
