"""Paytables by targets and rules by their settings: the problem that is searched, and the sheets of what was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from fairfelt.analysis.design.knobs import Knob, KnobSetting
from fairfelt.analysis.design.lines import Problem, Range, Targets, build_problem, parse_range
from fairfelt.analysis.design.pays import line_names, pay_lines, pays_text, read_pay, with_pays
from fairfelt.analysis.design.search import Design, SearchResult, search
from fairfelt.engine.exact import decimal_text, percent_text
from fairfelt.reports.report import Report, flat
from fairfelt.reports.sheet import Block, Column, Facts, Notice, Row, Section, Sheet, Table, Words, right
from fairfelt.reports.sheet.english import capital, colophon, footnotes
from fairfelt.rules import Game, Pay, Paytable, UnknownName


def design_problem(
    game: Game,
    wager: str,
    targets: Targets,
    *,
    keep: Mapping[str, str] | None = None,
    may_pay: Sequence[str] = (),
    executor: Executor | None = None,
) -> Problem:
    """The problem of one bet: kept lines pay what they are kept at, further lines may be paid."""
    bet = game.wager(wager)
    kept: dict[int, Pay] = {}
    for name, text in (keep or {}).items():
        kept[find_line(game, wager, name)] = read_pay(text, place=f"{name}:")
    lines = {*bet.paytable.pays, *kept, *(find_line(game, wager, name) for name in may_pay)}
    rows = [each for each in pay_lines(game, bet.name) if each.line in lines]

    def make_table(name: str, pays: Mapping[int, Pay]) -> Paytable:
        return with_pays(game, bet, name, pays)

    return build_problem(game, wager, rows, targets, make_table, keep=kept, executor=executor)


def find_line(game: Game, wager: str, name: str) -> int:
    """The number of a line by any of its names."""
    names = line_names(game, game.wager(wager))
    if name.lower().strip() not in names:
        raise UnknownName(f"line of {game.wager(wager).name}", name, tuple(names))
    return names[name.lower().strip()]


TARGETS = {
    "edge": ("House edge", "3..4%", True, "house_edge"),
    "hit": ("Hit frequency", "20..30%", True, "hit_frequency"),
    "volatility": ("Volatility", "2..5", False, "standard_deviation"),
    "top": ("Top award", "50..200", False, "top_award"),
    "break_even": ("Break-even meter, in bets", "5000..8000", False, "break_even_meter"),
}
"""Title, example, whether it is a percentage, and key in JSON, by field of the targets."""


def read_targets(*, whole_numbers: bool = False, dashes: str = "", **texts: str) -> Targets:
    """Targets from ranges as text, such as edge="3..4%"; an empty text asks for nothing."""
    ranges = {
        name: parse_range(texts[name], what=f"{dashes}{name.replace('_', '-')}", percent=percent)
        for name, (_, _, percent, _) in TARGETS.items()
        if texts.get(name)
    }
    return Targets(**{"edge": Range(), **ranges}, whole_numbers=whole_numbers)


SIDE_BY_SIDE = 5
"""Designs in one table."""


def design_report(found: SearchResult) -> Report:
    """What was found, the best first."""
    game, bet = found.problem.game, found.problem.wager
    sheet = Sheet(
        game.title,
        f"Paytable design: {bet.name}",
        Section("Targets", Facts(*_targets(found))),
        Section("Designs", *_designs(found)),
        footnotes=footnotes("design"),
        colophon=colophon(game, what="Every design counted exactly, not sampled,"),
    )
    return Report(
        sheet,
        design_dict(found),
        f"{game.slug}-design",
        records=[
            {"design": number, **dict.fromkeys((line.name for line in found.problem.lines), ""), **flat(each.to_dict())}
            for number, each in enumerate(found.designs, 1)
        ],
        passed=bool(found.designs),
    )


def design_dict(found: SearchResult) -> dict[str, Any]:
    problem = found.problem
    game, targets = problem.game, problem.targets
    return {
        "game": game.slug,
        "variant": game.variant,
        "wager": problem.wager.name,
        "changes_best_play": problem.decides,
        "targets": {key: _range_plain(getattr(targets, name)) for name, (*_, key) in TARGETS.items()}
        | {"whole_numbers": targets.whole_numbers},
        "designs": [
            each.to_dict() | {"pays_file": pays_text({problem.wager.name: each.table}, game)} for each in found.designs
        ],
        "tables_counted": found.counted,
        "exhausted": found.exhausted,
    }


def _range_plain(asked: Range) -> dict[str, Any] | None:
    return None if asked == Range() else {"from": asked.low, "to": asked.high}


def _targets(found: SearchResult) -> Iterator[tuple[str, str]]:
    targets, problem = found.problem.targets, found.problem
    for name, (title, _, percent, _) in TARGETS.items():
        if (asked := getattr(targets, name)) != Range():
            yield title, range_text(asked, percent=percent)
    if kept := [f"{line.name} {line.options[0].pay.words}" for line in problem.lines if line.is_kept]:
        yield "Kept", ", ".join(kept)
    yield "Pays", "whole numbers" if targets.whole_numbers else "any odds that paytables use"
    yield (
        "Best play",
        "worked out anew for every design" if problem.decides else "the same whatever this bet pays",
    )
    yield "Tables counted", f"{found.counted:,}"


def range_text(asked: Range, *, percent: bool) -> str:
    ends = [
        None if end is None else percent_text(end, 2) if percent else _number(end) for end in (asked.low, asked.high)
    ]
    if ends[0] is None:
        return f"{ends[1]} or less"
    return f"{ends[0]} or more" if ends[1] is None else f"{ends[0]} to {ends[1]}"


def _number(number: Any) -> str:
    text = f"{float(number):,.4f}"
    return text.rstrip("0").rstrip(".")


def _designs(found: SearchResult) -> Iterator[Block]:
    if not found.designs:
        yield Notice("No paytable meets these targets", _why_none(found))
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


def _why_none(found: SearchResult) -> str:
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


def _side_by_side(found: SearchResult, first: int) -> Table:
    shown = found.designs[first : first + SIDE_BY_SIDE]
    heads = right("Today", *(f"Design {first + at}" for at in range(1, len(shown) + 1)))
    pays = [{line: pay.words for line, _, pay in design.pays} for design in shown]
    pays.insert(0, {line: pay.words for line, pay in found.problem.wager.paytable.pays.items()})
    body: list[Row] = [
        (capital(line.name), *(each.get(line.line, "–") for each in pays)) for line in found.problem.lines
    ]
    return Table((Column("Outcome"), *heads), tuple(body), tuple(_figures(found, shown)))


def _figures(found: SearchResult, shown: Sequence[Design]) -> Iterator[Row]:
    problem, today = found.problem, found.problem.today
    edge = problem.edge_today
    yield "House edge", percent_text(edge, 4), *(percent_text(each.edge, 4) for each in shown)
    hits = (today.hit_frequency, *(each.hit_frequency for each in shown))
    yield "Hit frequency", *(percent_text(each, 2) for each in hits)
    volatility = "–" if problem.decides else decimal_text(today.standard_deviation, 3)
    yield "Volatility", volatility, *(decimal_text(each.standard_deviation, 3) for each in shown)
    if problem.shares:
        meters = [edge / problem.shares, *(each.break_even for each in shown)]
        yield "Break-even meter, in bets", *("–" if each is None else f"{float(each):,.0f}" for each in meters)
    yield "Looks", "", *(str(each.looks) for each in shown)


def knobs_report(game: Game, knobs: Sequence[Knob], settings: Sequence[KnobSetting]) -> Report:
    """Every setting that was counted; the report fails where none meets the targets."""
    met = sum(setting.meets for setting in settings)
    words = Words(f"{met} of {len(settings)} settings meet the targets.")
    sheet = Sheet(
        game.title,
        "Design of the rules",
        Section("Settings", words, _table(knobs, settings)),
        footnotes=footnotes("knobs"),
        colophon=colophon(game, what="Every setting counted exactly, not sampled,"),
    )
    plain = {
        "game": game.slug,
        "variant": game.variant,
        "knobs": {knob.name: list(knob.values) for knob in knobs},
        "settings": [setting.to_dict(knobs) for setting in settings],
    }
    records = [flat(setting.to_dict(knobs)) for setting in settings]
    return Report(sheet, plain, f"{game.slug}-knobs", records, passed=met > 0)


def _table(knobs: Sequence[Knob], settings: Sequence[KnobSetting]) -> Table:
    return Table(
        (
            *(Column(capital(knob.name)) for knob in knobs),
            *right("House edge", "Element of risk", "Hit frequency", "Standard deviation"),
            Column("Remark"),
        ),
        tuple(
            (
                *setting.values,
                percent_text(setting.round.house_edge, 4),
                percent_text(setting.round.element_of_risk, 4),
                percent_text(setting.hit_frequency, 2) if setting.hit_frequency is not None else "",
                decimal_text(setting.round.standard_deviation, 4) if setting.round.standard_deviation else "",
                _remark(setting),
            )
            for setting in settings
        ),
    )


def _remark(setting: KnobSetting) -> str:
    told = ("today" if setting.today else "", "" if setting.meets else "misses the targets")
    return ", ".join(filter(None, told)).capitalize()


def design_paytable(
    game: Game,
    wager: str,
    *,
    edge: str,
    hit: str = "",
    volatility: str = "",
    top: str = "",
    whole_numbers: bool = False,
    keep: Mapping[str, str] | None = None,
    designs: int = 10,
) -> Report:
    """Paytables of a bet that meet targets such as edge="3..4%", the best looking first."""

    targets = read_targets(edge=edge, hit=hit, volatility=volatility, top=top, whole_numbers=whole_numbers)
    problem = design_problem(game, wager, targets, keep=keep)
    found = search(problem, designs)
    return design_report(found)
