"""All pairs of hands without a card in common, for every class and every one of some settings: plain play and best.

As in `pai_gow/solver.py`, pairs are counted by the sets S of cards that both hands hold, and added with the sign of S.
A dealer's setting is a cell (high, medium, low) of places among the values that dealers have. For one S, a setting that
beats the places below (h, m, l) wins two hands of three against

      #(high < h, medium < m)  +  #(high < h, low < l)  +  #(medium < m, low < l)  -  2 #(all three)

dealers. A sweep over the high hands keeps the sums over those passed: by low card, and by medium hand and low card as a
Fenwick tree over the medium hands. All sums stay below the pairs of hands that hold S, at most C(53, 7)² < 2**55.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from math import comb
from typing import Final, NamedTuple

import numpy as np

from fairfelt.cards import Deck
from fairfelt.compute.executors import split_evenly, stream_tasks
from fairfelt.compute.jit import njit
from fairfelt.exact.core.decide import Array
from fairfelt.rules.courses.seven_cards import SIZE

from ..pai_gow.best_setting import PARTS, Ints
from ..pai_gow.by_class import count_hands_by_class
from ..pai_gow.kernels import count_classes
from ..pai_gow.marks import mark, new_marks, take_marked
from ..pai_gow.settings import undominated
from ..pai_gow.seven_cards import ClassTables, three_classes
from ..pai_gow.solver import sets_of_cards
from .settings import BATCH, ThreeValues, settings_of

MEDIUM_AT: Final = 8
HIGH_AT: Final = 16
"""Where the places of a setting stand in its code; a code is greater the better its high hand is."""
PLACE: Final = (1 << MEDIUM_AT) - 1


class Options(NamedTuple):
    """The settings of each class: `first[class]` up to `first[class + 1]` of the list."""

    first: Array
    corner: Array
    codes: Array
    """By corner: the places of the three hands, as many of the dealers' values as they beat."""


class Cells(NamedTuple):
    """Where dealers stand: distinct settings in the order of their codes."""

    cell_of: Array
    """By class; -1 for a class that the deck does not have."""
    codes: Array


def cells_of(values: ThreeValues) -> Cells:
    """Where dealers stand that set by the house way."""
    high, medium, low = (np.unique(column, return_inverse=True)[1].astype(np.int64) for column in values.by_hand)
    codes, cell = np.unique(high << HIGH_AT | medium << MEDIUM_AT | low, return_inverse=True)
    cell_of = np.full(len(three_classes()), -1, np.int64)
    cell_of[values.classes] = cell
    return Cells(cell_of, codes)


def house_options(values: ThreeValues) -> Options:
    """The house way's setting of every class of the deck."""
    cells = cells_of(values)
    dealt = cells.cell_of >= 0
    return Options(np.append(0, np.cumsum(dealt)), cells.cell_of[dealt].astype(np.int32), cells.codes)


def all_options(values: ThreeValues) -> Options:
    """Every setting of every class of the deck that no other beats on all three hands."""
    known = [np.unique(column) for column in values.by_hand]
    first, found = np.zeros(len(three_classes()) + 1, np.int64), list[Ints]()
    for at in range(0, len(values.classes), BATCH):
        classes = values.classes[at : at + BATCH]
        high, medium, low = settings = settings_of(three_classes().hands[classes])
        places = np.stack([*map(np.searchsorted, known, settings)], axis=2).astype(np.int64)
        begin, kept = undominated(places, (high >= medium) & (medium >= low))
        codes = kept[:, 0] << HIGH_AT | kept[:, 1] << MEDIUM_AT | kept[:, 2]
        # Of settings that are worth the same the one with the best high hand is taken.
        found.append(codes[np.lexsort((-codes, np.repeat(np.arange(len(classes)), np.diff(begin))))])
        first[classes + 1] = np.diff(begin)
    codes, corner = np.unique(np.concatenate(found), return_inverse=True)
    return Options(np.cumsum(first), corner.astype(np.int32), codes)


def count_options(
    values: ThreeValues, options: Options, deck: Deck, executor: Executor | None = None
) -> tuple[Ints, Ints]:
    """For each setting the pairs of hands in which it wins and loses."""
    cells, counts = cells_of(values), count_hands_by_class(deck.faces, three_classes())
    tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
    won = -_against_themselves(counts, cells, options)
    work = partial(_with_common, np.array(deck.faces, np.int64), cells, options)
    for _, part in stream_tasks(work, tasks, executor):
        won += part
    pairs = np.repeat(counts, np.diff(options.first)) * comb(len(deck) - SIZE, SIZE)
    return won, pairs - won


def _with_common(faces: Ints, cells: Cells, options: Options, hands: Ints, weights: Ints) -> Ints:
    """Pairs that both hold one of these sets of cards, summed over the sets."""
    won = np.zeros(len(options.corner), np.int64)
    count_wins(hands, weights, faces, three_classes().tables, cells, options, won)
    return -won if hands.shape[1] % 2 else won


def _against_themselves(counts: Ints, cells: Cells, options: Options) -> Ints:
    """Pairs with all cards in common: every hand, in any setting, against itself by the house way."""
    owner = np.repeat(np.arange(len(counts)), np.diff(options.first))
    mine, theirs = options.codes[options.corner], cells.codes[cells.cell_of[owner]]
    better = sum((mine >> at & PLACE > theirs >> at & PLACE).astype(np.int64) for at in (0, MEDIUM_AT))
    return np.asarray(counts[owner] * (better + (mine >> HIGH_AT > theirs >> HIGH_AT) > 1))


@njit(nogil=True, cache=True)
def count_wins(
    hands: Array, weights: Array, faces: Array, tables: ClassTables, cells: Cells, options: Options, won: Array
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    won  [setting]   in and out: weighted pairs
    """
    cell_of, stands, first, corner_of, codes = cells.cell_of, cells.codes, options.first, options.corner, options.codes
    counts, classes = np.zeros(len(cell_of), np.int64), np.zeros(len(cell_of), np.int64)
    standing, listed = np.zeros((2, len(stands)), np.int64)
    wins, asked = np.zeros((2, len(codes)), np.int64)
    stand_at, reach_at = new_marks(len(stands)), new_marks(len(codes))
    rows, columns = (stands >> MEDIUM_AT & PLACE).max() + 2, (stands & PLACE).max() + 2
    both, passed = np.zeros((2, rows, columns), np.int64)
    lower = np.zeros(columns, np.int64)
    for row in range(len(hands)):
        found = count_classes(hands[row], faces, tables, counts, classes)
        for at in range(found):
            cell = cell_of[classes[at]]
            standing[cell] += counts[classes[at]]
            mark(cell, stand_at.words, stand_at.regions)
            for step in range(first[classes[at]], first[classes[at] + 1]):
                mark(corner_of[step], reach_at.words, reach_at.regions)
        dealers, questions = take_marked(stand_at, listed), take_marked(reach_at, asked)
        both[:] = 0
        passed[:] = 0
        lower[:] = 0
        for cell in listed[:dealers]:
            both[(stands[cell] >> MEDIUM_AT & PLACE) + 1, (stands[cell] & PLACE) + 1] += standing[cell]
        for i in range(1, rows):
            for j in range(1, columns):
                both[i, j] += both[i - 1, j] + both[i, j - 1] - both[i - 1, j - 1]
        at = 0
        for corner in asked[:questions]:
            code = codes[corner]
            while at < dealers and stands[listed[at]] >> HIGH_AT < code >> HIGH_AT:
                cell = listed[at]
                n, low, i = standing[cell], stands[cell] & PLACE, (stands[cell] >> MEDIUM_AT & PLACE) + 1
                for j in range(low + 1, columns):
                    lower[j] += n
                while i < rows:
                    for j in range(low + 1, columns):
                        passed[i, j] += n
                    i += i & -i
                at += 1
            i, j = code >> MEDIUM_AT & PLACE, code & PLACE
            beaten = lower[j] + both[i, j]
            while i:
                # The last column holds those with any low card.
                beaten += passed[i, columns - 1] - 2 * passed[i, j]
                i &= i - 1
            wins[corner] = beaten
        standing[listed[:dealers]] = 0
        for at in range(found):
            n = weights[row] * counts[classes[at]]
            counts[classes[at]] = 0
            for step in range(first[classes[at]], first[classes[at] + 1]):
                won[step] += n * wins[corner_of[step]]
