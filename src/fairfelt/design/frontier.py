"""The frontier: for every edge within the targets, how little and how much a paytable can vary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.exact import Progress

from .lines import Problem
from .program import Program
from .search import Design, count_design, edge_range, meets, target_program

SLICES = 5


@dataclass(frozen=True)
class FrontierPoint:
    """Around one house edge, the designs that vary least and most."""

    calm: Design
    wild: Design


def frontier(problem: Problem, *, progress: Progress | None = None) -> tuple[FrontierPoint, ...]:
    """The least and the greatest volatility by the edge; nothing where the pays change the play or an end is open."""
    edge = edge_range(problem)
    if problem.decides or edge.low is None or edge.high is None or edge.low == edge.high:
        return ()
    step = (edge.high - edge.low) / SLICES
    found = []
    for at in range(SLICES):
        if progress:
            progress(at, SLICES, "edge and volatility")
        low = edge.low + at * step
        ends = list(_ends(problem, low, low + step))
        if len(ends) == 2:
            found.append(FrontierPoint(*ends))
    return tuple(found)


def _ends(problem: Problem, low: Fraction, high: Fraction) -> Iterator[Design]:
    """The calmest and the wildest design in a slice of edges."""
    play = problem.play
    for sign in (1, -1):
        program: Program = target_program(problem)
        program.row(program.terms(play.slopes), -high - play.constant, -low - play.constant)
        chosen = program.least(program.terms(play.chances, 2), sign)
        if chosen is None:
            continue
        design, _ = count_design(problem, chosen, "calm" if sign > 0 else "wild")
        if meets(problem, design):
            yield design
