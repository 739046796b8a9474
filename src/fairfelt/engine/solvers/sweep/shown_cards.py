"""Showdowns in which the rules show several of the dealer's cards: counted known set by known set.

All rounds are counted; a single hand is valued when it is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import run_counter
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.problem import Problem, showdown_problem
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import Card
from fairfelt.rules.hands import LINE_BITS

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
        values, ways = self._values(np.array([*cards, *dealer], np.uint8))
        offered, unit = self.game.offered(self.game.streets[0], cards), ways * self.result.problem.scale
        named = zip(self.result.problem.choices, values.tolist(), strict=True)
        pairs = ((choice.name, Fraction(value, unit)) for choice, value in named if choice in offered)
        return HandAdvice(self.game.streets[0].name, tuple(pairs))

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        listed, choices = self.game.streets[0].choices, self.result.problem.choices
        places = np.array([listed.index(choice) for choice in choices], np.uint8)
        found, ranking = np.zeros(len(hands), np.uint8), self.result.problem.showdown.ranking
        allowed = self.result.problem.allowed(ranking.batch(np.ascontiguousarray(hands[:, : self.game.hole])))
        for at, hand in enumerate(hands):
            values = self._values(hand)[0][: allowed[at]]
            found[at] = places[len(values) - 1 - np.argmax(values[::-1])]
        return found

    def _values(self, seen: NDArray[np.uint8]) -> tuple[NDArray[np.int64], int]:
        """[choice]: scaled results summed over all that can follow, and how many ways that are."""
        problem, hole = self.result.problem, self.game.hole
        rest = np.setdiff1d(np.array(self.game.deck.faces, np.uint8), seen)
        more = rest[_chosen(len(rest), self.game.deal.count(Cards.DEALER) - (len(seen) - hole))]
        theirs = np.hstack((np.tile(seen[hole:], (len(more), 1)), more))
        dealers = problem.showdown.ranking.batch(np.ascontiguousarray(theirs))
        mine = problem.showdown.ranking.batch(np.ascontiguousarray(seen[None, :hole]))
        rows = problem.comparison_rows(mine, dealers)
        values = problem.nets[:, rows].sum(axis=1) + len(more) * problem.extras[:, int(mine[0]) >> LINE_BITS]
        return np.asarray(values, np.int64), len(more)


@lru_cache(maxsize=4)
def _chosen(cards: int, count: int) -> NDArray[np.uint8]:
    """Every set of so many places among so many cards, a row each: the same for every hand."""
    return np.array(list(combinations(range(cards), count)), np.uint8).reshape(-1, count)


def _read(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ShownResult:
    """The result that was kept."""
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
