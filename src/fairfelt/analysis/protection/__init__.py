"""Game protection: what cards seen early, sorted backs and shared hands are worth, and what prevents it."""

from fairfelt.engine.estimate.interval import Interval

from .exposure import Exposure, Gain, expose, protect
from .figures import Figures, Method, Plan
from .information import BadInformation, Information, read_information
from .leaks.findings import Finding, Leak, NotCounted, Terms, usual_terms
from .leaks.house import House, foresee_verdict, verdict
from .leaks.verdict import (
    HOUSE_EXACT_S,
    HOUSE_SAMPLE_S,
    Verdict,
    worst_first,
)
from .plan import EXACT_S, NO_LIMIT, measured_seconds, plan_exposure
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
