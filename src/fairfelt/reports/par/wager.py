"""One wager with one paytable on the PAR sheet: outcomes, figures, meters, envy."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from fairfelt.answers.numbers import Root, decimal_text, percent_text, to_decimal
from fairfelt.answers.par import BOTH_BY_HOUSE_WAY, EnvyTerms, OutcomeRow, WagerPar
from fairfelt.moments import variance_with_envy, variance_with_meter, wager_skewness
from fairfelt.reports.plots.plots import bars
from fairfelt.reports.sheet.english import capital, count, units
from fairfelt.reports.sheet.figures import (
    FigureRow,
    decimal_row,
    figure_table,
    one_in_text,
    percent_row,
    probability_text,
    signed_text,
    ways_text,
)
from fairfelt.reports.sheet.sheet import Block, Column, Plot, Section, Table, Words, right
from fairfelt.rules import Game, Kind

FEWEST_BARS = 3
"""A picture of fewer outcomes says less than their table."""


def wager_section(sheet: WagerPar, game: Game, *, by_house_way: bool = False) -> Section:
    """All there is to say of one wager; bets of the game itself by the house way, where that is how it is played."""
    paytable = f", paytable {sheet.paytable}" if sheet.paytable else ""
    play = f", {BOTH_BY_HOUSE_WAY}" if by_house_way and game.wager(sheet.wager).is_base else ""
    blocks: list[Block] = [_outcomes(sheet), _figures(sheet, game.unit, play)]
    if sheet.levels:
        blocks += _levels(sheet)
    if sheet.envy:
        blocks += _envy(sheet, sheet.envy, game)
    if len(sheet.outcomes) >= FEWEST_BARS:
        blocks.append(_plot(sheet))
    return Section(f"{sheet.wager} ({sheet.kind}{paytable})", tuple(blocks))


def _outcomes(sheet: WagerPar) -> Table:
    return Table(
        (Column("Outcome"), Column("Pays"), *right("Combinations", "Probability", "Contribution")),
        tuple(
            (
                capital(row.name) + _stake_words(sheet, row),
                row.pays,
                ways_text(row.combinations),
                probability_text(row.probability),
                signed_text(row.contribution),
            )
            for row in sheet.outcomes
        ),
        totals=tuple(_totals(sheet)),
    )


def _stake_words(sheet: WagerPar, row: OutcomeRow) -> str:
    """The stake, where outcomes of one name and pay differ by nothing else."""
    alike = sum((row.name, row.pay) == (other.name, other.pay) for other in sheet.outcomes)
    return f", {decimal_text(row.stake, 2)} staked" if alike > 1 and row.stake is not None else ""


def _totals(sheet: WagerPar) -> Iterator[tuple[str, ...]]:
    probability = sum((row.probability for row in sheet.outcomes), Fraction(0))
    contribution = sum((row.contribution for row in sheet.outcomes), Fraction(0))
    yield "Total", "", ways_text(sheet.total), probability_text(probability), signed_text(contribution)
    if sheet.envy and sheet.envy.bettors:
        yield f"Envy, {count(sheet.envy.bettors, 'other player')}", "", "", "", signed_text(_envy_return(sheet.envy))


def _envy_return(envy: EnvyTerms) -> Fraction:
    return envy.bettors * envy.per_bettor


def _figures(sheet: WagerPar, unit: str, play: str) -> Table:
    rows: list[FigureRow] = [
        _edge(sheet, unit, play),
        *([percent_row("House edge, bet alone", sheet.edge_alone)] if sheet.edge_alone is not None else []),
        percent_row("Hit frequency", sheet.hit_frequency),
        decimal_row("Standard deviation", sheet.standard_deviation),
    ]
    if (skewness := wager_skewness(sheet)) is not None:
        rows.append(("Skewness", f"{skewness:+.4f}", ""))
    if sheet.kind == Kind.RAISE.value:
        rows.append(decimal_row(f"Average stake ({units(unit)})", sheet.average_stake))
    return figure_table(*rows)


def _edge(sheet: WagerPar, unit: str, play: str) -> FigureRow:
    """A bonus without a stake has no edge: it costs the house what it pays."""
    if sheet.kind == Kind.BONUS.value:
        return percent_row(f"Expected pay, per {unit}", -sheet.house_edge)
    return percent_row(f"House edge{play}", sheet.house_edge)


def _levels(sheet: WagerPar) -> Iterator[Block]:
    yield Table(
        (Column("Level"), Column("Hand"), *right("Share", "Probability", "Odds")),
        tuple(
            (row.level, row.line, percent_text(row.share, 0), probability_text(row.probability),
             one_in_text(row.probability))
            for row in sheet.levels
        ),
    )  # fmt: skip
    even = sheet.break_even_meter
    words = "The house edge above excludes the meter."
    if even is not None:
        words += (
            f" Break-even meter: {to_decimal(even):,.2f} wagers. With what is won of a meter that stands there, the "
            f"standard deviation is {decimal_text(Root(variance_with_meter(sheet, even)), 2)}."
        )
    yield Words(words)


def _envy(sheet: WagerPar, envy: EnvyTerms, game: Game) -> Iterator[Block]:
    alone, table = sheet.house_edge + _envy_return(envy), game.paytable(sheet.wager, sheet.paytable)
    yield Words(
        f"Envy is paid for the qualifying hands of other players, whether they made this bet or not. Each of them adds "
        f"{signed_text(envy.per_bettor)} units to a one-unit wager; "
        f"this sheet assumes {count(envy.bettors, 'other player')}."
    )
    yield Table(
        right("Other players", "House edge", "Standard deviation"),
        tuple(
            (
                str(others),
                percent_text(alone - others * envy.per_bettor),
                decimal_text(Root(variance_with_envy(sheet, table, others)), 4),
            )
            for others in range(game.seats)
        ),
    )


def _plot(sheet: WagerPar) -> Plot:
    return Plot(
        "Contribution of each outcome",
        alt="Bars: what each outcome adds to the expected result of one unit.",
        draw=partial(_draw, sheet),
    )


def _draw(sheet: WagerPar) -> str:
    rows = [(capital(row.name), float(row.contribution)) for row in sheet.outcomes]
    return bars(rows, labels="outcome", amounts="contribution (units)", written="+.2f")
