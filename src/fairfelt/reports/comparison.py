"""Two games or paytables side by side: figures and outcomes, what a table wins with each, jackpots, leaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import sqrt
from typing import Any

from fairfelt.analysis.protection.findings import Finding, usual_terms
from fairfelt.analysis.protection.house import Verdict, verdict
from fairfelt.analysis.winnings.bets import JackpotLine, WinningsError, jackpot_lines
from fairfelt.analysis.winnings.session import TooWide, bankroll
from fairfelt.analysis.winnings.sides import SideName, find_side
from fairfelt.analysis.winnings.tables import TablePlan, TableTerms, table_plan
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.numbers import as_plain
from fairfelt.engine.answers.par import round_skewness, wager_skewness
from fairfelt.engine.exact import (
    Par,
    Progress,
    Root,
    RoundPar,
    WagerPar,
    as_json,
    decimal_text,
    percent_text,
    to_decimal,
)
from fairfelt.jackpot.meters.edge import format_money
from fairfelt.reports.par.par_sheet import number
from fairfelt.reports.plots import bars
from fairfelt.reports.report import Record, Report
from fairfelt.reports.sheet import Block, Column, Facts, Plot, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import capital, footnotes, net_text, one_in_text, probability_text, signed_text
from fairfelt.reports.winnings import QUANTILES, draw_wins, jackpots_dict, plan_dict
from fairfelt.rules import Game

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


def comparison_sections(a: ComparisonSide, b: ComparisonSide) -> tuple[Section, ...]:
    """Figures and outcomes of both; where one is a round and the other a bet, both by their net results."""
    a, b = (side if _is_round(a) is _is_round(b) else _by_results(side) for side in (a, b))
    return (
        Section("", Facts(("A", a.title), ("B", b.title))),
        Section("Figures", *_figures(a, b)),
        *([Section("Every outcome", _outcomes(a, b))] if a.ways and b.ways else []),
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
    pays = [way.pays if way else MISSING for way in both] if paid else []
    chances = [probability_text(way.probability) if way else MISSING for way in (both[:1] if alike else both)]
    adds = [signed_text(way.contribution, 6) if way else MISSING for way in both]
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
    return bars(rows, names=("A", "B"), labels="net result (units)", amounts="probability", logarithmic=True)


def results(side: ComparisonSide) -> dict[Fraction, Fraction]:
    """The probability of each net result, in units."""
    found: dict[Fraction, Fraction] = {}
    for way in side.ways.values():
        if way.probability:
            net = way.contribution / way.probability
            found[net] = found.get(net, Fraction(0)) + way.probability
    return found


def comparison_dict(a: ComparisonSide, b: ComparisonSide) -> dict[str, Any]:
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
                **as_plain(way, "pays", "probability", "contribution"),
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


RISK = 0.01
POINTS = 60
HOURS = (4, 40)
"""Hours after which a player is looked at."""
Number = Fraction | float | None


@dataclass(frozen=True)
class BenchSide:
    """One side with all that is known of it."""

    figures: ComparisonSide
    plan: TablePlan | None
    """None where its rounds cannot be added up."""
    reason: str
    """Why there is no plan, if so."""
    jackpots: tuple[JackpotLine, ...]
    bets_a_day: Fraction
    """Of all players."""
    verdict: Verdict | None = None
    """None where nobody asked for what leaks are worth."""


def bench_side(title: str, par: Par, name: SideName, terms: TableTerms, verdict: Verdict | None = None) -> BenchSide:
    """What is known of a game, or of one of its bets."""
    bet = name.side_bet(par.game)
    plan, reason = None, ""
    try:
        plan = table_plan(par, bet, terms)
        plan.shift, plan.day, plan.year  # noqa: B018  (what is too wide is known now)
    except (WinningsError, TooWide) as error:
        plan, reason = None, str(error)
    jackpots = tuple(jackpot_lines(par, *bet))
    bets = terms.bets_a_day(par.game)
    return BenchSide(named_side(title, par, name), plan, reason, jackpots, bets, verdict)


def comparison_report(a: BenchSide, b: BenchSide) -> Report:
    """Both sides on one sheet, in every form."""
    both = (a.figures, b.figures)
    sections = (*comparison_sections(*both), *bench_sections(a, b))
    has_meter = any(side.plan and side.plan.meter for side in (a, b))
    notes = footnotes("comparison", *(["bet_on_a_meter"] if has_meter else []))
    sheet = Sheet(f"{a.figures.title} and {b.figures.title}", "Comparison", *sections, footnotes=notes)
    plain = comparison_dict(*both)
    for letter, side in (("a", a), ("b", b)):
        plain[letter] |= {
            "table": side.plan and plan_dict(side.plan),
            "table_reason": side.reason,
            "jackpots": jackpots_dict(side.jackpots),
            "protection": side.verdict and side.verdict.to_dict(),
        }
    return Report(sheet, plain, "comparison", comparison_records(*both))


def bench_sections(a: BenchSide, b: BenchSide) -> tuple[Section, ...]:
    """What a table wins with each, their jackpots, and what leaks are worth where that was asked."""
    return (
        Section("What a table wins", *_wins(a, b)),
        *([Section("Jackpots", _jackpots(a, b))] if a.jackpots or b.jackpots else []),
        *([Section("What leaks are worth", *_leaks(a.verdict, b.verdict))] if a.verdict and b.verdict else []),
    )


@dataclass(frozen=True)
class Measure:
    """One number about a table, and how it is written; nothing where it has none."""

    name: str
    number: Number
    write: Callable[[Fraction | float], str]


def _measures(plan: TablePlan) -> Iterator[Measure]:
    yield Measure("Rounds an hour", plan.pace.rounds_an_hour, lambda number: f"{float(number):.1f}")
    yield Measure("Players", Fraction(plan.pace.players), lambda number: f"{number}")
    day = plan.hours * plan.shifts
    for name, hours in (("an hour", Fraction(1)), ("a shift", plan.hours), ("a day", day), ("a year", day * plan.days)):
        yield Measure(f"Theoretical win {name}", plan.win_an_hour * hours, format_money)
    yield Measure("Standard deviation of a day", sqrt(plan.day.variance) * float(plan.stake), format_money)
    for name, session in (("a shift", plan.shift), ("a day", plan.day), ("a year", plan.year)):
        yield Measure(f"Chance to lose {name}", session.ahead, "{:.4%}".format)
    for share in QUANTILES:
        yield Measure(f"{share:.0%} of days win less than", plan.day.house_quantile(share) * plan.stake, format_money)
    needed = bankroll(plan.block, RISK) * float(plan.stake) if plan.bet.edge > 0 else None
    yield Measure("Bankroll", needed, format_money)
    for played in HOURS if plan.meter is None else ():
        yield Measure(f"A player is ahead after {played} hours", plan.player_after(played).ahead, "{:.4%}".format)


def _wins(a: BenchSide, b: BenchSide) -> Iterator[Block]:
    for letter, side in (("A", a), ("B", b)):
        if side.reason:
            yield Words(f"{letter}: {side.reason}.")
    if a.plan is None and b.plan is None:
        return
    days = {name: (one.plan.day, one.plan.stake) for name, one in (("A", a), ("B", b)) if one.plan}
    measured = [list(_measures(side.plan)) if side.plan else [] for side in (a, b)]
    rows = tuple(_side_row(*pair) for pair in zip_longest(*measured))
    yield Table((Column("Figure"), *right("A", "B", "B minus A")), rows)
    yield Plot(
        "What a day wins",
        alt="Rising lines: the share of days in which each table wins no more than an amount.",
        draw=partial(draw_wins, days, of="days", count=POINTS),
    )


def _side_row(a: Measure | None, b: Measure | None) -> tuple[str, ...]:
    known = a or b
    assert known
    first, second = (measure.number if measure else None for measure in (a, b))
    written = [MISSING if number is None else known.write(number) for number in (first, second)]
    if first is None or second is None:
        return known.name, *written, ""
    by = second - first
    return known.name, *written, ("+" if by > 0 else "") + known.write(by) if by else SAME


def _jackpots(a: BenchSide, b: BenchSide) -> Table:
    heads = (Column("Side"), Column("Bet"), Column("Level"), Column("Hand"))
    return Table(
        (*heads, *right("Share", "Won", "Won at this table", "No edge at a meter of")),
        tuple(
            (
                letter, line.wager, line.level, line.hand, percent_text(line.share, 0), one_in_text(line.chance),
                f"once in {float(1 / (line.chance * side.bets_a_day)):,.1f} days",
                f"{float(line.break_even):,.0f} wagers" if line.break_even is not None else MISSING,
            )
            for letter, side in (("A", a), ("B", b))
            for line in side.jackpots
        ),
    )  # fmt: skip


def _leaks(a: Verdict, b: Verdict) -> Iterator[Block]:
    found = [{str(finding.information): finding for finding in verdict.findings} for verdict in (a, b)]
    names = list(dict.fromkeys((*found[0], *found[1])))
    rows = [_leak_row(found[0].get(name), found[1].get(name), a, b) for name in names]
    yield Table(
        (Column("What is known"), *right("Edge A", "Edge B", "Costs a year, A", "Costs a year, B")), tuple(rows)
    )
    for letter, side in (("A", a), ("B", b)):
        if side.not_counted:
            yield Words(f"Not counted at {letter}: {'; '.join(str(each.what) for each in side.not_counted)}.")


def _leak_row(first: Finding | None, second: Finding | None, a: Verdict, b: Verdict) -> tuple[str, ...]:
    known = first or second
    assert known
    edges = [percent_text(finding.edge, 2) if finding else MISSING for finding in (first, second)]
    costs = [
        f"{float(finding.cost(verdict.terms)):,.0f}" if finding else MISSING
        for finding, verdict in ((first, a), (second, b))
    ]
    return known.information.words, *edges, *costs


def compare(a: str, b: str, *, bet: int = 25, players: int | None = None, protect: bool = False) -> Report:
    """Two sides, each a game or "GAME@VERSION:WAGER:PAYTABLE", at tables that are run alike."""
    terms = TableTerms(Fraction(bet), players)
    return comparison_report(*(count_side(*find_side(text), terms, protect=protect) for text in (a, b)))


def count_side(
    name: SideName, game: Game, terms: TableTerms, *, protect: bool, executor: Executor | None = None,
    progress: Progress | None = None,
) -> BenchSide:  # fmt: skip
    """All that is known of one side, counted; what its leaks are worth only where that is asked."""
    par = engine.answer(game, executor=executor, progress=progress).par
    limit = usual_terms(game, terms.stake)
    leaks = verdict(game, limit, executor=executor, progress=progress) if protect else None
    return bench_side(f"{game.title}: {name.words}", par, name, terms, leaks)
