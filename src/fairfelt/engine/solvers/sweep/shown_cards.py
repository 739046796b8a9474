"""Showdowns in which the rules show several of the dealer's cards: counted known set by known set.

All rounds are counted; a single hand is valued when it is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import run_counter
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.information_sets import Rows
from fairfelt.engine.core.problem import Problem, showdown_problem
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.rules import Game
from fairfelt.rules.cards import Card

from ..general.solver import GeneralResult, decide_hands, general_problem
from ..solver import Keeping, Solver
from .counter import SetCounter

FEWEST_SHOWN, MOST_UNKNOWN = 2, 3
"""With fewer shown, all hands are swept at once; with more unknown, it takes days on a whole deck."""


@dataclass(frozen=True, eq=False)
class ShownResult:
    """How all rounds end under the best choices."""

    problem: Problem
    totals: NDArray[np.int64]
    """[choice, player's line, row]"""


def fits(game: Game) -> bool:
    """Nothing is shared or a joker, and all but a few of the dealer's cards are shown at the only decision."""
    counter = SetCounter.of(game, 0)
    few = counter is not None and counter.shown >= FEWEST_SHOWN and counter.unknown <= MOST_UNKNOWN
    return few and not game.deck.jokers


def solve_shown(game: Game, executor: Executor | None = None) -> ShownResult:
    """Every set of shown cards up to an exchange of suits, with every hand."""
    counter = SetCounter(game)
    totals = sum(run_counter(counter, lambda *task: counter.decide(counter.count(*task)).totals, executor))
    every, odd = np.divmod(np.asarray(totals), len(counter.orders))
    assert not odd.any(), "every exchange of suits counts each round once"
    return ShownResult(counter.problem, every)


class ShownSolution(Solution):
    """One decision in view of several of the dealer's cards."""

    def __init__(self, game: Game, result: ShownResult) -> None:
        self.game, self.result = game, result
        paths = [((game.streets[0].name, choice),) for choice in result.problem.choices]
        self.endings = tuple(
            Ending(paths[choice], result.problem.rows.facts[row], line, int(result.totals[choice, line, row]))
            for choice, line, row in np.argwhere(result.totals).tolist()
        )

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        self.verify_cards(cards, community, dealer)
        street, result = self.game.streets[0], self._decide(np.array([[*cards, *dealer]], np.uint8))
        unit = result.following[-1] * result.scale
        values = dict(zip(street.choices, result.values[0][0, 0, 0].tolist(), strict=True))
        offered, choices = self.game.offered(street, cards), self.result.problem.choices
        pairs = ((choice.name, Fraction(values[choice], unit)) for choice in choices if choice in offered)
        return HandAdvice(street.name, tuple(pairs))

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        return np.asarray(self._decide(hands).best[0][:, 0, 0])

    def _decide(self, hands: NDArray[np.uint8]) -> GeneralResult:
        """By all that can follow these cards."""
        problem = general_problem(self.game)
        return decide_hands(problem, Rows.of(problem.symmetry, problem.view.levels[-1], hands), problem.counter())


def _read(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ShownResult:
    return ShownResult(showdown_problem(game), np.asarray(arrays["totals"], np.int64))


SOLVER = Solver(
    "shown cards",
    fits,
    solve_shown,
    ShownSolution,
    seconds=lambda game: SetCounter(game).seconds,
    prepare=showdown_problem,
    keeping=Keeping(lambda result: {"totals": result.totals}, _read, ships=True),
)
