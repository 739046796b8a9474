"""What each row of a paytable is worth to the player: how often it pays, and what it adds to the expected result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from fairfelt.engine.answers.shares import NO_SHARE, Share
from fairfelt.rules import Paytable, Wager

from ..build_par import wager_par
from ..solution import Solution


def shares_of(solution: Solution, wager: Wager) -> Mapping[int, Share]:
    """By the row of the paytable in play, as far as rows can be paid at all."""
    table = wager.paytable
    marked = {line: replace(pay, words=f"row {line}") for line, pay in table.pays.items()}
    line_of = {pay: line for line, pay in marked.items()}
    numbered = Paytable(table.name, marked, names=table.names, or_more=table.or_more)
    found: dict[int, Share] = {}
    for row in wager_par(solution, wager, numbered).outcomes:
        line = line_of.get(row.pay)
        if line is not None:
            found[line] = found.get(line, NO_SHARE) + Share(row.probability, row.contribution)
    return found


def shares_by_wager(solution: Solution) -> Mapping[str, Mapping[int, Share]]:
    """The same of every wager with a paytable, by its name."""
    return {wager.name: shares_of(solution, wager) for wager in solution.game.wagers if wager.paytable.pays}
