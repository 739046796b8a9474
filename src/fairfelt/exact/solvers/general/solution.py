"""A game solved sight by sight: what any cards in sight are worth, with the dealer's among them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.curve import CurvePoint
from fairfelt.cards import Card, format_cards
from fairfelt.exact.solution import StreetByStreetSolution, curve_of
from fairfelt.rules import Game

from .solver import GeneralResult, level_of


class GeneralSolution(StreetByStreetSolution):
    """Any game of a deal, streets and a showdown or a paytable."""

    def __init__(self, game: Game, result: GeneralResult) -> None:
        self.game, self.result, self.tree = game, result, result.tree
        self.endings = tuple(
            result.settlements.ending(self.tree.paths[path], ending, int(result.endings[path, ending]))
            for path, ending in np.argwhere(result.endings).tolist()
        )

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        result, level = self.result, level_of(self.result.sights, street)
        place = int(result.sights[level].places(np.array([[*cards, *shared, *dealer]], np.uint8))[0])
        unit = result.following[level] * result.scale
        return [Fraction(int(value), unit) for value in result.values[street][place, state]]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        sights = self.result.sights[level_of(self.result.sights, street)]
        return np.asarray(self.result.best[street][sights.places(hands), state])

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        if not self.game.streets:
            return ()
        result, choices = self.result, self.game.streets[0].choices
        level = level_of(result.sights, 0)
        sights = result.sights[level]
        values = result.values[0][:, 0] / (result.following[level] * result.scale)
        columns = {choice.name: values[:, at] for at, choice in enumerate(choices)}
        return curve_of(columns, sights.weights, lambda at: format_cards(map(Card, sights.hands[at].tolist())))
