"""Chooses the solver by what a game's rankings can tell apart, never by its name."""

from __future__ import annotations

from collections import OrderedDict
from concurrent.futures import Executor
from dataclasses import replace
from fractions import Fraction
from threading import Lock

from fairfelt.exact.core.decisions import Decided, lean
from fairfelt.exact.core.problem import Problem, Unsolved, showdown_problem
from fairfelt.exact.core.rows import possible_pays
from fairfelt.exact.solvers.blackjack import BlackjackSolution, Played, solve_blackjack
from fairfelt.exact.solvers.boards.problem import shared_problem
from fairfelt.exact.solvers.boards.solver import Revealed, reveal
from fairfelt.exact.solvers.course.solution import CourseSolution
from fairfelt.exact.solvers.course.solver import Coursed, solve_course
from fairfelt.exact.solvers.first_cards.solver import Counted, CountedSolution, count_lines
from fairfelt.exact.solvers.ladder.solver import Climbed, climb, prepare
from fairfelt.exact.solvers.longest_flush.solver import solve_longest
from fairfelt.exact.solvers.pai_gow.solution import HandsSet, SetSolution, set_hands
from fairfelt.exact.solvers.streets.solution import RevealedSolution, WalkedSolution
from fairfelt.exact.solvers.streets.solver import Walked, walk
from fairfelt.exact.solvers.suits.solver import solve_suits
from fairfelt.exact.solvers.sweep.solver import MOST_CARDS, solve_sweep
from fairfelt.exact.solvers.tracks.solver import solve_tracks
from fairfelt.hands import Ranking, TrackRanking
from fairfelt.hands.flushes import FlushRanking
from fairfelt.rules import Blackjack, Cards, Game, PaiGowPoker, Showdown, fingerprint

from .solution import LadderSolution, ShowdownSolution, Solution

KEPT = 8
Found = Decided | Climbed | Walked | Revealed | Coursed | Counted | HandsSet | Played
Key = tuple[str, tuple[Ranking | None, ...], tuple[Fraction, ...]]
_solved: OrderedDict[Key, Found] = OrderedDict()
_keeping = Lock()


def solve(game: Game, *, executor: Executor | None = None) -> Solution:
    """Solve a game exactly. What was solved before is remembered, whatever has changed in its side bets."""
    core = _core(game)
    key = _key(core)
    found = _solved.get(key) or _lean(_solve(core, executor))
    with _keeping:
        _solved[key] = found
        _solved.move_to_end(key)
        while len(_solved) > KEPT:
            _solved.popitem(last=False)
    return _solution(game, found)


def forget() -> None:
    """Forget what was solved, to measure or to free memory."""
    _solved.clear()


def _core(game: Game) -> Game:
    """What decides how to play: the game without bets on hands of their own."""
    wagers = tuple(wager for wager in game.wagers if wager.is_base or wager.ranking is None)
    return replace(game, wagers=wagers, rulings=(), others=())


def _key(core: Game) -> Key:
    """The fingerprint with the rankings and pays themselves: two of them may go by the same words."""
    rankings = [core.showdown.ranking if core.showdown else None, *(wager.ranking for wager in core.wagers)]
    pays = (pay.net for wager in core.wagers for pay in possible_pays(core, wager))
    return fingerprint(core), tuple(rankings), tuple(pays)


def _solution(game: Game, found: Found) -> Solution:
    match found:
        case Decided():
            return ShowdownSolution(game, found)
        case Climbed():
            return LadderSolution(game, found)
        case Walked():
            return WalkedSolution(game, found)
        case Revealed():
            return RevealedSolution(game, found)
        case Coursed():
            return CourseSolution(game, found)
        case HandsSet():
            return SetSolution(game, found)
        case Played():
            return BlackjackSolution(game, found)
        case Counted():
            return CountedSolution(game, found)


def _solve(game: Game, executor: Executor | None) -> Found:
    if isinstance(game.course, PaiGowPoker):
        return set_hands(game, executor)
    if isinstance(game.course, Blackjack):
        return solve_blackjack(game, executor)
    if game.course:
        return solve_course(game)
    if not game.streets and not game.showdown:
        return count_lines(game)
    if game.deck.copies != 1 or game.deck.jokers > 1:
        raise Unsolved(f"{game.title}: there is no exact solver for several decks or jokers yet")
    if game.showdown and _shares_in_streets(game, game.showdown):
        return reveal(shared_problem(game), executor)
    if game.showdown:
        return _decide(showdown_problem(game), executor)
    by_tracks = isinstance(game.wagers[0].ranking, TrackRanking)
    return climb(prepare(game), executor) if by_tracks else walk(game)


def _lean(found: Found) -> Found:
    return lean(found) if isinstance(found, Decided) else found


def _shares_in_streets(game: Game, showdown: Showdown) -> bool:
    """Whether shared cards are turned over between decisions, or come to a hand that is not the best of its tracks."""
    shared = game.deal.count(Cards.COMMUNITY)
    early = len(game.streets) > 1 or game.streets[0].community
    return bool(early or (shared and not isinstance(showdown.ranking, TrackRanking)))


def _decide(problem: Problem, executor: Executor | None) -> Decided:
    game, ranking = problem.game, problem.showdown.ranking
    shared, seen = game.deal.count(Cards.COMMUNITY), game.streets[0].dealer
    plain, by_suits = not seen and not game.deck.jokers, ranking.tells.exchanges_suits
    if plain and by_suits and not shared and isinstance(ranking, FlushRanking) and not ranking.wilds:
        return solve_longest(problem, ranking, executor)
    if plain and not any(problem.floors) and isinstance(ranking, TrackRanking):
        if ranking.tracks <= 2 and not ranking.wilds and not shared:
            return solve_tracks(problem, ranking, executor)
        if ranking.tracks == 4 and by_suits and shared:
            return solve_suits(problem, ranking, executor)
    if not shared and seen <= 1 and max(game.hole + seen, game.deal.count(Cards.DEALER)) <= MOST_CARDS:
        return solve_sweep(problem, executor)
    raise Unsolved(f"{game.title}: there is no exact solver for such a showdown yet")
