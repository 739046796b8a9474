"""The frontier: for every edge within the targets, how little and how much a paytable can vary.

Where the pays change the best play, the program goes by the plays that were found so far, as the search does, and each
proposal is counted: what it finds meets the targets, and varies least or most as far as those plays say.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace

from fairfelt.engine.exact import Progress
from fairfelt.engine.solve import core_game, solver_of

from .lines import Problem
from .search import Design, count_design, edge_range, meets, result_range, target_program
from .targets import Range

SLICES, PLAYED_SLICES = 5, 3
"""Parts of the range of edges; fewer where every table takes a count of the whole game."""
TRIES = 4
"""Tables that are counted for one end of a slice."""
SLOWEST_S = 10.0
"""A game that takes longer to solve has a frontier only where its play does not change."""


@dataclass(frozen=True)
class FrontierPoint:
    """Around one house edge, the designs that vary least and most."""

    calm: Design
    wild: Design


def frontier(
    problem: Problem, *, progress: Progress | None = None, executor: Executor | None = None
) -> tuple[FrontierPoint, ...]:
    """The least and the greatest volatility by the edge; nothing where an end of it is open, or it takes too long."""
    edge = edge_range(problem)
    if edge.low is None or edge.high is None or edge.low == edge.high:
        return ()
    core = core_game(problem.game)
    if problem.decides and solver_of(core).seconds(core) > SLOWEST_S:
        return ()
    slices = PLAYED_SLICES if problem.decides else SLICES
    step = (edge.high - edge.low) / slices
    found = []
    for at in range(slices):
        if progress:
            progress(at, slices, "edge and volatility")
        low = edge.low + at * step
        part = replace(problem, targets=replace(problem.targets, edge=Range(low, low + step)))
        calm, wild = (_end(part, sign, executor) for sign in (1, -1))
        if calm and wild:
            found.append(FrontierPoint(calm, wild))
    return tuple(found)


def _end(problem: Problem, sign: int, executor: Executor | None) -> Design | None:
    """The calmest design of a slice of edges, or the wildest where the sign is -1."""
    program, plays = target_program(problem), [problem.play]
    for _ in range(TRIES):
        chosen = program.least(program.terms(plays[-1].chances, 2), sign)
        if chosen is None:
            return None
        design, play = count_design(problem, chosen, "calm" if sign > 0 else "wild", executor)
        if meets(problem, design):
            return design
        program.exclude_only(chosen)
        if play not in plays:
            plays.append(play)
            program.add_play(play, *result_range(problem))
    return None
