"""Game protection: what cards seen early, sorted backs and shared hands are worth, and what prevents it."""

from fairfelt.exact.estimate.interval import Interval

from .exposure import Exposure, Gain, expose, protect
from .figures import Figures
from .foresee import EXACT_S, HOWEVER_LONG, foresee_exposure
from .information import BadInformation, Information, read_information
from .leaks.findings import Finding, Leak, NotCounted, Terms, usual_terms
from .leaks.house import House
from .leaks.verdict import (
    HOUSE_EXACT_S,
    HOUSE_SAMPLE_S,
    Verdict,
    foresee_verdict,
    verdict,
    worst_first,
)
from .signals import Signal, best_signal
from .some_starts import measured_seconds
from .sorting import Sorting, best_classes, best_sorting, foresee_sorting
from .way import Way

__all__ = [
    "EXACT_S",
    "HOUSE_EXACT_S",
    "HOUSE_SAMPLE_S",
    "HOWEVER_LONG",
    "BadInformation",
    "Exposure",
    "Figures",
    "Finding",
    "Gain",
    "House",
    "Information",
    "Interval",
    "Leak",
    "NotCounted",
    "Signal",
    "Sorting",
    "Terms",
    "Verdict",
    "Way",
    "best_classes",
    "best_signal",
    "best_sorting",
    "expose",
    "foresee_exposure",
    "foresee_sorting",
    "foresee_verdict",
    "measured_seconds",
    "protect",
    "read_information",
    "usual_terms",
    "verdict",
    "worst_first",
]
