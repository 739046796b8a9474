"""The fields of a jackpot's level: how a form asks for them and reads them, whatever it calls each field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from fairfelt.jackpot import PPM
from fairfelt.web.desk import Field, Form
from fairfelt.web.desk.words import percent

FieldName = Callable[[str], str]
"""The name of a field, by the part of the level that it holds."""


def level_fields(named: FieldName, unit: str) -> tuple[Field, ...]:
    """Seed, rates and limit."""
    return (
        Field(name=named("seed"), label="Seed", sort="amount", unit=unit,
              hint="Put in by the house after a 100% award."),
        Field(name=named("rate"), label="Meter rate", sort="percent", unit="%", hint="Of every wager, to the meter."),
        Field(name=named("reserve"), label="Reserve rate", sort="percent", unit="%", optional=True,
              hint="Of every wager, for the next reset."),
        Field(name=named("limit"), label="Limit", sort="amount", unit=unit, optional=True,
              hint="Contributions above it wait for the next reset."),
    )  # fmt: skip


def read_level(form: Form, level: str, named: FieldName, currency: str) -> dict[str, Any]:
    """A level as terms are made of it; what is wrong is said at its field."""
    seed_micros, limit_micros = form.amount(named("seed"), currency), form.amount_or_none(named("limit"), currency)
    if limit_micros is not None and limit_micros < seed_micros:
        form.mistake(named("limit"), "the limit lies below the seed: set it at or above the seed, or leave it empty")
    return {
        "name": level,
        "seed_micros": seed_micros,
        "rate_ppm": form.rate_ppm(named("rate")),
        "reserve_rate_ppm": form.rate_ppm(named("reserve")),
        "limit_micros": limit_micros,
    }


def check_rates(form: Form, levels: Sequence[dict[str, Any]], field: str) -> None:
    """What no level can know of itself is said at one field."""
    total_ppm = sum(level["rate_ppm"] + level["reserve_rate_ppm"] for level in levels)
    if total_ppm > PPM:
        form.mistake(field, f"all rates and reserves together come to {percent(total_ppm)}%: more than the whole wager")
