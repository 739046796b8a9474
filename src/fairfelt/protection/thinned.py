"""A scene too large for a single hand, thinned: of the first cards that come later, only some are dealt, at random.

What a choice is worth at the first decision is then an estimate itself, and the greatest of several estimates is too
great on average. So every hand is looked at twice, with other cards: what one look would choose is valued by the other,
which is too little if anything, and what it takes for the greatest is too much. Between the two lies the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Cards

from .scene import Group, Scene

LOOK_ROWS, LOOK_ROUNDS = 30_000, 1_500_000
"""Rows and rounds that one look at a hand takes, about…"""
MOST_ROUNDS = 40_000_000
"""…and at most."""
MOST_HIDDEN = 60_000
"""Ways for hidden cards that are counted in full beside each row."""
FEW_HIDDEN = 1_000
"""The same where every card that is told by its back is dealt too."""
FEWEST_KEPT = 6


@dataclass(frozen=True, eq=False)
class Thinned(Scene):
    """Of the ways to turn over one group, so many are drawn."""

    at: int = 0
    """The group."""
    kept: int = 0
    seed: int = 0

    def ways(self, drawn: int = 0) -> tuple[int, ...]:
        found = list(super().ways(drawn))
        found[self.at - drawn] = min(self.kept, found[self.at - drawn])
        return tuple(found)

    def chosen(self, at: int, left: int, size: int) -> NDArray[np.int64]:
        """[way, card]: which of so many cards each way turns over."""
        if at != self.at or super().ways(0)[at] <= self.kept:
            return super().chosen(at, left, size)
        order = np.random.default_rng(self.seed).random((self.kept, left)).argsort(axis=1)
        return np.sort(order[:, :size], axis=1)

    def again(self, seed: int) -> Thinned:
        """The same with other cards."""
        return replace(self, seed=seed)

    @cached_property
    def rounds(self) -> int:
        """That one look at a hand takes."""
        return self.rows(self.first_known) * self.hidden_ways


def thin(scene: Scene) -> Thinned | None:
    """The scene with so few cards that a look at a hand is quick; none where there is nothing to thin."""
    end, given = len(scene.game.streets), scene
    if not any(group.known > 0 for group in scene.groups) or scene.hidden_ways > MOST_HIDDEN:
        if end > 1 and scene.hidden_ways > MOST_HIDDEN:
            return None
        scene = _with_hidden(scene, end)
    at = scene.first_known
    if at == len(scene.groups):
        return None
    one = Thinned(scene.game, scene.information, scene.groups, at, kept=1)
    kept = min(LOOK_ROWS // one.rows(at), LOOK_ROUNDS // one.rounds)
    found = replace(one, kept=max(FEWEST_KEPT, kept))
    if found.rounds <= MOST_ROUNDS:
        return found
    return thin_hidden(given) if any(group.classes for group in given.groups) else None


def _with_hidden(scene: Scene, end: int, most: int = MOST_HIDDEN) -> Scene:
    """Hidden cards as a group that is never known, until few ways are left for the others."""
    for place in (Cards.DEALER, Cards.COMMUNITY):
        hidden = scene.game.deal.count(place) - sum(group.size for group in scene.groups if group.place is place)
        for size in range(1, hidden + 1):
            more = replace(scene, groups=(*scene.groups, Group(place, end, end, size=size)))
            if more.hidden_ways <= most:
                return more
        if hidden:
            scene = replace(scene, groups=(*scene.groups, Group(place, end, end, size=hidden)))
    return scene


def thin_hidden(scene: Scene) -> Thinned | None:
    """The same with all cards that are told by their backs, and some of the ways for those that never are known."""
    more = _with_hidden(scene, len(scene.game.streets), FEW_HIDDEN)
    at = next((at for at, group in enumerate(more.groups) if not group.classes and group.known), None)
    if at is None:
        return None
    one = Thinned(more.game, more.information, more.groups, at, kept=1)
    kept = min(LOOK_ROWS // one.rows(one.first_known), LOOK_ROUNDS // one.rounds)
    return replace(one, kept=kept) if kept >= FEWEST_KEPT else None
