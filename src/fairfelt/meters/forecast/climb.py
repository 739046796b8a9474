"""How the meter of one level climbs from seed to hit, and what it comes to.

Every wager adds `rise` to the meter and `reserve_rise` to the reserve, and is then settled on the meter as it stands. A
whole award starts the meter again with the seed and all of the reserve. Hits do not depend on the meter, so the meter
at a hit is the meter at any settlement, and what goes in must come out:

      mean * (sum of p s)  =  rise + reserve_rise + p_whole * seed - what fixed pays take off this meter

The last holds as long as the meter never runs dry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from fairfelt.exact import Root
from fairfelt.jackpot.terms import FixedPays, Terms
from fairfelt.rules import MICROS

from ..edge import rate, reserve_rate, seed
from ..progressive_bet import LevelHit, MeterError, ProgressiveBet
from .waiting import Waiting


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
    hits: tuple[LevelHit, ...]
    pays: tuple[tuple[Fraction, Fraction], ...] = ()
    """Amount and probability of each fixed pay that comes off it."""
    limit: Fraction | None = None

    @property
    def whole(self) -> Fraction:
        """The probability that a wager wins all of it."""
        return sum((hit.probability for hit in self.hits if hit.share == 1), Fraction(0))

    @property
    def parts(self) -> tuple[LevelHit, ...]:
        """The hands that win less than all of it."""
        return tuple(hit for hit in self.hits if hit.share != 1)

    @property
    def leaving(self) -> Fraction:
        """The share of the meter that a wager takes off it on average, by awards."""
        return sum((hit.share * hit.probability for hit in self.hits), Fraction(0))

    @property
    def growth(self) -> Fraction:
        """What a wager adds to the meter on average, fixed pays taken off."""
        return self.rise - sum((amount * chance for amount, chance in self.pays), Fraction(0))

    @property
    def waiting(self) -> Waiting:
        """How long until it is won whole."""
        if not self.whole:
            raise MeterError(f"no hand wins all of the level {self.level}: it never starts again")
        return Waiting(self.whole)

    @property
    def mean_at_hit(self) -> Fraction:
        """What stands on the meter when it is hit, in the long run."""
        self._verify_unlimited()
        reserve = self.reserve_rise if self.whole else 0
        return (self.growth + reserve + self.whole * self.seed) / self.leaving

    def mean_next(self, meter: Fraction) -> Fraction:
        """What the next whole award comes to on average, from what stands on the meter now."""
        self._verify_unlimited()
        return (self.whole * meter + self.growth) / self.leaving

    @property
    def variance_at_hit(self) -> Fraction:
        """Of the same, by the second moment that stays as it is from one wager to the next."""
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
        """Its standard deviation."""
        return Root(self.variance_at_hit)

    @property
    def mean_reseed(self) -> Fraction:
        """What it starts again with: the seed, and a reserve that grew as long as the meter did."""
        self._verify_unlimited()
        return self.seed + (self.reserve_rise * self.waiting.mean if self.whole else 0)

    @property
    def variance_of_reseed(self) -> Fraction:
        """Of what it starts again with."""
        return self.reserve_rise**2 * self.waiting.variance if self.whole else Fraction(0)

    def reseed_quantile(self, share: Fraction) -> Fraction:
        """With that probability it starts again with no more than this."""
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
