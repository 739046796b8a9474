"""What the mathematics says to the terms of a jackpot, for the paytables that are played for it.

Counting a wager may take a while: it is done once, behind the pages, and they say so until it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache

from fairfelt import games
from fairfelt.exact import Unsolved
from fairfelt.exact.core.numbers import percent_text
from fairfelt.jackpot import Jackpot, Terms
from fairfelt.meters import (
    Advice,
    MeterError,
    Prospect,
    Severity,
    advise,
    house_edge_at,
    long_run_edge,
    prospect,
)
from fairfelt.meters.edge import contributed
from fairfelt.rules import MICROS

from .offers import Offer

MOST_KEPT = 256
PATIENCE_S = 0.5


@dataclass(frozen=True)
class Figure:
    """A number to be read beside the form."""

    name: str
    value: str


@dataclass(frozen=True)
class Counsel:
    """What is said of a paytable, or of several of which the same is to be said."""

    offers: tuple[Offer, ...]
    stake: str
    figures: tuple[Figure, ...] = ()
    advice: tuple[Advice, ...] = ()
    sentence: str = ""
    """Why there are no figures, or none yet."""
    ready: bool = True


def counsel(
    offers: Iterable[Offer], terms: Terms, *, stake_micros: int, standing: Jackpot | None = None
) -> list[Counsel]:
    """What is to be said of these terms for each paytable, with one wager of that size."""
    said: dict[Counsel, list[Offer]] = {}
    for offer in offers:
        said.setdefault(_counsel(offer, terms, stake_micros, standing), []).append(offer)
    return [replace(each, offers=tuple(of)) for each, of in said.items()]


def _counsel(offer: Offer, terms: Terms, stake_micros: int, standing: Jackpot | None) -> Counsel:
    stake = f"{Fraction(stake_micros, MICROS)} {terms.currency}"
    missing = [level for level in offer.levels if level not in {at.name for at in terms.levels}]
    if missing:
        return Counsel(
            (), stake, sentence=f"this paytable wins a level {missing[0]!r}, which the jackpot does not have"
        )
    job = _prospect(offer, stake_micros)
    try:
        found = job.result(PATIENCE_S)
        advice = (*_compared(terms, standing), *advise(found, terms))
        return Counsel((), stake, _figures(found, terms, standing), advice)
    except TimeoutError:
        return Counsel((), stake, sentence="the exact figures are being computed", ready=False)
    except (Unsolved, MeterError) as error:
        return Counsel((), stake, sentence=f"no exact figures: {error}")


def _figures(found: Prospect, terms: Terms, standing: Jackpot | None) -> tuple[Figure, ...]:
    """What these terms earn the house, beside what the present ones do and how it stands at the meter of now."""
    figures = [Figure("House advantage with these terms, in the long run", _percent(long_run_edge(found, terms)))]
    if standing:
        now = long_run_edge(found, standing.terms)
        figures.append(Figure("With the terms of now", _percent(now)))
        figures.append(Figure("At the meters of this moment", _percent(house_edge_at(found, _meters(standing)))))
    figures.append(Figure("Without any meter", _percent(house_edge_at(found, {}))))
    return tuple(figures)


def _compared(terms: Terms, standing: Jackpot | None) -> Iterable[Advice]:
    """What a rate above or below the one that is set does to the house."""
    raised = contributed(terms) - contributed(standing.terms) if standing else Fraction(0)
    if raised:
        more, falls, severity = ("more", "falls", Severity.WARNING) if raised > 0 else ("less", "rises", Severity.NOTE)
        by = _percent(abs(raised))
        sentence = (
            f"Meters and reserves get {by} of the wager {more} than now, so the house advantage {falls} by as much."
        )
        yield Advice("rates", severity, sentence)


def _meters(jackpot: Jackpot) -> Mapping[str, Fraction]:
    return {level.name: Fraction(jackpot.meter(level.name), MICROS) for level in jackpot.terms.levels}


def _percent(share: Fraction) -> str:
    return percent_text(share, 2)


@lru_cache(MOST_KEPT)
def _prospect(offer: Offer, stake_micros: int) -> Future[Prospect]:
    game, stake = games.find(offer.game, offer.variant), Fraction(stake_micros, MICROS)
    return _thread().submit(prospect, game, offer.wager, offer.paytable, stake=stake)


@cache
def _thread() -> ThreadPoolExecutor:
    """One thread: numbers beside a form must not take the room's processors."""
    return ThreadPoolExecutor(1, "counsel")
