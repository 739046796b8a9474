"""Game protection: what cards seen early, sorted backs and shared hands are worth, and what prevents it."""

from fairfelt.engine.estimate.interval import Interval

from .exposure import (
    EXACT_S,
    NO_LIMIT,
    Exposure,
    Gain,
    expose,
    measured_seconds,
    plan_exposure,
    protect,
)
from .figures import Figures, Method, Plan
from .findings import Finding, Leak, NotCounted, Terms, usual_terms
from .house import HOUSE_EXACT_S, HOUSE_SAMPLE_S, House, Verdict, foresee_verdict, verdict, worst_first
from .information import BadInformation, Information, read_information
from .sorting import Sorting, best_classes, best_sorting, plan_sorting

__all__ = [
    "EXACT_S",
    "HOUSE_EXACT_S",
    "HOUSE_SAMPLE_S",
    "NO_LIMIT",
    "BadInformation",
    "Exposure",
    "Figures",
    "Finding",
    "Gain",
    "House",
    "Information",
    "Interval",
    "Leak",
    "Method",
    "NotCounted",
    "Plan",
    "Sorting",
    "Terms",
    "Verdict",
    "best_classes",
    "best_sorting",
    "expose",
    "foresee_verdict",
    "measured_seconds",
    "plan_exposure",
    "plan_sorting",
    "protect",
    "read_information",
    "usual_terms",
    "verdict",
    "worst_first",
]
