"""The meter at which a progressive bet stops losing: by other bettors, by tax, and by how game and bet are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from fairfelt.exact import as_json, percent_text
from fairfelt.meters.edge import NO_TAX, Tax
from fairfelt.meters.words import format_money
from fairfelt.reports.sheet.figures import exact_text
from fairfelt.reports.sheet.sheet import Column, Section, Table, Words, right

from ..report import Report
from .edge_plot import edge_plot
from .meter_report import Fact, meter_report

if TYPE_CHECKING:
    from fairfelt.meters import JackpotModel

TOGETHER, ALONE, QUALIFYING = "together", "alone", "qualifying"
LABELS = {
    TOGETHER: "Joint best play of game and bet",
    ALONE: "The game's own best play",
    QUALIFYING: "Folded hands qualify",
}
"""How a bet is played that a fold loses, what players at such a meter do first."""
NO_FOLD = "any"
"""The play of a bet on which a fold has no say."""


class Row(NamedTuple):
    """One number of other bettors."""

    others: int
    before: Fraction
    after: Fraction
    """The tax."""


def break_even_figures(model: JackpotModel, level: str) -> Iterator[tuple[str, str, Fraction]]:
    """Key, label and meter: one, or where a fold loses the bet one for each way to play, the joint best play first."""
    for play, meter in _by_play(model, level, model.others):
        if play == NO_FOLD:
            yield "break_even_meter", "Break-even meter", meter
        else:
            yield f"break_even_meter_{play}", f"Break-even meter: {LABELS[play][:1].lower()}{LABELS[play][1:]}", meter


def _by_play(model: JackpotModel, level: str, others: int, tax: Tax = NO_TAX) -> Iterator[tuple[str, Fraction]]:
    found = model.break_evens(level, others, tax)
    if found is None:
        yield NO_FOLD, model.break_even(level, others, tax)
        return
    if found.together is not None:
        yield TOGETHER, found.together
    yield ALONE, found.alone
    yield QUALIFYING, found.qualifying


def break_even_report(model: JackpotModel, tax: Tax = NO_TAX) -> Report:
    """The meter at which the bet stops losing, by the number of other bettors and by how it is played."""
    plot = edge_plot(model)
    ends = {level: _plays(model, level, tax) for level in model.bet.levels}
    sections = [Section(f"Level {level}", tuple(_blocks(model, plays, tax))) for level, plays in ends.items()]
    plain = {
        "tax": {"rate": as_json(tax.rate), "from": as_json(tax.least)} if tax.rate else None,
        "levels": [
            {"level": level, "plays": [{"play": play, "by_other_bettors": [_plain(row) for row in rows]}
                                       for play, rows in plays.items()]}
            for level, plays in ends.items()
        ],
    }  # fmt: skip
    sections.append(Section("House edge", (plot,)))
    return meter_report(model, "Break-even meter", sections, plain, facts=list(_facts(model, tax)), plot=plot)


def _plays(model: JackpotModel, level: str, tax: Tax) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for others in range(model.game.seats):
        after = dict(_by_play(model, level, others, tax))
        for play, before in _by_play(model, level, others):
            found.setdefault(play, []).append(Row(others, before, after[play]))
    return found


def _plain(row: Row) -> dict[str, object]:
    return {"other_bettors": row.others, "before_tax": as_json(row.before), "after_tax": as_json(row.after)}


def _facts(model: JackpotModel, tax: Tax) -> Iterator[Fact]:
    currency = model.terms.currency
    if tax.rate:
        yield "Tax", f"{percent_text(tax.rate, 2)} of every prize of {format_money(tax.least, currency)} or more"
    if model.bet.fold:
        yield "Ante", format_money(model.ante, currency)


def _blocks(model: JackpotModel, plays: dict[str, list[Row]], tax: Tax) -> Iterator[Table | Words]:
    currency, fold = model.terms.currency, model.bet.fold
    if fold is None:
        yield _table(plays[NO_FOLD], tax, currency)
    else:
        yield _side_by_side(plays, tax, currency)
        yield Words(
            "A fold loses the bet. At a large meter a bettor plays hands on that the game alone would fold: what that "
            "costs in the game is counted against the bet. Where folded hands qualify, nothing has to be played on."
        )
        if fold.unsolved:
            yield Words(f"Joint best play is not known. {fold.unsolved}.")
    if len(model.bet.levels) > 1:
        yield Words("The other levels stand as listed above.")


def _side_by_side(plays: dict[str, list[Row]], tax: Tax, currency: str) -> Table:
    """A column for each way to play, and one more for each after tax."""
    names = [(LABELS[play], play) for play in plays]
    taxed = [f"{label}, after tax" for label, _ in names] if tax.rate else []
    rows = []
    for at in zip(*plays.values(), strict=True):
        before, after = ([format_money(amount, currency) for amount in each] for each in (
            [row.before for row in at], [row.after for row in at]
        ))  # fmt: skip
        rows.append((str(at[0].others), *before, *(after if tax.rate else ())))
    return Table(right("Other bettors", *(label for label, _ in names), *taxed), tuple(rows))


def _table(rows: Sequence[Row], tax: Tax, currency: str) -> Table:
    after = right("After tax") if tax.rate else ()
    cells = (
        (str(row.others), format_money(row.before, currency), exact_text(row.before), format_money(row.after, currency))
        for row in rows
    )
    columns = (*right("Other bettors", "Break-even meter"), Column("Exact"), *after)
    return Table(columns, tuple(row[: len(columns)] for row in cells))
