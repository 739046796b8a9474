"""What a count will take, told before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from fairfelt.compute.cores import usable_cores
from fairfelt.exact.core.price import TooCostly
from fairfelt.exact.core.problem import Unsolved
from fairfelt.exact.solve import core_game, solver_of
from fairfelt.rules import ROUND, Game, Wager

from ..bets.side_bets import why_uncounted

HAND_S = 8e-9
"""For each hand that a bet of its own could be paid by."""


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
        counted = solver_of(core).seconds(core) + sum(_bet_seconds(game, wager) for wager in game.optional)
        return Foresight(counted / usable_cores(), None, uncounted)
    except TooCostly as reason:
        return Foresight(reason.cost.seconds, reason, uncounted)
    except Unsolved as reason:
        return Foresight(0, None, ((ROUND, str(reason)), *uncounted))


def estimate_seconds(game: Game) -> float:
    """About how long a sheet takes here; raises `Unsolved` where no solver counts the round."""
    seen = foresee(game)
    if reason := dict(seen.uncounted).get(ROUND):
        raise Unsolved(reason)
    return seen.seconds


def _bet_seconds(game: Game, wager: Wager) -> float:
    """A bet on a hand of its own is counted by its lines."""
    if not wager.ranking or game.course:
        return 0.02
    return HAND_S * min(comb(len(game.deck), game.deal.count(wager.on)), 10**9)
