"""The search: the program proposes the best looking table, the ordinary solver counts it, and what it says is learned.

Where the pays change the best play, every count brings one more piece of the convex function that the house edge is,
and the program knows it from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from typing import Any

from fairfelt.engine.exact import Progress, Root, as_json, solve, wager_par
from fairfelt.rules import Pay, Paytable
from fairfelt.runtime.compute.compile import NoNumba

from .lines import ANY, DesignLine, Play, Problem, Range, awkwardness, play_of

# The integer program: one option for every line, pays that fall with the lines, and linear targets. HiGHS solves it.
#
# HiGHS reckons in floating point and lets a row be broken by a billionth, so it can offer a table that misses a target
# by that much, but never passes over one that meets it; the caller checks every answer exactly.


SECONDS = 20.0
"""The longest that one table is looked for."""
TOLERANCE = 1e-9
APART = 4
"""From n free lines on, tables that differ in one line only count as the same."""
Term = tuple[int, float]


def _import_highs() -> Any:
    """The solver of integer programs, loaded when a table is designed: a room that designs none runs without it."""
    try:
        return import_module("highspy")
    except ModuleNotFoundError as error:
        raise NoNumba("highspy") from error


class Program:
    """What is known so far; `best` gives the best looking choice, which is then excluded."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._library = _import_highs()
        self._highs = self._library.Highs()
        self._highs.silent()
        for option, value in (("mip_feasibility_tolerance", TOLERANCE), ("primal_feasibility_tolerance", TOLERANCE)):
            self._highs.setOptionValue(option, value)
        self._highs.setOptionValue("time_limit", SECONDS)
        self._columns = 0
        self._places = [[self._binary(option.cost) for option in line.options] for line in problem.lines]
        for places in self._places:
            self.row([(place, 1.0) for place in places], 1, 1)
        for (upper, above), (lower, below) in pairwise(zip(problem.lines, self._places, strict=True)):
            self._fall(upper, above, lower, below)
        if (top := problem.targets.top.low) is not None:
            self.row([(place, 1.0) for _, place, net in self._options() if net >= top], 1, None)
        self._witnesses: list[int] = []
        self._any: int | None = None
        """The row that asks for one of them."""

    def _binary(self, cost: float) -> int:
        self._highs.addCol(cost, 0.0, 1.0, 0, [], [])
        self._highs.changeColIntegrality(self._columns, self._library.HighsVarType.kInteger)
        self._columns += 1
        return self._columns - 1

    def row(self, terms: Sequence[Term], low: Fraction | float | None, high: Fraction | float | None) -> None:
        """The sum of the terms lies between the two; None is no bound."""
        least = -self._library.kHighsInf if low is None else float(low)
        most = self._library.kHighsInf if high is None else float(high)
        kept = [(place, value) for place, value in terms if value]
        self._highs.addRow(least, most, len(kept), [place for place, _ in kept], [value for _, value in kept])

    def terms(self, weights: Sequence[Fraction], power: int = 1) -> list[Term]:
        """The pay of every line, or its square, by a weight."""
        return [(place, float(weights[at] * net**power)) for at, place, net in self._options()]

    def hits(self, chances: Sequence[Fraction]) -> list[Term]:
        """The lines that win, by how often they come."""
        return [(place, float(chances[at])) for at, place, net in self._options() if net > 0]

    def _fall(self, upper: DesignLine, above: list[int], lower: DesignLine, below: list[int]) -> None:
        """A line pays more than the next, unless both pay the same today or neither pays a profit."""
        if upper.present.level or lower.present.level:
            return
        strict = upper.present.net != lower.present.net
        for option in upper.options:
            most = option.net
            same = not strict or most <= 0
            reached = [(place, 1.0) for each, place in zip(upper.options, above, strict=True) if each.net <= most]
            allowed = [
                (place, -1.0)
                for each, place in zip(lower.options, below, strict=True)
                if each.net < most or (same and each.net == most)
            ]
            self.row([*reached, *allowed], None, 0)

    def _options(self) -> list[tuple[int, int, Fraction]]:
        """The line, the column and the pay of every option but shares of a meter."""
        return [
            (at, place, option.net)
            for at, (line, places) in enumerate(zip(self.problem.lines, self._places, strict=True))
            for option, place in zip(line.options, places, strict=True)
            if not option.pay.level
        ]

    def add_play(self, play: Play, least: Fraction | None, most: Fraction | None) -> None:
        """The player's result, at best play, is to lie between the two.

        No play may be worth more than the most. That some play is worth the least is enough, and those are the ones
        that were found so far: of each play added, a column says whether it is the one.
        """
        terms = self.terms(play.slopes)
        if most is not None:
            self.row(terms, None, most - play.constant)
        if least is None:
            return
        by_line = ([value for place, value in terms if place in places] for places in self._places)
        slack = float(least - play.constant) - sum(min(values) for values in by_line if values)
        witness = self._binary(0.0)
        self._witnesses.append(witness)
        self.row([*terms, (witness, -slack)], float(least - play.constant) - slack, None)
        if self._any is not None:
            self._highs.changeRowBounds(self._any, -self._library.kHighsInf, self._library.kHighsInf)
        self._any = int(self._highs.getNumRow())
        self.row([(each, 1.0) for each in self._witnesses], 1, None)

    def exclude(self, chosen: Sequence[int], *, alike: bool = False) -> None:
        """Look for any other table from now on; with `alike` one that differs in two lines, where there are many."""
        free = [at for at, line in enumerate(self.problem.lines) if len(line.options) > 1]
        apart = 2 if alike and len(free) >= APART else 1
        self.row([(self._places[at][chosen[at]], 1.0) for at in free], None, len(free) - apart)

    def best(self) -> tuple[int, ...] | None:
        """The choice that looks best, as the number of an option for every line; None where there is none."""
        self._highs.run()
        if self._highs.getModelStatus() not in (
            self._library.HighsModelStatus.kOptimal,
            self._library.HighsModelStatus.kTimeLimit,
        ):
            return None
        values = self._highs.getSolution().col_value
        if not values or any(sum(values[place] for place in places) < 0.5 for places in self._places):
            return None
        return tuple(max(range(len(places)), key=lambda at: values[places[at]]) for places in self._places)


MOST_TRIES = 200
"""Tables that are counted before the search gives up."""
LEEWAY = Fraction(1, 100)
"""How far hits may move with the play before a table is counted."""


@dataclass(frozen=True)
class Design:
    """A paytable that was counted exactly."""

    table: Paytable
    pays: tuple[tuple[int, str, Pay], ...]
    """Lines that the table lists: number, name, pay; the best first."""
    edge: Fraction
    hit_frequency: Fraction
    standard_deviation: Root
    top: Fraction
    break_even: Fraction | None
    looks: int
    """How awkward the pays are, all together; 0 is the best."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "pays": {name: pay.words for _, name, pay in self.pays},
            "house_edge": as_json(self.edge),
            "hit_frequency": as_json(self.hit_frequency),
            "standard_deviation": as_json(self.standard_deviation),
            "top_award": as_json(self.top),
            "break_even_meter": None if self.break_even is None else as_json(self.break_even),
            "looks": self.looks,
        }


@dataclass(frozen=True)
class SearchResult:
    """What a search came to."""

    problem: Problem
    designs: tuple[Design, ...]
    """The best looking first."""
    counted: int
    """Tables that were counted."""
    exhausted: bool
    """Whether there are no others that meet the targets."""


def search(
    problem: Problem, most: int = 10, *, progress: Progress | None = None, executor: Executor | None = None
) -> SearchResult:
    """Up to n designs that meet the targets, the best looking first."""
    program = target_program(problem)
    designs: list[Design] = []
    plays = [problem.play]
    for counted in range(MOST_TRIES):
        if progress:
            progress(len(designs), most, f"{len(designs)} of {most} designs, {counted} tables counted")
        chosen = program.best() if len(designs) < most else None
        if chosen is None:
            return SearchResult(problem, tuple(designs), counted, exhausted=len(designs) < most)
        design, play = count_design(problem, chosen, f"design {len(designs) + 1}", executor)
        if play not in plays:
            plays.append(play)
            program.add_play(play, *result_range(problem))
        if found := meets(problem, design):
            designs.append(design)
        program.exclude(chosen, alike=found)
    return SearchResult(problem, tuple(designs), MOST_TRIES, exhausted=False)


def target_program(problem: Problem) -> Program:
    """The program with all targets that are linear."""
    program, play, targets = Program(problem), problem.play, problem.targets
    program.add_play(play, *result_range(problem))
    leeway = LEEWAY if problem.decides else Fraction(0)
    hit = targets.hit
    if hit != ANY:
        low, high = (None if end is None else end - play.other_hits for end in (hit.low, hit.high))
        program.row(
            program.hits(play.chances), None if low is None else low - leeway, None if high is None else high + leeway
        )
    if targets.volatility != ANY and not problem.decides:
        _add_volatility(program, problem)
    return program


def _add_volatility(program: Program, problem: Problem) -> None:
    """The mean square is linear in the choice; the square of the mean lies between those of the edge's ends."""
    edge, wanted = edge_range(problem), problem.targets.volatility
    ends = [end**2 for end in (edge.low, edge.high) if end is not None]
    widest = max(ends) if len(ends) == 2 else Fraction(1)
    other = problem.play.other_squares
    low = None if wanted.low is None else wanted.low**2 - other
    high = None if wanted.high is None else wanted.high**2 + widest - other
    program.row(program.terms(problem.play.chances, 2), low, high)


def edge_range(problem: Problem) -> Range:
    """The house edge that is asked for, by itself and by the break-even meter."""
    targets = problem.targets
    return targets.edge.narrowed(targets.break_even.times(problem.shares)) if problem.shares else targets.edge


def result_range(problem: Problem) -> tuple[Fraction | None, Fraction | None]:
    """The player's expected result that is asked for: least and most."""
    edge = edge_range(problem)
    return None if edge.high is None else -edge.high, None if edge.low is None else -edge.low


def meets(problem: Problem, design: Design) -> bool:
    targets = problem.targets
    return (
        design.edge in edge_range(problem)
        and design.hit_frequency in targets.hit
        and design.standard_deviation in targets.volatility
        and design.top in targets.top
    )


def count_design(
    problem: Problem, chosen: tuple[int, ...], name: str, executor: Executor | None = None
) -> tuple[Design, Play]:
    """Solve the game with a table by the ordinary solver."""
    options, bet = problem.pays_of(chosen), problem.wager.name
    listed = [(line, option.pay) for line, option in zip(problem.lines, options, strict=True) if option.listed]
    every = [(line.line, option.pay) for line, option in zip(problem.lines, options, strict=True)]
    table = problem.make_table(name, {line.line: pay for line, pay in listed})
    played = problem.game.with_pays(bet, problem.make_table(name, dict(every)) if problem.decides else table)
    solution = solve(played, executor=executor)
    sheet = wager_par(solution, played.wager(bet), played.wager(bet).paytable)
    edge, deviation = sheet.house_edge, sheet.standard_deviation
    if problem.decides:
        edge = solution.round.house_edge
        deviation = solution.round.standard_deviation or deviation
    profits = [pay.net for _, pay in listed if not pay.level]
    design = Design(
        table,
        tuple((line.line, line.name, pay) for line, pay in listed),
        edge,
        sheet.hit_frequency,
        deviation,
        max(profits, default=Fraction(0)),
        edge / problem.shares if problem.shares else None,
        sum(awkwardness(pay) for _, pay in listed if pay.net > 0),
    )
    play = play_of(solution, bet, every, decides=True) if problem.decides else problem.play
    return design, play
