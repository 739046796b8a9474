"""Hold'em with the dealer's cards exposed: figures of the best play, and the rule by which to decide first."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.compute.executors import split_by_size, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.core.counter import IntArray
from fairfelt.exact.solvers.boards.exposed import BoardTables, ExposedBoards, count_hand
from fairfelt.exact.solvers.boards.problem import HOLE

from .figures import Figures
from .short_rules.conditions import scales_of
from .short_rules.learner import Cells, Scale, short_rule, sum_cells
from .words import explain_with, frequency_rule

STRETCH = 8
"""Canonical hands in one task."""
PARTS = 40
"""Of which the cells are put together, so that they take little memory."""
PartCount = tuple[IntArray, IntArray, Cells]
"""Numbers and choices made, hand by hand, and the cells of all."""


@dataclass(frozen=True)
class ExposedResult:
    """What best play comes to."""

    figures: Figures
    rules: tuple[ShortRule, ...]
    rule_edge: Fraction | None
    """The player's edge by them, where they say what to do."""
    first: tuple[Fraction, ...]
    """[choice of the first street, in ascending order of the bet]: the share of rounds it is made in."""
    cells: Cells = field(compare=False)
    """What the rule was found in."""


def play_boards(
    boards: ExposedBoards,
    executor: Executor | None = None,
    progress: Progress | None = None,
    *,
    only: slice = slice(None),
) -> ExposedResult:
    """Every canonical hand, or only some of them."""
    problem, known = boards.problem, boards.hands
    hands, weights = known.hands[only], known.weights[only]
    found: dict[int, tuple[IntArray, IntArray]] = {}
    done = 0
    parts: list[Cells] = []
    tasks = split_by_size(STRETCH, hands, weights)
    for at, (sums_of, chosen_of, some) in stream_tasks(partial(count_hands, boards.tables), tasks, executor):
        found[at] = sums_of, chosen_of
        parts.append(some)
        if len(parts) == PARTS:
            parts = [sum_cells(parts)]
        done += len(sums_of)
        if progress:
            progress(done, len(hands), f"{problem.game.title}: {len(hands):,} classes of hands")
    sums, chosen = (np.concatenate([found[at][part] for at in sorted(found)]).astype(object) for part in (0, 1))
    deals = int(weights.sum())
    mean, square, hits = (Fraction(int(weights.astype(object) @ column), deals * boards.ways) for column in sums.T)
    figures = Figures(mean / problem.scale, hits, (square - mean**2) / problem.scale**2)
    first = [Fraction(int(column)) for column in weights.astype(object) @ chosen]
    shares = tuple(share / sum(first) for share in first)
    cells, street = sum_cells(parts), problem.game.streets[0].name
    scales = scales_beside(boards.tables, hands[:1])[0]
    priced = short_rule(street, boards.choices, scales, cells, deals * boards.ways * problem.scale)
    often = frequency_rule(street, zip(boards.choices, shares, strict=False), digits=4)
    told = explain_with(problem.game, priced, (often,))
    return ExposedResult(figures, told.rules, told.edge, shares, cells)


def count_hands(boards: BoardTables, hands: NDArray[np.uint8], weights: IntArray) -> PartCount:
    """[hand, number] of the first street's only state; [hand, choice]: how often each is the best there; and cells.

    Where no board is known at the first decision, all hands make one table of cells.
    """
    found = [count_hand(boards, hand) for hand in hands]
    sums, chosen = np.stack([each.sums[0] for each in found]), np.stack([each.chosen[0] for each in found])
    if not boards.sizes[0]:
        worth = np.concatenate([each.worth[0] for each in found]) * weights[:, None]
        return sums, chosen, Cells.of(scales_beside(boards, hands)[1], worth)
    worths = zip(hands, weights, found, strict=True)
    return (
        sums,
        chosen,
        sum_cells(
            [Cells.of(scales_beside(boards, hand[None])[1], each.worth[0] * weight) for hand, weight, each in worths]
        ),
    )


def scales_beside(boards: BoardTables, hands: NDArray[np.uint8]) -> tuple[Sequence[Scale], IntArray]:
    """The scales at the first decision, and [smaller board, scale] their levels; with several hands there is none."""
    deck = np.setdiff1d(boards.faces, hands[0]).astype(np.uint8)
    places = _places(len(deck), boards.sizes[0])
    shared = np.tile(deck[places], (len(hands), 1))
    own = np.repeat(hands, len(places), axis=0)
    return scales_of(own[:, :HOLE], shared, own[:, HOLE:])


@lru_cache(maxsize=4)
def _places(left: int, size: int) -> IntArray:
    """[board, card]: so many of the cards left, in the order of their numbers."""
    order = sorted(combinations(range(left), size), key=lambda places: places[::-1])
    return np.array(order, np.int64).reshape(len(order), size)
