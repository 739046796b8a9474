"""What manufacturers of progressives recommend, explained with the numbers of one paytable and its terms.

They recommend a contribution of 70% or more where all pays come off the meter, and elsewhere to lower the rate only; a
small reserve, but never the reserve alone; a seed no smaller than the largest fixed pay, and never none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from fairfelt.engine.exact import percent_text
from fairfelt.jackpot.terms import FixedPays, Terms

from .edge import ProgressiveBet, format_chance, format_money, long_run_edge, rate, seed
from .forecasts import Climb, climb_of
from .run_dry import drain_at, drain_of, ends, find_least_seed, run_dry_risk

__all__ = ["Advice", "Severity", "advise"]

ADVISED_RATE: Final = Fraction(7, 10)
CHOSEN_RISK: Final = Fraction(1, 100)
GREAT_RISK: Final = Fraction(1, 10)
SOON: Final = Fraction(1, 10)


class Severity(StrEnum):
    """The urgency of a piece of advice."""

    FINE = "fine"
    NOTE = "note"
    WARNING = "warning"


@dataclass(frozen=True)
class Advice:
    """One recommendation, and what the numbers say to it."""

    topic: str
    severity: Severity
    sentence: str


def advise(bet: ProgressiveBet, terms: Terms, others: int = 0) -> tuple[Advice, ...]:
    climbs = [climb_of(bet, terms, level.name) for level in terms.levels]
    from_meter = terms.fixed_pays is FixedPays.METER
    edge = long_run_edge(bet, terms, others)
    return (
        _on_edge(edge, from_meter=from_meter),
        *(_on_meter_pays(bet, terms) if from_meter else [_on_tray_pays(terms, edge)]),
        *(advice for climb in climbs for advice in (_on_seed(climb, bet, terms), *_on_reserve(climb, terms))),
        *_on_folds(bet),
    )


def _on_edge(edge: Fraction, *, from_meter: bool) -> Advice:
    if edge < 0:
        loses = f"In the long run the house loses {percent_text(-edge, 2)} of every wager: contribution, seeds, "
        return Advice("edge", Severity.WARNING, f"{loses}fixed pays and envy come to more than is wagered.")
    before = ", before what it makes up when the meter runs dry" if from_meter else ""
    kept = f"In the long run the house keeps {percent_text(edge, 2)} of every wager{before}."
    return Advice("edge", Severity.FINE, kept)


def _on_tray_pays(terms: Terms, edge: Fraction) -> Advice:
    rates = sum((rate(level) for level in terms.levels), Fraction(0))
    return Advice(
        "contribution",
        Severity.FINE if edge >= 0 else Severity.WARNING,
        "Only shares of the meter come off it, so every further percent of contribution is one less for the house: "
        f"{percent_text(rates, 2)} now; at {percent_text(rates + edge, 2)} the house breaks even. Do not go higher.",
    )


def _on_meter_pays(bet: ProgressiveBet, terms: Terms) -> Iterator[Advice]:
    """Whether the meter grows, how likely it runs dry, and which seed would do."""
    level, meter = terms.levels[0], drain_of(bet, terms)
    fixed, given = percent_text(bet.fixed_return, 2), rate(level)
    flows = f"Fixed pays take {fixed} of every wager off the meter and {percent_text(given, 2)} is put in"
    recommended = drain_at(bet, level.name, seed=seed(level), rate=ADVISED_RATE)
    better = ""
    if given < ADVISED_RATE and ends(recommended):
        better = (
            f" With {percent_text(ADVISED_RATE, 0)} the chance would be {format_chance(run_dry_risk(recommended))}."
        )
    if meter.growth <= 0:
        dries = f"{flows}: it runs dry unless it is won first. More than {fixed} makes it grow.{better}"
        yield Advice("contribution", Severity.WARNING, dries)
        return
    risk, start = run_dry_risk(meter), format_money(meter.seed, terms.currency)
    grows = f"{flows}, so it grows by {percent_text(given - bet.fixed_return, 2)}."
    dries = f"From its seed of {start} it runs dry before a 100% award with a chance of {format_chance(risk)}."
    severity = Severity.NOTE if given < ADVISED_RATE else Severity.FINE
    severity = Severity.WARNING if risk.high > GREAT_RISK else severity
    yield Advice("contribution", severity, f"{grows} {dries}{better}")
    yield _on_seed_for_risk(meter, terms)


def _on_seed_for_risk(meter: Climb, terms: Terms) -> Advice:
    least, chosen = find_least_seed(meter, CHOSEN_RISK), percent_text(CHOSEN_RISK, 0)
    if least is None:
        return Advice("seed", Severity.WARNING, f"No seed examined brings the chance of running dry to {chosen}.")
    sentence = f"A seed of {format_money(least, terms.currency)} brings the chance of running dry to {chosen}."
    return Advice("seed", Severity.FINE if least <= meter.seed else Severity.NOTE, sentence)


def _on_seed(climb: Climb, bet: ProgressiveBet, terms: Terms) -> Advice:
    largest, name = bet.largest_pay, climb.level
    start, most = (format_money(amount, terms.currency) for amount in (climb.seed, largest))
    if not climb.seed:
        return Advice("seed", Severity.WARNING, f"{name} starts with nothing: give it a seed.")
    if climb.seed < largest:
        from_meter = terms.fixed_pays is FixedPays.METER and name == terms.levels[0].name
        why = "could not be paid from it" if from_meter else "would pay more than all of it"
        severity = Severity.WARNING if from_meter else Severity.NOTE
        sentence = f"{name} starts with {start}, and the largest fixed pay of {most} {why} after an award."
        return Advice("seed", severity, sentence)
    compared = f", no less than the largest fixed pay of {most}" if climb.seed >= largest > 0 else ""
    cost = percent_text(climb.whole * climb.seed / bet.stake, 2)
    sentence = f"{name} starts with {start}{compared}; that costs the house {cost} of every wager."
    return Advice("seed", Severity.FINE, sentence)


def _on_reserve(climb: Climb, terms: Terms) -> Iterator[Advice]:
    def money(amount: Fraction) -> str:
        return format_money(amount, terms.currency)

    name = climb.level
    if not climb.whole:
        yield Advice("levels", Severity.WARNING, f"No hand wins all of {name}: its seed and reserve never come back.")
    elif climb.limit is not None:
        stops = f"{name} stops at {money(climb.limit)}: contributions above it wait for the next reset."
        yield Advice("limit", Severity.NOTE, stops)
    elif not climb.reserve_rise and climb.mean_at_hit > climb.seed:
        drop = f"from {money(climb.mean_at_hit)} on average to {money(climb.seed)}"
        softer = "A small share of each wager in reserve would soften that."
        yield Advice("reserve", Severity.NOTE, f"{name} has no reserve: an award takes it {drop}. {softer}")
    elif climb.reserve_rise:
        again, little = money(climb.mean_reseed), money(climb.reseed_quantile(SOON))
        soon = f"One time in ten an award follows so soon that it is {little} or less: the reserve alone is no seed."
        severity = Severity.FINE if climb.seed else Severity.WARNING
        yield Advice("reserve", severity, f"{name} resets to {again} on average. {soon}")


def _on_folds(bet: ProgressiveBet) -> Iterator[Advice]:
    if bet.hits_folded:
        folds = f"Best play of the game alone folds {percent_text(bet.hits_folded, 2)} of all hands although this bet"
        better = "would pay them, and a fold loses the bet. A bettor does better to play some of them on."
        yield Advice("folded hands", Severity.NOTE, f"{folds} {better}")
