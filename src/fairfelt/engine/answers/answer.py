"""All that the pages and sheets of a game show, counted once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from fairfelt.engine.answers.par import Par, RoundPar
from fairfelt.rules import Strategy

# A strategy a person can remember, and what following a rule costs.


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


ChartCell = tuple[str, str]
"""What to do with two cards, and with more of them."""


@dataclass(frozen=True)
class StrategyChart:
    """A strategy as a table: a row for each total or pair, a cell for each of the dealer's cards."""

    dealer: tuple[int, ...]
    """What the dealer's card counts, an ace as 1."""
    hard: Mapping[int, tuple[ChartCell, ...]]
    soft: Mapping[int, tuple[ChartCell, ...]]
    pairs: Mapping[int, tuple[ChartCell, ...]]
    """By what one of the two cards counts."""


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


# What came of solving a game on a small deck and playing every deal of it out at the table.


@dataclass(frozen=True)
class SelfCheck:
    """What came of it."""

    deck: str
    """The ranks and suits of the small deck."""
    deals: int
    bets: tuple[str, ...]
    """Bets whose expected results were compared, the round among them."""
    differing: tuple[str, ...] = ()
    """Those that did not agree."""
    reason: str = ""
    """Why nothing was played out, where nothing was."""

    @property
    def agrees(self) -> bool:
        """Whether solver and table came to the same."""
        return not self.differing

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "agrees": self.agrees}

    def __str__(self) -> str:
        if self.reason:
            return f"Not made: {self.reason}."
        what = f"{self.deals:,} deals of a deck of {self.deck}, each played out at the table"
        if self.differing:
            return f"FAILED for {', '.join(self.differing)}: {what}, come to another result than the solver."
        return f"Passed: {what}, come to the solver's expected result as a fraction for {len(self.bets)} bets."


# What a row of a paytable is worth to the player.


@dataclass(frozen=True)
class Share:
    """One row of a paytable in play."""

    probability: Fraction
    contribution: Fraction
    """In units of the wager; for a bet of the game itself in units of the Ante."""

    def __add__(self, other: Share) -> Share:
        return Share(self.probability + other.probability, self.contribution + other.contribution)


NO_SHARE = Share(Fraction(0), Fraction(0))


# A point of the plot that shows what each choice is worth.


@dataclass(frozen=True)
class CurvePoint:
    """At this share of all hands, sorted from worst to best, what each choice is worth. For plots."""

    share: float
    values: dict[str, float]
    hand: str = ""
    """The hand there, in words or by its cards."""


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
