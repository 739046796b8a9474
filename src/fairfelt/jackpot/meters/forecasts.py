"""What comes next: when a level is won and for how much, what is held, and what has to be deposited each week.

When the next whole award comes is geometric, and its mean size has a closed form. How sizes are distributed, and all
that depends on the weeks, is sampled, with the closed form of the mean beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Context
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import LevelRow
from fairfelt.engine.exact import Root, to_decimal
from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.rules import MICROS
from fairfelt.runtime.compute.jit import njit

from .edge import MeterError, ProgressiveBet, contribution_rate, rate, reserve_rate, seed, seed_cost

__all__ = [
    "SHARES", "Balances", "Climb", "Forecast", "NextAward", "Pace", "SampleSummary", "Waiting", "climb_of", "forecast",
    "forecast_next_award",
]  # fmt: skip

# How long until a hand comes: the number of wagers up to it is geometric, regardless of who makes them.


DIGITS: Final = 50
_CONTEXT: Final = Context(prec=DIGITS)


@dataclass(frozen=True)
class Waiting:
    """Wagers up to and with the first hit."""

    probability: Fraction

    def __post_init__(self) -> None:
        if not 0 < self.probability <= 1:
            raise MeterError(f"a hand of probability {self.probability} never comes, or is none")

    @property
    def mean(self) -> Fraction:
        """The mean number of wagers."""
        return 1 / self.probability

    @property
    def variance(self) -> Fraction:
        return (1 - self.probability) / self.probability**2

    def quantile(self, share: Fraction) -> int:
        """The least number of wagers within which the hit comes with at least that probability."""
        if not 0 <= share < 1:
            raise MeterError(f"a quantile of {share} is not possible: give a share from 0 up to but not 1")
        if self.probability == 1 or not share:
            return 1
        logs = (_CONTEXT.ln(to_decimal(1 - each)) for each in (share, self.probability))
        return max(1, int(_CONTEXT.divide(*logs).to_integral_value("ROUND_CEILING")))


@dataclass(frozen=True, kw_only=True)
class Pace:
    """The pace of wagers."""

    tables: int
    rounds_per_hour: Fraction
    """Rounds per hour at each table."""
    bettors: Fraction
    """Seats with the bet in a round, on average: seats taken times the share of players who make it."""
    hours_per_week: Fraction

    def __post_init__(self) -> None:
        if any(part <= 0 for part in (self.tables, self.rounds_per_hour, self.bettors, self.hours_per_week)):
            raise MeterError("a pace needs tables, rounds an hour, bettors and hours a week above zero")
        if self.hours_per_week > 7 * 24:
            raise MeterError(f"a week has no {self.hours_per_week} hours: give at most {7 * 24}")

    @classmethod
    def observed(cls, wagers: int, weeks: Fraction) -> Pace:
        """The pace of `wagers` wagers over some weeks, day and night."""
        if wagers < 1 or weeks <= 0:
            raise MeterError("no wagers came in over any time: there is no pace to go by")
        hours = Fraction(7 * 24)
        return cls(tables=1, rounds_per_hour=wagers / (weeks * hours), bettors=Fraction(1), hours_per_week=hours)

    @property
    def wagers_per_hour(self) -> Fraction:
        """Mean wagers per hour at all tables."""
        return self.tables * self.rounds_per_hour * self.bettors

    @property
    def wagers_per_week(self) -> Fraction:
        """Mean wagers per week at all tables."""
        return self.wagers_per_hour * self.hours_per_week

    def weeks(self, wagers: Fraction | int) -> Fraction:
        """The weeks that this number of wagers takes."""
        return wagers / self.wagers_per_week


# How the meter of one level climbs from seed to hit, and what it comes to.
#
# Every wager adds `rise` to the meter and `reserve_rise` to the reserve, and is then settled on the meter as it
# stands. A whole award starts the meter again with the seed and all of the reserve. Hits do not depend on the meter,
# so the meter at a hit is the meter at any settlement, and what goes in must come out:
#
#       mean * (sum of p s)  =  rise + reserve_rise + p_whole * seed - what fixed pays take off this meter
#
# The last holds as long as the meter never runs dry.


@dataclass(frozen=True)
class Balances:
    """What is on the meters and in the reserves now, in currency units by level."""

    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """A level that is not named stands at its seed."""
    reserves: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Climb:
    """One level in currency units, wager by wager."""

    level: str
    seed: Fraction
    rise: Fraction
    reserve_rise: Fraction
    hits: tuple[LevelRow, ...]
    pays: tuple[tuple[Fraction, Fraction], ...] = ()
    """Amount and probability of each fixed pay that comes off it."""
    limit: Fraction | None = None

    @property
    def whole(self) -> Fraction:
        """The probability that a wager wins all of it."""
        return sum((hit.probability for hit in self.hits if hit.share == 1), Fraction(0))

    @property
    def parts(self) -> tuple[LevelRow, ...]:
        """The hands that win less than all of it."""
        return tuple(hit for hit in self.hits if hit.share != 1)

    @property
    def leaving(self) -> Fraction:
        """The share of the meter that a wager takes off it on average, by awards."""
        return sum((hit.share * hit.probability for hit in self.hits), Fraction(0))

    @property
    def growth(self) -> Fraction:
        """The mean growth of the meter with each wager, fixed pays taken off."""
        return self.rise - sum((amount * chance for amount, chance in self.pays), Fraction(0))

    @property
    def waiting(self) -> Waiting:
        if not self.whole:
            raise MeterError(f"no hand wins all of the level {self.level}: it never starts again")
        return Waiting(self.whole)

    @property
    def mean_at_hit(self) -> Fraction:
        """The mean meter at a hit, in the long run."""
        self._verify_unlimited()
        reserve = self.reserve_rise if self.whole else 0
        return (self.growth + reserve + self.whole * self.seed) / self.leaving

    def mean_next(self, meter: Fraction) -> Fraction:
        """The mean of the next whole award, from the meter as it stands."""
        self._verify_unlimited()
        return (self.whole * meter + self.growth) / self.leaving

    @property
    def variance_at_hit(self) -> Fraction:
        """Variance of the meter at a hit, by the second moment that stays the same from one wager to the next."""
        mean, whole = self.mean_at_hit, self.whole
        start, start_square = self.mean_reseed, self.variance_of_reseed + self.mean_reseed**2
        untouched = 1 - sum((hit.probability for hit in self.hits), Fraction(0))
        left = untouched + sum((hit.probability * (1 - hit.share) for hit in self.parts), Fraction(0))
        left_square = untouched + sum((hit.probability * (1 - hit.share) ** 2 for hit in self.parts), Fraction(0))
        settled = left * mean + whole * start - (self.rise - self.growth)
        taken = sum((chance * (amount**2 - 2 * amount * mean) for amount, chance in self.pays), Fraction(0))
        square = self.rise**2 + 2 * self.rise * settled + taken + whole * start_square
        return square / (1 - left_square) - mean**2

    @property
    def deviation_at_hit(self) -> Root:
        return Root(self.variance_at_hit)

    @property
    def mean_reseed(self) -> Fraction:
        """The mean new start: the seed, and a reserve that grew as long as the meter did."""
        self._verify_unlimited()
        return self.seed + (self.reserve_rise * self.waiting.mean if self.whole else 0)

    @property
    def variance_of_reseed(self) -> Fraction:
        return self.reserve_rise**2 * self.waiting.variance if self.whole else Fraction(0)

    def reseed_quantile(self, share: Fraction) -> Fraction:
        """The amount that the new start does not exceed with that probability."""
        return self.seed + self.reserve_rise * self.waiting.quantile(share)

    def _verify_unlimited(self) -> None:
        if self.limit is not None:
            raise MeterError(f"level {self.level} has a limit, for which there is no closed form: use the forecast")


def climb_of(bet: ProgressiveBet, terms: Terms, level: str) -> Climb:
    """The climb of a level that is fed by these wagers alone."""
    hits, found = bet.hits_of(level), terms.level(level)
    return Climb(
        level=level,
        seed=seed(found),
        rise=rate(found) * bet.stake,
        reserve_rise=reserve_rate(found) * bet.stake,
        hits=hits,
        pays=bet.amounts if terms.fixed_pays is FixedPays.METER and level == terms.levels[0].name else (),
        limit=None if found.limit_micros is None else Fraction(found.limit_micros, MICROS),
    )


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
    """Quantiles at the shares of `SHARES`."""
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
    """Contributions and seeds of any week, sampled."""
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

    now = balances or Balances()
    levels, wins = level_table(bet, terms, now), win_table(bet, terms)
    rng = np.random.default_rng(seed)
    (fed, held, _), made_up = sample_years(levels, wins, float(pace.wagers_per_week), weeks, paths, rng)
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
        deposit=summarize_samples(fed.mean(axis=1), of=fed.ravel()),
        held=summarize_samples(held[:, -1]),
        made_up=summarize_samples(made_up * 52 / weeks),
    )


def forecast_next_award(
    bet: ProgressiveBet, terms: Terms, level: str, balances: Balances, *, paths: int, seed: int = 1
) -> NextAward:
    """When a level is won whole next, and for how much."""

    climb = climb_of(bet, terms, level)
    meter = balances.meters.get(level, climb.seed)
    wagers = tuple(climb.waiting.quantile(share) for share in SHARES)
    closed = climb.limit is None and not climb.pays
    at = [each.name for each in terms.levels].index(level)
    levels, wins = level_table(bet, terms, balances), win_table(bet, terms)
    _, sizes, reserves, _ = sample_next_hits(levels, wins, at, paths, np.random.default_rng(seed))
    return NextAward(
        level=level,
        meter=meter,
        waiting=climb.waiting,
        wagers=wagers,
        mean_size=climb.mean_next(meter) if closed else None,
        sampled_size=summarize_samples(sizes, bars=BARS),
        sampled_reserve=summarize_samples(reserves),
    )


def summarize_samples(means: Floats, *, of: Floats | None = None, bars: int = 0) -> SampleSummary:
    """Mean and margin of independent samples, with the quantiles of these or of others."""
    values = means if of is None else of
    margin = NORMAL_95 * _micros(means.std(ddof=1) / np.sqrt(len(means)))
    quantiles = tuple(_micros(x) for x in np.quantile(values, [float(share) for share in SHARES]))
    return SampleSummary(_micros(means.mean()), margin, quantiles, _bars(values, bars) if bars else ())


def _bars(values: Floats, bars: int) -> tuple[tuple[Fraction, Fraction, Fraction], ...]:
    counts, edges = np.histogram(values, bars, (values.min(), np.quantile(values, 0.99)))
    spans = zip(edges[:-1], edges[1:], counts, strict=True)
    return tuple((_micros(a), _micros(b), Fraction(int(n), len(values))) for a, b, n in spans)


def _micros(number: float) -> Fraction:
    return Fraction(round(float(number) * MICROS), MICROS)


# Meters over years: from one win to the next, because between wins a meter only climbs.
#
# The number of wagers up to the next win is geometric, so that a year of many thousands of wagers takes as many steps
# as it has wins. Wagers come one by one at an even pace; each feeds the meters before it is settled.


Floats = NDArray[np.float64]


def level_table(bet: ProgressiveBet, terms: Terms, balances: Balances) -> Floats:
    """Each meter now and what one wager does to it: [level, (meter, reserve, overflow, seed, rises, limit)]."""
    rows = [
        (
            balances.meters.get(climb.level, climb.seed),
            balances.reserves.get(climb.level, 0),
            0,
            climb.seed,
            climb.rise,
            climb.reserve_rise,
            np.inf if climb.limit is None else climb.limit,
        )
        for climb in (climb_of(bet, terms, level.name) for level in terms.levels)
    ]
    return np.array(rows, np.float64)


def win_table(bet: ProgressiveBet, terms: Terms) -> Floats:
    """The hands that move a meter: [hand, (level, share that is won, amount that is paid, chance)]."""
    places = {level.name: at for at, level in enumerate(terms.levels)}
    rows = [(places[hit.level], hit.share, Fraction(0), hit.probability) for hit in bet.hits]
    if terms.fixed_pays is FixedPays.METER:
        rows += [(0, Fraction(0), amount, chance) for amount, chance in bet.amounts]
    return np.array(rows, np.float64)


METER, RESERVE, OVERFLOW, SEED, RISE, RESERVE_RISE, LIMIT = range(7)


@njit(cache=True, nogil=True)
def _pass(levels: Any, wagers: int) -> float:
    """Add a number of wagers without a win, in floats; returns their contributions."""
    fed = 0.0
    for level in levels:
        level[METER] += level[RISE] * wagers
        level[RESERVE] += level[RESERVE_RISE] * wagers
        fed += (level[RISE] + level[RESERVE_RISE]) * wagers
        over = level[METER] - max(level[LIMIT], level[METER] - level[RISE] * wagers)
        if over > 0:
            level[METER] -= over
            level[OVERFLOW] += over
    return fed


@njit(cache=True, nogil=True)
def _win(levels: Any, wins: Any, rng: Any) -> tuple[int, float, float, float]:
    """One win: which it is, what the meter pays, what it lacks, and the seed that starts it again."""
    drawn, at = rng.random() * wins[:, 3].sum(), 0
    while at < len(wins) - 1 and drawn >= wins[at, 3]:
        drawn -= wins[at, 3]
        at += 1
    level, share, amount = levels[int(wins[at, 0])], wins[at, 1], wins[at, 2]
    paid = min(level[METER], share * level[METER] + amount)
    lacking = share * level[METER] + amount - paid
    level[METER] -= paid
    if share < 1:
        return at, paid, lacking, 0.0
    room = level[LIMIT] - level[SEED]
    reserve = min(room, level[RESERVE])
    overflow = min(room - reserve, level[OVERFLOW])
    level[METER] = level[SEED] + reserve + overflow
    level[RESERVE] -= reserve
    level[OVERFLOW] -= overflow
    return at, paid, lacking, level[SEED]


@njit(cache=True, nogil=True)
def _wait(chance: float, rng: Any) -> int:
    """Wagers up to and with the next win."""
    return 1 + int(np.log1p(-rng.random()) / np.log1p(-chance)) if chance < 1 else 1


@njit(cache=True, nogil=True)
def sample_next_hits(start: Any, wins: Any, level: int, paths: int, rng: Any) -> Any:
    """Play on from now until a level is won whole: [(wagers, size, reserve, pays that found too little), path]."""
    found = np.zeros((4, paths))
    chance = wins[:, 3].sum()
    for path in range(paths):
        levels, wagers, dry = start.copy(), 0, 0
        while True:
            wait = _wait(chance, rng)
            wagers += wait
            _pass(levels, wait)
            reserve = levels[level, RESERVE]
            at, paid, lacking, _ = _win(levels, wins, rng)
            dry += lacking > 0
            if int(wins[at, 0]) == level and wins[at, 1] == 1:
                break
        found[0, path], found[1, path], found[2, path], found[3, path] = wagers, paid, reserve, dry
    return found


@njit(cache=True, nogil=True)
def sample_years(start: Any, wins: Any, wagers_per_week: float, weeks: int, paths: int, rng: Any) -> Any:
    """Play on for weeks: [(contributions and seeds, what is held after it, pays), path, week], and by path what the
    house added to meters that held too little."""
    found, made_up = np.zeros((3, paths, weeks)), np.zeros(paths)
    chance = wins[:, 3].sum()
    for path in range(paths):
        levels, done, wait = start.copy(), 0, _wait(chance, rng)
        for week in range(weeks):
            end = int((week + 1) * wagers_per_week)
            while done + wait <= end:
                found[0, path, week] += _pass(levels, wait)
                done, (_, paid, lacking, seeded) = done + wait, _win(levels, wins, rng)
                found[0, path, week] += seeded
                found[2, path, week] += paid
                made_up[path] += lacking
                wait = _wait(chance, rng)
            found[0, path, week] += _pass(levels, end - done)
            wait, done = wait - (end - done), end
            found[1, path, week] = levels[:, : OVERFLOW + 1].sum()
    return found, made_up
