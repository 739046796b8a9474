"""Where the cards of a round lie, when each is turned over and what is known of it before: the groups of a scene.

Cards of one group are known together and at the same time, so that only the set of them counts. The groups are
enumerated one inside the other, those that are known first outside; what is known at a decision is then a part of the
number of a row, and the classes of the sorted cards beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.levels import Group
from fairfelt.exact.view import groups_of
from fairfelt.rules import Cards, Game

from .information import Information, view_of

__all__ = ["Group", "Scene", "scene_of"]


@dataclass(frozen=True, eq=False)
class Scene:
    """A game with some information, ready to be enumerated from any hand of the player's."""

    game: Game
    information: Information
    groups: tuple[Group, ...]
    """Those that are known, by exact card or by class, before the round is over; the first known first."""

    @property
    def dead(self) -> int:
        """Cards of other hands that are known."""
        return (self.information.hands - 1) * self.game.hole

    def rest(self, drawn: int = 0) -> int:
        """Cards that nobody has seen when the player holds a hand, with so many groups drawn already."""
        return len(self.game.deck) - self.game.hole - self.dead - sum(group.size for group in self.groups[:drawn])

    def ways(self, drawn: int = 0) -> tuple[int, ...]:
        """[group]: ways to turn over the cards of each that is not drawn yet, after those before it."""
        left, found = self.rest(drawn), []
        for group in self.groups[drawn:]:
            found.append(comb(left, group.size))
            left -= group.size
        return tuple(found)

    @property
    def first_known(self) -> int:
        """Groups that are known exactly at the first decision: the first ones."""
        return sum(group.known == 0 for group in self.groups)

    @property
    def hidden_ways(self) -> int:
        """Ways in which the cards that no row holds can lie."""
        left, found = self.rest(len(self.groups)), 1
        for place in (Cards.COMMUNITY, Cards.DEALER):
            hidden = self.game.deal.count(place) - sum(g.size for g in self.groups if g.place is place)
            found *= comb(left, hidden)
            left -= hidden
        return found

    def rows(self, drawn: int = 0) -> int:
        """Rows that one hand is enumerated in."""
        return prod(self.ways(drawn))

    def chosen(self, at: int, left: int, size: int) -> NDArray[np.int64]:
        """[way, card]: which of so many cards that are left each way to turn a group over takes."""
        return np.array(list(combinations(range(left), size)), np.int64).reshape(comb(left, size), size)

    def columns(self, at: int) -> slice:
        """The columns of a group among the cards of all groups."""
        start = sum(group.size for group in self.groups[:at])
        return slice(start, start + self.groups[at].size)


def scene_of(game: Game, information: Information, *, by_rank: bool = False) -> Scene:
    """What is known of every card, and when; `by_rank` lets backs tell every rank: two classes are sums of these."""
    return Scene(game, information, groups_of(view_of(game, information, by_rank=by_rank)))
