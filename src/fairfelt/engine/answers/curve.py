"""A point of the plot that shows what each choice is worth."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CurvePoint:
    """At this share of all hands, sorted from worst to best, what each choice is worth. For plots."""

    share: float
    values: dict[str, float]
    hand: str = ""
    """The hand there, in words or by its cards."""
