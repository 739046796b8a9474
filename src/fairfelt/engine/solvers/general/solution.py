"""A game solved by information sets: what any visible cards are worth, with the dealer's among them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint
from fairfelt.engine.core.price import Progress, allowing
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.solution import CountedRounds, Solution, StreetByStreetSolution, curve_of
from fairfelt.engine.view import View
from fairfelt.rules import Game
from fairfelt.rules.cards import Card, format_cards

from ..solver import Solver
from .solver import CHUNK_BYTES, GeneralResult, count_view, fits, general_problem, level_of, solve_general


class GeneralSolution(StreetByStreetSolution):
    """Any game of a deal, streets and a showdown or a paytable."""

    def __init__(self, game: Game, result: GeneralResult) -> None:
        self.game, self.result, self.tree = game, result, result.tree
        self.endings = result.settlements.endings(self.tree, result.endings)

    @cached_property
    def _visible(self) -> list[tuple[int, int]]:
        levels = (
            self.result.information_sets[level_of(self.result.information_sets, at)].level
            for at in range(len(self.game.streets))
        )
        return [(level.counts[1], level.counts[2]) for level in levels]

    @property
    def knows_one_hand(self) -> bool:
        """Whether what is known at a decision is a set of cards of one deck, wherever these lie."""
        symmetry = self.result.information_sets[0].symmetry
        return symmetry.joined and not symmetry.copies

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        result, level = self.result, level_of(self.result.information_sets, street)
        infosets = result.information_sets[level]
        if infosets.level.labels > 1 or result.view.dead:
            raise Unsolved(f"{self.game.title}: what a hand is worth depends on marks and cards that are not given")
        place = int(infosets.places(np.array([[*cards, *shared, *dealer]], np.uint8))[0])
        unit = result.following[level] * result.scale
        return [Fraction(int(value), unit) for value in result.values[street][place, 0, state]]

    def decide(
        self, street: int, hands: NDArray[np.uint8], state: int = 0, labels: NDArray[np.int64] | int = 0
    ) -> NDArray[np.uint8]:
        infosets = self.result.information_sets[level_of(self.result.information_sets, street)]
        return np.asarray(self.result.best[street][infosets.places(hands), labels, state])

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        if not self.game.streets:
            return ()
        result, choices = self.result, self.game.streets[0].choices
        level = level_of(result.information_sets, 0)
        infosets = result.information_sets[level]
        if infosets.level.labels > 1:
            return ()
        values = result.values[0][:, 0, 0] / (result.following[level] * result.scale)
        columns = {choice.name: values[:, at] for at, choice in enumerate(choices)}
        return curve_of(columns, infosets.weights, lambda at: format_cards(map(Card, infosets.hands[at].tolist())))


def solve_view(view: View, executor: Executor | None = None, progress: Progress | None = None) -> Solution:
    """The game of a player who knows what a view shows, however long it takes; large ones by their endings alone."""
    cost = general_problem(view.game, view).cost
    if cost.bytes <= CHUNK_BYTES:
        with allowing(cost.steps):
            return GeneralSolution(view.game, solve_general(view.game, executor, view))
    title = view.game.title
    tell = (lambda done, total: progress(done, total, title)) if progress else None
    return CountedRounds(view.game, count_view(view, executor, tell))


SOLVER = Solver(
    "general",
    fits,
    solve_general,
    GeneralSolution,
    seconds=lambda game: general_problem(game).cost.core_seconds,
    prepare=lambda game: general_problem(game).verify(),
)
