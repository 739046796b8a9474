"""A solved game of folding or betting before each shared card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.curve import CurvePoint
from fairfelt.cards import Card, format_cards
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.solution import HandAdvice, Solution, curve_of
from fairfelt.rules import Facts, Game

from .solver import LadderResult, last_bets


class LadderSolution(Solution):
    """A game against a paytable, street by street."""

    def __init__(self, game: Game, result: LadderResult) -> None:
        self.game, self.result = game, result
        self.endings = tuple(ending for ending in self._all_endings() if ending.combinations)

    def _all_endings(self) -> Iterator[Ending]:
        """A fold at each street, then every line."""
        streets = self.game.streets
        bets = [(street.name, next(choice for choice in street.choices if choice.bet)) for street in streets]
        folds = [(street.name, next(choice for choice in street.choices if choice.folds)) for street in streets]
        for at, fold in enumerate(folds):
            yield Ending((*bets[:at], fold), Facts(), 0, self.result.endings[at])
        for line, count in enumerate(self.result.endings[len(streets) :]):
            yield Ending(tuple(bets), Facts(player=line), line, count)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        at = self.verify_cards(cards, community)
        ladder = self.result.ladder
        if at == 0:
            bet = int(self.result.values[self.result.classes.place(cards)])
        else:
            bet = int(last_bets(ladder, np.array([[*cards, *community]], np.uint8))[0])
        unit = int(ladder.following[at]) * ladder.scale
        street = self.game.streets[at]
        worth = {True: Fraction(int(ladder.folds[at]), ladder.scale), False: Fraction(bet, unit)}
        return HandAdvice(street.name, tuple((c.name, worth[c.folds]) for c in street.choices))

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        ladder = self.result.ladder
        first = street == 0
        values = self.result.values[self.result.classes.places(hands)] if first else last_bets(ladder, hands)
        folds = [choice.folds for choice in self.game.streets[street].choices]
        going_on = values >= ladder.folds[street] * ladder.following[street]
        return np.where(going_on, folds.index(False), folds.index(True)).astype(np.uint8)

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        ladder = self.result.ladder
        fold, bet = self.game.streets[0].choices
        values = self.result.values / (int(ladder.following[0]) * ladder.scale)
        folded = np.full(len(values), ladder.folds[0] / ladder.scale)
        hands = self.result.classes.hands
        columns = {fold.name: folded, bet.name: values}
        return curve_of(columns, self.result.classes.weights, lambda at: format_cards(map(Card, hands[at].tolist())))
