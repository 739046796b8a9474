"""Solves whatever the language can say of a deal, streets and a showdown: every sight, every card that can follow.

Cards in sight are taken up to an exchange of suits. From the last decision back to the first, what a choice is worth is
summed over all that can follow; then all deals are followed forward under the best choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.compile import compile_source
from fairfelt.compute.cuda import Gpu
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.levels import Level, following, hidden, levels_of, offered
from fairfelt.exact.core.price import TooCostly, allowed_evaluations
from fairfelt.exact.core.problem import MOST
from fairfelt.exact.core.sights import Sights, Symmetry, first_sights, next_sights, symmetry_of
from fairfelt.exact.core.tree import Passage, Tree, passages_of, tree_of
from fairfelt.hands import Ranking
from fairfelt.rules import Game

from .cost import MOST_BYTES, Cost, cost_of
from .cuda import count_on
from .settlements import Settlements, settlements_of
from .source import CountingSource, counting_plan, counting_source

PARTS = 16
Values = dict[int, NDArray[Any]]
"""[street][sight, state]; past the last street [sight, path]: what is still to come."""


@dataclass(frozen=True, eq=False)
class GeneralResult:
    """A game solved from the last decision back to the first."""

    game: Game
    tree: Tree
    settlements: Settlements
    scale: int
    sights: tuple[Sights, ...]
    """[level]"""
    following: tuple[int, ...]
    """[level]: combinations of cards yet to be turned over."""
    values: tuple[NDArray[Any], ...]
    """[street][sight, state, choice]: scaled results summed over all that can follow, of any size."""
    best: tuple[NDArray[np.uint8], ...]
    """[street][sight, state]"""
    endings: NDArray[np.int64]
    """[path, ending]: combinations of whole rounds under best play."""


def fits(game: Game) -> bool:
    """Everything but a course, which plays by rules of its own."""
    return not game.course


def rankings_of(game: Game) -> tuple[Ranking, ...]:
    """Every ranking that the game itself goes by."""
    showdown = [game.showdown.ranking] if game.showdown else []
    return (*showdown, *(wager.ranking for wager in game.wagers if wager.is_base and wager.ranking))


@dataclass(frozen=True, eq=False)
class GeneralProblem:
    """A game made ready: what may be exchanged, how rounds can end, what it costs."""

    game: Game
    symmetry: Symmetry
    settlements: Settlements

    @cached_property
    def levels(self) -> tuple[Level, ...]:
        """What is in sight, from the deal to the last decision."""
        return levels_of(self.game)

    @cached_property
    def cost(self) -> Cost:
        """What it takes to count it."""
        tree, ways = tree_of(self.game), following(self.game, self.levels)[0]
        paths = len(tree.paths) if self.settlements.is_wide(tree, ways) else 0
        return cost_of(self.game, self.symmetry, self.settlements, wide_paths=paths)

    def verify(self) -> None:
        """Refuse what nobody has agreed to, or what does not fit."""
        title, cost = self.game.title, self.cost
        if first := [name for hand in self.settlements.hands if hand.first for name in hand.wagers]:
            words = f"{', '.join(first)} goes by the first cards of a hand, and sights are counted in any order"
            raise TooCostly(f"{title}: {words}", cost, fits=False)
        if self.settlements.are_too_many:
            raise TooCostly(self.settlements.too_many, cost, fits=False)
        if not self.symmetry.fits(self.levels[-1].cards) or cost.bytes > MOST_BYTES:
            raise TooCostly(f"{title}: {cost}; it needs more memory than there is", cost, fits=False)
        if cost.steps > allowed_evaluations():
            raise TooCostly(f"{title}: {cost}", cost)
        if comb(len(self.game.deck), self.game.hole) * following(self.game, self.levels)[0] > MOST:
            raise TooCostly(f"{title}: more than {MOST:,} deals are too many to count in 64 bits", cost, fits=False)


def general_problem(game: Game) -> GeneralProblem:
    """Make a game ready."""
    symmetry = symmetry_of(game.deck, [ranking.tells for ranking in rankings_of(game)])
    return GeneralProblem(game, symmetry, settlements_of(game))


def solve_general(game: Game, executor: Executor | None = None) -> GeneralResult:
    """Solve a game, unless it costs more than anybody has agreed to."""
    problem, tree = general_problem(game), tree_of(game)
    problem.verify()
    settlements, levels = problem.settlements, problem.levels
    ways = following(game, levels)
    nets, scale = settlements.wide_results(tree, ways[0])
    sights = [first_sights(problem.symmetry, levels[0])]
    for level in levels[1:]:
        sights.append(next_sights(sights[-1], level))
    ends = count_endings(settlements, sights[-1], executor)
    least = -1 - int(np.abs(nets).max()) * ways[0]
    values, best = decide_back(
        game, tree, sights, ends @ nets.T, least, lambda at, later: _before(sights[at], sights[at + 1], later)
    )
    endings = _follow(tree, tuple(sights), best, ends)
    return GeneralResult(game, tree, settlements, scale, tuple(sights), ways, values, best, endings)


def count_endings(settlements: Settlements, sights: Sights, executor: Executor | None = None) -> NDArray[np.int64]:
    """[sight, ending]: in how many ways each sight ends so, over all cards that are face down there."""
    return count_each(settlements, sights.symmetry, sights.level, sights.hands, executor)


def count_each(
    settlements: Settlements,
    symmetry: Symmetry,
    level: Level,
    hands: NDArray[np.uint8],
    executor: Executor | None = None,
) -> NDArray[np.int64]:
    """The same for cards as they are given, one sight a row; columns beyond those of the level are dead cards."""
    game, dead = settlements.game, hands.shape[1] - level.cards
    left = len(game.deck) - level.cards - dead
    plan = counting_plan(settlements, level, hidden(game, level), left=left, dead=dead)
    if isinstance(executor, Gpu) and not symmetry.copies:
        return count_on(executor, plan, symmetry.faces, len(settlements), hands)
    work = partial(_count, counting_source(plan, copies=symmetry.copies), symmetry, len(settlements))
    return np.concatenate(run_tasks(work, split_evenly(PARTS, hands), executor))


def _count(source: CountingSource, symmetry: Symmetry, endings: int, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    tally = np.zeros((len(hands), endings), np.int64)
    kernel = compile_source(source.text, "count")
    kernel(hands, symmetry.faces, symmetry.held, tally, *source.tables.values())
    return tally


class Seen(Protocol):
    """What is in sight at one level: some sights, one a row."""

    @property
    def level(self) -> Level:
        """How many cards of each place, and what is decided with them."""

    @property
    def hands(self) -> NDArray[np.uint8]:
        """The cards of each sight."""


def decide_back(
    game: Game,
    tree: Tree,
    sights: Sequence[Seen],
    finished: NDArray[Any],
    least: int,
    before: Callable[[int, Values], Values],
    may: Callable[[Game, int, NDArray[np.uint8]], NDArray[np.bool_]] = offered,
) -> tuple[tuple[NDArray[Any], ...], tuple[NDArray[np.uint8], ...]]:
    """From the last level to the first, each choice by where it leads; one that is not offered is worth the least.

    `before` sums up what is to come at a level over the cards that are turned over after it; `may` says which choices
    each of the player's hands has.
    """
    end = len(game.streets)
    later: Values = {end: finished}
    values: list[NDArray[Any]] = [np.empty(0, np.int64)] * end
    best: list[NDArray[np.uint8]] = [np.empty(0, np.uint8)] * end
    for at in reversed(range(len(sights))):
        if at + 1 < len(sights):
            later = before(at, later)
        for street in reversed(sights[at].level.streets):
            leads_to, arrives_as = tree.leads_to[street], tree.arrives_as[street]
            found = np.empty((len(sights[at].hands), *leads_to.shape), finished.dtype)
            for state, choice in np.ndindex(leads_to.shape):
                found[:, state, choice] = later[int(leads_to[state, choice])][:, arrives_as[state, choice]]
            offers = may(game, street, sights[at].hands[:, : game.hole])
            allowed = np.where(offers[:, None, :], found, least)
            values[street], best[street] = found, tree.best(street, allowed)
            later[street] = allowed.max(axis=2)
    return tuple(values), tuple(best)


def _before(sights: Sights, then: Sights, later: Values) -> Values:
    """What is to come, summed over the cards that are turned over between two levels."""
    found = {street: np.zeros((len(sights), worth.shape[1]), worth.dtype) for street, worth in later.items()}
    for some, keys, many in sights.extended(then.level):
        places = np.searchsorted(then.keys, keys).clip(0, len(then) - 1)
        for street, worth in later.items():
            for column in range(worth.shape[1]):
                found[street][some, column] = (worth[places, column] * many).sum(axis=1)
    return found


def _follow(
    tree: Tree, sights: tuple[Sights, ...], best: tuple[NDArray[np.uint8], ...], ends: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Follow all deals from the first level on, each round on the path that is best for it."""
    passages = passages_of(tree)
    standing = sights[0].weights[:, None].copy()
    for at, seen in enumerate(sights):
        for street in seen.level.streets:
            standing = pass_street(passages[street], best[street], standing)
        if at + 1 < len(sights):
            standing = move_on(seen, sights[at + 1], standing)
    endings = np.zeros((len(tree.paths), ends.shape[1]), np.int64)
    after = passages[-1].after if passages else ((0, 0),)
    for number, (_, path) in enumerate(after):
        endings[path] += standing[:, number] @ ends
    return endings


def pass_street(passage: Passage, best: NDArray[np.uint8], standing: NDArray[np.int64]) -> NDArray[np.int64]:
    """[sight, standing after]: deals by what was decided."""
    after = np.zeros((len(standing), len(passage.after)), np.int64)
    for before, state in enumerate(passage.states.tolist()):
        if state < 0:
            after[:, passage.carried[before]] += standing[:, before]
            continue
        for choice, then in enumerate(passage.choices[state].tolist()):
            after[:, then] += standing[:, before] * (best[:, state] == choice)
    return after


def move_on(sights: Sights, then: Sights, standing: NDArray[np.int64]) -> NDArray[np.int64]:
    """Deals at the next level, by where they stand."""
    found = np.zeros((len(then), standing.shape[1]), np.int64)
    for some, keys, many in sights.extended(then.level):
        places = np.searchsorted(then.keys, keys).clip(0, len(then) - 1)
        for column in range(standing.shape[1]):
            deals = standing[some, column][:, None] * many
            live = deals > 0
            np.add.at(found[:, column], places[live], deals[live])
    return found


def level_of(sights: tuple[Sights, ...], street: int) -> int:
    """The number of the level at which a street is decided."""
    return next(at for at, seen in enumerate(sights) if street in seen.level.streets)
