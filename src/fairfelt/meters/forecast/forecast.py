"""What comes next: when a level is won and for how much, what is held, and what has to be deposited each week.

When the next whole award comes is geometric, and its mean size has a closed form. Sizes with partial awards and
limits, and all that depends on the weeks, are sampled, and stand beside the closed form where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.meters.run_dry.risk import Between
from fairfelt.rules import MICROS

from ..edge import seed
from ..prospect import MeterError, Prospect
from .award_sizes import size_quantiles
from .climb import Climb, climb
from .waiting import Pace, Waiting

if TYPE_CHECKING:
    from .sampled_years import Floats, SampledLevel, SampledWin

SHARES: Final = tuple(Fraction(n, 100) for n in (5, 25, 50, 75, 95))
"""Quantiles that are told."""
BARS: Final = 40
AHEAD: Final = 20_000
"""Samples of the next awards."""
NORMAL_95: Final = Fraction(196, 100)


@dataclass(frozen=True)
class Standing:
    """What is on the meters and in the reserves now, in currency units by level."""

    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """A level that is not named stands at its seed."""
    reserves: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class Sampled:
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
    sizes: tuple[Between, ...] | None
    """Quantiles of its size; None where they are only sampled."""
    sampled_size: Sampled
    sampled_reserve: Sampled
    """What the reserve adds to the seed after it."""


@dataclass(frozen=True, kw_only=True)
class Forecast:
    """All of it."""

    pace: Pace
    awards: tuple[NextAward, ...]
    weeks: int
    paths: int
    seed: int
    mean_deposit: Fraction
    """Contributions and seeds of a week, exactly and in the long run."""
    deposit: Sampled
    """The same of any week, sampled."""
    held: Sampled
    """What is held for players at the end of the last week."""
    made_up: Sampled
    """What the house makes up a year, because fixed pays find too little on the meter."""


def forecast(
    prospect: Prospect,
    terms: Terms,
    pace: Pace,
    standing: Standing | None = None,
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
    from .sampled_years import years

    now = standing or Standing()
    levels, wins = sampled_levels(prospect, terms, now), sampled_wins(prospect, terms)
    run = years(levels, wins, wagers_per_week=float(pace.wagers_per_week), weeks=weeks, paths=paths, seed=seed)
    whole = [name for name in prospect.levels if prospect.whole(name)]
    return Forecast(
        pace=pace,
        awards=tuple(
            next_award(prospect, terms, name, now, paths=max(paths, paths_ahead), seed=seed) for name in whole
        ),
        weeks=weeks,
        paths=paths,
        seed=seed,
        mean_deposit=fed_per_wager(prospect, terms) * pace.wagers_per_week,
        deposit=sampled(run.fed.mean(axis=1), of=run.fed.ravel()),
        held=sampled(run.held[:, -1]),
        made_up=sampled(run.made_up * 52 / weeks),
    )


def next_award(
    prospect: Prospect, terms: Terms, level: str, standing: Standing, *, paths: int, seed: int = 1
) -> NextAward:
    """When a level is won whole next, and for how much."""
    from .sampled_years import next_hits

    rising = climb(prospect, terms, level)
    meter = standing.meters.get(level, rising.seed)
    wagers = tuple(rising.waiting.quantile(share) for share in SHARES)
    closed = rising.limit is None and not rising.pays
    at = [each.name for each in terms.levels].index(level)
    found = next_hits(
        sampled_levels(prospect, terms, standing), sampled_wins(prospect, terms), at, paths=paths, seed=seed
    )
    return NextAward(
        level=level,
        meter=meter,
        waiting=rising.waiting,
        wagers=wagers,
        mean_size=rising.mean_next(meter) if closed else None,
        sizes=size_quantiles(rising, meter, SHARES) if closed else None,
        sampled_size=sampled(found.sizes, bars=BARS),
        sampled_reserve=sampled(found.reserves),
    )


def fed_per_wager(prospect: Prospect, terms: Terms) -> Fraction:
    """What one wager brings to the account of the prizes: contributions, and the seeds that whole awards call for."""
    seeds = sum((prospect.whole(name) * seed(terms.level(name)) for name in prospect.levels), Fraction(0))
    rates = sum((climb_.rise + climb_.reserve_rise for climb_ in _climbs(prospect, terms)), Fraction(0))
    return rates + seeds


def sampled_levels(prospect: Prospect, terms: Terms, standing: Standing) -> list[SampledLevel]:
    """The levels of a jackpot as they stand, for sampling."""
    from .sampled_years import SampledLevel

    return [
        SampledLevel(
            meter=float(standing.meters.get(each.level, each.seed)),
            reserve=float(standing.reserves.get(each.level, 0)),
            seed=float(each.seed),
            rise=float(each.rise),
            reserve_rise=float(each.reserve_rise),
            **({} if each.limit is None else {"limit": float(each.limit)}),
        )
        for each in _climbs(prospect, terms)
    ]


def sampled_wins(prospect: Prospect, terms: Terms) -> list[SampledWin]:
    """The hands that move a meter, for sampling."""
    from .sampled_years import SampledWin

    places = {level.name: at for at, level in enumerate(terms.levels)}
    wins = [SampledWin(places[h.level], float(h.share), 0.0, float(h.probability)) for h in prospect.hits]
    if terms.fixed_pays is FixedPays.METER:
        wins += [SampledWin(0, 0.0, float(amount), float(chance)) for amount, chance in prospect.amounts]
    return wins


def sampled(means: Floats, *, of: Floats | None = None, bars: int = 0) -> Sampled:
    """Mean and margin of independent samples, with the quantiles of these or of others."""
    import numpy as np

    values = means if of is None else of
    margin = NORMAL_95 * _micros(means.std(ddof=1) / np.sqrt(len(means)))
    quantiles = tuple(_micros(x) for x in np.quantile(values, [float(share) for share in SHARES]))
    return Sampled(_micros(means.mean()), margin, quantiles, _bars(values, bars) if bars else ())


def _bars(values: Floats, bars: int) -> tuple[tuple[Fraction, Fraction, Fraction], ...]:
    import numpy as np

    counts, edges = np.histogram(values, bars, (values.min(), np.quantile(values, 0.99)))
    spans = zip(edges[:-1], edges[1:], counts, strict=True)
    return tuple((_micros(a), _micros(b), Fraction(int(n), len(values))) for a, b, n in spans)


def _climbs(prospect: Prospect, terms: Terms) -> list[Climb]:
    return [climb(prospect, terms, level.name) for level in terms.levels]


def _micros(number: float) -> Fraction:
    return Fraction(round(float(number) * MICROS), MICROS)
