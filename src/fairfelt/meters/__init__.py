"""The mathematics of a meter: what a progressive will do, in fractions where they exist, with samples beside them."""

from .advice import Advice, Severity, advise
from .aggregate import Limited, limited
from .case import Case
from .edge import NO_TAX, Meters, Tax, break_even, house_edge_at, long_run_edge, return_at
from .fold import FoldPolicy, fold_policy
from .forecast.award_sizes import size_quantiles
from .forecast.climb import Climb, climb
from .forecast.forecast import SHARES, Forecast, NextAward, Sampled, Standing, forecast, next_award
from .forecast.waiting import Pace, Waiting
from .must_hit import MustHitBy
from .prospect import FixedPay, LevelHit, MeterError, Prospect, prospect
from .run_dry.horizon import dry_within
from .run_dry.lundberg import exponent, lundberg_bound
from .run_dry.risk import Between, Drain, Risks, drain, drain_with, dry_before_award, least_seed, risks, shortfall
from .winners import PolicyCost, Several, several_winners

__all__ = [
    "NO_TAX", "SHARES", "Advice", "Between", "Case", "Climb", "Drain", "FixedPay", "FoldPolicy", "Forecast", "LevelHit",
    "Limited", "MeterError", "Meters", "MustHitBy", "NextAward", "Pace", "PolicyCost", "Prospect", "Risks", "Sampled",
    "Several", "Severity", "Standing", "Tax", "Waiting", "advise", "break_even", "climb", "drain", "drain_with",
    "dry_before_award", "dry_within", "exponent", "fold_policy", "forecast", "house_edge_at", "least_seed", "limited",
    "long_run_edge", "lundberg_bound", "next_award", "prospect", "return_at", "risks",
    "several_winners", "shortfall", "size_quantiles",
]  # fmt: skip
