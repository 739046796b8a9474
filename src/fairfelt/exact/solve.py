"""Chooses the solver by what a game's rankings can tell apart, never by its name."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import replace
from threading import Lock

from fairfelt.hands import TrackRanking
from fairfelt.rules import Cards, Game, fingerprint

from .decided import Decided
from .direct import solve_direct
from .ladder import Climbed, climb, prepare
from .problem import Problem, Unsolved, showdown_problem
from .solution import LadderSolution, ShowdownSolution, Solution
from .suits import solve_suits
from .tracks import solve_tracks

MOST_CARDS_DIRECTLY = 4
KEPT = 8
_solved: OrderedDict[str, Decided | Climbed] = OrderedDict()
_keeping = Lock()


def solve(game: Game, *, executor: Executor | None = None) -> Solution:
    """Solve a game exactly. What was solved before is remembered, whatever has changed in its side bets."""
    core = _core(game)
    key = fingerprint(core)
    found = _solved.get(key) or _solve(core, executor)
    with _keeping:
        _solved[key] = found
        _solved.move_to_end(key)
        while len(_solved) > KEPT:
            _solved.popitem(last=False)
    return ShowdownSolution(game, found) if isinstance(found, Decided) else LadderSolution(game, found)


def forget() -> None:
    """Forget what was solved, to measure or to free memory."""
    _solved.clear()


def _core(game: Game) -> Game:
    """What decides how to play: the game without bets on hands of their own."""
    wagers = tuple(wager for wager in game.wagers if wager.is_base or wager.ranking is None)
    return replace(game, wagers=wagers, rulings=(), others=())


def _solve(game: Game, executor: Executor | None) -> Decided | Climbed:
    if game.deck.copies != 1 or game.deck.jokers:
        raise Unsolved(f"{game.title}: there is no exact solver for several decks or jokers yet")
    if game.showdown:
        return _decide(showdown_problem(game), executor)
    return climb(prepare(game), executor)


def _decide(problem: Problem, executor: Executor | None) -> Decided:
    game, ranking = problem.game, problem.showdown.ranking
    shared = game.deal.count(Cards.COMMUNITY)
    if isinstance(ranking, TrackRanking) and ranking.tracks <= 2 and not ranking.wilds and not shared:
        return solve_tracks(problem, ranking, executor)
    if isinstance(ranking, TrackRanking) and ranking.tracks == 4 and shared:
        return solve_suits(problem, ranking, executor)
    if not shared and max(game.hole, game.deal.count(Cards.DEALER)) <= MOST_CARDS_DIRECTLY:
        return solve_direct(problem, executor)
    raise Unsolved(f"{game.title}: there is no exact solver for such a showdown yet")
