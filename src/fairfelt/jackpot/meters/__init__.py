"""The mathematics of a meter: what a progressive will do, in fractions where they exist, with samples beside them."""

from .advice import Advice, Severity, advise
from .aggregate import AggregateLimit, apply_aggregate_limit
from .edge import NO_TAX, Meters, Tax, break_even, house_edge_at, long_run_edge, return_at
from .fold import BreakEvens, FoldComparison, break_evens, compare_fold_rules
from .forecasts import (
    SHARES,
    Balances,
    Climb,
    Forecast,
    NextAward,
    Pace,
    SampleSummary,
    Waiting,
    climb_of,
    forecast,
    forecast_next_award,
    size_quantiles,
)
from .interval import Interval
from .jackpot_model import USUAL_ANTE, JackpotModel, JackpotSetup
from .must_hit import MustHitBy
from .offers import ProgressiveOffer, all_offers, offers_of
from .progressive_bet import FixedPay, LevelHit, MeterError, ProgressiveBet, count_bet
from .run_dry import (  # fmt: skip
    Drain,
    RunDryRisks,
    drain_at,
    drain_of,
    find_least_seed,
    lundberg_bound,
    lundberg_exponent,
    mean_shortfall,
    run_dry_risk,
    run_dry_within,
    solve_risks,
)
from .winners import MultipleWinners, PolicyCost, count_multiple_winners

__all__ = [
    "NO_TAX", "SHARES", "USUAL_ANTE", "Advice", "AggregateLimit", "Balances", "BreakEvens", "Climb", "Drain",
    "FixedPay", "FoldComparison", "Forecast", "Interval", "JackpotModel", "JackpotSetup", "LevelHit", "MeterError",
    "Meters", "MultipleWinners", "MustHitBy", "NextAward", "Pace", "PolicyCost", "ProgressiveBet", "ProgressiveOffer",
    "RunDryRisks", "SampleSummary", "Severity", "Tax", "Waiting", "advise", "all_offers", "apply_aggregate_limit",
    "break_even", "break_evens", "climb_of", "compare_fold_rules", "count_bet", "count_multiple_winners", "drain_at",
    "drain_of", "find_least_seed", "forecast", "forecast_next_award", "house_edge_at", "long_run_edge",
    "lundberg_bound", "lundberg_exponent", "mean_shortfall", "offers_of", "return_at", "run_dry_risk", "run_dry_within",
    "size_quantiles", "solve_risks",
]  # fmt: skip
