"""Solves whatever the language can say of a deal, streets and a showdown: every information set, every hidden card.

An information set is the cards that a view shows, up to an exchange of suits, and the labels of marked cards that are
still face down. From the last decision back to the first, what a choice is worth is summed over all that can follow;
then all deals are followed forward under the best choices.

    V[set, label of the new cards × labels] = Σ V[set with the new cards, labels], over the cards that are turned over
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.information_sets import (
    Extension,
    Group,
    InformationSets,
    Level,
    Symmetry,
    first_information_sets,
    hidden,
    offered,
    symmetry_of,
    ways_to_turn,
)
from fairfelt.engine.core.price import TooCostly, allowed_evaluations, duration, in_short
from fairfelt.engine.core.problem import MOST
from fairfelt.engine.core.tree import Tree, passages_of, tree_of
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Game
from fairfelt.rules.hands import Ranking
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.compute.cuda import Gpu
from fairfelt.runtime.compute.executors import run_tasks, split_evenly

from .arrays import ArrayCount
from .cuda import count_on
from .settlements import Settlements, settlements_of
from .source import counting_plan, counting_source

RATE = 30_000_000
"""Evaluations a second and core, about: measured with five-card hands."""
INFORMATION_SET_RATE = 1_500_000
"""Information sets a second that are sorted into classes."""
CARD_RATE = 60_000_000_000
"""Evaluations a second on a GPU, with caution: an H200 counts some 400 billion with hands of five cards."""
CLUSTER_CORES = 64
"""Of a cluster as one is hired by the hour."""
MOST_BYTES = 6 << 30
BYTES_PER_INFORMATION_SET = 64
WIDE_STEPS, WIDE_BYTES = 3, 200
"""For each sum of numbers that 64 bits do not hold: as many evaluations take as long, and so much memory."""


@dataclass(frozen=True)
class Cost:
    """About what a game takes to solve."""

    information_sets: int
    """At the last decision."""
    extensions: int
    """Information sets that are looked at from one decision to the next."""
    evaluations: int
    """Whole rounds that are looked at."""
    bytes: int

    @property
    def steps(self) -> int:
        """What it is measured by: whole rounds looked at, and information sets, each of which takes as long as ten."""
        return max(self.evaluations, 10 * self.extensions)

    @property
    def core_seconds(self) -> float:
        return self.evaluations / RATE + self.extensions / INFORMATION_SET_RATE

    @property
    def seconds(self) -> float:
        """On this machine."""
        return self.evaluations / RATE / usable_cores() + self.extensions / INFORMATION_SET_RATE

    def __str__(self) -> str:
        extending_s = self.extensions / INFORMATION_SET_RATE
        cluster_s, card_s = (self.evaluations / rate + extending_s for rate in (RATE * CLUSTER_CORES, CARD_RATE))
        return (
            f"{in_short(self.information_sets)} information sets and {in_short(self.evaluations)} evaluations: "
            f"about {duration(self.seconds)} here, {duration(cluster_s)} on a cluster of {CLUSTER_CORES} "
            f"cores, {duration(card_s)} on a GPU"
        )


def cost_of(view: View, symmetry: Symmetry, settlements: Settlements, *, wide_paths: int = 0) -> Cost:
    """An upper estimate: classes are counted as if no information set were its own image.

    Where 64 bits do not hold the results, each path is summed up in whole numbers of any size.
    """
    infosets, extensions, before, room = 1, 0, 0, 0
    rows = len(settlements)
    for level in view.levels:
        more = comb(view.size - before, level.cards - before)
        extensions += infosets * more * level.labels if before else 0
        ways = ways_to_turn(view.size, symmetry.counts(level))
        infosets = _classes(ways, symmetry.order, len(symmetry.faces), level.cards)
        room += infosets * level.labels * BYTES_PER_INFORMATION_SET
        before = level.cards
    completions, labels = view.following[-1], view.levels[-1].labels
    evaluations = infosets * (completions + WIDE_STEPS * wide_paths * rows * labels)
    room += infosets * labels * (8 * min(rows, 64) + WIDE_BYTES * wide_paths)
    return Cost(infosets, extensions, evaluations, room)


def _classes(ways: int, order: int, faces: int, cards: int) -> int:
    """About how many classes n information sets fall into; few cards have more images of their own."""
    return int(max(1, min(ways, faces**cards, -(-ways * 5 // (4 * order)))))


PARTS = 16
CHUNK_BYTES = 1 << 30
"""About what the information sets of some hands take, where these are decided some at a time."""
FEW_ROUNDS = 300_000
"""So few are counted in arrays sooner than a kernel is compiled."""
Values = dict[int, NDArray[Any]]
"""[street][set, label, state]; past the last street [set, label, path]: what is still to come."""


@dataclass(frozen=True, eq=False)
class GeneralResult:
    """A game solved from the last decision back to the first."""

    view: View
    tree: Tree
    settlements: Settlements
    scale: int
    information_sets: tuple[InformationSets, ...]
    """[level], from the one that was begun with."""
    values: tuple[NDArray[Any], ...]
    """[street][set, label, state, choice]: scaled results summed over all that can follow, of any size."""
    best: tuple[NDArray[np.uint8], ...]
    """[street][set, label, state]"""
    endings: NDArray[np.int64]
    """[path, ending]: combinations of whole rounds under best play."""

    @property
    def following(self) -> tuple[int, ...]:
        """[level]: combinations of cards yet to be turned over, whatever their labels."""
        return self.view.following


def fits(game: Game) -> bool:
    """Everything but a course, which plays by rules of its own."""
    return not game.course


def rankings_of(game: Game) -> tuple[Ranking, ...]:
    showdown = [game.showdown.ranking] if game.showdown else []
    return (*showdown, *(wager.ranking for wager in game.wagers if wager.is_base and wager.ranking))


@dataclass(frozen=True, eq=False)
class GeneralProblem:
    """A game made ready: what is known, what may be exchanged, how rounds can end, what it costs."""

    view: View
    symmetry: Symmetry
    settlements: Settlements

    @property
    def game(self) -> Game:
        return self.view.game

    @cached_property
    def cost(self) -> Cost:
        tree = tree_of(self.game)
        paths = len(tree.paths) if self.settlements.is_wide(tree, self.view.following[0]) else 0
        return cost_of(self.view, self.symmetry, self.settlements, wide_paths=paths)

    @cached_property
    def nets(self) -> tuple[NDArray[Any], int]:
        """[path, ending]: scaled results, of any size, and the scale."""
        return self.settlements.results(tree_of(self.game), self.view.following[0])

    @cached_property
    def hands(self) -> InformationSets:
        """Every hand of the player's, each class once."""
        return first_information_sets(self.symmetry, self.view.levels[0])

    def counter(self, executor: Executor | None = None) -> Callable[[InformationSets], NDArray[np.int64]]:
        """Counts how the sets of the last decision end, by label and ending."""
        return lambda infosets: count_endings(self.settlements, infosets, executor, self.view.down)

    def verify(self) -> None:
        """Refuse what nobody has agreed to, or what does not fit."""
        self.verify_form()
        title, cost = self.game.title, self.cost
        if cost.bytes > MOST_BYTES:
            raise TooCostly(f"{title}: {cost}; it needs more memory than there is", cost, fits=False)
        if cost.steps > allowed_evaluations():
            raise TooCostly(f"{title}: {cost}", cost)

    def verify_form(self) -> None:
        """Refuse what cannot be counted even some hands at a time."""
        title, cost = self.game.title, self.cost
        if first := [name for hand in self.settlements.hands if hand.first for name in hand.wagers]:
            words = (
                f"{', '.join(first)} goes by the first cards of a hand, and information sets are counted in any order"
            )
            raise TooCostly(f"{title}: {words}", cost, fits=False)
        if self.settlements.are_too_many:
            raise TooCostly(self.settlements.too_many, cost, fits=False)
        if not self.symmetry.fits(self.view.levels[-1].cards):
            raise TooCostly(f"{title}: {cost}; it needs more memory than there is", cost, fits=False)
        if comb(self.view.size, self.game.hole) * self.view.following[0] > MOST:
            raise TooCostly(f"{title}: more than {MOST:,} deals are too many to count in 64 bits", cost, fits=False)


def general_problem(game: Game, view: View | None = None) -> GeneralProblem:
    """Make a game ready, as its rules show the cards or as a player knows them."""
    view = view or View.of(game)
    symmetry = symmetry_of(game.deck, [ranking.tells for ranking in rankings_of(game)])
    settlements = settlements_of(game)
    return GeneralProblem(view, replace(symmetry, joined=_is_one_hand(game, settlements)), settlements)


def _is_one_hand(game: Game, settlements: Settlements) -> bool:
    """Whether own and shared cards make one hand, by which every bet is paid and no choice is refused."""
    asks = any(choice.holding for street in game.streets for choice in street.choices)
    reads = {(hand.on, hand.against) for hand in settlements.hands}
    return not game.showdown and not asks and reads == {(Cards.OWN | Cards.COMMUNITY, None)}


def solve_general(game: Game, executor: Executor | None = None, view: View | None = None) -> GeneralResult:
    """Solve a game, unless it costs more than anybody has agreed to."""
    problem = general_problem(game, view)
    problem.verify()
    return decide_hands(problem, problem.hands, problem.counter(executor))


def count_view(
    view: View, executor: Executor | None = None, tell: Callable[[int, int], None] | None = None
) -> tuple[Ending, ...]:
    """How all rounds end under best play, decided some hands at a time: nothing is kept of single ones."""
    problem, tree = general_problem(view.game, view), tree_of(view.game)
    problem.verify_form()
    hands, count = problem.hands, problem.counter(executor)
    step = max(1, len(hands) * CHUNK_BYTES // max(1, problem.cost.bytes))
    totals = np.zeros((len(tree.paths), len(problem.settlements)), np.int64)
    for start in range(0, len(hands), step):
        totals += decide_hands(problem, hands.part(slice(start, start + step)), count).endings
        if tell:
            tell(min(start + step, len(hands)), len(hands))
    return problem.settlements.endings(tree, totals)


def decide_hands(
    problem: GeneralProblem,
    hands: InformationSets,
    count: Callable[[InformationSets], NDArray[np.int64]],
    may: Callable[[Game, int, NDArray[np.uint8]], NDArray[np.bool_]] = offered,
) -> GeneralResult:
    """Decide every information set that begins with some visible cards, the player's hands or later ones.

    `count` tallies how the sets of the last decision end, by label and ending; `may` says which choices each of the
    player's hands has.
    """
    view, tree, (nets, scale) = problem.view, tree_of(problem.game), problem.nets
    start = view.levels.index(hands.level)
    levels = view.levels[start:]
    if nets.dtype == object and not problem.settlements.is_wide(tree, view.following[start]):
        nets = nets.astype(np.int64)
    infosets = [hands]
    for level in levels[1:]:
        infosets.append(infosets[-1].next(level))
    ends = count(infosets[-1]).reshape(len(infosets[-1]), levels[-1].labels, len(problem.settlements))
    least = -1 - int(np.abs(nets).max()) * view.following[start]
    values, best = decide_back(problem.game, tree, infosets, ends @ nets.T, least, may)
    decided_before = any(level.streets for level in view.levels[:start])
    endings = np.zeros((0, 0), np.int64)
    if not decided_before:
        endings = np.einsum("slp,sle->pe", follow_choices(tree, infosets, best), ends)
    for seen in infosets:
        seen.forget_links()
    return GeneralResult(view, tree, problem.settlements, scale, tuple(infosets), values, best, endings)


def count_endings(
    settlements: Settlements,
    infosets: InformationSets,
    executor: Executor | None = None,
    down: Sequence[Group] | None = None,
) -> NDArray[np.int64]:
    """[infoset, label, ending]: in how many ways each ends so, over all cards that are face down there."""
    found = count_each(settlements, infosets.symmetry, infosets.level, infosets.hands, executor, down)
    return found.reshape(len(infosets), infosets.level.labels, len(settlements))


def count_each(
    settlements: Settlements,
    symmetry: Symmetry,
    level: Level,
    hands: NDArray[np.uint8],
    executor: Executor | None = None,
    down: Sequence[Group] | None = None,
) -> NDArray[np.int64]:
    """[infoset, label × ending] for cards as they are given, one set a row, with dead cards in the last columns."""
    game, dead = settlements.game, hands.shape[1] - sum(level.counts[:3])
    left, columns = int(symmetry.held.sum()) - hands.shape[1], level.labels * len(settlements)
    plan = counting_plan(settlements, level, hidden(game, level) if down is None else down, left=left, dead=dead)
    if isinstance(executor, Gpu) and not symmetry.copies:
        return count_on(executor, plan, symmetry.faces, columns, hands)
    in_arrays = ArrayCount(plan, symmetry.faces, columns)
    rounds = len(hands) * ways_to_turn(left, [len(step) for step in in_arrays.steps])
    if rounds <= FEW_ROUNDS and not symmetry.copies and in_arrays.can_count:
        return in_arrays.count(hands)
    source = counting_source(plan, copies=symmetry.copies)
    work = partial(_count, source, [*plan.tables.values()], symmetry, columns)
    return np.concatenate(run_tasks(work, split_evenly(PARTS, hands), executor))


def _count(
    source: str, tables: list[NDArray[Any]], symmetry: Symmetry, columns: int, hands: NDArray[np.uint8]
) -> NDArray[np.int64]:
    tally = np.zeros((len(hands), columns), np.int64)
    compile_source(source, "count")(hands, symmetry.faces, symmetry.held, tally, *tables)
    return tally


def decide_back(
    game: Game,
    tree: Tree,
    infosets: Sequence[InformationSets],
    finished: NDArray[Any],
    least: int,
    may: Callable[[Game, int, NDArray[np.uint8]], NDArray[np.bool_]],
) -> tuple[tuple[NDArray[Any], ...], tuple[NDArray[np.uint8], ...]]:
    """From the last level to the first, each choice by where it leads; one that is not offered is worth the least."""
    end = len(game.streets)
    later: Values = {end: finished}
    values: list[NDArray[Any]] = [np.empty(0, np.int64)] * end
    best: list[NDArray[np.uint8]] = [np.empty(0, np.uint8)] * end
    for at in reversed(range(len(infosets))):
        if at + 1 < len(infosets):
            later = sum_back(infosets[at], infosets[at + 1], later)
        for street in reversed(infosets[at].level.streets):
            leads_to, arrives_as = tree.leads_to[street], tree.arrives_as[street]
            found = np.empty((*later[end].shape[:2], *leads_to.shape), finished.dtype)
            for state, choice in np.ndindex(leads_to.shape):
                found[..., state, choice] = later[int(leads_to[state, choice])][..., arrives_as[state, choice]]
            offers = may(game, street, infosets[at].hands[:, : game.hole])
            allowed = np.where(offers[:, None, None, :], found, least)
            values[street], best[street] = found, tree.best(street, allowed)
            later[street] = allowed.max(axis=3)
    return tuple(values), tuple(best)


def sum_back(infosets: InformationSets, then: InformationSets, later: Values) -> Values:
    """What is to come, summed over the cards that are turned over between two levels."""
    labels = infosets.level.labels
    found = {street: np.zeros((len(infosets), labels, worth.shape[2]), worth.dtype) for street, worth in later.items()}
    for part in infosets.linked(then):
        places = part.keys
        for street, worth in later.items():
            for label, column in np.ndindex(worth.shape[1:]):
                values = worth[places, label, column] * part.many
                for turned, chosen in _by_label(part, then.level):
                    at = turned * then.level.labels + label
                    found[street][part.some, at, column] = (values if chosen is None else values * chosen).sum(axis=1)
    return found


def _by_label(part: Extension, then: Level) -> Iterator[tuple[int, NDArray[np.bool_] | None]]:
    """Each label that the new cards can have had, and which of them have it: all, where they were not marked."""
    if part.labels is None or then.turned is None:
        yield 0, None
        return
    for turned in range(then.turned.labels):
        yield turned, part.labels == turned


def follow_choices(
    tree: Tree, infosets: Sequence[InformationSets], best: Sequence[NDArray[np.uint8]]
) -> NDArray[np.int64]:
    """[set of the last level, label, path]: deals from the first level on, each on the path that is chosen for it.

    standing[set, label, where it stands]: deals of the visible cards, if those face down have that label.
    """
    passages = passages_of(tree)
    standing = np.repeat(infosets[0].weights[:, None, None], infosets[0].level.labels, axis=1)
    for at, seen in enumerate(infosets):
        for street in seen.level.streets:
            passed = passages[street].advance(np.moveaxis(best[street], -1, 0), np.moveaxis(standing, -1, 0))
            standing = np.moveaxis(passed, 0, -1)
        if at + 1 < len(infosets):
            standing = _move_on(seen, infosets[at + 1], standing)
    deals = np.zeros((*standing.shape[:2], len(tree.paths)), np.int64)
    for number, (_, path) in enumerate(passages[-1].after if passages else ((0, 0),)):
        deals[..., path] = standing[..., number]
    return deals


def _move_on(infosets: InformationSets, then: InformationSets, standing: NDArray[np.int64]) -> NDArray[np.int64]:
    """Deals at the next level, by where they stand."""
    labels = then.level.labels
    found = np.zeros((len(then), labels, standing.shape[2]), np.int64)
    for part in infosets.linked(then):
        places = part.keys
        for label, column in np.ndindex(found.shape[1:]):
            for turned, chosen in _by_label(part, then.level):
                deals = standing[part.some, turned * labels + label, column][:, None] * part.many
                live = deals > 0 if chosen is None else chosen & (deals > 0)
                np.add.at(found[:, label, column], places[live], deals[live])
    return found


def level_of(infosets: Sequence[InformationSets], street: int) -> int:
    return next(at for at, seen in enumerate(infosets) if street in seen.level.streets)
