"""A game in pictures, and the notebook that draws them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from fairfelt.engine import exact as engine
from fairfelt.engine.answers.store import kept_answer
from fairfelt.engine.exact import CurvePoint, EnvyTerms, Par, Progress, WagerPar, decimal_text, percent_text
from fairfelt.reports.plots import bars, curves, lines, merge_ends
from fairfelt.reports.sheet import Block, Column, Plot, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import (
    capital,
    colophon,
    net_text,
    signed_text,
    units,
)
from fairfelt.reports.sheet.html import as_html, framed
from fairfelt.reports.sheet.text import as_text
from fairfelt.rules import Basis, Game

from .par_sheet import ONE_BY_ONE, ROUND, envy_table, outcome_table, outcomes, par_sheet, result_table

if TYPE_CHECKING:
    from rich.console import RenderableType


NUMBERS = "The numbers"
MOST_BARS = 24
MOST_FLIPS = 4
POINTS_LISTED = 20
METER_STEPS = (Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(5, 4), Fraction(3, 2))
"""Meters listed, in parts of the break-even meter."""


@dataclass(frozen=True)
class BestChoiceChange:
    """Where the best choice changes."""

    share: float
    before: str
    after: str
    hand: str


def plot_sheet(par: Par, curve: Sequence[CurvePoint] = ()) -> Sheet:
    in_play = [par.wager(wager.name) for wager in par.game.wagers if wager.paytable.pays]
    return Sheet(
        par.game.title,
        "Plots",
        Section("Results of the round", *_results(par)),
        Section("Value of each hand", *_values(curve, par.game.unit)) if curve else None,
        *(section for sheet in in_play for section in _wager(sheet, par.game)),
        colophon=colophon(par.game, what="Calculated, not sampled,"),
    )


def _title(sheet: WagerPar) -> str:
    return f"{sheet.wager}, paytable {sheet.paytable}" if sheet.paytable else sheet.wager


def _results(par: Par) -> Iterator[Block]:
    results, unit = par.round.results, units(par.game.unit)
    if not results:
        yield Words(ONE_BY_ONE)
        return
    deviation = par.round.standard_deviation
    assert deviation, "results that are counted have a deviation"
    yield Words(
        f"On average a round brings {signed_text(par.round.expected_value, 6)} {unit}, "
        f"with a standard deviation of {decimal_text(deviation, 4)}. The scale is logarithmic: "
        "each mark is a multiple of the one before it."
    )
    chances = [(net, Fraction(ways, par.round.total)) for net, ways in results]
    yield Plot(
        "Frequency of each result",
        alt=f"Bars: the probability of each net result of the round in {unit}, on a logarithmic scale.",
        draw=partial(_draw_results, chances, unit),
    )
    yield replace(result_table(par.round, par.game.unit), folded=NUMBERS)


def _draw_results(chances: Sequence[tuple[Fraction, Fraction]], unit: str) -> str:
    merged = [(net, net_text(net) + end, float(p)) for net, p, end in reversed(merge_ends(chances, MOST_BARS))]
    rows, losing = [(label, chance) for _, label, chance in merged], [label for net, label, _ in merged if net < 0]
    return bars(rows, labels=f"net result ({unit})", amounts="probability", logarithmic=True, losing=losing)


def best_choice_changes(curve: Sequence[CurvePoint]) -> tuple[BestChoiceChange, ...]:
    """The hands at which another choice becomes the best; none where that goes to and fro."""
    best = [(_best(point), point) for point in curve]
    found = tuple(
        BestChoiceChange(point.share, old, new, point.hand) for (old, _), (new, point) in pairwise(best) if new != old
    )
    return found if len(found) <= MOST_FLIPS else ()


def _best(point: CurvePoint) -> str:
    """The choice of greatest value; of equal ones the larger bet, which comes last."""
    return max(reversed([*point.values]), key=lambda name: point.values[name])


def _values(curve: Sequence[CurvePoint], unit: str) -> Iterator[Block]:
    changes = best_choice_changes(curve)
    yield Words("All hands at the first decision, from the weakest to the strongest, and the value of each choice.")
    for flip in changes:
        yield Words(f"At {flip.share:.1%} “{flip.after}” becomes better than “{flip.before}”: about {flip.hand}.")
    yield Plot(
        "Value by hand",
        alt=f"Lines: the expected result of each choice in {units(unit)}, from the weakest hand to the strongest.",
        draw=partial(curves, curve, unit=unit, flips=[flip.share for flip in changes]),
    )
    choices = list(curve[0].values)
    every = max(1, len(curve) // POINTS_LISTED)
    yield Table(
        (*right("Percentile"), Column("Hand"), *right(*choices), Column("Best")),
        tuple(
            (f"{point.share:.1%}", point.hand, *(f"{point.values[name]:+.4f}" for name in choices), _best(point))
            for point in [*curve[::every], curve[-1]]
        ),
        folded=NUMBERS,
    )


def _wager(sheet: WagerPar, game: Game) -> Iterator[Section]:
    yield Section(_title(sheet), *_outcomes(sheet))
    meters = meter_lines(sheet)
    if meters:
        yield Section(f"{_title(sheet)}: the meter", *_meters(meters))
    if sheet.envy:
        yield Section(f"{_title(sheet)}: other players", *_company(sheet, sheet.envy, game))


def _outcomes(sheet: WagerPar) -> Iterator[Block]:
    hits, deviation = percent_text(sheet.hit_frequency, 2), decimal_text(sheet.standard_deviation, 4)
    yield Words(f"It wins {hits} of the time, with a standard deviation of {deviation} for each unit bet.")
    rows = [(capital(row.name), float(row.probability)) for row in sheet.outcomes]
    losing = [capital(row.name) for row in sheet.outcomes if row.pay.basis is Basis.LOSS]
    yield Plot(
        "Frequency of each outcome",
        alt="Bars: the probability of each outcome of the wager, on a logarithmic scale.",
        draw=lambda: bars(rows, labels="outcome", amounts="probability", logarithmic=True, losing=losing),
    )
    yield replace(outcome_table(sheet), folded=NUMBERS)


def meter_lines(sheet: WagerPar) -> dict[str, list[tuple[Fraction, Fraction]]]:
    """By level: the house edge at some meters in wagers, the other levels empty."""
    edge, shares = sheet.house_edge, dict[str, Fraction]()
    for row in sheet.levels:
        shares[row.level] = shares.get(row.level, Fraction(0)) + row.share * row.probability
    return {
        level: [(step * edge / share, edge - step * edge) for step in METER_STEPS]
        for level, share in shares.items()
        if share and edge > 0
    }


def _meters(found: dict[str, list[tuple[Fraction, Fraction]]]) -> Iterator[Block]:
    yield Words(
        "The house edge falls as the meter grows; where a line crosses zero, the bet breaks even. "
        "Each line is for one level, with the others at zero."
    )
    series = [(level, [(float(meter), float(edge)) for meter, edge in points]) for level, points in found.items()]
    yield Plot(
        "House edge against the meter",
        alt="Lines: the house edge for each level of the meter, falling as the meter rises.",
        draw=lambda: lines(series, along="meter (wagers)", up="house edge"),
    )
    yield Table(
        (Column("Level"), *right("Meter (wagers)", "House edge")),
        tuple(
            (level, decimal_text(meter, 2), percent_text(edge))
            for level, points in found.items()
            for meter, edge in points
        ),
        folded=NUMBERS,
    )


def _company(sheet: WagerPar, envy: EnvyTerms, game: Game) -> Iterator[Block]:
    alone = sheet.house_edge + envy.bettors * envy.per_bettor
    edges = [(others, alone - others * envy.per_bettor) for others in range(game.seats)]
    yield Words("Envy pays for the hands of other players: the more of them play, the smaller the house edge.")
    yield Plot(
        "House edge against the number of other players",
        alt="Bars: the house edge by the number of other players at the table.",
        draw=lambda: bars(
            [(str(others), float(edge)) for others, edge in edges], labels="other players", amounts="house edge"
        ),
    )
    yield replace(envy_table(sheet, envy, game), folded=NUMBERS)


class NotebookPar(Par):
    """A PAR sheet that a terminal or a notebook draws when it is the value of a line."""

    def __rich__(self) -> RenderableType:
        return as_text(par_sheet(self))

    def _repr_html_(self) -> str:
        """The page in a frame of its own: its style touches nothing else in the notebook."""
        return framed(as_html(par_sheet(self)), "PAR sheet")

    def to_frame(self) -> Any:
        """Every outcome of every wager as a data frame of pandas or polars; fractions as floats."""
        names = ("wager", "paytable", "outcome", "pays", "combinations", "probability", "contribution")
        counted = (row[:-1] for row in outcomes(self) if row[0] != ROUND)
        rows = [dict(zip(names, (*row[:-2], *map(float, row[-2:])), strict=True)) for row in counted]
        if find_spec("pandas"):
            import pandas

            return pandas.DataFrame(rows)
        if find_spec("polars"):
            import polars

            return polars.DataFrame(rows)
        raise ModuleNotFoundError("to_frame() needs pandas or polars: install one of them")


def par(
    game: Game, *, bettors: int = 0, progress: Progress | None = None, executor: Executor | None = None
) -> NotebookPar:
    """The exact PAR sheet of a game: the one that ships or was kept, otherwise counted now."""
    kept = kept_answer(game, bettors=bettors)
    found = kept.par if kept else engine.par(game, bettors=bettors, progress=progress, executor=executor)
    return NotebookPar(**vars(found))
