"""The rule-sheet linter: contradictions and gaps a regulator would send back, found before the sheet is sent.

It looks at games as values and counts with `exact`; it knows no dates and cites no law, so it lies right above `exact`.
"""

from .check import Check, Effect, Finding, Place, Severity, Stage
from .engine import CHECKS, GameFindings, Linted, lint

__all__ = [
    "CHECKS", "Check", "Effect", "Finding", "GameFindings", "Linted", "Place", "Severity", "Stage", "lint",
]  # fmt: skip
