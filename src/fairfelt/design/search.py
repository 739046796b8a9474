"""The search: the program proposes the best looking table, the ordinary solver counts it, and what it says is learned.

Where the pays change the best play, every count brings one more piece of the convex function that the house edge is,
and the program knows it from then on.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairfelt.exact import Progress, Root, as_json, solve, wager_par
from fairfelt.rules import Pay, Paytable

from .lines import Play, Problem, play_of
from .menu import awkwardness
from .program import Program
from .run_dry import dry_risk, most_paid
from .targets import ANY, Range

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
    run_dry: Fraction | None
    """The risk at most that its meter runs dry; none where that was not asked."""
    looks: int
    """How awkward the pays are, all together; 0 is the best."""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "pays": {name: pay.words for _, name, pay in self.pays},
            "house_edge": as_json(self.edge),
            "hit_frequency": as_json(self.hit_frequency),
            "standard_deviation": as_json(self.standard_deviation),
            "top_award": as_json(self.top),
            "break_even_meter": None if self.break_even is None else as_json(self.break_even),
            "run_dry_risk": None if self.run_dry is None else as_json(self.run_dry),
            "looks": self.looks,
        }


@dataclass(frozen=True)
class Found:
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
) -> Found:
    """Up to so many designs that meet the targets, the best looking first."""
    program = target_program(problem)
    designs: list[Design] = []
    plays = [problem.play]
    for counted in range(MOST_TRIES):
        if progress:
            progress(len(designs), most, f"{len(designs)} of {most} designs, {counted} tables counted")
        chosen = program.best() if len(designs) < most else None
        if chosen is None:
            return Found(problem, tuple(designs), counted, exhausted=len(designs) < most)
        design, play = count_design(problem, chosen, f"design {len(designs) + 1}", executor)
        if play not in plays:
            plays.append(play)
            program.add_play(play, *result_range(problem))
        if meets(problem, design):
            designs.append(design)
            program.exclude(chosen)
        else:
            program.exclude_only(chosen)
    return Found(problem, tuple(designs), MOST_TRIES, exhausted=False)


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
    if targets.run_dry.high is not None and not problem.decides:
        pays = (option.net for line in problem.lines for option in line.options if not option.pay.level)
        largest = max(pays, default=Fraction(0)) + 1
        program.row(
            program.paid(play.chances), None, most_paid(problem.wager, problem.today, targets.run_dry.high, largest)
        )
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
    """Whether a design that was counted meets every target."""
    targets = problem.targets
    return (
        design.edge in edge_range(problem)
        and design.hit_frequency in targets.hit
        and design.standard_deviation in targets.volatility
        and design.top in targets.top
        and (design.run_dry is None or design.run_dry in targets.run_dry)
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
        dry_risk(problem.wager, sheet) if problem.targets.run_dry != ANY else None,
        sum(awkwardness(pay) for _, pay in listed if pay.net > 0),
    )
    play = play_of(solution, bet, every, decides=True) if problem.decides else problem.play
    return design, play
