"""Games that cost too much to count: what it would take, and a bracket around the value by sampling."""

from .bracket import Bracket, EstimatedPar, bracket, estimated_par
from .foresight import Foresight, estimate_seconds, foresee

__all__ = ["Bracket", "EstimatedPar", "Foresight", "bracket", "estimate_seconds", "estimated_par", "foresee"]
