"""The terms of a jackpot as a form, with what they would lead to: opening a jackpot and changing its terms."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import wait
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from starlette.responses import Response

from fairfelt.engine.exact import percent_text
from fairfelt.jackpot import FixedPays, Freeze, Jackpot, ProposedTerms, SeveralWinners, Terms
from fairfelt.jackpot.meters import (
    Advice,
    JackpotSetup,
    MeterError,
    ProgressiveBet,
    ProgressiveOffer,
    Severity,
    advise,
    all_offers,
    house_edge_at,
    long_run_edge,
)
from fairfelt.jackpot.meters.edge import contribution_rate
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.reports.sheet.english import capital, one_in_text
from fairfelt.room import Floor
from fairfelt.room.commands.accounts import ChangeTerms
from fairfelt.room.commands.set_up import OpenJackpot
from fairfelt.room.live_jackpot import offers_played
from fairfelt.rules import DOLLARS, MICROS
from fairfelt.runtime.formats import Currency, FieldError, Name, convert
from fairfelt.web.desk import Desk, Fact, Field, Form, Review, Task
from fairfelt.web.desk.task import NO_VALUE, is_first
from fairfelt.web.desk.words import money, plain
from fairfelt.web.http.answers import not_found, read_integer
from fairfelt.web.pages.counting import Counting, counting_of
from fairfelt.web.pages.manager.law import FiledFor, preset_for
from fairfelt.web.pages.meters import bet_job, check_rates, level_fields, read_level
from fairfelt.web.pages.page import page

CURRENCY = "currency"
AMOUNTS: Final = {
    "largest": ("largest_increment_micros", "Max bet", "A larger bet is refused.", 1),
    "executive": ("executive_from_micros", "Executive confirms from", "Smaller awards take a supervisor’s card.", 0),
    "payable": ("payable_micros", "Round payouts up to", "The house adds what is missing.", 1),
}
"""By the names of their fields: the term, a label, a hint, and the least amount."""
POLICIES: Final[Mapping[str, tuple[str, type[SeveralWinners | Freeze | FixedPays]]]] = {
    "several_winners": ("Several winners in one round", SeveralWinners),
    "freeze": ("Amount locks", Freeze),
    "fixed_pays": ("Fixed pays come from the", FixedPays),
}
"""Terms that are one of several: a label, and what they may be."""


def level_field(place: int, part: str) -> str:
    """The name of a field of a level."""
    return f"{part}-{place}"


def read_terms(form: Form, names: Sequence[str]) -> Terms | None:
    """The terms in a form with these levels; nothing where something in it is wrong, which is then said next to it."""
    currency = form.text(CURRENCY, Currency)
    levels = [read_level(form, name, partial(level_field, place), currency) for place, name in enumerate(names)]
    common = {
        "name": form.text("name"),
        "currency": currency,
        **{term: form.amount(field, currency, least=least) for field, (term, _, _, least) in AMOUNTS.items()},
        **{term: form.one_of(term, [kind.value for kind in kinds]) for term, (_, kinds) in POLICIES.items()},
    }
    for place, name in enumerate(names):
        if name in names[:place]:
            form.mistake(level_field(place, "level"), "give every level another name")
    check_rates(form, levels, level_field(len(levels) - 1, "rate"))
    if form.mistakes:
        return None
    try:
        return convert({**common, "levels": levels}, ProposedTerms)
    except FieldError as error:
        form.mistake("", str(error))
        return None


def describe_terms(terms: Terms) -> list[tuple[str, str]]:
    """The terms of the jackpot as a whole, under the labels of the form."""
    amounts = [(words, money(getattr(terms, term), terms.currency)) for term, words, *_ in AMOUNTS.values()]
    return amounts + [(words, getattr(terms, term).value) for term, (words, _) in POLICIES.items()]


def _term_fields(desk: Desk, found: Jackpot | None) -> Iterator[Field]:
    """Every term, level by level; the name of a level that runs, or that a paytable gives, stays."""
    offer, terms = all_offers().get(_chosen(desk)), (found.awaiting or found.terms) if found else None
    preset = preset_for(desk.floor, offer) if offer else None
    unit, whole = terms.currency if terms else "", partial(Field, group="The jackpot as a whole")
    for place, level in enumerate(_levels(desk, found)):
        named, by_hand = partial(level_field, place), not (found or offer)
        group = f"Level {place + 1}" if by_hand else level
        if by_hand:
            yield Field(named("level"), "Name of the level", value=level, group=group)
        known = terms.levels[place] if terms else preset.levels.get(level) if preset else None
        yield from (replace(field, group=group) for field in level_fields(named, unit, known))
    yield whole("name", "Name on displays and documents", value=terms.name if terms else "")
    yield whole(CURRENCY, "Currency", sort="hidden" if terms else "text", value=unit or DOLLARS)
    for name, (term, words, hint, _) in AMOUNTS.items():
        usual = plain(CENT_MICROS) if name == "payable" else ""
        value = plain(getattr(terms, term)) if terms else usual
        yield whole(name, words, sort="amount", unit=unit, hint=hint, value=value)
    for term, (words, kinds) in POLICIES.items():
        hint = " ".join(f"{capital(kind.value)}: {kind.meaning}" for kind in kinds if hasattr(kind, "meaning"))
        value = (getattr(terms, term) if terms else next(iter(kinds))).value
        yield whole(term, words, choices=[kind.value for kind in kinds], hint=hint, value=value)


# What the numbers say to the terms of a jackpot, for the paytables that are played for it.
#
# Counting a bet may take a while: it is done once, behind the pages, and they say so until it is there.


PATIENCE_S = 0.5
Figure = tuple[str, str]


@dataclass(frozen=True)
class TermsAdvice:
    """Figures and advice for a paytable, or for several that have the same."""

    stake: str
    figures: tuple[Figure, ...] = ()
    advice: tuple[Advice, ...] = ()
    sentence: str = ""
    """Why there are no figures, or none yet."""
    ready: bool = True
    offers: tuple[ProgressiveOffer, ...] = ()
    bet: ProgressiveBet | None = None
    """The bet, once it is counted."""


def advise_terms(
    counting: Counting,
    offers: Iterable[ProgressiveOffer],
    terms: Terms,
    *,
    stake_micros: int,
    current: Jackpot | None = None,
) -> list[TermsAdvice]:
    """Advice on these terms for each paytable, with one wager of that size."""
    found: dict[TermsAdvice, list[ProgressiveOffer]] = {}
    for offer in offers:
        setup = JackpotSetup(offer=offer, terms=terms, stake=Fraction(stake_micros, MICROS))
        found.setdefault(_advise(counting, setup, current), []).append(offer)
    return [replace(advice, offers=tuple(of)) for advice, of in found.items()]


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
    raised = contribution_rate(terms) - contribution_rate(current.terms) if current else Fraction(0)
    compared = []
    if raised:
        more, falls, severity = ("more", "falls", Severity.WARNING) if raised > 0 else ("less", "rises", Severity.NOTE)
        gets = f"Meters and reserves get {percent_text(abs(raised), 2)} of the wager {more} than now"
        compared.append(Advice("rates", severity, f"{gets}, so the house edge {falls} by as much."))
    try:
        advice = (*compared, *advise(job.answer, terms))
    except MeterError as error:
        return TermsAdvice(stake, sentence=f"no exact figures: {error}")
    figures = [("House edge with these terms, in the long run", percent_text(long_run_edge(job.answer, terms), 2))]
    if current:
        meters = {level.name: Fraction(current.meter(level.name), MICROS) for level in current.terms.levels}
        figures.append(("With the current terms", percent_text(long_run_edge(job.answer, current.terms), 2)))
        figures.append(("At the current meters", percent_text(house_edge_at(job.answer, meters), 2)))
    figures.append(("Without any meter", percent_text(house_edge_at(job.answer, {}), 2)))
    return TermsAdvice(stake, tuple(figures), advice, bet=job.answer)


CHOSEN, BY_HAND = "for", "by hand"
STAKE = "stake"
MOST_BY_HAND = 5


async def choose(desk: Desk) -> Response:
    """Choose the paytable of a new jackpot: it gives the levels."""
    offers, most = list(all_offers().values()), range(1, MOST_BY_HAND + 1)
    return desk.draw("manager/jackpots/choose.html", offers=offers, most=most)


def _origin(desk: Desk, it: None) -> tuple[Fact, ...]:
    """The source of the seeds and rates that the form starts with."""
    offer = all_offers().get(_chosen(desk))
    return (("Seeds and rates", FiledFor(offer, preset_for(desk.floor, offer)).origin),) if offer else ()


async def _send(desk: Desk, form: Form, fields: dict[str, Any]) -> Mapping[str, Any]:
    found = desk.floor.jackpots.get(desk.request.path_params.get("jackpot", ""))
    levels = _levels(desk, found)
    if not found and _chosen(desk) not in all_offers():  # their names are typed
        levels = [form.text(level_field(place, "level"), Name) for place in range(len(levels))]
    terms = read_terms(form, levels)
    for place, level in enumerate(terms.levels if terms and found and is_first(desk, form) else ()):
        if found and level.limit_micros is not None and level.limit_micros < found.meter(level.name):
            form.mistake(
                level_field(place, "limit"), "the meter stands above that limit: set it at or above what stands"
            )
    return {**fields, "terms": terms}


async def _judge(desk: Desk, form: Form, after: Floor) -> Review:
    """Review the house edge with these terms, the odds of each level, and losing bets to tick off."""
    name = str(desk.request.path_params.get("jackpot", "")) or form.get("jackpot")
    current, terms = desk.floor.jackpots.get(name), after.jackpots[name].awaiting or after.jackpots[name].terms
    changes, notes, losing = [], [], []
    for advice in await _advise_on(desk, form, name if current else _chosen(desk), terms):
        for offer in advice.offers:
            if not advice.bet:
                notes.append(f"The house edge is not counted yet for {offer.words}.")
                continue
            edge = long_run_edge(advice.bet, terms)
            was = percent_text(long_run_edge(advice.bet, current.terms), 2) if current else NO_VALUE
            changes.append((f"House edge in the long run, {offer.words}", was, percent_text(edge, 2)))
            chances = defaultdict[str, Fraction](Fraction)
            for hit in advice.bet.hits:
                chances[hit.level] += hit.probability
            odds = ", ".join(
                f"{level} is hit {one_in_text(chance)} wagers" for level, chance in chances.items() if chance
            )
            notes.append(f"{offer.words}: {odds}.")
            if edge < 0:
                losing.append(f"{offer.words} loses {percent_text(-edge, 2)} of every wager for the house.")
    return Review(tuple(changes), tuple(notes), " ".join(losing))


async def _also(desk: Desk, form: Form) -> Mapping[str, Any]:
    """The advice on what the fields hold; a jackpot that runs has a name."""
    name = str(desk.request.path_params.get("jackpot", ""))
    found, about = desk.floor.jackpots.get(name), name or _chosen(desk)
    values = form.sent or {field.name: field.value for field in _term_fields(desk, found)}
    stake = Field(
        STAKE, "Count with wagers of", sort="amount", unit=values.get(CURRENCY, ""), form="terms",
        value=plain(_stake_micros(desk, name)), hint="For the figures only; nothing is changed by it.",
    )  # fmt: skip
    return {"stake": stake, "about": about, "advice": await _advise_typed(desk, values, about)}


async def advice(desk: Desk) -> Response:
    """The advice on terms that are being typed: the part of the page that shows it, and nothing else."""
    query = desk.request.query_params
    found = await _advise_typed(desk, dict(query), query.get("about", ""))
    answer = page("manager/jackpots/advice.html", advice=found)
    answer.headers["Cache-Control"] = "no-store"
    return answer


async def _advise_typed(desk: Desk, values: dict[str, str], about: str) -> list[TermsAdvice]:
    """The advice on typed terms of a jackpot, or for a paytable; none while they cannot be read."""
    found, offer = desk.floor.jackpots.get(about), all_offers().get(about)
    levels = [level.name for level in found.terms.levels] if found else offer.levels if offer else ()
    assumed = {"name": "a jackpot", "largest": "1", "executive": "0"}
    form = Form(values)
    terms = read_terms(Form(values | {needed: form.get(needed) or usual for needed, usual in assumed.items()}), levels)
    return await _advise_on(desk, form, about, terms) if levels and terms else []


async def _advise_on(desk: Desk, form: Form, about: str, terms: Terms) -> list[TermsAdvice]:
    """The advice on terms of a jackpot, or for a paytable, with the wagers that the form names."""
    current, chosen = desk.floor.jackpots.get(about), all_offers().get(about)
    offers = offers_played(desk.floor, about) if current else [chosen] if chosen else []
    stake_micros = form.amount_or_none(STAKE, terms.currency) or _stake_micros(desk, about)
    return await asyncio.to_thread(
        advise_terms, counting_of(desk.request), offers, terms, stake_micros=stake_micros, current=current
    )


def _stake_micros(desk: Desk, jackpot: str) -> int:
    """The smallest wager at the tables of a jackpot, or one unit where none is listed."""
    tables = desk.floor.tables_of(jackpot).values()
    return min((coin for table in tables for coin in table.denominations_micros), default=MICROS)


def _chosen(desk: Desk) -> str:
    return str(desk.request.query_params.get(CHOSEN, ""))


def _levels(desk: Desk, found: Jackpot | None) -> Sequence[str]:
    """The levels of a jackpot or of the paytable in the address, or the given number of unnamed levels."""
    if found:
        return [level.name for level in found.terms.levels]
    if offer := all_offers().get(_chosen(desk)):
        return offer.levels
    count = read_integer(desk.request.query_params.get("levels", "1"), 1, MOST_BY_HAND)
    if _chosen(desk) != BY_HAND or count is None:
        raise not_found("no paytable of that name is in the catalogue: choose one from the list")
    return [f"Level {place}" for place in range(1, count + 1)] if count > 1 else ["meter"]


TASKS = [
    Task(
        "/manager/jackpots/new/open", OpenJackpot, prepare=_send, also=_also, review=_judge,
        template="manager/jackpots/terms.html", facts=_origin,
        fields=lambda desk, it: (
            Field("jackpot", "Jackpot ID", hint="In addresses and on the log, such as mega."),
            *_term_fields(desk, None),
        ),
    ),
    Task(
        "/manager/jackpots/{jackpot}/terms", ChangeTerms, prepare=_send, also=_also, review=_judge,
        template="manager/jackpots/terms.html", fields=_term_fields,
    ),
]  # fmt: skip
