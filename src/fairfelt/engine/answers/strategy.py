"""A strategy a person can remember, and what following a rule costs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fairfelt.rules import Strategy

from .par import RoundPar


@dataclass(frozen=True)
class StrategyResult(RoundPar):
    """The figures of a round in which every player goes by one rule; a showdown's variance is not counted."""

    strategy: Strategy
    cost: Fraction
    """Against best play, in units of the Ante."""


@dataclass(frozen=True)
class ShortRule:
    """When to go on at one street."""

    street: str
    words: str


@dataclass(frozen=True)
class ShortStrategy:
    """A rule for each street, the house edge of following them, and what perfect play would save."""

    rules: tuple[ShortRule, ...]
    house_edge: Fraction
    cost: Fraction
    against_best: bool = True
    """Whether the best play is counted, so that the cost says anything."""
    known: tuple[StrategyResult, ...] = ()
    """The rules that people follow at this game, counted beside it."""
