"""What the numbers say to the terms of a jackpot, for the paytables that are played for it.

Counting a bet may take a while: it is done once, behind the pages, and they say so until it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import wait
from dataclasses import dataclass, replace
from fractions import Fraction

from fairfelt.exact import percent_text
from fairfelt.jackpot import Jackpot, Terms
from fairfelt.meters import (
    Advice,
    JackpotSetup,
    MeterError,
    ProgressiveBet,
    ProgressiveOffer,
    Severity,
    advise,
    house_edge_at,
    long_run_edge,
)  # fmt: skip
from fairfelt.meters.edge import contribution_rate
from fairfelt.rules import MICROS
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.meters.meter_study import bet_job

PATIENCE_S = 0.5
Figure = tuple[str, str]


@dataclass(frozen=True)
class TermsAdvice:
    """What the numbers say for a paytable, or for several of which they say the same."""

    stake: str
    figures: tuple[Figure, ...] = ()
    advice: tuple[Advice, ...] = ()
    sentence: str = ""
    """Why there are no figures, or none yet."""
    ready: bool = True
    offers: tuple[ProgressiveOffer, ...] = ()


def advise_terms(
    counting: Counting,
    offers: Iterable[ProgressiveOffer],
    terms: Terms,
    *,
    stake_micros: int,
    current: Jackpot | None = None,
) -> list[TermsAdvice]:
    """What is to be said of these terms for each paytable, with one wager of that size."""
    found: dict[TermsAdvice, list[ProgressiveOffer]] = {}
    for offer in offers:
        setup = JackpotSetup(offer=offer, terms=terms, stake=Fraction(stake_micros, MICROS))
        found.setdefault(_advise(counting, setup, current), []).append(offer)
    return [replace(advice, offers=tuple(of)) for advice, of in found.items()]


def bets_of(
    counting: Counting, offers: Iterable[ProgressiveOffer], terms: Terms, stake_micros: int
) -> dict[ProgressiveOffer, ProgressiveBet]:
    """The bets of these paytables that are counted, or soon are."""
    stake = Fraction(stake_micros, MICROS)
    jobs = {offer: bet_job(counting, JackpotSetup(offer=offer, terms=terms, stake=stake)) for offer in offers}
    wait([job.future for job in jobs.values()], PATIENCE_S)
    return {offer: job.answer for offer, job in jobs.items() if job.ready and job.solved}


def _advise(counting: Counting, setup: JackpotSetup, current: Jackpot | None) -> TermsAdvice:
    terms, stake = setup.terms, f"{setup.stake} {setup.terms.currency}"
    missing = [level for level in setup.offer.levels if level not in {at.name for at in terms.levels}]
    if missing:
        sentence = f"this paytable wins a level {missing[0]!r}, which the jackpot does not have"
        return TermsAdvice(stake, sentence=sentence)
    job = bet_job(counting, setup)
    wait([job.future], PATIENCE_S)
    if not job.ready:
        return TermsAdvice(stake, sentence="the exact figures are being computed", ready=False)
    if not job.solved:
        return TermsAdvice(stake, sentence=f"no exact figures: {job.unsolved}")
    try:
        advice = (*_compare_rates(terms, current), *advise(job.answer, terms))
    except MeterError as error:
        return TermsAdvice(stake, sentence=f"no exact figures: {error}")
    return TermsAdvice(stake, tuple(_figures(job.answer, terms, current)), advice)


def _figures(bet: ProgressiveBet, terms: Terms, current: Jackpot | None) -> Iterator[Figure]:
    """What these terms earn the house, beside the current terms and the current meters."""
    yield "House edge with these terms, in the long run", percent_text(long_run_edge(bet, terms), 2)
    if current:
        meters = {level.name: Fraction(current.meter(level.name), MICROS) for level in current.terms.levels}
        yield "With the current terms", percent_text(long_run_edge(bet, current.terms), 2)
        yield "At the current meters", percent_text(house_edge_at(bet, meters), 2)
    yield "Without any meter", percent_text(house_edge_at(bet, {}), 2)


def _compare_rates(terms: Terms, current: Jackpot | None) -> Iterator[Advice]:
    """What a rate above or below the current one does to the house."""
    raised = contribution_rate(terms) - contribution_rate(current.terms) if current else Fraction(0)
    if raised:
        more, falls, severity = ("more", "falls", Severity.WARNING) if raised > 0 else ("less", "rises", Severity.NOTE)
        gets = f"Meters and reserves get {percent_text(abs(raised), 2)} of the wager {more} than now"
        yield Advice("rates", severity, f"{gets}, so the house edge {falls} by as much.")
