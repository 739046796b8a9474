"""What a count will take, before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from fairfelt.engine.bets.census import why_uncounted
from fairfelt.engine.core.price import TooCostly
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.courses.solution import SOLVER as COURSE_SOLVER
from fairfelt.engine.solve import core_game, is_kept, solver_of
from fairfelt.rules import ROUND, Game, Opens, Wager
from fairfelt.runtime.compute.cores import usable_cores

from ..build_par import BEST_SETTING_S
from ..small_deck_check import count_deals, small_version

READ_S = 1.0
"""For a result that is kept, or ships with the package."""
HAND_S = 8e-9
"""For each hand that a bet of its own could be paid by."""
DEAL_S = 3e-4
"""For each deal that is played out at the table."""
CHECKED_SHOES = 3
LONGEST_CHECK_S = 45


@dataclass(frozen=True)
class Foresight:
    """What a sheet will cost, and what will be missing from it."""

    seconds: float
    """About, on this machine, to count it…"""
    check_seconds: float
    """…and to check it on a small deck."""
    too_costly: TooCostly | None
    """Why the user has to agree first, if so."""
    uncounted: tuple[tuple[str, str], ...]
    """Bets that no solver counts, and why."""


def foresee(game: Game) -> Foresight:
    """Look ahead without counting anything."""
    core = core_game(game)
    uncounted = tuple((wager.name, why) for wager in game.optional if (why := why_uncounted(game, wager)))
    try:
        solver = solver_of(core)
        solving, best = solver.seconds(core), solver.best_seconds(core)
        if best > BEST_SETTING_S or all(table.is_kept for table in solver.tables(core)):
            best = 0.0
        cores = 1 if solver is COURSE_SOLVER else usable_cores()
        bets = sum(_bet_seconds(game, wager) for wager in game.optional)
        counted = bets + best + (READ_S if is_kept(solver, core) else solving)
        return Foresight(counted / cores, _check_seconds(game, solving), None, uncounted)
    except TooCostly as reason:
        return Foresight(reason.cost.seconds, 0, reason, uncounted)
    except Unsolved as reason:
        return Foresight(0, 0, None, ((ROUND, str(reason)), *uncounted))


def estimate_seconds(game: Game) -> float:
    """About how long a sheet takes here; raises `Unsolved` where no solver counts the round."""
    seen = foresee(game)
    if reason := dict(seen.uncounted).get(ROUND):
        raise Unsolved(reason)
    return seen.seconds


def _check_seconds(game: Game, solving: float) -> float:
    """Deals are played out at the table one by one; of a course, some small shoes are solved before one is found."""
    if game.course:
        return 1 + min(CHECKED_SHOES * solving, LONGEST_CHECK_S)
    small = small_version(game) if game.opens is Opens.ALL else None
    return DEAL_S * count_deals(small, small.deck) if small else 0


def _bet_seconds(game: Game, wager: Wager) -> float:
    """A bet on a hand of its own is counted by its lines."""
    if not wager.ranking or game.course:
        return 0.02
    return HAND_S * min(comb(len(game.deck), game.deal.count(wager.on)), 10**9)
