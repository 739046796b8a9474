"""Opening a jackpot and changing its terms, with what the mathematics says to them beside the form."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from fairfelt.jackpot import Jackpot, Terms, TermsError, changed
from fairfelt.rules import MICROS
from fairfelt.web.api.handlers.accounting import TWO_PEOPLE
from fairfelt.web.api.handlers.set_up import SETTING_UP
from fairfelt.web.desk import Ask, Desk, Field, Form, Nowhere, Outcome, Paper, Task
from fairfelt.web.desk.command import is_first
from fairfelt.web.desk.frame import path_of
from fairfelt.web.desk.words import plain
from fairfelt.web.pages.page import page

from ..office import drawn, named
from .offers import offers, offers_of
from .terms_advice import Counsel, counsel
from .terms_form import CURRENCY, blank, common_fields, level_count, level_field, level_fields, read_terms, written

CHOSEN, BY_HAND = "for", "by hand"
STAKE = "stake"
MOST_BY_HAND = 5


async def choose(desk: Desk) -> Response:
    """Which paytable a new jackpot is for: it says which levels there are."""
    return drawn(desk, "manager/jackpots/choose.html", offers=list(offers().values()), most=range(1, MOST_BY_HAND + 1))


def _open_paper(desk: Desk) -> Paper:
    return Paper(
        title="Open a jackpot",
        lead="Its levels are seeded by the house at once. A link then feeds it, and tables win it.",
        button="Open the jackpot",
        back="/manager/jackpots",
        fields=(Field(name="jackpot", label="Short name", hint="In addresses and on the log, such as mega."),),
        danger="The house puts the seeds in as soon as it is opened.",
    )


async def _open(desk: Desk, form: Form, ask: Ask) -> Outcome | None:
    if form.get("look"):
        return None
    name, terms = form.name("jackpot", "jackpot"), read_terms(form)
    return await ask("open jackpot", jackpot=name, terms=_sent(terms))


def _change_paper(desk: Desk) -> Paper:
    name, _ = named(desk, desk.floor.jackpots, "jackpot")
    return Paper(
        title=f"Change the terms of {name}",
        lead="Limits and house rules begin at once. Seeds and rates wait for the next 100% award.",
        button="Change the terms",
        back=path_of("manager", "jackpots", name),
        fields=(Field(name="why", label="Why they change"),),
    )


async def _change(desk: Desk, form: Form, ask: Ask) -> Outcome | None:
    if form.get("look"):
        return None
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    why, terms = form.text("why"), read_terms(form)
    if is_first(desk, form):
        _check_change(form, found, terms)
    return await ask("change terms", jackpot=name, terms=_sent(terms), why=why)


def _check_change(form: Form, found: Jackpot, terms: Terms | None) -> None:
    """A limit below what stands is said at its field; whatever else is not possible stands above the form."""
    for place, level in enumerate(terms.levels if terms else ()):
        if level.limit_micros is not None and level.limit_micros < found.meter(level.name):
            form.mistake(
                level_field(place, "limit"), "the meter stands above that limit: set it at or above what stands"
            )
    try:
        if terms:
            changed(found, terms)
    except TermsError as error:
        form.mistake("", str(error))


def _sent(terms: Terms | None) -> dict[str, Any]:
    """As the command carries them; a form with a mistake is never sent."""
    return terms.to_dict() if terms else {}


async def _also_open(desk: Desk, form: Form) -> Mapping[str, Any]:
    values = form.sent or blank(_levels(desk))
    return await _also(desk, form, values, found=None, name="")


async def _also_change(desk: Desk, form: Form) -> Mapping[str, Any]:
    name, found = named(desk, desk.floor.jackpots, "jackpot")
    return await _also(desk, form, form.sent or written(found.awaiting or found.terms), found=found, name=name)


async def _also(
    desk: Desk, form: Form, values: dict[str, str], *, found: Jackpot | None, name: str
) -> Mapping[str, Any]:
    """The fields in their groups, and what is said to what stands in them."""
    fixed, places = found is not None, range(level_count(Form(values)))
    named_by_paytable = fixed or _chosen(desk) in offers()
    return {
        "common": common_fields(values, fixed=fixed),
        "levels": [level_fields(place, values, fixed=named_by_paytable) for place in places],
        "level_names": [values.get(level_field(place, "level"), "") for place in places],
        "stake": _stake_field(desk, name, values.get(CURRENCY, "")),
        "about": name or _chosen(desk),
        "counsels": await counselled(desk, Form(values), found=found, name=name),
        "fixed": named_by_paytable,
    }


def _stake_field(desk: Desk, name: str, currency: str) -> Field:
    return Field(
        name=STAKE, label="Count with wagers of", sort="amount", unit=currency, form="terms",
        value=plain(_stake_micros(desk, name)), hint="For the figures only; nothing is changed by it.",
    )  # fmt: skip


async def advice(desk: Desk) -> Response:
    """What the mathematics says to terms that are being typed: the part of the page that shows it, and nothing else."""
    query = desk.request.query_params
    name = query.get("about", "")
    found = desk.floor.jackpots.get(name)
    said = await counselled(desk, Form(dict(query)), found=found, name=name)
    answer = page("manager/jackpots/advice.html", counsels=said)
    answer.headers["Cache-Control"] = "no-store"
    return answer


async def counselled(desk: Desk, form: Form, *, found: Jackpot | None, name: str) -> list[Counsel]:
    """What is said to what was typed, once it can be read; figures are left out while it cannot."""
    reading = Form({**form.sent, "name": form.get("name") or "a jackpot"})
    for needed, usual in (("largest", "1"), ("executive", "0")):
        reading.sent[needed] = form.get(needed) or usual
    terms = read_terms(reading)
    if terms is None:
        return []
    played = (
        offers_of(desk.floor, name) if found else [offers()[key] for key in [name or _chosen(desk)] if key in offers()]
    )
    stake_micros = Form(form.sent).amount(STAKE, terms.currency) or _stake_micros(desk, name)
    return await asyncio.to_thread(counsel, played, terms, stake_micros=stake_micros, standing=found)


def _stake_micros(desk: Desk, jackpot: str) -> int:
    """The smallest wager at the tables of a jackpot, or one unit where none is listed."""
    floor = desk.floor
    coins = [
        coin
        for table in floor.tables.values()
        if floor.links[table.link].jackpot == jackpot
        for coin in table.denominations_micros
    ]
    return min(coins, default=MICROS)


def _chosen(desk: Desk) -> str:
    return str(desk.request.query_params.get(CHOSEN, ""))


def _levels(desk: Desk) -> tuple[str, ...]:
    """The levels of the paytable in the address, or so many without a name."""
    key = _chosen(desk)
    if key in offers():
        return offers()[key].levels
    count = desk.request.query_params.get("levels", "1")
    if key != BY_HAND or not (count.isascii() and count.isdigit() and 1 <= int(count[:2]) <= MOST_BY_HAND):
        raise Nowhere("no paytable of that name is in the catalogue: choose one from the list")
    return tuple(f"Level {place}" for place in range(1, int(count) + 1)) if int(count) > 1 else ("meter",)


TASKS = [
    Task(
        path="/manager/jackpots/new/open", access=SETTING_UP, paper=_open_paper, do=_open, also=_also_open,
        template="manager/jackpots/terms.html",
    ),
    Task(
        path="/manager/jackpots/{jackpot}/terms", access=TWO_PEOPLE, paper=_change_paper, do=_change,
        also=_also_change, template="manager/jackpots/terms.html",
    ),
]  # fmt: skip
