"""The best way to set a hand that sees nothing of the dealer's, against a dealer who sets by the house way.

As all pairs of hands are counted by the sets S of cards that both hold (`solver.py`), so are the pairs in which a hand
of some class, set in some way, wins or loses: one sum for every class and every setting of it that no other beats in
front and behind. The best setting of a class is then read off. Hands of one class have the same ranks, and the same
flush if they have one; a way to set hands goes by these.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, partial
from math import comb, lcm
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.par import RoundPar
from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.kept_table import Arrays, KeptTable
from fairfelt.engine.solution import Solution, round_of
from fairfelt.rules import Game, PaiGowPoker
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.pai_gow import HouseWay
from fairfelt.rules.hands import PaiGowRanking
from fairfelt.runtime.compute.executors import split_evenly, stream_tasks
from fairfelt.runtime.compute.jit import njit

from .by_class import count_hands_by_class
from .flushes import SIZE
from .grid import GROUP_BITS, add_dealer, new_sums
from .kernels import count_classes
from .marks import Marks, mark, new_marks, take_marked
from .profiles import LOW_BITS, Cells
from .settings import all_settings, first_best, undominated
from .seven_cards import ClassTables, seven_cards
from .solver import PaiGowCounter, counter_of, sets_of_cards

# Kernels for the best setting: what each setting of each class wins and loses, set of common cards by set.


class Options(NamedTuple):
    """The settings of each class: `first[class]` up to `first[class + 1]` of the list."""

    first: Array
    corner: Array
    high: Array
    """By corner: so many of the dealers' values behind are beaten…"""
    low: Array
    """…and so many in front."""


@njit(nogil=True, cache=True)
def count_options(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, options: Options, won: Array,
    lost: Array,
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    won, lost  [setting]   in and out: weighted pairs
    """
    size, corners = len(cells.low), len(options.high)
    counts, classes = np.zeros(len(cells.cell_of), np.int64), np.zeros(len(cells.cell_of), np.int64)
    numbers, listed = np.zeros(len(classes), np.int64), np.zeros(size, np.int64)
    standing, stand_at, reach_at = np.zeros(size, np.int64), new_marks(size), new_marks(corners)
    asked, both, neither = np.zeros((3, corners), np.int64)
    groups, below = new_sums(max(cells.low.max(), options.low.max()) + 2)
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        for at in range(found):
            numbers[at] = counts[classes[at]]
            counts[classes[at]] = 0
        _place(classes[:found], numbers, cells, options, standing, stand_at, reach_at)
        groups[:] = 0
        below[:] = 0
        dealers, questions = take_marked(stand_at, listed), take_marked(reach_at, asked)
        added = _ask_corners(
            listed[:dealers], asked[:questions], standing, cells, options, groups, below, both, neither
        )
        n = weights[row] * numbers[:found]
        _read_corners(classes[:found], n, options, added, groups, below, both, neither, won, lost)


@njit(nogil=True, cache=True)
def _place(
    classes: Array, numbers: Array, cells: Cells, options: Options, standing: Array, stand_at: Marks, reach_at: Marks
) -> None:  # fmt: skip
    """Let dealers stand on the cells of their settings, and ask for all corners that players reach."""
    cell_of, first, corner_of = cells.cell_of, options.first, options.corner
    cell_words, cell_regions = stand_at.words, stand_at.regions
    words, regions = reach_at.words, reach_at.regions
    for at in range(len(classes)):
        cell = cell_of[classes[at]]
        if cell >= 0:
            standing[cell] += numbers[at]
            mark(cell, cell_words, cell_regions)
        for step in range(first[classes[at]], first[classes[at] + 1]):
            mark(corner_of[step], words, regions)


@njit(nogil=True, cache=True)
def _ask_corners(
    listed: Array, reached: Array, standing: Array, cells: Cells, options: Options, groups: Array, below: Array,
    both: Array, neither: Array,
) -> int:  # fmt: skip
    """How many dealers stand below each corner, from the lowest behind up; says how many there are. Leaves nobody."""
    cell_high, cell_low, highs, lows = cells.high, cells.low, options.high, options.low
    added = at = 0
    for corner in reached:
        while at < len(listed) and cell_high[listed[at]] < highs[corner]:
            cell = listed[at]
            added += standing[cell]
            add_dealer(cell_low[cell], standing[cell], groups, below)
            standing[cell] = 0
            at += 1
        both[corner] = groups[lows[corner] >> GROUP_BITS] + below[lows[corner]]
        neither[corner] = both[corner] - added
    for i in range(at, len(listed)):
        cell = listed[i]
        added += standing[cell]
        add_dealer(cell_low[cell], standing[cell], groups, below)
        standing[cell] = 0
    return added


@njit(nogil=True, cache=True)
def _read_corners(
    classes: Array, numbers: Array, options: Options, added: int, groups: Array, below: Array, both: Array,
    neither: Array, won: Array, lost: Array,
) -> None:  # fmt: skip
    """Every setting wins and loses as its corner does."""
    first, corner_of, lows = options.first, options.corner, options.low
    for at in range(len(classes)):
        for step in range(first[classes[at]], first[classes[at] + 1]):
            corner = corner_of[step]
            low = lows[corner]
            won[step] += numbers[at] * both[corner]
            lost[step] += numbers[at] * (neither[corner] + added - groups[low >> GROUP_BITS] - below[low])


PARTS: Final = 8
"""Of the sets of one size: each part has sums of its own for all settings."""
Ints = NDArray[np.int64]


def best_table(course: PaiGowPoker, deck: Deck, win: Fraction, loss: Fraction) -> KeptTable:
    """Pairs of hands that the best setting of every class wins and loses."""
    return KeptTable(_best_of_two, (course.way, course.ranking, course.pushes, deck, win, loss))


def best_seconds(game: Game) -> float:
    """About what that takes of one core; nothing where hands are set in sight of the dealer's, as is best."""
    assert isinstance(game.course, PaiGowPoker)
    return 0.0 if game.course.face_up else 5 + 65 * comb(len(game.deck), SIZE) / comb(53, SIZE)


def best_round(solution: Solution, table: KeptTable, seconds: float, limit_s: float) -> RoundPar | None:
    """The round of a player who sets every hand as is best; None where that is not kept and takes too long."""
    if seconds > limit_s and not table.is_kept:
        return None
    played, (won, lost) = solution.round, table.arrays["best"].tolist()
    *_, win, loss = table.decided_by
    results = {win: won, Fraction(0): played.total - won - lost, loss: lost}
    return round_of({net: ways for net, ways in results.items() if ways}, played.average_wager)


def _best_of_two(
    way: HouseWay, ranking: PaiGowRanking, pushes: str, deck: Deck, win: Fraction, loss: Fraction
) -> Arrays:  # fmt: skip
    options, won, lost = count_settings(counter_of(PaiGowPoker(way, ranking, pushes=pushes)), deck)
    return best_of_each(options.first, won, lost, win, loss)


def best_of_each(first: Ints, won: Ints, lost: Ints, win: Fraction, loss: Fraction) -> Arrays:
    """Pairs won and lost by the best setting of each class, the first of equal ones."""
    scale = lcm(win.denominator, loss.denominator)
    net = int(win * scale) * won + int(loss * scale) * lost
    best = first_best(first, net)
    return {"best": np.array([won[best].sum(), lost[best].sum()])}


@lru_cache(maxsize=2)
def _options(hands: PaiGowCounter) -> Options:
    """Every setting of every class that no other beats in front and behind, as the values of the dealer's it beats."""
    settings, scale = all_settings(hands.course.ranking), hands.scale
    behind = np.searchsorted(scale.highs, settings.high).astype(np.int64)
    front = np.searchsorted(scale.lows, settings.low).astype(np.int64)
    first, kept = undominated(np.stack((behind, front), axis=2), settings.high >= 0)
    # Of settings that are worth the same the one with the best front is taken.
    kept = kept[np.lexsort((-kept[:, 1], np.repeat(np.arange(len(first) - 1), np.diff(first))))]
    codes = kept[:, 0] << LOW_BITS | kept[:, 1]
    corners, corner = np.unique(codes, return_inverse=True)
    return Options(first, corner.astype(np.int32), corners >> LOW_BITS, corners & (1 << LOW_BITS) - 1)


def count_settings(hands: PaiGowCounter, deck: Deck) -> tuple[Options, Ints, Ints]:
    """The settings of all classes, and for each the pairs of hands in which it wins and loses."""
    options = _options(hands)
    tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
    work = partial(_with_common, np.array(deck.faces, np.int64), hands.cells, options)
    won, lost = _with_itself(hands, options, deck)
    for _, part in stream_tasks(work, tasks):
        won += part[0]
        lost += part[1]
    return options, won, lost


def _with_common(faces: Ints, cells: Cells, options: Options, hands: Ints, weights: Ints) -> tuple[Ints, Ints]:
    """Pairs that both hold one of these sets of cards, summed over the sets."""
    won, lost = np.zeros((2, len(options.corner)), np.int64)
    count_options(hands, weights, faces, seven_cards().tables, cells, options, won, lost)
    sign = -1 if hands.shape[1] % 2 else 1
    return sign * won, sign * lost


def _with_itself(hands: PaiGowCounter, options: Options, deck: Deck) -> tuple[Ints, Ints]:
    """Pairs with all cards in common: every hand, in any setting, against itself by the house way."""
    counts = np.where(hands.push, 0, count_hands_by_class(deck.faces))
    owner = np.repeat(np.arange(len(counts)), np.diff(options.first))
    cell = np.maximum(hands.cells.cell_of, 0)[owner]
    behind = options.high[options.corner] > hands.cells.high[cell]
    front = options.low[options.corner] > hands.cells.low[cell]
    return -counts[owner] * (behind & front), -counts[owner] * ~(behind | front)
