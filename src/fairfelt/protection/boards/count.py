"""Counts a game with shared cards where the dealer's cards are seen, one or both, and perhaps shared ones too."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.boards.problem import HOLE, BoardProblem
from fairfelt.hands.poker.tables import poker_tables
from fairfelt.protection.figures import Figures
from fairfelt.protection.short_rules.conditions import scales_of
from fairfelt.protection.short_rules.learner import Cells, Scale, short_rule, sum_cells
from fairfelt.protection.words import frequency_rule, told_with
from fairfelt.rules import Choice

from .kernel import BOARD, NUMBERS, deal_boards, decide_boards
from .known import add_kinds, count_kinds
from .seen import STANDARD, BoardTables, SeenBoards, Whole

STRETCH = 8
"""Classes of hands in one task."""
PARTS = 40
"""Of which the cells are put together, so that they take little memory."""
Counted = tuple[Whole, Whole, Cells | None]
"""Numbers and choices made, hand by hand, and the cells of all."""


@dataclass(frozen=True)
class SeenResult:
    """What it comes to."""

    figures: Figures
    rules: tuple[ShortRule, ...]
    rule_edge: Fraction | None
    """The player's edge by them, where they say what to do."""
    first: tuple[Fraction, ...]
    """[choice of the first street, in ascending order of the bet]: the share of rounds it is made in."""
    classes: int
    cells: Cells | None = field(default=None, compare=False)
    """What the rule was found in."""


def count_seen(
    boards: SeenBoards,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    only: slice = slice(None),
) -> SeenResult:
    """Every class of hands, or only some of them."""
    problem = boards.problem
    sights = boards.classes
    hands, weights = sights.hands[only], sights.weights[only]
    found: dict[int, tuple[Whole, Whole]] = {}
    done = 0
    parts: list[Cells] = []
    tasks = split_by_size(STRETCH, hands, weights)
    for at, (sums_of, chosen_of, some) in stream_tasks(partial(count_hands, boards.tables), tasks, executor):
        found[at] = sums_of, chosen_of
        parts += [some] if some else []
        if len(parts) == PARTS:
            parts = [sum_cells(parts)]
        done += len(sums_of)
        if progress:
            progress(done, len(hands), f"{problem.game.title}: {len(hands):,} classes of hands")
    sums = np.concatenate([found[at][0] for at in sorted(found)]).astype(object)
    chosen = np.concatenate([found[at][1] for at in sorted(found)]).astype(object)
    deals = int(weights.sum())
    mean, square, hits = (Fraction(int(weights.astype(object) @ column), deals * boards.ways) for column in sums.T)
    edge, variance = mean / problem.scale, (square - mean**2) / problem.scale**2
    first = [Fraction(int(column)) for column in weights.astype(object) @ chosen]
    shares = tuple(share / sum(first) for share in first)
    figures = Figures(edge, hits, variance)
    if not parts:
        return SeenResult(figures, (_frequencies(problem, shares),), None, shares, len(hands))
    cells = sum_cells(parts)
    scales = sights_of(boards.tables, hands[:1])[0]
    priced = short_rule(
        problem.game.streets[0].name, _choices(problem), scales, cells, deals * boards.ways * problem.scale
    )
    told = told_with(problem.game, priced, (_frequencies(problem, shares),))
    return SeenResult(figures, told.rules, told.edge, shares, len(hands), cells)


def _choices(problem: BoardProblem) -> list[Choice]:
    """Of the first street, in ascending order of the bet."""
    return [problem.game.streets[0].choices[choice] for choice in problem.tree.orders[0]]


def _frequencies(problem: BoardProblem, shares: Sequence[Fraction]) -> ShortRule:
    return frequency_rule(problem.game.streets[0].name, zip(_choices(problem), shares, strict=False), digits=4)


def count_hands(boards: BoardTables, hands: NDArray[np.uint8], weights: Whole) -> Counted:
    """[hand, number] of the first street's only state; [hand, choice]: how often each is the best there; and cells."""
    found = [_count_hand(boards, hand) for hand in hands]
    return _together(boards, hands, weights, found)


def _together(
    boards: BoardTables, hands: NDArray[np.uint8], weights: Whole, found: Sequence[tuple[Whole, Whole, Whole]]
) -> Counted:
    """What was found for some hands. Where no board is in sight at the first decision, all of them make one table."""
    sums, chosen = (np.stack([each[part] for each in found]) for part in (0, 1))
    if not boards.sizes[0]:
        values = np.concatenate([each[2] for each in found]) * weights[:, None]
        return sums, chosen, Cells.of(sights_of(boards, hands)[1], values)
    worth = zip(hands, weights, found, strict=True)
    parts = [Cells.of(sights_of(boards, hand[None])[1], values * weight) for hand, weight, (_, _, values) in worth]
    return sums, chosen, sum_cells(parts)


def sights_of(boards: BoardTables, hands: NDArray[np.uint8]) -> tuple[tuple[Scale, ...], Whole]:
    """The scales at the first decision, and [smaller board, scale] their levels; with several hands there is none."""
    places = _places(boards.left, boards.sizes[0])
    deck = np.setdiff1d(np.arange(STANDARD), hands[0]).astype(np.uint8)
    shared = np.tile(deck[places], (len(hands), 1))
    own = np.repeat(hands, len(places), axis=0)
    return scales_of(own[:, :HOLE], shared, own[:, HOLE:])


@lru_cache(maxsize=4)
def _places(left: int, size: int) -> Whole:
    """[board, card]: so many of the cards left, in the order of their numbers."""
    order = sorted(combinations(range(left), size), key=lambda places: places[::-1])
    return np.array(order, np.int64).reshape(len(order), size)


def _count_hand(boards: BoardTables, hand: NDArray[np.uint8]) -> tuple[Whole, Whole, Whole]:
    tables, left = poker_tables(HOLE + BOARD), boards.left
    deck = np.setdiff1d(np.arange(STANDARD), hand).astype(np.int64)
    binomials = _binomials(left)
    columns = np.zeros((boards.columns, NUMBERS), np.int64)
    last = boards.early[-1]
    need, size = boards.needs[last], boards.sizes[last]
    into = np.zeros((comb(left, size), len(need), NUMBERS), np.int64)
    dealt = hand, deck, tables.card_keys, tables.rows, tables.values, tables.suited, tables.flushes
    floors, parts = boards.floors, _parts(BOARD, size)
    if boards.kinds:
        kind_of, kinds = boards.kinds
        counted = np.zeros((len(into), len(kinds)), np.min_scalar_type(comb(left - size, BOARD - size)))
        count_kinds(*dealt, floors, kind_of, parts, binomials, counted)
        add_kinds(counted, kinds, into)
    else:
        deal_boards(*dealt, floors, boards.settled, boards.late, need, parts, binomials, columns, into)
    return _decide_early(boards, boards.early, into, columns, binomials)


def _decide_early(
    boards: BoardTables, streets: range, into: Whole, columns: Whole, binomials: Whole
) -> tuple[Whole, Whole, Whole]:
    """Decide from the last of some streets, of whose boards the columns are known, back to the first of all.

    The numbers of the first street's only state, how often each choice is made there, and [board, choice] their worth.
    """
    need, chosen, values = boards.needs[streets[-1]], np.zeros(0, np.int64), np.zeros(0, np.int64)
    for at in reversed(streets):
        given, given_need, size = into, need, boards.sizes[at]
        smaller = boards.sizes[at - 1] if at else 0
        need = boards.needs[at - 1] if at else boards.streets[0][:1, 0]
        into = np.zeros((comb(boards.left, smaller), len(need), NUMBERS), np.int64)
        street = boards.streets[at]
        chosen = np.zeros(street.shape[1] - 1, np.int64)
        parts = _parts(size, smaller) if at else np.zeros((1, 0), np.int64)
        values = given[:, np.searchsorted(given_need, street[0, 1:]), 0]
        decide_boards(given, given_need, boards.left, size, street, need, parts, binomials, columns, into, chosen)
    return into[0, 0], chosen, values


def _binomials(left: int) -> Whole:
    return np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(left + 1)], np.int64)


def _parts(size: int, smaller: int) -> Whole:
    """[part, card]: every way to take so many cards out of more."""
    found = list(combinations(range(size), smaller))
    return np.array(found, np.int64).reshape(len(found), smaller)
