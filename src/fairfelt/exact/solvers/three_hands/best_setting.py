"""The best way to set three hands that see nothing of the dealer's: as `pai_gow/best_setting.py` counts two.

A dealer's setting is a cell (high, medium, low). For one set S of common cards, a setting that beats the places below
(h, m, l) wins two hands of three against

      #(high < h and just one of medium < m, low < l)  +  #(medium < m and low < l)

dealers. The first sum is a grid [m, l] that a sweep over the high hands keeps up to date, the second a grid of its own.
All sums stay below the pairs of hands that hold S, at most C(53, 7)² < 2**55.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairfelt.cards import Deck
from fairfelt.compute.executors import split_evenly, stream_tasks
from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.exact.core.kept_table import Arrays, KeptTable
from fairfelt.rules import Game
from fairfelt.rules.courses.seven_cards import SIZE
from fairfelt.rules.courses.three_hands import ThreeWay

from ..pai_gow.best_setting import PARTS, Ints, best_of_each
from ..pai_gow.kernels import count_classes
from ..pai_gow.marks import mark, new_marks, take_marked
from ..pai_gow.seven_cards import ClassTables
from ..pai_gow.solver import sets_of_cards
from .by_class import count_by_class
from .classes import three_classes
from .kernels import Cells
from .settings import BATCH, ThreeValues, cells_of, settings_of, values_of

MEDIUM_AT: Final = 8
HIGH_AT: Final = 16
"""Where the places of a setting stand in its code; a code is greater the better its high hand is."""


class ThreeOptions(NamedTuple):
    """The settings of each class: `first[class]` up to `first[class + 1]` of the list."""

    first: Array
    corner: Array
    codes: Array
    """By corner: the places of the three hands, as many of the dealers' values as they beat."""


def best_table(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> KeptTable:
    """Pairs of hands that the best setting of every class wins and loses."""
    return KeptTable(_best_of_three, (way, deck, win, loss))


def best_seconds(game: Game) -> float:
    """About what that takes of one core."""
    return 700 * comb(len(game.deck), SIZE) / comb(53, SIZE)


def _best_of_three(way: ThreeWay, deck: Deck, win: Fraction, loss: Fraction) -> Arrays:
    first, won, lost = count_settings(way, deck)
    return best_of_each(np.unique(first), won, lost, win, loss)  # a class that the deck has not has no settings


def count_settings(way: ThreeWay, deck: Deck) -> tuple[Ints, Ints, Ints]:
    """Where the settings of each class begin, and for each setting the pairs of hands in which it wins and loses."""
    values, counts = values_of(way, deck), count_by_class(deck.faces)
    cells, options = cells_of(values), _options(values)
    tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
    won = -_against_themselves(counts, cells, options)
    for _, part in stream_tasks(partial(_with_common, np.array(deck.faces, np.int64), cells, options), tasks):
        won += part
    pairs = np.repeat(counts, np.diff(options.first)) * comb(len(deck) - SIZE, SIZE)
    return options.first, won, pairs - won


def _options(values: ThreeValues) -> ThreeOptions:
    """Every setting of every class of the deck that no other beats on all three hands."""
    known = [np.unique(column) for column in values.by_hand]
    first, found = np.zeros(len(three_classes()) + 1, np.int64), list[Ints]()
    for at in range(0, len(values.classes), BATCH):
        classes = values.classes[at : at + BATCH]
        high, medium, low = settings = settings_of(three_classes().hands[classes])
        at_high, at_medium, at_low = map(np.searchsorted, known, settings)
        places = at_high << HIGH_AT | at_medium << MEDIUM_AT | at_low
        codes = np.where((high >= medium) & (medium >= low), places, -1)
        numbers, kept = _undominated(-np.sort(-codes, axis=1))
        first[classes + 1] = numbers
        found.append(kept)
    codes, corner = np.unique(np.concatenate(found), return_inverse=True)
    return ThreeOptions(np.cumsum(first), corner.astype(np.int32), codes)


@njit(nogil=True, cache=True)
def _undominated(codes: Array) -> tuple[Array, Array]:
    """Of each row of codes, the best high hand first, those that none before beats or equals on the other two hands."""
    numbers, kept, end = np.zeros(len(codes), np.int64), np.zeros(codes.size, np.int64), 0
    low = (1 << MEDIUM_AT) - 1
    for row in range(len(codes)):
        start = end
        for code in codes[row]:
            if code < 0:
                break
            beaten = False
            for other in kept[start:end]:
                beaten |= other >> MEDIUM_AT & low >= code >> MEDIUM_AT & low and other & low >= code & low
            if not beaten:
                kept[end] = code
                end += 1
        numbers[row] = end - start
    return numbers, kept[:end].copy()


def _with_common(faces: Ints, cells: Cells, options: ThreeOptions, hands: Ints, weights: Ints) -> Ints:
    """Pairs that both hold one of these sets of cards, summed over the sets."""
    won = np.zeros(len(options.corner), np.int64)
    count_options(hands, weights, faces, three_classes().tables, cells, options, won)
    return -won if hands.shape[1] % 2 else won


def _against_themselves(counts: Ints, cells: Cells, options: ThreeOptions) -> Ints:
    """Pairs with all cards in common: every hand, in any setting, against itself by the house way."""
    owner = np.repeat(np.arange(len(counts)), np.diff(options.first))
    cell, codes = cells.cell_of[owner], options.codes[options.corner]
    part = (1 << MEDIUM_AT) - 1
    mine = codes >> HIGH_AT, codes >> MEDIUM_AT & part, codes & part
    theirs = cells.high[cell], cells.medium[cell], cells.low[cell]
    won = sum((a > b).astype(np.int64) for a, b in zip(mine, theirs, strict=True))
    return np.asarray(counts[owner] * (won > 1))


@njit(nogil=True, cache=True)
def count_options(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, options: ThreeOptions, won: Array
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    won  [setting]   in and out: weighted pairs
    """
    cell_of, highs, mediums, lows = cells.cell_of, cells.high, cells.medium, cells.low
    first, corner_of, codes = options.first, options.corner, options.codes
    counts, classes = np.zeros(len(cell_of), np.int64), np.zeros(len(cell_of), np.int64)
    standing, listed = np.zeros((2, len(highs)), np.int64)
    wins, asked = np.zeros((2, len(codes)), np.int64)
    stand_at, reach_at = new_marks(len(highs)), new_marks(len(codes))
    rows, columns = mediums.max() + 2, lows.max() + 2
    one_of_two, both = np.zeros((2, rows, columns), np.int64)
    part = (1 << MEDIUM_AT) - 1
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        for at in range(found):
            cell = cell_of[classes[at]]
            standing[cell] += counts[classes[at]]
            mark(cell, stand_at.words, stand_at.regions)
            for step in range(first[classes[at]], first[classes[at] + 1]):
                mark(corner_of[step], reach_at.words, reach_at.regions)
        dealers, questions = take_marked(stand_at, listed), take_marked(reach_at, asked)
        one_of_two[:] = 0
        both[:] = 0
        for cell in listed[:dealers]:
            both[mediums[cell] + 1, lows[cell] + 1] += standing[cell]
        for m in range(1, rows):
            for n in range(1, columns):
                both[m, n] += both[m - 1, n] + both[m, n - 1] - both[m - 1, n - 1]
        passed = 0
        for corner in asked[:questions]:
            code = codes[corner]
            while passed < dealers and highs[listed[passed]] < code >> HIGH_AT:
                _pass(listed[passed], standing, mediums, lows, one_of_two)
                passed += 1
            medium, low = code >> MEDIUM_AT & part, code & part
            wins[corner] = one_of_two[medium, low] + both[medium, low]
        standing[listed[:dealers]] = 0
        for at in range(found):
            n = weights[row] * counts[classes[at]]
            counts[classes[at]] = 0
            for step in range(first[classes[at]], first[classes[at] + 1]):
                won[step] += n * wins[corner_of[step]]


@njit(nogil=True, cache=True)
def _pass(cell: int, standing: Array, mediums: Array, lows: Array, one_of_two: Array) -> None:
    """Dealers whose high hand is beaten: [m, l] beats just one of their other hands where one of both is greater."""
    n, medium, low = standing[cell], mediums[cell], lows[cell]
    for m in range(medium + 1):
        one_of_two[m, low + 1 :] += n
    for m in range(medium + 1, len(one_of_two)):
        one_of_two[m, : low + 1] += n
