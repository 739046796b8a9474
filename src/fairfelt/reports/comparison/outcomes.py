"""Two paytables of a wager, or two games, side by side: outcomes, figures, both distributions in one picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from fairfelt.exact import Par, Root, RoundPar, WagerPar, as_json, decimal_text, percent_text, to_decimal
from fairfelt.moments import round_skewness, wager_skewness
from fairfelt.reports.par.outcomes_csv import number
from fairfelt.reports.plots.plots import paired_bars
from fairfelt.reports.report import Record
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import net_text, probability_text, signed_text
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Plot, Section, Table, Words, right

from .names import SideName

MOST_BARS = 24
SAME = "same"
PERCENT = ("House edge", "Player return", "Hit frequency", "Element of risk")
"""Figures that are shares; the others are numbers."""
MISSING = "–"
Figure = Fraction | Root | float
"""Exact, but for a skewness."""


@dataclass(frozen=True)
class OutcomeFigures:
    """One way it can end."""

    pays: str
    probability: Fraction
    contribution: Fraction
    net: Fraction | None = None
    """The result it stands for, where it is one of the round."""


@dataclass(frozen=True)
class ComparisonSide:
    """One side of a comparison."""

    title: str
    figures: dict[str, Figure]
    ways: dict[str, OutcomeFigures]
    """By the name of the outcome, the best first."""


def wager_side(title: str, sheet: WagerPar, round_: RoundPar | None = None) -> ComparisonSide:
    """A wager with one paytable; a bet of the game itself has no figures but those of the round."""
    ways: dict[str, OutcomeFigures] = {}
    for row in sheet.outcomes:
        old = ways.get(row.name)
        ways[row.name] = OutcomeFigures(
            f"{old.pays}, {row.pays}" if old else row.pays,
            row.probability + (old.probability if old else 0),
            row.contribution + (old.contribution if old else 0),
        )
    return ComparisonSide(title, _of_round(round_) if round_ else _of_wager(sheet), ways)


def round_side(title: str, round_: RoundPar) -> ComparisonSide:
    """The game itself, by its net results."""
    chances = ((net, Fraction(ways, round_.total)) for net, ways in round_.results)
    return ComparisonSide(
        title,
        _of_round(round_),
        {net_text(net): OutcomeFigures("", chance, net * chance, net) for net, chance in chances},
    )


def named_side(title: str, par: Par, name: SideName) -> ComparisonSide:
    """What a name stands for: the round, or a bet with the named paytable or that in play."""
    if not name.wager:
        return round_side(title, par.round)
    bet = par.game.wager(name.wager)
    sheet = par.wager(bet.name, name.paytable or bet.paytable.name)
    return wager_side(title, sheet, par.round if bet.is_base else None)


def _of_wager(sheet: WagerPar) -> dict[str, Figure]:
    return {
        "House edge": sheet.house_edge,
        "Player return": sheet.player_return,
        "Hit frequency": sheet.hit_frequency,
        "Standard deviation": sheet.standard_deviation,
        **_skewness(wager_skewness(sheet)),
    }


def _of_round(round_: RoundPar) -> dict[str, Figure]:
    deviation = round_.standard_deviation
    won = sum(ways for net, ways in round_.results if net > 0)
    return {
        "House edge": round_.house_edge,
        "Element of risk": round_.element_of_risk,
        "Average wager": round_.average_wager,
        **({"Hit frequency": Fraction(won, round_.total)} if round_.results else {}),
        **({"Standard deviation": deviation} if deviation else {}),
        **_skewness(round_skewness(round_)),
    }


def _skewness(number: float | None) -> dict[str, Figure]:
    return {} if number is None else {"Skewness": number}


def comparison_title(a: ComparisonSide, b: ComparisonSide) -> str:
    """The heading of a comparison."""
    return f"{a.title} and {b.title}"


def comparison_sections(a: ComparisonSide, b: ComparisonSide) -> tuple[Section, ...]:
    """Figures and outcomes of both; where one is a round and the other a bet, both by their net results."""
    a, b = (side if _is_round(a) is _is_round(b) else _by_results(side) for side in (a, b))
    return (
        Section("", (Facts((("A", a.title), ("B", b.title))),)),
        Section("Figures", tuple(_figures(a, b))),
        *([Section("Every outcome", (_outcomes(a, b),))] if a.ways and b.ways else []),
    )


def _is_round(side: ComparisonSide) -> bool:
    return any(way.net is not None for way in side.ways.values())


def _by_results(side: ComparisonSide) -> ComparisonSide:
    ways = {net_text(net): OutcomeFigures("", chance, net * chance, net) for net, chance in results(side).items()}
    return replace(side, ways=ways)


def _names(a: ComparisonSide, b: ComparisonSide) -> list[str]:
    """The outcomes of both: results from the greatest down, others where they stand in their own order."""
    nets = {name: way.net for side in (a, b) for name, way in side.ways.items() if way.net is not None}
    if len(nets) == len({**a.ways, **b.ways}):
        return sorted(nets, key=lambda name: nets[name], reverse=True)
    names, place = list(b.ways), 0
    for name in a.ways:
        if name not in names:
            names.insert(place, name)
        place = names.index(name) + 1
    return names


def _figures(a: ComparisonSide, b: ComparisonSide) -> Iterator[Block]:
    yield Table(
        (Column("Figure"), *right("A", "B", "B minus A")),
        tuple(
            (name, _written(name, a), _written(name, b), _moved(name, a, b))
            for name in dict.fromkeys((*a.figures, *b.figures))
        ),
    )
    if not (a.ways and b.ways):
        yield Words("Bets that are calculated one by one have no distribution of the round to compare.")
        return
    yield Plot(
        "Frequency of each result",
        alt="Pairs of bars: the probability of each net result on side A and on side B, on a logarithmic scale.",
        draw=partial(_draw, a, b),
    )


def _written(name: str, side: ComparisonSide) -> str:
    figure = side.figures.get(name)
    if figure is None:
        return MISSING
    return percent_text(_exact(figure)) if name in PERCENT else decimal_text(_exact(figure), 6)


def _exact(figure: Figure) -> Fraction | Root:
    return Fraction(figure) if isinstance(figure, float) else figure


def _moved(name: str, a: ComparisonSide, b: ComparisonSide) -> str:
    if name not in a.figures or name not in b.figures:
        return ""
    by = to_decimal(_exact(b.figures[name])) - to_decimal(_exact(a.figures[name]))
    if not by:
        return SAME
    return f"{by * 100:+.4f}%" if name in PERCENT else f"{by:+.6f}"


def _outcomes(a: ComparisonSide, b: ComparisonSide) -> Table:
    """What two paytables of one bet have in common, their probabilities, stands once."""
    paid = any(way.pays for side in (a, b) for way in side.ways.values())
    pays = (Column("Pays A"), Column("Pays B")) if paid else ()
    alike = a.ways.keys() == b.ways.keys() and all(
        way.probability == b.ways[name].probability for name, way in a.ways.items()
    )
    chances = ("Probability",) if alike else ("Probability A", "Probability B")
    numbers = right(*chances, "Contribution A", "Contribution B", "Difference")
    rows = tuple(_row(name, a, b, paid=paid, alike=alike) for name in _names(a, b))
    return Table((Column("Outcome"), *pays, *numbers), rows)


def _row(name: str, a: ComparisonSide, b: ComparisonSide, *, paid: bool, alike: bool) -> tuple[str, ...]:
    both = [side.ways.get(name) for side in (a, b)]
    pays = [way.pays if way else "–" for way in both] if paid else []
    chances = [probability_text(way.probability) if way else "–" for way in (both[:1] if alike else both)]
    adds = [signed_text(way.contribution, 6) if way else "–" for way in both]
    by = _added(name, b) - _added(name, a)
    return capital(name), *pays, *chances, *adds, signed_text(by, 6) if by else SAME


def _added(name: str, side: ComparisonSide) -> Fraction:
    return side.ways[name].contribution if name in side.ways else Fraction(0)


def _draw(a: ComparisonSide, b: ComparisonSide) -> str:
    both = [results(side) for side in (a, b)]
    nets = {net: max(found.get(net, Fraction(0)) for found in both) for found in both for net in found}
    likely = sorted(nets, key=lambda net: nets[net], reverse=True)[:MOST_BARS]
    first, second = both
    rows = [
        (net_text(net), float(first.get(net, 0)), float(second.get(net, 0))) for net in sorted(likely, reverse=True)
    ]
    return paired_bars(rows, names=("A", "B"), labels="net result (units)", amounts="probability")


def results(side: ComparisonSide) -> dict[Fraction, Fraction]:
    """The probability of each net result, in units."""
    found: dict[Fraction, Fraction] = {}
    for way in side.ways.values():
        if way.probability:
            net = way.contribution / way.probability
            found[net] = found.get(net, Fraction(0)) + way.probability
    return found


def comparison_dict(a: ComparisonSide, b: ComparisonSide) -> dict[str, Any]:
    """The same as plain data for JSON."""
    return {"a": _side_dict(a), "b": _side_dict(b)}


def _side_dict(side: ComparisonSide) -> dict[str, Any]:
    return {
        "title": side.title,
        "figures": {
            name.lower().replace(" ", "_"): figure if isinstance(figure, float) else as_json(figure)
            for name, figure in side.figures.items()
        },
        "outcomes": [
            {
                "name": name,
                "pays": way.pays,
                "probability": as_json(way.probability),
                "contribution": as_json(way.contribution),
            }
            for name, way in side.ways.items()
        ],
    }


def comparison_records(a: ComparisonSide, b: ComparisonSide) -> list[Record]:
    """The same for a spreadsheet, an outcome a row."""
    nothing = OutcomeFigures("", Fraction(0), Fraction(0))
    return [
        {"outcome": name}
        | {
            key: value
            for letter, side in (("a", a), ("b", b))
            for way in [side.ways.get(name, nothing)]
            for key, value in (
                (f"pays_{letter}", way.pays),
                *number(f"probability_{letter}", way.probability).items(),
                *number(f"contribution_{letter}", way.contribution).items(),
            )
        }
        for name in _names(a, b)
    ]
