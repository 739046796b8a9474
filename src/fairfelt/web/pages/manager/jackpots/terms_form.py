"""The terms of a jackpot as a form: read from what was typed, and written into its fields."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from fairfelt.jackpot import FixedPays, Freeze, Level, SeveralWinners, Terms, TermsError
from fairfelt.jackpot.terms import CENT_MICROS, PPM
from fairfelt.web.desk import Field, Form
from fairfelt.web.desk.form_sheet import Choice
from fairfelt.web.desk.words import percent, plain

MOST_LEVELS = 20
LEVELS = "levels"
CURRENCY = "currency"


def level_field(place: int, part: str) -> str:
    """The name of a field of a level."""
    return f"{part}-{place}"


def read_terms(form: Form) -> Terms | None:
    """The terms in a form; nothing where something in it is wrong, which is then said next to it."""
    currency = form.currency(CURRENCY)
    levels = [_level(form, place, currency) for place in range(level_count(form))]
    whole = {
        "name": form.text("name"),
        "currency": currency,
        "payable_micros": form.amount("payable", currency, least=1),
        "largest_increment_micros": form.amount("largest", currency, least=1),
        "executive_from_micros": form.amount("executive", currency),
        "several_winners": form.one_of("several_winners", _values(SeveralWinners)),
        "freeze": form.one_of("freeze", _values(Freeze)),
        "fixed_pays": form.one_of("fixed_pays", _values(FixedPays)),
    }
    _check_together(form, levels)
    if form.mistakes:
        return None
    try:
        return Terms.from_dict({**whole, "levels": levels})
    except TermsError as error:
        form.mistake("", str(error))
        return None


def level_count(form: Form) -> int:
    """How many levels the form has."""
    given = form.get(LEVELS)
    return min(int(given), MOST_LEVELS) if given.isascii() and given.isdigit() and len(given) < 3 else 0


def _level(form: Form, place: int, currency: str) -> dict[str, str | int | None]:
    name, seed, rate, reserve, limit = (
        level_field(place, part) for part in ("level", "seed", "rate", "reserve", "limit")
    )
    found: dict[str, str | int | None] = {
        "name": form.name(name, "level"),
        "seed_micros": form.amount(seed, currency),
        "rate_ppm": form.rate_ppm(rate),
        "reserve_rate_ppm": form.rate_ppm(reserve),
        "limit_micros": form.amount_or_none(limit, currency),
    }
    most, least = found["limit_micros"], found["seed_micros"]
    if isinstance(most, int) and isinstance(least, int) and most < least:
        form.mistake(limit, "the limit lies below the seed: set it at or above the seed, or leave it empty")
    return found


def _check_together(form: Form, levels: list[dict[str, str | int | None]]) -> None:
    """What no level can know of itself."""
    for place, level in enumerate(levels):
        if any(level["name"] == other["name"] for other in levels[:place]):
            form.mistake(level_field(place, "level"), "every level needs a name of its own")
    rates = [value for level in levels for value in (level["rate_ppm"], level["reserve_rate_ppm"])]
    total_ppm = sum(rate for rate in rates if isinstance(rate, int))
    if total_ppm > PPM:
        sentence = f"all rates and reserves together come to {percent(total_ppm)}%: more than the whole wager"
        form.mistake(level_field(len(levels) - 1, "rate"), sentence)


def written(terms: Terms) -> dict[str, str]:
    """Terms as the fields hold them."""
    return {
        LEVELS: str(len(terms.levels)),
        CURRENCY: terms.currency,
        "name": terms.name,
        "payable": plain(terms.payable_micros),
        "largest": plain(terms.largest_increment_micros),
        "executive": plain(terms.executive_from_micros),
        "several_winners": terms.several_winners.value,
        "freeze": terms.freeze.value,
        "fixed_pays": terms.fixed_pays.value,
        **{name: value for place, level in enumerate(terms.levels) for name, value in _written_level(place, level)},
    }


def _written_level(place: int, level: Level) -> Iterator[tuple[str, str]]:
    yield level_field(place, "level"), level.name
    yield level_field(place, "seed"), plain(level.seed_micros)
    yield level_field(place, "rate"), percent(level.rate_ppm)
    yield level_field(place, "reserve"), percent(level.reserve_rate_ppm)
    yield level_field(place, "limit"), plain(level.limit_micros)


def blank(levels: tuple[str, ...]) -> dict[str, str]:
    """The fields of a jackpot that is to be opened, with what is usual and without what has to be decided."""
    names = {level_field(place, "level"): name for place, name in enumerate(levels)}
    return {
        LEVELS: str(len(levels)), CURRENCY: "USD", "payable": plain(CENT_MICROS), **names,
        "several_winners": SeveralWinners.IN_ORDER.value, "freeze": Freeze.AT_CLAIM.value,
        "fixed_pays": FixedPays.TRAY.value,
    }  # fmt: skip


def level_fields(place: int, values: dict[str, str], *, fixed: bool) -> tuple[Field, ...]:
    """What is asked of one level; the name of one that runs, or that a paytable gives, stays."""
    unit = values.get(CURRENCY, "")

    def at(part: str) -> str:
        return level_field(place, part)

    found = (
        Field(name=at("level"), label="Name of the level", sort="hidden" if fixed else "text"),
        Field(name=at("seed"), label="Seed", sort="amount", unit=unit, hint="Put in by the house after a 100% award."),
        Field(name=at("rate"), label="Meter rate", sort="percent", unit="%", hint="Of every wager, to the meter."),
        Field(name=at("reserve"), label="Reserve rate", sort="percent", unit="%", optional=True,
              hint="Of every wager, for the next start."),
        Field(name=at("limit"), label="Limit", sort="amount", unit=unit, optional=True,
              hint="Above it, contributions gather for the next start."),
    )  # fmt: skip
    return tuple(_with(field, values) for field in found)


def common_fields(values: dict[str, str], *, fixed: bool) -> tuple[Field, ...]:
    """What is asked of the jackpot as a whole."""
    unit = values.get(CURRENCY, "")
    found = (
        Field(name="name", label="Name on displays and papers"),
        Field(name=CURRENCY, label="Currency", sort="hidden" if fixed else "text"),
        Field(name="largest", label="Largest wager", sort="amount", unit=unit, hint="A bet above it is refused."),
        Field(name="executive", label="Executive confirms from", sort="amount", unit=unit,
              hint="Smaller awards take a supervisor’s card."),
        Field(name="payable", label="Prizes are paid in whole", sort="amount", unit=unit,
              hint="What is missing to one is added by the house."),
        Field(name="several_winners", label="Several winners in one round", sort="choice",
              choices=_choices(SeveralWinners)),
        Field(name="freeze", label="A prize is fixed", sort="choice", choices=_choices(Freeze)),
        Field(name="fixed_pays", label="Fixed pays come from the", sort="choice", choices=_choices(FixedPays)),
    )  # fmt: skip
    return tuple(_with(field, values) for field in found)


def _with(field: Field, values: dict[str, str]) -> Field:
    return Field(**{**vars(field), "value": values.get(field.name, "")})


def _values(kinds: type[Enum]) -> tuple[str, ...]:
    return tuple(kind.value for kind in kinds)


def _choices(kinds: type[Enum]) -> tuple[Choice, ...]:
    return tuple((kind.value, kind.value) for kind in kinds)
