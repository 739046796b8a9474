"""What a count will take, told before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from os import cpu_count

from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.exact.solvers.general.cost import TooCostly
from fairfelt.rules import ROUND, Game

from ..bets.side_bets import why_uncounted


@dataclass(frozen=True)
class Foresight:
    """What a sheet will cost, and what will be missing from it."""

    seconds: float
    """About, on this machine."""
    too_costly: TooCostly | None
    """Why somebody has to agree first, if so."""
    uncounted: tuple[tuple[str, str], ...]
    """Bets that no solver counts, and why."""


def foresee(game: Game) -> Foresight:
    """Look ahead without counting anything."""
    core = core_game(game)
    uncounted = tuple((wager.name, why) for wager in game.optional if (why := why_uncounted(game, wager)))
    try:
        return Foresight(solver_of(core).seconds(core) / (cpu_count() or 1), None, uncounted)
    except TooCostly as reason:
        return Foresight(reason.cost.seconds, reason, uncounted)
    except Unsolved as reason:
        return Foresight(0, None, ((ROUND, str(reason)), *uncounted))
