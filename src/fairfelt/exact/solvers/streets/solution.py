"""A solved game of several decisions against a paytable, where what is best depends on the bets made so far."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.curve import CurvePoint
from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.solution import StreetByStreetSolution, curve_of
from fairfelt.rules import Facts, Game

from .solver import StreetsResult


class StreetsSolution(StreetByStreetSolution):
    """A game against a paytable."""

    def __init__(self, game: Game, result: StreetsResult) -> None:
        self.game = game
        self.result = result
        self.tree = result.tree
        self.endings = tuple(
            Ending(path, Facts(player=line), line, int(result.endings[number, line]))
            for number, path in enumerate(self.tree.paths)
            for line in np.flatnonzero(result.endings[number]).tolist()
        )

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        result = self.result
        values = result.values[street][result.classes[street].place([*cards, *shared]), state]
        return [Fraction(int(value), result.following[street] * result.scale) for value in values]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        return np.asarray(self.result.best[street][self.result.classes[street].places(hands), state])

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        result, choices = self.result, self.game.streets[0].choices
        values = result.values[0][:, 0] / (result.following[0] * result.scale)
        columns, classes = {c.name: values[:, i] for i, c in enumerate(choices)}, result.classes[0]
        return curve_of(columns, classes.weights, lambda at: format_cards(map(Card, classes.hands[at].tolist())))
