"""Solves a game with the first solver that fits, by what its rankings can tell apart and never by its name."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any

from fairfelt.exact.core.problem import Unsolved, has_one_deck
from fairfelt.exact.core.rows import possible_pays
from fairfelt.hands import Ranking
from fairfelt.rules import Game, fingerprint

from .solution import Solution
from .solvers import SOLVERS, Solver

KEPT = 8
REMEMBERED = 128
"""Games whose key is not worked out again: asking for what was solved takes no time."""
Key = tuple[str, tuple[Ranking | None, ...], tuple[Fraction, ...]]
_results: OrderedDict[Key, Any] = OrderedDict()
_keeping = Lock()


def solve(game: Game, *, executor: Executor | None = None) -> Solution:
    """Solve a game exactly. What was solved before is remembered, whatever has changed in its side bets."""
    core = core_game(game)
    key, solver = _key(core), solver_of(core)
    result = _results.get(key) or solver.solve(core, executor)
    with _keeping:
        _results[key] = result
        _results.move_to_end(key)
        while len(_results) > KEPT:
            _results.popitem(last=False)
    return solver.solution(game, result)


def solver_of(game: Game) -> Solver[Any]:
    """The first solver that fits a game; a game that none fits is refused with the reason."""
    for solver in SOLVERS:
        if solver.fits(game):
            return solver
    missing = "such a showdown" if has_one_deck(game) else "several decks or jokers"
    raise Unsolved(f"{game.title}: there is no exact solver for {missing} yet")


def forget() -> None:
    """Forget what was solved, to measure or to free memory."""
    _results.clear()


@lru_cache(REMEMBERED)
def core_game(game: Game) -> Game:
    """What decides how to play: the game without bets on hands of their own."""
    wagers = tuple(wager for wager in game.wagers if wager.is_base or wager.ranking is None)
    return replace(game, wagers=wagers, rulings=(), others=())


@lru_cache(REMEMBERED)
def _key(core: Game) -> Key:
    """The fingerprint with the rankings and pays themselves: two of them may go by the same words."""
    rankings = [core.showdown.ranking if core.showdown else None, *(wager.ranking for wager in core.wagers)]
    pays = (pay.net for wager in core.wagers for pay in possible_pays(core, wager))
    return fingerprint(core), tuple(rankings), tuple(pays)
