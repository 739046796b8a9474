"""Showdowns with one decision: one solver, whichever counter counts the dealer's hands, and its solution."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.counter import Counter, solve_counter
from fairfelt.engine.core.decisions import ShowdownResult, narrow_classes, pack_showdown
from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.problem import Problem
from fairfelt.rules import Choice, Game
from fairfelt.rules.cards import ALL_CARDS, Card, UpCardClasses

from ..solution import HandAdvice, Solution, curve_of
from .solver import Keeping, Solver


def showdown_endings(problem: Problem, totals: NDArray[np.int64]) -> tuple[Ending, ...]:
    """By [choice, player's line, row]."""
    paths = [((problem.game.streets[0].name, choice),) for choice in problem.choices]
    return tuple(
        Ending(paths[choice], problem.rows.facts[row], line, int(totals[choice, line, row]))
        for choice, line, row in np.argwhere(totals).tolist()
    )


class ShowdownSolution(Solution):
    """A showdown with one decision."""

    def __init__(self, game: Game, result: ShowdownResult) -> None:
        self.game, self.result = game, result
        self.endings = showdown_endings(result.problem, result.totals)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """In the order of the columns of `result.values`."""
        return self.result.problem.choices

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        self.verify_cards(cards, community, dealer)
        values = self.result.values[self.result.classes.place([*cards, *dealer])]
        unit = self.result.following * self.result.problem.scale
        offered = self.game.offered(self.game.streets[0], cards)
        pairs = [(c.name, Fraction(int(v), unit)) for c, v in zip(self.choices, values, strict=True) if c in offered]
        return HandAdvice(self.game.streets[0].name, tuple(pairs))

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        return self.listed_best[self.result.classes.places(hands)]

    @cached_property
    def listed_best(self) -> NDArray[np.uint8]:
        """The best choice of each class, numbered as the street lists them."""
        listed = self.game.streets[0].choices
        order = np.array([listed.index(choice) for choice in self.choices], np.uint8)
        return np.asarray(order[self.result.best], np.uint8)

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        unit = self.result.following * self.result.problem.scale
        columns = {c.name: self.result.values[:, i] / unit for i, c in enumerate(self.choices)}
        return curve_of(columns, self.result.classes.weights, self._words)

    def _words(self, at: int) -> str:
        """The player's cards of a class, and the dealer's that is seen with them."""
        result = self.result
        hand = result.problem.showdown.ranking.describe(int(result.seen[at]))
        if not isinstance(result.classes, UpCardClasses):
            return hand
        return f"{hand}, dealer shows {Card(at % ALL_CARDS)}"


def showdown_solver(
    name: str, find: Callable[[Game], Counter | None], *, kept: bool = False, ships: bool = False
) -> Solver[ShowdownResult]:
    """Plain play by a counter that exposes nothing; `find` gives None where the game has another form."""

    def counter_of(game: Game) -> Counter:
        counter = find(game)
        assert counter, "a solver is asked about games that it fits"
        return counter

    def solve(game: Game, executor: Executor | None = None) -> ShowdownResult:
        return solve_counter(counter_of(game), executor)

    def read(game: Game, arrays: Mapping[str, NDArray[Any]]) -> ShowdownResult:
        counter = counter_of(game)
        seen, values, best, totals = (arrays[part] for part in ("seen", "values", "best", "totals"))
        classes = narrow_classes(counter.classes)
        return ShowdownResult(counter.problem, classes, seen, values, best, totals, counter.following)

    return Solver(
        name,
        lambda game: find(game) is not None,
        solve,
        ShowdownSolution,
        lambda game: counter_of(game).seconds,
        lambda game: counter_of(game).problem,
        Keeping(pack_showdown, read, ships) if kept else None,
    )
