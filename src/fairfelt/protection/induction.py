"""Best play with some information, hand by hand: every row of a scene, from the last street back to the first."""

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
from fairfelt.exact.core.levels import offered
from fairfelt.exact.core.sights import Symmetry, symmetry_of
from fairfelt.exact.core.tree import Tree, tree_of
from fairfelt.exact.solvers.general.settlements import Settlements, settlements_of
from fairfelt.exact.solvers.general.solver import count_each, rankings_of
from fairfelt.rules import Cards

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
    """Some hands decided. A sight is what is known at the last decision."""

    cards: NDArray[np.uint8]
    """[sight, card]: own cards, then those of the groups, of which only the known ones mean anything."""
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
        self.nets, self.scale = self.settlements.results(self.tree, scene.rows(groups) * scene.hidden_ways)
        self.ways = scene.ways(groups)
        self.faces = np.array(self.game.deck.cards, np.uint8)

    @cached_property
    def places(self) -> Whole:
        """[row, card] of one hand."""
        return self.scene.places(self.groups)

    def decide(self, starts: Starts) -> Decided:
        """Enumerate the rows of some hands and decide them all."""
        cards = self.cards(starts)
        sights = self._sights(starts, cards)
        rows = count_each(self.settlements, self.symmetry, self.scene.level, sights, self.executor)
        number, size = self.known(len(self.game.streets) - 1, cards)
        there, first_row = np.unique(number, return_index=True)
        tally = rows if len(there) == len(rows) else _summed(rows, number, size * len(starts))[there]
        known = [self.known(street, cards)[0][first_row] for street in range(len(self.game.streets))]
        finished = tally @ self.nets.T
        best, first = self._back(starts, known, finished)
        path = self._follow(len(there), lambda street, some, states: best[street][known[street][some], states])
        hand = first_row // len(self.places)
        kept = np.hstack((starts.own[hand], cards[first_row]))
        return Decided(kept, tally, path, finished, hand, first)

    def cards(self, starts: Starts) -> NDArray[np.uint8]:
        """[row of all hands, card]: the cards of all groups, those drawn already first."""
        rest = self._rest(starts)
        turned = rest[:, self.places].reshape(len(starts) * len(self.places), self.places.shape[1])
        return np.hstack((np.repeat(starts.drawn, len(self.places), axis=0), turned))

    def _rest(self, starts: Starts) -> NDArray[np.uint8]:
        gone = np.hstack((starts.own, starts.drawn, starts.dead))
        there = np.ones((len(starts), 256), np.bool_)
        np.put_along_axis(there, gone.astype(np.int64), False, axis=1)
        kept = there[:, self.faces]
        return np.asarray(np.tile(self.faces, (len(starts), 1))[kept].reshape(len(starts), -1))

    def _sights(self, starts: Starts, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Rows as kernels take them: own cards, the community's, the dealer's, dead ones."""
        times = len(self.places)
        parts = [np.repeat(starts.own, times, axis=0)]
        parts += [self._of_place(cards, place) for place in (Cards.COMMUNITY, Cards.DEALER)]
        return np.ascontiguousarray(np.hstack((*parts, np.repeat(starts.dead, times, axis=0))))

    def _of_place(self, cards: NDArray[np.uint8], place: Cards, before: int | None = None) -> NDArray[np.uint8]:
        """The cards of a place, or those that the rules have turned over by a street."""
        chosen = [
            cards[:, self.scene.columns(at)]
            for at, group in enumerate(self.scene.groups)
            if group.place is place and (before is None or group.by_rule <= before)
        ]
        return np.hstack(chosen) if chosen else np.empty((len(cards), 0), np.uint8)

    def known(self, street: int, cards: NDArray[np.uint8]) -> tuple[Whole, int]:
        """[row]: what the player knows there, as a number; and how many numbers there are for one hand."""
        scene, rows = self.scene, len(self.places)
        later = self._unknown(street)
        exact = rows // prod(self.ways[at - self.groups] for at in later)
        hand, row = np.divmod(np.arange(len(cards)), rows)
        number = hand * exact + row // (rows // exact)
        for at in later:
            group = scene.groups[at]
            number = number * group.labels + group.weights[cards[:, scene.columns(at)]].sum(axis=1)
        return number, self.sizes[street]

    def _unknown(self, street: int) -> list[int]:
        """The groups that are not known exactly at a street."""
        return [n for n, group in enumerate(self.scene.groups) if n >= self.groups and group.known > street]

    @cached_property
    def sizes(self) -> list[int]:
        """[street]: the numbers of what a player can know there with one hand."""
        found = []
        for street in range(len(self.game.streets)):
            later = self._unknown(street)
            tail, labels = (
                prod(self.ways[at - self.groups] for at in later),
                prod(self.scene.groups[at].labels for at in later),
            )
            found.append(len(self.places) // tail * labels)
        return found

    def _back(self, starts: Starts, known: list[Whole], finished: Whole) -> tuple[list[NDArray[np.uint8]], Whole]:
        """[street]: the best choice by what is known and the state; and the values at the first street."""
        best: list[NDArray[np.uint8]] = []
        later: dict[int, tuple[Whole, Whole]] = {len(known): (np.arange(len(finished)), finished)}
        values = np.zeros((0, 1, 1), np.int64)
        for street in reversed(range(len(known))):
            number, size = known[street], self.sizes[street]
            many = size * len(starts)
            later = {
                then: (number, _summed(worth, self._parents(at, number), many)) for then, (at, worth) in later.items()
            }
            leads_to, arrives_as = self.tree.leads_to[street], self.tree.arrives_as[street]
            values = np.empty((many, *leads_to.shape), np.int64)
            for state, choice in np.ndindex(leads_to.shape):
                values[:, state, choice] = later[int(leads_to[state, choice])][1][:, arrives_as[state, choice]]
            may = np.repeat(offered(self.game, street, starts.own), size, axis=0)
            allowed = np.where(may[:, None, :], values, np.iinfo(np.int64).min)
            best.append(self.tree.best(street, allowed))
            later[street] = number, allowed.max(axis=2)
        return best[::-1], values[:, 0].reshape(len(starts), -1, values.shape[2])

    @staticmethod
    def _parents(number: Whole, before: Whole) -> Whole:
        """[what is known later]: what was known before."""
        parents = np.zeros(int(number.max()) + 1, np.int64)
        parents[number] = before
        return parents

    def shown_hands(self, street: int, cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Of own cards and those of all groups, what the rules have shown by a street."""
        hole = self.game.hole
        shown = [self._of_place(cards[:, hole:], place, street) for place in (Cards.COMMUNITY, Cards.DEALER)]
        return np.ascontiguousarray(np.hstack((cards[:, :hole], *shown)))

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


def _summed(worth: Whole, parents: Whole, size: int) -> Whole:
    """[what was known before, column]: sums of what is known later."""
    found = np.zeros((size, worth.shape[1]), np.int64)
    parents, worth = parents[: len(worth)], worth[: len(parents)]
    order = np.argsort(parents, kind="stable")
    kinds, first = np.unique(parents[order], return_index=True)
    found[kinds] = np.add.reduceat(worth[order], first, axis=0)
    return found
