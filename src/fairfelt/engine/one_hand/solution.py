"""A game that is asked about one hand at a time: what can follow the visible cards is all that is counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import Rows
from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.solution import StreetByStreetSolution
from fairfelt.engine.solvers.general.arrays import ArrayCount, NotForArrays
from fairfelt.engine.solvers.general.settlements import settlements_of
from fairfelt.engine.solvers.general.solver import decide_hands, general_problem
from fairfelt.rules import Game
from fairfelt.rules.cards import Card

from .endings import array_count, rounds_each
from .opening import MOST_HANDS, Opening, read_opening

MOST_ROUNDS = 3_000_000
"""About as many as are looked at in a third of a second."""


class OneHand(StreetByStreetSolution):
    """Values any hand by itself; how all rounds end it does not know."""

    def __init__(self, game: Game) -> None:
        self.game, self.endings, self.tree = game, (), tree_of(game)
        self._problem = general_problem(game)
        self._last: tuple[object, list[list[Fraction]]] | None = None

    def rounds(self, street: int) -> int:
        """How many rounds are looked at for one hand there."""
        levels = self._problem.view.levels[self._level(street) :]
        steps = ((now.cards, then.cards) for now, then in pairwise(levels))
        return rounds_each(self._problem) * prod(comb(len(self.game.deck) - now, then - now) for now, then in steps)

    @cached_property
    def count(self) -> ArrayCount:
        """Made ready to be asked; refused where only a kernel can value hands."""
        found = array_count(self._problem)
        assert found.body, "a round ends somehow"
        return found

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        asked = street, tuple(cards), tuple(shared), tuple(dealer)
        last = self._last  # which another thread may exchange meanwhile
        if not last or last[0] != asked:
            last = asked, self._values(street, np.array([[*cards, *shared, *dealer]], np.uint8))
            self._last = last
        return last[1][state]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        _, shown = self._visible[street]
        found = []
        for hand in hands:
            cards = [Card(card) for card in hand]
            own, rest = cards[: self.game.hole], cards[self.game.hole :]
            split = len(rest) - shown
            values = self.choice_values(street, state, own, rest[:split], rest[split:])
            offered = self.game.offered(self.game.streets[street], own)
            order = [at for at in self.tree.orders[street] if self.game.streets[street].choices[at] in offered]
            found.append(max(reversed(order), key=lambda at: values[at]))
        return np.array(found, np.uint8)

    def _values(self, street: int, infoset: NDArray[np.uint8]) -> list[list[Fraction]]:
        """[state][choice]"""
        at, problem = self._level(street), self._problem
        if at == 0 and (opening := opening_of(self.game)):
            return opening.values(infoset[0])
        hand = Rows.of(problem.symmetry, problem.view.levels[at], infoset)
        result = decide_hands(problem, hand, lambda last: self.count.count(last.hands), _offered)
        unit = result.following[at] * result.scale
        return [[Fraction(int(value), unit) for value in row] for row in result.values[street][0, 0].tolist()]

    def _level(self, street: int) -> int:
        return next(at for at, level in enumerate(self._problem.view.levels) if street in level.streets)


def _offered(game: Game, street: int, own: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """[1, choice]: the player holds the same cards in every information set."""
    choices = game.offered(game.streets[street], [Card(card) for card in own[0]])
    return np.array([[choice in choices for choice in game.streets[street].choices]])


def _can_be_asked(game: Game) -> bool:
    """Whether its bets go by whole hands of one deck, and end in no more ways than are told apart."""
    if game.course or not game.streets or not has_one_deck(game):
        return False
    found = settlements_of(game)
    return not found.are_too_many and not any(hand.first for hand in found.hands)


@lru_cache(maxsize=64)
def opening_of(game: Game) -> Opening | None:
    """The values of the first decision where they come with the package."""
    return read_opening(game)


def needs_opening(game: Game) -> bool:
    """Whether its first decision is followed by too much, and is one of few hands, so that it ships counted."""
    few = comb(len(game.deck), game.hole) <= MOST_HANDS
    return few and _can_be_asked(game) and OneHand(game).rounds(0) > MOST_ROUNDS


@lru_cache(maxsize=256)
def values_alone(game: Game) -> bool:
    """Whether every hand of a game is valued by itself in a moment."""
    if not _can_be_asked(game):
        return False
    hand = OneHand(game)
    few = (hand.rounds(street) <= MOST_ROUNDS for street in range(len(game.streets)))
    return all(is_few or (street == 0 and opening_of(game)) for street, is_few in enumerate(few))


@lru_cache(maxsize=256)
def find_one_hand(game: Game) -> OneHand | None:
    """The game, ready to be asked about any hand; None where hands cannot be valued by themselves."""
    if not values_alone(game):
        return None
    hand = OneHand(game)
    try:
        hand.count  # noqa: B018  (it is made ready, or refused)
    except NotForArrays:
        return None
    return hand
