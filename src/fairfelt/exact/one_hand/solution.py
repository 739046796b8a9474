"""A game that is asked about one hand at a time: what can follow the cards in sight is all that is counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.exact.core.levels import Level
from fairfelt.exact.core.problem import has_one_deck
from fairfelt.exact.core.tree import tree_of
from fairfelt.exact.solution import StreetByStreetSolution
from fairfelt.exact.solvers.general.settlements import settlements_of
from fairfelt.exact.solvers.general.solver import Values, decide_back
from fairfelt.exact.view import View
from fairfelt.rules import Game

from .endings import EndingsCount, extended
from .opening import MOST_HANDS, Opening, read_opening
from .statements import NotForArrays

MOST_ROUNDS = 3_000_000
"""About as many as are looked at in a third of a second."""


@dataclass(frozen=True, eq=False)
class _Seen:
    """Sights of one level, one a row."""

    level: Level
    hands: NDArray[np.uint8]


class OneHand(StreetByStreetSolution):
    """Values any hand by itself; how all rounds end it does not know."""

    def __init__(self, game: Game) -> None:
        self.game, self.endings, self.tree = game, (), tree_of(game)
        view = View.of(game)
        self.levels, self._following = view.levels, view.following
        self._settlements = settlements_of(game)
        self._count = EndingsCount(self._settlements, self.levels[-1])
        self._nets, self._scale = self._settlements.wide_results(self.tree, self._following[0])
        self._last: tuple[object, list[list[Fraction]]] | None = None

    def rounds(self, street: int) -> int:
        """How many rounds are looked at for one hand there."""
        level = self._level(street)
        steps = ((now.cards, then.cards) for now, then in pairwise(self.levels[level:]))
        return self._count.rounds * prod(comb(len(self.game.deck) - now, then - now) for now, then in steps)

    def make_ready(self) -> None:
        """Make the tables that hands are looked up in; refused where only a kernel can value them."""
        assert self._count.body, "a round ends somehow"

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
        _, shown = self._sights[street]
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

    def _values(self, street: int, sight: NDArray[np.uint8]) -> list[list[Fraction]]:
        """[state][choice]"""
        level = self._level(street)
        if level == 0 and (opening := opening_of(self.game)):
            return opening.values(sight[0])
        sights, first = [_Seen(self.levels[level], sight)], self.levels[level]
        for then in self.levels[level + 1 :]:
            place, more = first.added(then)
            at = sum(first.counts[: place + 1])
            sights.append(_Seen(then, extended(sights[-1].hands, self._count.faces, more, at)))
            first = then
        finished = (self._count.count(sights[-1].hands) @ self._nets.T)[:, None]
        least = -1 - int(np.abs(self._nets).max()) * self._following[0]

        def before(at: int, later: Values) -> Values:
            rows = len(sights[at].hands)
            return {then: worth.reshape(rows, -1, 1, worth.shape[2]).sum(axis=1) for then, worth in later.items()}

        values = decide_back(self.game, self.tree, sights, finished, least, before, _offered)[0][street]
        unit = self._following[level] * self._scale
        return [[Fraction(int(value), unit) for value in row] for row in values[0, 0].tolist()]

    def _level(self, street: int) -> int:
        return next(at for at, level in enumerate(self.levels) if street in level.streets)


def _offered(game: Game, street: int, own: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """[1, choice]: the player holds the same cards in every sight."""
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
        hand.make_ready()
    except NotForArrays:
        return None
    return hand
