"""Game protection: what cards seen early, sorted backs and shared hands are worth, and what prevents it."""

from .exposure import Exposure, Gain, Way, expose, foresee_exposure, protect
from .figures import Figures, Interval
from .information import BadInformation, Information, read_information

__all__ = [
    "BadInformation", "Exposure", "Figures", "Gain", "Information", "Interval", "Way", "expose", "foresee_exposure",
    "protect", "read_information",
]  # fmt: skip
