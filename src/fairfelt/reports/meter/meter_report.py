"""What every report on a meter begins with, and figures that its sheet and its JSON share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from fairfelt.exact import Root, as_json, percent_text, to_decimal
from fairfelt.meters.words import format_money
from fairfelt.reports.sheet.figures import colophon, exact_text, figure_table
from fairfelt.reports.sheet.sheet import Block, Facts, Plot, Section, Sheet, Table

from ..report import Report

if TYPE_CHECKING:
    from fairfelt.meters import Interval, JackpotModel

Fact = tuple[str, str]


@dataclass(frozen=True)
class Figure:
    """One number: a row of the sheet by its label and an entry of the JSON by its key, where it has them."""

    key: str
    label: str
    value: Fraction | Root
    text: str = ""


def percent(key: str, label: str, value: Fraction) -> Figure:
    """A share of the wager."""
    return Figure(key, label, value, percent_text(value))


def amount(key: str, label: str, value: Fraction | Root, currency: str) -> Figure:
    """An amount of money."""
    return Figure(key, label, value, format_money(Fraction(to_decimal(value)), currency))


def figures_table(figures: Iterable[Figure]) -> Table:
    """The figures with a label, decimals beside fractions."""
    return figure_table(*((each.label, each.text, exact_text(each.value)) for each in figures if each.label))


def figures_plain(figures: Iterable[Figure]) -> dict[str, Any]:
    """The figures with a key, for JSON."""
    return {each.key: as_json(each.value) for each in figures if each.key}


def interval_plain(interval: Interval) -> dict[str, Any]:
    """Both ends, for JSON."""
    return {"at_least": as_json(interval.low), "at_most": as_json(interval.high)}


def meter_report(
    model: JackpotModel,
    subtitle: str,
    sections: Iterable[Section],
    plain: dict[str, Any],
    *,
    facts: Iterable[Fact] = (),
    top: Iterable[Block] = (),
    footnotes: tuple[Fact, ...] = (),
    plot: Plot | None = None,
    origin: str = "Counted, not sampled,",
) -> Report:
    """A report that begins with the bet and its terms; `top` follows them."""
    sheet = Sheet(
        title=model.terms.name,
        subtitle=subtitle,
        sections=(Section("", (Facts((*model_facts(model), *facts)), *top)), *sections),
        footnotes=footnotes,
        colophon=colophon(model.game, what=origin),
    )
    return Report(sheet, {**model_plain(model), **plain}, plot=plot)


def model_facts(model: JackpotModel) -> Iterator[Fact]:
    """Which bet on which terms."""
    bet, currency = model.bet, model.terms.currency
    yield "Game", model.game.title
    yield "Bet", f"{bet.wager}, paytable {bet.paytable}, {format_money(bet.stake, currency)}"
    yield "Other bettors", str(model.others)
    yield "Fixed pays", f"from the {model.terms.fixed_pays.value}"
    for name, meter in model.meters.items():
        yield f"{name} now", format_money(meter, currency)
    if model.pace:
        yield "Wagers per week", f"{float(model.pace.wagers_per_week):,.0f}"


def model_plain(model: JackpotModel) -> dict[str, Any]:
    """The same for JSON."""
    bet = model.bet
    return {
        "jackpot": model.terms.name,
        "game": model.game.slug,
        "variant": model.game.variant,
        "wager": bet.wager,
        "paytable": bet.paytable,
        "stake": as_json(bet.stake),
        "other_bettors": model.others,
        "fixed_pays": model.terms.fixed_pays.value,
        "meters": {name: as_json(meter) for name, meter in model.meters.items()},
        "wagers_per_week": as_json(model.pace.wagers_per_week) if model.pace else None,
    }
