"""What a progressive wager returns at a meter, where it breaks even, and what it earns the house in the long run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.jackpot.terms import PPM, FixedPays, Level, Terms
from fairfelt.rules import MICROS, Paytable

from .progressive_bet import MeterError, ProgressiveBet

__all__ = ["NO_TAX", "Meters", "Tax", "break_even", "house_edge_at", "long_run_edge", "return_at"]

Meters = Mapping[str, Fraction | int]
"""Currency units by level."""
NO_METERS: Meters = {}


@dataclass(frozen=True)
class Tax:
    """Prizes from an amount on are taxed, the whole of them."""

    rate: Fraction
    least: Fraction = Fraction(0)
    """Currency units; a smaller prize goes free."""

    def __post_init__(self) -> None:
        if not 0 <= self.rate < 1:
            raise MeterError(f"a tax of {self.rate} is not possible: give a share from 0 up to but not 1")

    def kept(self, amount: Fraction) -> Fraction:
        """The prize after tax."""
        return amount * (1 - self.rate) if amount >= self.least else amount


NO_TAX = Tax(Fraction(0))


def return_at(bet: ProgressiveBet, meters: Meters, others: int = 0, tax: Tax = NO_TAX) -> Fraction:
    """The mean return of each unit staked, with the meters as they stand."""
    won = sum((tax.kept(hit.share * _meter(meters, hit.level)) * hit.probability for hit in bet.hits), Fraction(0))
    return _without_meters(bet, others, tax) + won / bet.stake


def house_edge_at(bet: ProgressiveBet, meters: Meters, others: int = 0) -> Fraction:
    """The player's expected loss for each unit staked, with the meters as they stand."""
    return 1 - return_at(bet, meters, others)


def break_even(
    bet: ProgressiveBet,
    level: str,
    others: int = 0,
    *,
    meters: Meters = NO_METERS,
    tax: Tax = NO_TAX,
    beside: Fraction = Fraction(0),
) -> Fraction:
    """The meter of a level from which on the bet loses nothing; other levels stand as `meters` says, or at nothing.

    With a tax the return drops where a prize begins to be taxed: this is the meter from which on it stays even. What is
    lost `beside` it with each unit staked, by playing for it, has to come back too.
    """
    hits = bet.hits_of(level)
    lacking = 1 + beside - return_at(bet, {**meters, level: 0}, others, tax)
    ends = sorted({tax.least / hit.share for hit in hits}, reverse=True)
    for start in (*ends, Fraction(0)):
        taxed = [hit for hit in hits if hit.share * start >= tax.least]
        slope = bet.slope(level) - tax.rate * sum(hit.share * hit.probability for hit in taxed) / bet.stake
        if lacking / slope >= start:
            return lacking / slope
    return Fraction(0)


def long_run_edge(bet: ProgressiveBet, terms: Terms, others: int = 0) -> Fraction:
    """What the house keeps of each unit staked in the long run: every unit contributed is paid out some day.

    So percentage awards do not matter. With fixed pays off the meter this is before what the house makes up when
    the meter runs dry.
    """
    fixed = bet.fixed_return if terms.fixed_pays is FixedPays.TRAY else Fraction(0)
    kept = 1 - fixed - others * bet.envy_per_other
    return kept - contribution_rate(terms) - seed_cost(bet, terms) / bet.stake


def seed_cost(bet: ProgressiveBet, terms: Terms) -> Fraction:
    """What the seeds that whole awards call for cost the house with each wager, in currency units."""
    return sum((bet.whole(name) * seed(terms.level(name)) for name in bet.levels), Fraction(0))


def contribution_rate(terms: Terms) -> Fraction:
    """The share of a wager that goes to meters and reserves."""
    return sum((rate(level) + reserve_rate(level) for level in terms.levels), Fraction(0))


def seed(level: Level) -> Fraction:
    """The seed in currency units."""
    return Fraction(level.seed_micros, MICROS)


def rate(level: Level) -> Fraction:
    """The share of a wager that goes to the meter."""
    return Fraction(level.rate_ppm, PPM)


def reserve_rate(level: Level) -> Fraction:
    """The share of a wager that goes to the reserve."""
    return Fraction(level.reserve_rate_ppm, PPM)


def _meter(meters: Meters, level: str) -> Fraction:
    return Fraction(meters.get(level, 0))


def _without_meters(bet: ProgressiveBet, others: int, tax: Tax) -> Fraction:
    if others < 0:
        raise MeterError(f"{others} other bettors are not possible: give 0 or more")
    fixed = sum((tax.kept(pay.units * bet.stake) * pay.probability for pay in bet.pays), Fraction(0))
    return fixed / bet.stake + others * bet.envy_per_other


# Seeds and rates to begin with: those that come with a paytable, or round figures of ours.


TOP_SEED, TOP_RATE, LOWER_RATE = 10_000, Fraction(15, 100), Fraction(3, 100)
ROUND_FIGURES = "Nobody prints a seed or a rate for this paytable: these are round figures to change."


@dataclass(frozen=True)
class SuggestedLevels:
    """What the levels of a paytable could be set to."""

    levels: tuple[Level, ...]
    origin: str
    """The source of these figures, in a sentence."""


def suggested_levels(table: Paytable) -> SuggestedLevels:
    """Suggestions for every level that a paytable wins, from its best hand down."""
    if preset := table.preset:
        levels = (Level(name, each.seed_micros, each.rate_ppm) for name, each in preset.levels.items())
        return SuggestedLevels(tuple(levels), preset.origin)
    names = dict.fromkeys(pay.level for _, pay in sorted(table.pays.items(), reverse=True) if pay.level)
    return SuggestedLevels(tuple(_round_figures(name, place) for place, name in enumerate(names)), ROUND_FIGURES)


def _round_figures(name: str, place: int) -> Level:
    seed = max(1, TOP_SEED // 10**place)
    return Level(name, seed * MICROS, int((LOWER_RATE if place else TOP_RATE) * PPM))
