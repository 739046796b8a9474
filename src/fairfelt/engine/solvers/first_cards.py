"""Games that are one bet on the first cards of a shoe."""

from __future__ import annotations

from concurrent.futures import Executor

from fairfelt.engine.bets.census import first_counts
from fairfelt.engine.core.endings import Ending, own_facts
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solution import CountedRounds
from fairfelt.rules import Game

from .solver import Solver

# A bet on first cards and nothing else: no decision, so that counting the lines is all there is to solve.


def verify_first_cards(game: Game) -> None:
    """Refuse a game of more than one bet, or of one that reads no hand of its own."""
    base = [wager for wager in game.wagers if wager.is_base]
    if len(base) > 1 or not base[0].ranking:
        raise Unsolved(f"{game.title}: without a decision there is a solver for one bet on first cards only")


def solve_first_cards(game: Game, executor: Executor | None = None) -> tuple[Ending, ...]:
    """Count the lines of the only bet of the game itself: how rounds end."""
    verify_first_cards(game)
    wager = game.wagers[0]
    assert wager.ranking
    counts = first_counts(game, wager, wager.ranking)
    return tuple(Ending((), own_facts(wager, line), line, n) for line, n in enumerate(counts) if n)


SOLVER = Solver(
    "first cards",
    lambda game: not game.streets and not game.showdown and not game.course,
    solve_first_cards,
    CountedRounds,
    seconds=lambda game: 0.02,
    prepare=verify_first_cards,
)
