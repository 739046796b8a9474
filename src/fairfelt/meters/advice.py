"""What the makers of progressives advise, explained with the numbers of one paytable and its terms.

They advise a contribution of 70% or more where all pays come off the meter, and elsewhere to lower the rate only; a
small reserve, but never the reserve alone; a seed no smaller than the largest fixed pay, and never none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from fairfelt.exact import percent_text
from fairfelt.jackpot.terms import FixedPays, Level, Terms
from fairfelt.meters.forecast.climb import Climb, climb
from fairfelt.meters.run_dry.lundberg import lundberg_bound
from fairfelt.meters.run_dry.risk import Between, Drain, drain, drain_with, dry_before_award, least_seed

from .edge import long_run_edge, rate, seed
from .prospect import Prospect
from .words import chance, money, share

ADVISED_RATE: Final = Fraction(7, 10)
CHOSEN_RISK: Final = Fraction(1, 100)
GREAT_RISK: Final = Fraction(1, 10)
SOON: Final = Fraction(1, 10)


class Severity(StrEnum):
    """How urgent a piece of advice is."""

    FINE = "fine"
    NOTE = "note"
    WARNING = "warning"


@dataclass(frozen=True)
class Advice:
    """One recommendation, and what the numbers say to it."""

    topic: str
    severity: Severity
    sentence: str


def advise(prospect: Prospect, terms: Terms, others: int = 0) -> tuple[Advice, ...]:
    """Every recommendation for these terms."""
    from_meter = terms.fixed_pays is FixedPays.METER
    pays = _from_the_meter(prospect, terms) if from_meter else _from_the_tray(prospect, terms, others)
    levels = (climb(prospect, terms, level.name) for level in terms.levels)
    return (
        *_edge(prospect, terms, others),
        *pays,
        *(advice for rising in levels for advice in (*_seed(rising, prospect, terms), *_reserve(rising, terms))),
        *_folded(prospect),
    )


def _edge(prospect: Prospect, terms: Terms, others: int) -> Iterator[Advice]:
    edge = long_run_edge(prospect, terms, others)
    before = ", before what it makes up when the meter runs dry" if terms.fixed_pays is FixedPays.METER else ""
    if edge < 0:
        loss = (
            f"In the long run the house loses {percent_text(-edge, 2)} of every wager: contribution, seeds, fixed pays "
        )
        yield Advice("edge", Severity.WARNING, f"{loss}and envy come to more than is wagered.")
    else:
        kept = f"In the long run the house keeps {percent_text(edge, 2)} of every wager{before}."
        yield Advice("edge", Severity.FINE, kept)


def _from_the_tray(prospect: Prospect, terms: Terms, others: int) -> Iterator[Advice]:
    edge, rates = long_run_edge(prospect, terms, others), sum((rate(level) for level in terms.levels), Fraction(0))
    yield Advice(
        "contribution",
        Severity.FINE if edge >= 0 else Severity.WARNING,
        "Only shares of the meter come off it, so every further percent of contribution is one less for the house: "
        f"of {percent_text(rates, 2)} now, {percent_text(rates + edge, 2)} would leave it nothing. Only lower it.",
    )


def _from_the_meter(prospect: Prospect, terms: Terms) -> Iterator[Advice]:
    """Whether the meter grows, how likely it runs dry, and which seed would do."""
    level, meter = terms.levels[0], drain(prospect, terms)
    fixed, given = percent_text(prospect.fixed_return, 2), rate(level)
    flows = f"Fixed pays take {fixed} of every wager off the meter and {percent_text(given, 2)} is put in"
    if meter.drift <= 0:
        sentence = f"{flows}: it runs dry unless it is won first. More than {fixed} makes it grow. "
        yield Advice("contribution", Severity.WARNING, sentence + _at_advised(prospect, level))
        return
    risk = dry_before_award(meter)
    grows = f"{flows}, so it grows by {percent_text(given - prospect.fixed_return, 2)}."
    dries = f"From its seed of {_money(meter.seed, terms)} it runs dry before it is won whole with a chance of"
    bound = f"{chance(risk)} ({_at_most(meter)} by Lundberg, shares left out)."
    advised = f" {_at_advised(prospect, level)}" if given < ADVISED_RATE else ""
    yield Advice("contribution", _risk_severity(given, risk), f"{grows} {dries} {bound}{advised}")
    yield _seed_for_the_risk(meter, terms)


def _risk_severity(given: Fraction, risk: Between) -> Severity:
    if risk.high > GREAT_RISK:
        return Severity.WARNING
    return Severity.NOTE if given < ADVISED_RATE else Severity.FINE


def _at_advised(prospect: Prospect, level: Level) -> str:
    advised = drain_with(prospect, level.name, seed=seed(level), rate=ADVISED_RATE)
    return f"With {percent_text(ADVISED_RATE, 0)} the chance would be {_at_most(advised)}."


def _seed_for_the_risk(meter: Drain, terms: Terms) -> Advice:
    wanted = least_seed(meter, CHOSEN_RISK)
    chosen = percent_text(CHOSEN_RISK, 0)
    if wanted is None:
        return Advice(
            "seed", Severity.WARNING, f"No seed that was looked at brings the chance of running dry to {chosen}."
        )
    enough = wanted <= meter.seed
    sentence = f"A seed of {_money(wanted, terms)} brings the chance of running dry to {chosen}."
    return Advice("seed", Severity.FINE if enough else Severity.NOTE, sentence)


def _seed(rising: Climb, prospect: Prospect, terms: Terms) -> Iterator[Advice]:
    largest = prospect.largest_pay
    start, most = _money(rising.seed, terms), _money(largest, terms)
    if not rising.seed:
        yield Advice("seed", Severity.WARNING, f"{rising.level} starts with nothing: give it a seed.")
    elif rising.seed < largest and rising.level == terms.levels[0].name:
        from_meter = terms.fixed_pays is FixedPays.METER
        why = (
            "could not be paid from it after an award" if from_meter else "would pay more than all of it after an award"
        )
        severity = Severity.WARNING if from_meter else Severity.NOTE
        yield Advice(
            "seed", severity, f"{rising.level} starts with {start}, and the largest fixed pay of {most} {why}."
        )
    else:
        compared = f", no less than the largest fixed pay of {most}" if rising.seed >= largest > 0 else ""
        cost = percent_text(rising.whole * rising.seed / prospect.stake, 2)
        sentence = f"{rising.level} starts with {start}{compared}; that costs the house {cost} of every wager."
        yield Advice("seed", Severity.FINE, sentence)


def _reserve(rising: Climb, terms: Terms) -> Iterator[Advice]:
    name = rising.level
    if not rising.whole:
        yield Advice("levels", Severity.WARNING, f"No hand wins all of {name}: its seed and reserve never come back.")
    elif rising.limit is not None:
        limit = _money(rising.limit, terms)
        yield Advice("limit", Severity.NOTE, f"{name} stops at {limit}: what comes in above waits for the next start.")
    elif not rising.reserve_rise and rising.mean_at_hit > rising.seed:
        drop = f"from {_money(rising.mean_at_hit, terms)} on average to {_money(rising.seed, terms)}"
        softer = "A small share of each wager in reserve would soften that."
        yield Advice("reserve", Severity.NOTE, f"{name} has no reserve: an award takes it {drop}. {softer}")
    elif rising.reserve_rise:
        again, little = _money(rising.mean_reseed, terms), _money(rising.reseed_quantile(SOON), terms)
        soon = f"One time in ten an award follows so soon that it is {little} or less: the reserve alone is no seed."
        severity = Severity.FINE if rising.seed else Severity.WARNING
        yield Advice("reserve", severity, f"{name} starts again with {again} on average. {soon}")


def _folded(prospect: Prospect) -> Iterator[Advice]:
    if prospect.hits_folded:
        folds = (
            f"Best play of the game alone folds {percent_text(prospect.hits_folded, 2)} of all hands although this bet"
        )
        better = "would pay them, and a fold loses the bet. Who has it does better to play some of them on."
        yield Advice("folded hands", Severity.NOTE, f"{folds} {better}")


def _money(amount: Fraction, terms: Terms) -> str:
    return money(amount, terms.currency)


def _at_most(meter: Drain) -> str:
    return f"at most {share(lundberg_bound(meter, meter.seed))}"
