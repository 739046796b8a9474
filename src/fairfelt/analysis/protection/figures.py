"""The figures of an advantage (edge, hit frequency, standard deviation, desirability index, N0) and their method."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from fairfelt.engine.answers.numbers import Root, as_json, decimal_text
from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.estimate.interval import Interval

UNIT = 1
"""A round is a hit if it wins one unit or more; where a commission keeps all wins below that, if it wins."""
THOUSAND = 1000
SAMPLED_PLACES = 8
"""Decimals of a sampled figure."""


@dataclass(frozen=True)
class Figures:
    """What play with some information comes to, for the player and in units of the Ante or the bet."""

    edge: Fraction
    hit_frequency: Fraction | None
    """The share of rounds that win one unit or more; none where bets of a round are counted one by one."""
    variance: Fraction | None
    """Of a round; none where it is not counted how its bets come out together."""
    interval: Interval | None = None
    """Where the edge was sampled; the other figures are then those of the sample."""
    hits_interval: Interval | None = None
    """Where hits alone were sampled, and the other figures counted."""

    @property
    def exact(self) -> bool:
        return self.interval is None

    @property
    def standard_deviation(self) -> Root | None:
        """Of the net result of a round."""
        return None if self.variance is None else Root(self.variance)

    @property
    def desirability_index(self) -> float | None:
        """1000 × edge / standard deviation of a round."""
        if self.standard_deviation is None:
            return None
        deviation = float(self.standard_deviation)
        return THOUSAND * float(self.edge) / deviation if deviation else 0.0

    @property
    def n0(self) -> float | None:
        """Rounds after which the expected win is one standard deviation; none where nothing is won."""
        return float(self.variance / self.edge**2) if self.edge > 0 and self.variance is not None else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "edge": figure_json(self.edge, exact=self.exact),
            "hit_frequency": figure_json(self.hit_frequency, exact=self.exact and not self.hits_interval),
            "standard_deviation": figure_json(self.standard_deviation, exact=self.exact),
            "desirability_index": self.desirability_index,
            "n0": self.n0,
            "exact": self.exact,
            "interval": self.interval and self.interval.to_dict(),
            "hits_interval": self.hits_interval and self.hits_interval.to_dict(),
        }


def figure_json(figure: Fraction | Root | None, *, exact: bool) -> dict[str, str] | None:
    """A figure as plain data for JSON: what was sampled is no fraction, but a decimal to as many places as mean it."""
    if figure is None:
        return None
    return as_json(figure) if exact else {"decimal": decimal_text(figure, SAMPLED_PLACES)}


def figures_of(round: RoundPar, interval: Interval | None = None, edge: Fraction | None = None) -> Figures:
    """The figures of a counted round; where it was sampled, with the edge that was found for it."""
    has_units = any(net >= UNIT for net, _ in round.results)
    won = sum(count for net, count in round.results if (net >= UNIT if has_units else net > 0))
    hits = Fraction(won, round.total) if round.results else None
    variance = round.variance
    assert variance is not None, "a round with its results has a variance"
    found = round.expected_value if edge is None else edge
    return Figures(found, hits, variance, interval)


class Method(Enum):
    """How figures are found."""

    SOLVER = "solved as a game that shows those cards"
    ENDINGS = "the best play of every ending"
    ENUMERATE = "every hand, every card that is known"
    MARKED = "every class of hands, by the rank of the card that is sorted"
    EXPOSED = "every class of hands, every set of cards that may be seen"
    SAMPLE = "hands in strata, each decided exactly"
    THINNED = "hands in strata, each looked at twice with some of the cards that can come"
    COURSE = "every order of the cards that can come"
    SHIPPED = "found before, and kept in this package"


@dataclass(frozen=True)
class Plan:
    """The method that is chosen, and its cost, before the work begins."""

    method: Method
    seconds: float
    hands: int = 0
    """To sample."""

    @property
    def words(self) -> str:
        return f"{self.hands:,} {self.method.value}" if self.hands else self.method.value

    @property
    def exact(self) -> bool:
        return self.method not in (Method.SAMPLE, Method.THINNED)
