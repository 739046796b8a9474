"""Paytable design in one call, for notebooks and scripts: the report shows itself."""

from __future__ import annotations

from collections.abc import Mapping

from fairfelt.design import Range, Targets, frontier, parse_range, search
from fairfelt.reports.report import Report
from fairfelt.rules import Game

from .ask import design_problem
from .sheet import design_report


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
    """Paytables of a bet that meet targets such as edge="3..4%", the best looking first, with their frontier."""

    def read(text: str, what: str, *, percent: bool = False) -> Range:
        return parse_range(text, what=what, percent=percent) if text else Range()

    targets = Targets(
        read(edge, "edge", percent=True),
        read(hit, "hit", percent=True),
        read(volatility, "volatility"),
        read(top, "top"),
        whole_numbers=whole_numbers,
    )
    problem = design_problem(game, wager, targets, keep=keep)
    found = search(problem, designs)
    return design_report(found, frontier(problem) if found.designs else ())
