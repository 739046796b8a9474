"""Counts a game with shared cards where the dealer's cards are seen, one or both, and perhaps shared ones too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.compute.cuda import Gpu
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.boards.problem import HOLE, BoardProblem
from fairfelt.hands.poker.tables import poker_tables
from fairfelt.protection.figures import Figures
from fairfelt.protection.words import frequency_rule

from .cuda import count_on, fits_card, flop_street
from .kernel import BOARD, NUMBERS, deal_boards, decide_boards
from .known import add_kinds, count_kinds
from .seen import STANDARD, BoardTables, SeenBoards, Whole

STRETCH = 8
"""Classes of hands in one task."""


@dataclass(frozen=True)
class SeenResult:
    """What it comes to."""

    figures: Figures
    rules: tuple[ShortRule, ...]
    first: tuple[Fraction, ...]
    """[choice of the first street, in ascending order of the bet]: the share of rounds it is made in."""
    classes: int


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
    for at, part in _parts_of(boards, hands, executor):
        found[at] = part
        done += len(part[0])
        if progress:
            progress(done, len(hands), f"{problem.game.title}: {len(hands):,} classes of hands")
    sums = np.concatenate([found[at][0] for at in sorted(found)]).astype(object)
    chosen = np.concatenate([found[at][1] for at in sorted(found)]).astype(object)
    deals = int(weights.sum())
    mean, square, hits = (Fraction(int(weights.astype(object) @ column), deals * boards.ways) for column in sums.T)
    edge, variance = mean / problem.scale, (square - mean**2) / problem.scale**2
    first = [Fraction(int(column)) for column in weights.astype(object) @ chosen]
    shares = tuple(share / sum(first) for share in first)
    return SeenResult(Figures(edge, hits, variance), (_rule(problem, shares),), shares, len(hands))


def _parts_of(
    boards: SeenBoards, hands: NDArray[np.uint8], executor: Executor | None
) -> Iterator[tuple[int, tuple[Whole, Whole]]]:
    """What `count_hands` finds, part by part with its number: on a card where there is one, or wherever tasks run."""
    if isinstance(executor, Gpu) and fits_card(boards):
        for at, found in enumerate(count_on(executor, boards, hands)):
            yield at, count_on_card(boards, *found)
    else:
        yield from stream_tasks(partial(count_hands, boards.tables), split_by_size(STRETCH, hands), executor)


def _rule(problem: BoardProblem, shares: Sequence[Fraction]) -> ShortRule:
    street = problem.game.streets[0]
    choices = (street.choices[choice] for choice in problem.tree.orders[0])
    return frequency_rule(street.name, zip(choices, shares, strict=False), digits=4)


def count_hands(boards: BoardTables, hands: NDArray[np.uint8]) -> tuple[Whole, Whole]:
    """[hand, number] of the first street's only state, and [hand, choice]: how often each is the best there."""
    sums = np.zeros((len(hands), NUMBERS), np.int64)
    chosen = np.zeros((len(hands), boards.streets[0].shape[1] - 1), np.int64)
    for at, hand in enumerate(hands):
        sums[at], chosen[at] = _count_hand(boards, hand)
    return sums, chosen


def _count_hand(boards: BoardTables, hand: NDArray[np.uint8]) -> tuple[Whole, Whole]:
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
) -> tuple[Whole, Whole]:
    """Decide from the last of some streets, of whose boards the columns are known, back to the first of all."""
    need, chosen = boards.needs[streets[-1]], np.zeros(0, np.int64)
    for at in reversed(streets):
        given, given_need, size = into, need, boards.sizes[at]
        smaller = boards.sizes[at - 1] if at else 0
        need = boards.needs[at - 1] if at else boards.streets[0][:1, 0]
        into = np.zeros((comb(boards.left, smaller), len(need), NUMBERS), np.int64)
        street = boards.streets[at]
        chosen = np.zeros(street.shape[1] - 1, np.int64)
        parts = _parts(size, smaller) if at else np.zeros((1, 0), np.int64)
        decide_boards(given, given_need, boards.left, size, street, need, parts, binomials, columns, into, chosen)
    return into[0, 0], chosen


def count_on_card(boards: SeenBoards, into: Whole, chosen: Whole) -> tuple[Whole, Whole]:
    """The same as `count_hands`, from what a card found for some hands up to the decision before the flop."""
    first = range(flop_street(boards))
    if not first:
        return into[:, 0, 0], chosen
    tables = boards.tables
    columns, binomials = np.zeros((tables.columns, NUMBERS), np.int64), _binomials(tables.left)
    found = [_decide_early(tables, first, hand, columns, binomials) for hand in into]
    return np.stack([sums for sums, _ in found]), np.stack([which for _, which in found])


def _binomials(left: int) -> Whole:
    return np.array([[comb(n, k) for k in range(BOARD + 1)] for n in range(left + 1)], np.int64)


def _parts(size: int, smaller: int) -> Whole:
    """[part, card]: every way to take so many cards out of more."""
    found = list(combinations(range(size), smaller))
    return np.array(found, np.int64).reshape(len(found), smaller)
