"""The ways a round can go from decision to decision, numbered: what a player has bet by a street is a state there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Choice, Game

Path = tuple[tuple[str, Choice], ...]
"""Choices by street, as far as a round goes."""


@dataclass(frozen=True, eq=False)
class Tree:
    """Every path to every street, and at last every path of a whole round."""

    arrivals: tuple[tuple[Path, ...], ...]
    """[street][state]; after the last street, the finished paths."""
    leads_to: tuple[NDArray[np.int64], ...]
    """[street][state, choice]: the street a choice leads to, skipping those that no longer concern the player…"""
    arrives_as: tuple[NDArray[np.int64], ...]
    """…and the state there."""
    orders: tuple[tuple[int, ...], ...]
    """[street]: its choices in ascending order of the bet, so that of equal values the larger bet is taken last."""

    @property
    def paths(self) -> tuple[Path, ...]:
        return self.arrivals[-1]

    def index(self, street: int) -> NDArray[np.uint8]:
        """[choice at the first street, choice at the second, …]: the state at a later one, 0 if it is not reached."""
        index = np.zeros([table.shape[1] for table in self.leads_to[:street]], np.uint8)
        for chosen in np.ndindex(index.shape):
            at, state = 0, 0
            while at < street:
                step = state, chosen[at]
                at, state = int(self.leads_to[at][step]), int(self.arrives_as[at][step])
            index[chosen] = state if at == street else 0
        return index

    def best(self, street: int, values: NDArray[np.int64]) -> NDArray[np.uint8]:
        """The best choice by the values in the last axis, numbered as the street lists them."""
        order = np.array(self.orders[street])
        last_best = len(order) - 1 - np.argmax(values[..., order[::-1]], axis=-1)
        return np.asarray(order[last_best], np.uint8)


@lru_cache(maxsize=64)
def tree_of(game: Game) -> Tree:
    streets = game.streets
    arrivals: list[dict[Path, int]] = [{} for _ in range(len(streets) + 1)]
    arrivals[0][()] = 0
    moves = []
    for at, street in enumerate(streets):
        ends = np.zeros((2, len(arrivals[at]), len(street.choices)), np.int64)
        for (path, state), number in product(arrivals[at].items(), range(len(street.choices))):
            longer = (*path, (street.name, street.choices[number]))
            then = _next_street(game, at, longer)
            ends[:, state, number] = then, arrivals[then].setdefault(longer, len(arrivals[then]))
        moves.append(ends)
    return Tree(
        tuple(map(tuple, arrivals)),
        tuple(ends[0] for ends in moves),
        tuple(ends[1] for ends in moves),
        tuple(_ascending(game, street.choices) for street in streets),
    )


def _next_street(game: Game, at: int, path: Path) -> int:
    """The next street that concerns a player who came this way; past the last, if none does."""
    if path[-1][1].folds:
        return len(game.streets)
    made = game.stakes(dict(path))
    later = range(at + 1, len(game.streets))
    return next((then for then in later if game.streets[then].unless_bet not in made), len(game.streets))


def _ascending(game: Game, choices: tuple[Choice, ...]) -> tuple[int, ...]:
    """Folding first, then by what is on the table."""
    staked = [(not choice.folds, sum(game.stakes({"": choice}).values())) for choice in choices]
    return tuple(sorted(range(len(choices)), key=lambda number: staked[number]))


@dataclass(frozen=True, eq=False)
class Passage:
    """How a round goes on at one street, from where it could stand before to where it can stand after."""

    after: tuple[tuple[int, int], ...]
    """The next street that concerns the player, and the state there; past the last street, the finished path."""
    states: NDArray[np.int64]
    """[standing before]: the state at this street, -1 for a round that passes it by…"""
    carried: NDArray[np.int64]
    """…and then its standing after."""
    choices: NDArray[np.int64]
    """[state, choice]: the standing after."""

    def advance(self, best: NDArray[np.uint8], ways: NDArray[np.int64]) -> NDArray[np.int64]:
        """[standing after, …]: rounds by what is decided. best: [state, …]; ways: [standing before, …]"""
        after = np.zeros((len(self.after), *ways.shape[1:]), np.int64)
        for before, state in enumerate(self.states.tolist()):
            if state < 0:
                after[self.carried[before]] += ways[before]
                continue
            for choice, then in enumerate(self.choices[state].tolist()):
                after[then] += ways[before] * (best[state] == choice)
        return after

    def nothing_more(self) -> Passage:
        """What follows it where there is no further decision."""
        standings = np.arange(len(self.after))
        return Passage(self.after, np.full_like(standings, -1), standings, np.zeros((1, 1), np.int64))


def passages_of(tree: Tree) -> tuple[Passage, ...]:
    found: list[Passage] = []
    before: tuple[tuple[int, int], ...] = ((0, 0),)
    for street, (leads_to, arrives_as) in enumerate(zip(tree.leads_to, tree.arrives_as, strict=True)):
        reached = [
            [(int(leads_to[state, c]), int(arrives_as[state, c])) for c in range(leads_to.shape[1])]
            for state in range(len(leads_to))
        ]
        passing = [standing for standing in before if standing[0] != street]
        after = tuple(dict.fromkeys([*passing, *(standing for row in reached for standing in row)]))
        found.append(
            Passage(
                after,
                np.array([state if then == street else -1 for then, state in before], np.int64),
                np.array([after.index(s) if s[0] != street else -1 for s in before], np.int64),
                np.array([[after.index(s) for s in row] for row in reached], np.int64).reshape(leads_to.shape),
            )
        )
        before = after
    return tuple(found)
