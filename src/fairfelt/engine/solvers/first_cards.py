"""Games that are one bet on the first cards of a shoe."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.bets.first_cards import first_counts
from fairfelt.engine.core.endings import Ending, own_facts
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.rules import Game
from fairfelt.rules.cards import Card

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


class FirstCardsSolution(Solution):
    """A game in which nobody decides anything."""

    def __init__(self, game: Game, endings: tuple[Ending, ...]) -> None:
        self.game, self.endings = game, endings

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        raise ValueError(f"{self.game.title} has no decision: there is nothing to advise")

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        raise ValueError(f"{self.game.title} has no decision: there is nothing to choose")


SOLVER = Solver(
    "first cards",
    lambda game: not game.streets and not game.showdown and not game.course,
    solve_first_cards,
    FirstCardsSolution,
    seconds=lambda game: 0.02,
    prepare=verify_first_cards,
)
