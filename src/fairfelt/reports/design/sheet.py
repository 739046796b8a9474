"""Designs of a paytable as a sheet: side by side, what they come to, and the frontier of edge and volatility."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from fairfelt.design import Design, Found, FrontierPoint, Problem, Range
from fairfelt.exact import as_json, decimal_text, percent_text
from fairfelt.reports.par.own_pays import pays_text
from fairfelt.reports.plots.plots import lines
from fairfelt.reports.report import Report
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.figures import colophon
from fairfelt.reports.sheet.sheet import Block, Column, Facts, Notice, Plot, Row, Section, Sheet, Table, Words, right

SIDE_BY_SIDE = 5
"""Designs in one table."""
NOTES = (
    ("House edge", "Of the bet itself, or of the round where the bet is part of the game; shares of a meter left out."),
    ("Volatility", "The standard deviation of one unit of the bet, or of the round in units of the opening bet."),
    ("Looks", "How awkward the pays are to read and to pay, all together: 0 for 1, 2, 5, 10, 20, 50 and so on."),
    ("Order", "The best design first: pays that look like pays, and lie close to those of today."),
)


def design_report(found: Found, frontier: Sequence[FrontierPoint] = ()) -> Report:
    """What was found, the best first."""
    game, bet = found.problem.game, found.problem.wager
    sheet = Sheet(
        title=game.title,
        subtitle=f"Paytable design: {bet.name}",
        sections=(
            Section("Targets", (Facts(tuple(_targets(found))),)),
            Section("Designs", tuple(_designs(found))),
            *([Section("Edge and volatility", tuple(_frontier(found, frontier)))] if frontier else []),
        ),
        footnotes=NOTES,
        colophon=colophon(game, what="Every design counted exactly, not sampled,"),
    )
    return Report(
        sheet,
        design_dict(found, frontier),
        f"{game.slug}-design",
        records=_records(found),
        plot=_plot(frontier),
        passed=bool(found.designs),
    )


def design_dict(found: Found, frontier: Sequence[FrontierPoint] = ()) -> dict[str, Any]:
    """Plain data for JSON."""
    problem = found.problem
    game, targets = problem.game, problem.targets
    return {
        "game": game.slug,
        "variant": game.variant,
        "wager": problem.wager.name,
        "changes_best_play": problem.decides,
        "targets": {
            "house_edge": _range_plain(targets.edge),
            "hit_frequency": _range_plain(targets.hit),
            "standard_deviation": _range_plain(targets.volatility),
            "top_award": _range_plain(targets.top),
            "break_even_meter": _range_plain(targets.break_even),
            "run_dry_risk": _range_plain(targets.run_dry),
            "whole_numbers": targets.whole_numbers,
        },
        "designs": [
            each.to_dict() | {"pays_file": pays_text({problem.wager.name: each.table}, game)} for each in found.designs
        ],
        "tables_counted": found.counted,
        "exhausted": found.exhausted,
        "frontier": [
            {
                "least_volatile": {"house_edge": as_json(point.calm.edge), **_deviation(point.calm)},
                "most_volatile": {"house_edge": as_json(point.wild.edge), **_deviation(point.wild)},
            }
            for point in frontier
        ],
    }


def _deviation(design: Design) -> dict[str, Any]:
    return {
        "standard_deviation": as_json(design.standard_deviation),
        "pays": {name: pay.words for _, name, pay in design.pays},
    }


def _range_plain(asked: Range) -> dict[str, Any] | None:
    if asked == Range():
        return None
    return {
        "from": None if asked.low is None else as_json(asked.low),
        "to": None if asked.high is None else as_json(asked.high),
    }


def _targets(found: Found) -> Iterator[tuple[str, str]]:
    targets, problem = found.problem.targets, found.problem
    for name, asked, percent in (
        ("House edge", targets.edge, True),
        ("Hit frequency", targets.hit, True),
        ("Volatility", targets.volatility, False),
        ("Top award", targets.top, False),
        ("Break-even meter, in bets", targets.break_even, False),
        ("Risk to run dry", targets.run_dry, True),
    ):
        if asked != Range():
            yield name, range_text(asked, percent=percent)
    if kept := [f"{line.name} {line.options[0].pay.words}" for line in problem.lines if line.is_kept]:
        yield "Kept", ", ".join(kept)
    yield "Pays", "whole numbers" if targets.whole_numbers else "any odds that paytables use"
    yield (
        "Best play",
        "worked out anew for every design" if problem.decides else "the same whatever this bet pays",
    )
    yield "Tables counted", f"{found.counted:,}"


def range_text(asked: Range, *, percent: bool) -> str:
    """A range in words."""
    ends = [
        None if end is None else percent_text(end, 2) if percent else _number(end) for end in (asked.low, asked.high)
    ]
    if ends[0] is None:
        return f"{ends[1]} or less"
    return f"{ends[0]} or more" if ends[1] is None else f"{ends[0]} to {ends[1]}"


def _number(number: Any) -> str:
    text = f"{float(number):,.4f}"
    return text.rstrip("0").rstrip(".")


def _designs(found: Found) -> Iterator[Block]:
    if not found.designs:
        yield Notice("No paytable meets these targets", (_why_none(found),))
        return
    for first in range(0, len(found.designs), SIDE_BY_SIDE):
        yield _side_by_side(found, first)
    if found.exhausted:
        count = len(found.designs)
        yield Words(
            "These are all the tables of usual pays that meet the targets and differ enough from each other."
            if count > 1
            else "No other table of usual pays meets the targets."
        )


def _why_none(found: Found) -> str:
    problem, today = found.problem, found.problem.today
    said = (
        f"Today the edge is {percent_text(problem.edge_today, 4)}, hits are {percent_text(today.hit_frequency, 2)}, "
        f"the standard deviation of the bet is {decimal_text(today.standard_deviation, 3)}."
    )
    why = (
        "No choice of usual pays comes to that" if found.exhausted else f"None of {found.counted:,} tables came to that"
    )
    if hits := _hits_out_of_reach(problem):
        return f"{hits} {said}"
    return f"{why}: widen a range, keep fewer lines, or let further lines be paid. {said}"


def _hits_out_of_reach(problem: Problem) -> str:
    """Which hits no pays can come to, and which lines would have to be paid for more."""
    asked, reach = problem.targets.hit, problem.hits_in_reach
    assert reach.low is not None
    assert reach.high is not None
    if asked.low is not None and asked.low > reach.high:
        unpaid = problem.unpaid_lines
        lines = f", because {unpaid[0]} is unpaid: let it be paid with --may-pay" if unpaid else ""
        most = f"with every line paid that may be, the bet wins {percent_text(reach.high, 2)} of the time"
        return f"Hits of {percent_text(asked.low, 2)} are out of reach{lines}; {most}."
    if asked.high is not None and asked.high < reach.low:
        least = f"the lines that are kept win {percent_text(reach.low, 2)} of the time"
        return f"Hits of no more than {percent_text(asked.high, 2)} are out of reach; {least}."
    return ""


def _side_by_side(found: Found, first: int) -> Table:
    shown = found.designs[first : first + SIDE_BY_SIDE]
    heads = right("Today", *(f"Design {first + at}" for at in range(1, len(shown) + 1)))
    pays = [{line: pay.words for line, _, pay in design.pays} for design in shown]
    body: list[Row] = [
        (capital(line.name), _today(found, line.line), *(each.get(line.line, "–") for each in pays))
        for line in found.problem.lines
    ]
    return Table((Column("Outcome"), *heads), tuple(body), tuple(_figures(found, shown)))


def _today(found: Found, line: int) -> str:
    pay = found.problem.wager.paytable.pays.get(line)
    return pay.words if pay else "–"


def _figures(found: Found, shown: Sequence[Design]) -> Iterator[Row]:
    problem, today = found.problem, found.problem.today
    edge = problem.edge_today
    yield "House edge", percent_text(edge, 4), *(percent_text(each.edge, 4) for each in shown)
    yield (
        "Hit frequency",
        percent_text(today.hit_frequency, 2),
        *(percent_text(each.hit_frequency, 2) for each in shown),
    )
    volatility = "–" if problem.decides else decimal_text(today.standard_deviation, 3)
    yield "Volatility", volatility, *(decimal_text(each.standard_deviation, 3) for each in shown)
    if problem.shares:
        meters = [edge / problem.shares, *(each.break_even for each in shown)]
        yield "Break-even meter, in bets", *("–" if each is None else f"{float(each):,.0f}" for each in meters)
    if any(each.run_dry is not None for each in shown):
        risks = ("–" if each.run_dry is None else percent_text(each.run_dry, 4) for each in shown)
        yield "Risk to run dry, at most", "–", *risks
    yield "Looks", "", *(str(each.looks) for each in shown)


def _plot(frontier: Sequence[FrontierPoint]) -> Plot | None:
    if len(frontier) < 2:
        return None
    return Plot(
        "Volatility by the house edge",
        alt="Two lines over the house edge: the least and the greatest standard deviation that a paytable can have.",
        draw=partial(_draw, tuple(frontier)),
    )


def _draw(frontier: Sequence[FrontierPoint]) -> str:
    sides = ("varies least", [point.calm for point in frontier]), ("varies most", [point.wild for point in frontier])
    series = [
        (name, sorted((float(design.edge), float(design.standard_deviation)) for design in designs))
        for name, designs in sides
    ]
    return lines(series, along="house edge", up="standard deviation", written=("%", "n"), zero=False)


def _frontier(found: Found, frontier: Sequence[FrontierPoint]) -> Iterator[Block]:
    yield Words(
        "The least and the most that tables which meet the targets vary, as far as the plays say that were looked at."
        if found.problem.decides
        else "Between the two lines lies every paytable of usual pays that meets the targets."
    )
    if plot := _plot(frontier):
        yield plot
    sides = [("least", point.calm) for point in frontier] + [("most", point.wild) for point in frontier]
    yield Table(
        (Column("Varies"), *right("House edge", "Standard deviation"), Column("Pays", breaks=True)),
        tuple(
            (
                side,
                percent_text(design.edge, 4),
                decimal_text(design.standard_deviation, 3),
                ", ".join(f"{name} {pay.words}" for _, name, pay in design.pays),
            )
            for side, design in sides
        ),
        folded="The numbers",
    )


def _records(found: Found) -> list[dict[str, Any]]:
    return [
        {"design": number, **{line.name: "" for line in found.problem.lines}}
        | {name: pay.words for _, name, pay in design.pays}
        | {
            "house_edge": decimal_text(design.edge),
            "hit_frequency": decimal_text(design.hit_frequency),
            "standard_deviation": decimal_text(design.standard_deviation),
            "top_award": decimal_text(design.top),
            "break_even_meter": "" if design.break_even is None else decimal_text(design.break_even),
            "run_dry_risk": "" if design.run_dry is None else decimal_text(design.run_dry),
            "looks": design.looks,
        }
        for number, design in enumerate(found.designs, 1)
    ]
