"""Everything about two sides: figures, outcomes, what a table wins with each, jackpots, and what leaks are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import zip_longest
from math import sqrt

from fairfelt.answers.numbers import percent_text
from fairfelt.exact import Par
from fairfelt.meters.words import format_money
from fairfelt.protection import Finding, Verdict
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.protection.exposure import information_words
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.figures import one_in_text
from fairfelt.reports.sheet.sheet import Block, Column, Plot, Section, Sheet, Table, Words, right
from fairfelt.reports.winnings.floor import METER_NOTE
from fairfelt.reports.winnings.jackpots import jackpots_dict
from fairfelt.reports.winnings.table_data import QUANTILES, plan_dict
from fairfelt.winnings import (
    JackpotLine,
    TablePlan,
    TableTerms,
    TooWide,
    WinningsError,
    bankroll,
    jackpot_lines,
    table_plan,
)
from fairfelt.winnings.session import points

from .names import SideName
from .outcomes import (
    ComparisonSide,
    comparison_dict,
    comparison_records,
    comparison_sections,
    comparison_title,
    named_side,
)

RISK = 0.01
POINTS = 60
NONE = "–"
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
    notes = (*NOTES, METER_NOTE) if has_meter else NOTES
    sheet = Sheet(comparison_title(*both), "Comparison", sections, notes)
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
        Section("What a table wins", tuple(_wins(a, b))),
        *([Section("Jackpots", (_jackpots(a, b),))] if a.jackpots or b.jackpots else []),
        *([Section("What leaks are worth", tuple(_leaks(a.verdict, b.verdict)))] if a.verdict and b.verdict else []),
    )


NOTES = (
    ("Hit frequency", "The share of rounds in which the bet is paid; of a whole round, those that the player wins."),
    ("What a table wins", "Both tables are run alike: the same bet, players and hours, each at the pace of its game."),
    (
        "Bankroll",
        "By Lundberg's bound, for a risk of one in a hundred to lose it, however long the table is open; where results "
        "of a round are not counted one by one, by the formula for small pays.",
    ),
    ("Jackpots", "As if every player made the bet in every round."),
)


def _money(amount: Fraction | float) -> str:
    return format_money(Fraction(amount))


def _share(chance: Fraction | float) -> str:
    return f"{float(chance):.4%}"


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
        yield Measure(f"Theoretical win {name}", plan.win_an_hour * hours, _money)
    yield Measure("Standard deviation of a day", sqrt(plan.day.variance) * float(plan.stake), _money)
    for name, session in (("a shift", plan.shift), ("a day", plan.day), ("a year", plan.year)):
        yield Measure(f"Chance to lose {name}", session.ahead, _share)
    for share in QUANTILES:
        yield Measure(f"{share:.0%} of days win less than", plan.day.house_quantile(share) * plan.stake, _money)
    yield Measure("Bankroll", _bankroll(plan), _money)
    for played in HOURS if plan.meter is None else ():
        yield Measure(f"A player is ahead after {played} hours", plan.player_after(played).ahead, _share)


def _bankroll(plan: TablePlan) -> Number:
    return bankroll(plan.block, RISK) * float(plan.stake) if plan.bet.edge > 0 else None


def _wins(a: BenchSide, b: BenchSide) -> Iterator[Block]:
    for letter, side in (("A", a), ("B", b)):
        if side.reason:
            yield Words(f"{letter}: {side.reason}.")
    if a.plan is None and b.plan is None:
        return
    measured = [list(_measures(side.plan)) if side.plan else [] for side in (a, b)]
    rows = tuple(_row(*pair) for pair in zip_longest(*measured))
    yield Table((Column("Figure"), *right("A", "B", "B minus A")), rows)
    yield Plot(
        "What a day wins",
        alt="Rising lines: the share of days in which each table wins no more than an amount.",
        draw=partial(_draw, a.plan, b.plan),
    )


def _row(a: Measure | None, b: Measure | None) -> tuple[str, ...]:
    known = a or b
    assert known
    first, second = (measure.number if measure else None for measure in (a, b))
    written = [NONE if number is None else known.write(number) for number in (first, second)]
    if first is None or second is None:
        return known.name, *written, ""
    by = second - first
    return known.name, *written, ("+" if by > 0 else "") + known.write(by) if by else "same"


def _draw(a: TablePlan | None, b: TablePlan | None) -> str:
    series = [
        (letter, [(units * float(plan.stake), chance) for units, chance in points(plan.day, POINTS)])
        for letter, plan in (("A", a), ("B", b))
        if plan
    ]
    return lines(series, along="the house wins no more than", up="share of days", written=(",.0f", "%"), marked=(0.0,))


def _jackpots(a: BenchSide, b: BenchSide) -> Table:
    heads = (Column("Side"), Column("Bet"), Column("Level"), Column("Hand"))
    return Table(
        (*heads, *right("Share", "Won", "Won at this table", "No edge at a meter of")),
        tuple(
            (
                letter, line.wager, line.level, line.hand, percent_text(line.share, 0), one_in_text(line.chance),
                f"once in {float(1 / (line.chance * side.bets_a_day)):,.1f} days",
                f"{float(line.break_even):,.0f} wagers" if line.break_even is not None else NONE,
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
    for letter, verdict in (("A", a), ("B", b)):
        if verdict.not_counted:
            yield Words(f"Not counted at {letter}: {'; '.join(str(each.what) for each in verdict.not_counted)}.")


def _leak_row(first: Finding | None, second: Finding | None, a: Verdict, b: Verdict) -> tuple[str, ...]:
    known = first or second
    assert known
    edges = [percent_text(finding.edge, 2) if finding else NONE for finding in (first, second)]
    costs = [
        f"{float(finding.cost(verdict.terms)):,.0f}" if finding else NONE
        for finding, verdict in ((first, a), (second, b))
    ]
    return information_words(known.information), *edges, *costs
