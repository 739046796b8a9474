"""Best play with some information from given hands: the induction of the general solver over rows of a scene."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact import Solution
from fairfelt.exact.core.endings import Ending
from fairfelt.exact.core.levels import PLACES, Level, offered
from fairfelt.exact.core.sights import Rows, Symmetry, symmetry_of
from fairfelt.exact.core.tree import Tree, tree_of
from fairfelt.exact.solvers.general.settlements import Settlements, settlements_of
from fairfelt.exact.solvers.general.solver import count_each, decide_back, rankings_of, sum_back

from .scene import Scene

Whole = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Starts:
    """Hands to begin with, one a row: own cards, cards of groups that are drawn already, dead cards."""

    own: NDArray[np.uint8]
    drawn: NDArray[np.uint8]
    dead: NDArray[np.uint8]
    groups: int = 0
    """Groups of the scene that are drawn."""

    def __len__(self) -> int:
        return len(self.own)


@dataclass(frozen=True, eq=False)
class Decided:
    """Some hands decided. A sight is what is known at the last decision: the cards and the labels of marked ones."""

    cards: NDArray[np.uint8]
    """[sight, card]: own cards, shared ones, the dealer's and the dead ones."""
    tally: Whole
    """[sight, ending]"""
    path: Whole
    """[sight]: the finished path that best play takes."""
    finished: Whole
    """[sight, path]: scaled results summed over the hidden cards."""
    hand: Whole
    """[sight]: the hand it belongs to."""
    first: Whole
    """[hand, what is known at the first decision, choice]: what choices are worth, summed over the rest."""


class Induction:
    """Decides hands of one scene."""

    def __init__(self, scene: Scene, groups: int = 0, executor: Executor | None = None) -> None:
        self.scene, self.game, self.groups, self.executor = scene, scene.game, groups, executor
        self.tree: Tree = tree_of(self.game)
        self.settlements: Settlements = settlements_of(self.game)
        tells = [ranking.tells for ranking in rankings_of(self.game)]
        self.symmetry: Symmetry = symmetry_of(self.game.deck, tells)
        self.rounds = scene.rows(groups) * scene.hidden_ways
        self.nets, self.scale = self.settlements.results(self.tree, self.rounds)

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What is drawn already, then one group more each; those that are never known come after all decisions."""
        counts = [self.game.hole, 0, 0, self.scene.dead]
        for group in self.scene.groups[: self.groups]:
            counts[PLACES.index(group.place)] += group.size
        later = self.scene.groups[self.groups :]
        known = [0, *(group.known for group in later), len(self.game.streets)]
        levels = [Level(tuple(counts), tuple(range(known[1])), None, tuple(g for g in later if g.classes))]
        for at, group in enumerate(later, 1):
            counts[PLACES.index(group.place)] += group.size
            marked = tuple(other for other in later[at:] if other.classes)
            levels.append(Level(tuple(counts), tuple(range(known[at], known[at + 1])), group, marked))
        return tuple(levels)

    def _level(self, street: int) -> int:
        return next(at for at, level in enumerate(self.levels) if street in level.streets)

    def decide(self, starts: Starts) -> Decided:
        """Enumerate the rows of some hands and decide them all."""
        drawn = [self._of_place(starts.drawn, PLACES.index(place)) for place in PLACES[1:]]
        hands = np.ascontiguousarray(np.hstack((starts.own, *drawn, starts.dead)))
        rows = [Rows.of(self.symmetry, self.levels[0], hands, self._ways)]
        for level in self.levels[1:]:
            rows.append(rows[-1].next(level))
        tally = count_each(self.settlements, self.symmetry, self.levels[-1], rows[-1].hands, self.executor)[:, None]
        last = self._level(len(self.game.streets) - 1)
        for at in reversed(range(last, len(rows) - 1)):
            tally = sum_back(rows[at], rows[at + 1], {0: tally})[0]
        finished, least = tally @ self.nets.T, -1 - int(np.abs(self.nets).max()) * self.rounds
        values, best = decide_back(self.game, self.tree, rows[: last + 1], finished, least, offered)
        sets, labels = finished.shape[:2]
        known = [self._known(street, rows[last].hands, labels) for street in range(len(self.game.streets))]

        def choose(street: int, some: Whole, states: Whole) -> NDArray[np.uint8]:
            chosen = best[street].reshape(-1, best[street].shape[2])
            return np.asarray(chosen[known[street][some], states])

        path = self._follow(sets * labels, choose)
        seen, hand = (
            np.repeat(rows[last].hands, labels, axis=0),
            np.arange(sets * labels) * len(starts) // (sets * labels),
        )
        first = values[0][:, :, 0].reshape(len(starts), -1, values[0].shape[3])
        flat = tally.reshape(sets * labels, -1)
        return Decided(seen, flat, path, finished.reshape(sets * labels, -1), hand, first)

    def _ways(self, then: Level, left: int, size: int) -> Whole:
        """[way, card]: as the scene turns over the group that a level adds."""
        return self.scene.chosen(self.groups + self.levels.index(then) - 1, left, size)

    def _known(self, street: int, hands: NDArray[np.uint8], labels: int) -> Whole:
        """[set and label at the last decision]: set and label at a street, as one number."""
        at, end = self._level(street), self._level(len(self.game.streets) - 1)
        number = np.arange(len(hands)) // prod(self.scene.ways(self.groups)[at:end])
        for turned in range(self.groups + at, self.groups + end):
            group = self.scene.groups[turned]
            if group.classes:
                number = number * group.labels + group.weights[hands[:, self._columns(turned)]].sum(axis=1)
        return np.asarray((number[:, None] * labels + np.arange(labels)).ravel(), np.int64)

    def _columns(self, number: int) -> NDArray[np.int64]:
        """Where the cards of a group stand among those of the last decision."""
        groups, group = self.scene.groups, self.scene.groups[number]
        place = PLACES.index(group.place)
        first = sum(self.levels[self._level(len(self.game.streets) - 1)].counts[:place])
        first += sum(before.size for before in groups[:number] if before.place is group.place)
        return np.arange(first, first + group.size)

    def _of_place(self, drawn: NDArray[np.uint8], place: int) -> NDArray[np.uint8]:
        """The cards of a place among those of the groups that are drawn."""
        chosen = [
            drawn[:, self.scene.columns(at)]
            for at, group in enumerate(self.scene.groups[: self.groups])
            if PLACES.index(group.place) == place
        ]
        return np.hstack((drawn[:, :0], *chosen))

    def shown_hands(self, street: int, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Of the cards known at the last decision, what the rules have shown by a street."""
        groups = self.scene.groups[: self.groups + self._level(len(self.game.streets) - 1)]
        shown = [
            self._columns(at)
            for place in PLACES[1:]
            for at, group in enumerate(groups)
            if group.place is place and group.by_rule <= street
        ]
        return np.ascontiguousarray(cards[:, np.concatenate([np.arange(self.game.hole), *shown])])

    def plain_path(self, solution: Solution, decided: Decided) -> Whole:
        """[sight]: the path of a player who knows no more than the rules show, by the solved game."""

        def choose(street: int, some: Whole, states: Whole) -> NDArray[np.uint8]:
            hands = self.shown_hands(street, decided.cards[some])
            chosen = np.zeros(len(some), np.uint8)
            for state in np.unique(states).tolist():
                here = states == state
                chosen[here] = solution.decide(street, hands[here], state)
            return chosen

        return self._follow(len(decided.path), choose)

    def _follow(self, rows: int, choose: Callable[[int, Whole, Whole], NDArray[np.uint8]]) -> Whole:
        """[row]: the finished path that some choices take."""
        at, state = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        for street in range(len(self.game.streets)):
            here = np.flatnonzero(at == street)
            if not len(here):
                continue
            chosen, came = choose(street, here, state[here]), state[here]
            state[here] = self.tree.arrives_as[street][came, chosen]
            at[here] = self.tree.leads_to[street][came, chosen]
        return state

    def totals(self, decided: Decided, weights: Whole) -> Whole:
        """[path, ending]: combinations of some hands, each with its weight."""
        rows = weights[decided.hand]
        found = np.zeros(self.nets.shape, np.int64)
        for path in np.unique(decided.path).tolist():
            here = decided.path == path
            found[path] = rows[here] @ decided.tally[here]
        return found

    def endings(self, totals: Whole) -> tuple[Ending, ...]:
        """How the rounds end."""
        return self.settlements.endings(self.tree, totals)
