"""All that the pages and sheets of a game show, counted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .curve import CurvePoint
from .par import Par
from .self_check import SelfCheck
from .shares import Share
from .strategy import ShortStrategy


@dataclass(frozen=True)
class Answer:
    """The figures of a game, and what is drawn and said beside them."""

    par: Par
    curve: tuple[CurvePoint, ...]
    """Value of each choice at the first decision; empty where hands have no order."""
    shares: Mapping[str, Mapping[int, Share]]
    """What each row of the paytable in play contributes, by the wager."""
    check: SelfCheck
    short: ShortStrategy | None = None
    """Nothing where no strategy is short enough to remember."""
