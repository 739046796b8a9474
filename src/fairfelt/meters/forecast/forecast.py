"""What comes next: when a level is won and for how much, what is held, and what has to be deposited each week.

When the next whole award comes is geometric, and its mean size has a closed form. Sizes with partial awards and
limits, and all that depends on the weeks, are sampled, and stand beside the closed form where there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairfelt.jackpot.terms import Terms
from fairfelt.rules import MICROS

from ..edge import contribution_rate, seed_cost
from ..interval import Interval
from ..progressive_bet import MeterError, ProgressiveBet
from .award_sizes import size_quantiles
from .climb import Balances, climb_of
from .waiting import Pace, Waiting

if TYPE_CHECKING:
    from .sampled_years import Floats

SHARES: Final = tuple(Fraction(n, 100) for n in (5, 25, 50, 75, 95))
"""Quantiles that are shown."""
BARS: Final = 40
AHEAD: Final = 20_000
"""Samples of the next awards."""
NORMAL_95: Final = Fraction(196, 100)


@dataclass(frozen=True)
class SampleSummary:
    """A quantity by many samples, rounded to millionths."""

    mean: Fraction
    margin: Fraction
    """The true mean lies within this of it, 95 times in 100."""
    quantiles: tuple[Fraction, ...]
    """At the shares of `SHARES`."""
    bars: tuple[tuple[Fraction, Fraction, Fraction], ...] = ()
    """From, to, and the share of samples: a histogram, the rarest hundredth at the top left out."""

    def agrees(self, exact: Fraction) -> bool:
        """Whether an exact mean lies within one and a half times the margin: about three standard errors."""
        return abs(self.mean - exact) <= self.margin * Fraction(3, 2)


@dataclass(frozen=True, kw_only=True)
class NextAward:
    """The next whole award of a level."""

    level: str
    meter: Fraction
    waiting: Waiting
    wagers: tuple[int, ...]
    """Quantiles of when it comes, exactly."""
    mean_size: Fraction | None
    """Exactly; None where there is no closed form."""
    sizes: tuple[Interval, ...] | None
    """Quantiles of its size; None where they are only sampled."""
    sampled_size: SampleSummary
    sampled_reserve: SampleSummary
    """What the reserve adds to the seed after it."""


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """The next awards, and the money of the weeks to come."""

    pace: Pace
    awards: tuple[NextAward, ...]
    weeks: int
    paths: int
    seed: int
    mean_deposit: Fraction
    """Contributions and seeds of a week, exactly and in the long run."""
    deposit: SampleSummary
    """The same of any week, sampled."""
    held: SampleSummary
    """What is held for players at the end of the last week."""
    made_up: SampleSummary
    """What the house makes up a year, because fixed pays find too little on the meter."""


def forecast(
    bet: ProgressiveBet,
    terms: Terms,
    pace: Pace,
    balances: Balances | None = None,
    *,
    weeks: int = 520,
    paths: int = 1000,
    paths_ahead: int = AHEAD,
    seed: int = 1,
) -> Forecast:
    """Look ahead from what stands now, with these wagers alone coming in at that pace.

    The weeks are played `paths` times; on to the next awards is shorter, and sampled at least `paths_ahead` times.
    """
    if weeks < 1 or paths < 2:
        raise MeterError(f"{weeks} weeks and {paths} samples are too few: give 1 and 2 or more")
    from .sampled_years import level_table, sample_years, win_table

    now = balances or Balances()
    levels, wins = level_table(bet, terms, now), win_table(bet, terms)
    run = sample_years(levels, wins, wagers_per_week=float(pace.wagers_per_week), weeks=weeks, paths=paths, seed=seed)
    whole = [name for name in bet.levels if bet.whole(name)]
    return Forecast(
        pace=pace,
        awards=tuple(
            forecast_next_award(bet, terms, name, now, paths=max(paths, paths_ahead), seed=seed) for name in whole
        ),
        weeks=weeks,
        paths=paths,
        seed=seed,
        mean_deposit=(contribution_rate(terms) * bet.stake + seed_cost(bet, terms)) * pace.wagers_per_week,
        deposit=summarize_samples(run.fed.mean(axis=1), of=run.fed.ravel()),
        held=summarize_samples(run.held[:, -1]),
        made_up=summarize_samples(run.made_up * 52 / weeks),
    )


def forecast_next_award(
    bet: ProgressiveBet, terms: Terms, level: str, balances: Balances, *, paths: int, seed: int = 1
) -> NextAward:
    """When a level is won whole next, and for how much."""
    from .sampled_years import level_table, sample_next_hits, win_table

    climb = climb_of(bet, terms, level)
    meter = balances.meters.get(level, climb.seed)
    wagers = tuple(climb.waiting.quantile(share) for share in SHARES)
    closed = climb.limit is None and not climb.pays
    at = [each.name for each in terms.levels].index(level)
    levels, wins = level_table(bet, terms, balances), win_table(bet, terms)
    found = sample_next_hits(levels, wins, at, paths=paths, seed=seed)
    return NextAward(
        level=level,
        meter=meter,
        waiting=climb.waiting,
        wagers=wagers,
        mean_size=climb.mean_next(meter) if closed else None,
        sizes=size_quantiles(climb, meter, SHARES) if closed else None,
        sampled_size=summarize_samples(found.sizes, bars=BARS),
        sampled_reserve=summarize_samples(found.reserves),
    )


def summarize_samples(means: Floats, *, of: Floats | None = None, bars: int = 0) -> SampleSummary:
    """Mean and margin of independent samples, with the quantiles of these or of others."""
    import numpy as np

    values = means if of is None else of
    margin = NORMAL_95 * _micros(means.std(ddof=1) / np.sqrt(len(means)))
    quantiles = tuple(_micros(x) for x in np.quantile(values, [float(share) for share in SHARES]))
    return SampleSummary(_micros(means.mean()), margin, quantiles, _bars(values, bars) if bars else ())


def _bars(values: Floats, bars: int) -> tuple[tuple[Fraction, Fraction, Fraction], ...]:
    import numpy as np

    counts, edges = np.histogram(values, bars, (values.min(), np.quantile(values, 0.99)))
    spans = zip(edges[:-1], edges[1:], counts, strict=True)
    return tuple((_micros(a), _micros(b), Fraction(int(n), len(values))) for a, b, n in spans)


def _micros(number: float) -> Fraction:
    return Fraction(round(float(number) * MICROS), MICROS)
