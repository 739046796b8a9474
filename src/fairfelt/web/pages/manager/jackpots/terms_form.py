"""The terms of a jackpot as a form: its fields, what was typed into them, and terms written into them."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Final, NamedTuple

from fairfelt.jackpot import FixedPays, Freeze, ProposedTerms, SeveralWinners, Terms
from fairfelt.jackpot.terms import CENT_MICROS
from fairfelt.reports.sheet.english import capital
from fairfelt.rules import DOLLARS, Preset
from fairfelt.runtime.formats import FieldError, convert
from fairfelt.web.desk import Field, Form
from fairfelt.web.desk.words import money, percent, plain
from fairfelt.web.http.request import read_integer
from fairfelt.web.pages.meters import check_rates, level_fields, read_level

MOST_LEVELS = 20
LEVELS = "levels"
CURRENCY = "currency"


class Amount(NamedTuple):
    """An amount among the terms, and how a form asks for it."""

    term: str
    label: str
    hint: str
    least: int


AMOUNTS: Final = {
    "largest": Amount("largest_increment_micros", "Max bet", "A larger bet is refused.", 1),
    "executive": Amount(
        "executive_from_micros", "Executive confirms from", "Smaller awards take a supervisor’s card.", 0
    ),
    "payable": Amount("payable_micros", "Round payouts up to", "The house adds what is missing.", 1),
}
POLICIES: Final[dict[str, tuple[type[Enum], str]]] = {
    "several_winners": (SeveralWinners, "Several winners in one round"),
    "freeze": (Freeze, "Amount locks"),
    "fixed_pays": (FixedPays, "Fixed pays come from the"),
}
HINTS: Final = {
    "several_winners": " ".join(f"{capital(policy.value)}: {policy.meaning}" for policy in SeveralWinners),
    "freeze": " ".join(f"{capital(freeze.value)}: {freeze.meaning}" for freeze in Freeze),
}


def level_field(place: int, part: str) -> str:
    """The name of a field of a level."""
    return f"{part}-{place}"


def read_terms(form: Form) -> Terms | None:
    """The terms in a form; nothing where something in it is wrong, which is then said next to it."""
    currency = form.currency(CURRENCY)
    names = [form.name(level_field(place, "level")) for place in range(level_count(form))]
    levels = [read_level(form, name, partial(level_field, place), currency) for place, name in enumerate(names)]
    common = {
        "name": form.text("name"),
        "currency": currency,
        **{each.term: form.amount(field, currency, least=each.least) for field, each in AMOUNTS.items()},
        **{term: form.one_of(term, [kind.value for kind in kinds]) for term, (kinds, _) in POLICIES.items()},
    }
    for place, name in enumerate(names):
        if name in names[:place]:
            form.mistake(level_field(place, "level"), "every level needs a name of its own")
    check_rates(form, levels, level_field(len(levels) - 1, "rate"))
    if form.mistakes:
        return None
    try:
        return convert({**common, "levels": levels}, ProposedTerms)
    except FieldError as error:
        form.mistake("", str(error))
        return None


def level_count(form: Form) -> int:
    """How many levels the form has."""
    return min(read_integer(form.get(LEVELS), 0, 99) or 0, MOST_LEVELS)


def write_terms(terms: Terms) -> dict[str, str]:
    """Terms as the fields hold them."""
    values = {LEVELS: str(len(terms.levels)), CURRENCY: terms.currency, "name": terms.name}
    values |= {field: plain(getattr(terms, each.term)) for field, each in AMOUNTS.items()}
    values |= {term: getattr(terms, term).value for term in POLICIES}
    for place, level in enumerate(terms.levels):
        parts = {
            "level": level.name,
            "seed": plain(level.seed_micros),
            "rate": percent(level.rate_ppm),
            "reserve": percent(level.reserve_rate_ppm),
            "limit": plain(level.limit_micros),
        }
        values |= {level_field(place, part): text for part, text in parts.items()}
    return values


def blank_values(levels: tuple[str, ...], preset: Preset | None = None) -> dict[str, str]:
    """The fields of a jackpot that is to be opened: usual values, and seeds and rates where its paytable has some."""
    known = preset.levels if preset else {}
    return {
        LEVELS: str(len(levels)),
        CURRENCY: DOLLARS,
        "payable": plain(CENT_MICROS),
        **{term: next(iter(kinds)).value for term, (kinds, _) in POLICIES.items()},
        **{level_field(place, "level"): name for place, name in enumerate(levels)},
        **{level_field(p, "seed"): plain(known[name].seed_micros) for p, name in enumerate(levels) if name in known},
        **{level_field(p, "rate"): percent(known[name].rate_ppm) for p, name in enumerate(levels) if name in known},
    }


def describe_terms(terms: Terms) -> list[tuple[str, str]]:
    """The terms of the jackpot as a whole, under the labels of the form."""
    amounts = [(each.label, money(getattr(terms, each.term), terms.currency)) for each in AMOUNTS.values()]
    return amounts + [(label, getattr(terms, term).value) for term, (_, label) in POLICIES.items()]


def fields_of_level(place: int, values: dict[str, str], *, fixed: bool) -> tuple[Field, ...]:
    """What is asked of one level; the name of one that runs, or that a paytable gives, stays."""
    name = Field(name=level_field(place, "level"), label="Name of the level", sort="hidden" if fixed else "text")
    return _fill_in(values, name, *level_fields(partial(level_field, place), values.get(CURRENCY, "")))


def common_fields(values: dict[str, str], *, fixed: bool) -> tuple[Field, ...]:
    """What is asked of the jackpot as a whole."""
    unit = values.get(CURRENCY, "")
    return _fill_in(
        values,
        Field("name", "Name on displays and documents"),
        Field(CURRENCY, "Currency", sort="hidden" if fixed else "text"),
        *(
            Field(field, each.label, sort="amount", unit=unit, hint=each.hint)
            for field, each in AMOUNTS.items()
        ),
        *(
            Field(term, label, hint=HINTS.get(term, ""), choices=[kind.value for kind in kinds])
            for term, (kinds, label) in POLICIES.items()
        ),
    )  # fmt: skip


def _fill_in(values: dict[str, str], *fields: Field) -> tuple[Field, ...]:
    return tuple(replace(field, value=values.get(field.name, "")) for field in fields)
