"""The best way to set a hand that sees nothing of the dealer's, against a dealer who sets by the house way.

As all pairs of hands are counted by the sets S of cards that both hold (`solver.py`), so are the pairs in which a hand
of some class, set in some way, wins or loses: one sum for every class and every setting of it that no other beats in
front and behind. The best setting of a class is then read off. Hands of one class have the same ranks, and the same
flush if they have one; a way to set hands goes by these.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.compute.executors import split_evenly, stream_tasks
from fairfelt.exact.core.problem import Unsolved

from .best_kernels import Options, count_options, undominated
from .by_class import count_hands_by_class
from .flushes import SIZE
from .profiles import LOW_BITS, Cells
from .settings import all_settings
from .seven_cards import seven_cards
from .solution import PaiGowSolution
from .solver import PaiGowCounter, counter_of, sets_of_cards

PARTS: Final = 8
"""Of the sets of one size: each part has sums of its own for all settings."""
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class BestSetting:
    """What the best setting of every hand comes to, and the house way beside it."""

    total: int
    won: int
    lost: int
    house_edge: Fraction
    by_the_house_way: Fraction
    """The house edge of players who set by the house way."""
    hands_set_otherwise: Fraction
    """How many of all hands the house way sets worse than need be."""

    @property
    def saved(self) -> Fraction:
        """What the best setting saves of the bet."""
        return self.by_the_house_way - self.house_edge


def best_setting(solution: PaiGowSolution, executor: Executor | None = None) -> BestSetting:
    """The best setting of every class of hands, by what the game pays."""
    if solution.course.face_up:
        raise Unsolved(f"{solution.game.title}: hands are set in sight of the dealer's, as is best against it")
    hands, deck = counter_of(solution.course), solution.game.deck
    options, won, lost = count_settings(hands, deck, executor)
    win, loss = solution.net_of_win, solution.net_of_loss
    scale = lcm(win.denominator, loss.denominator)
    net = int(win * scale) * won + int(loss * scale) * lost
    best = _best_of_each(options.first, net)
    total = comb(len(deck), SIZE) * comb(len(deck) - SIZE, SIZE)
    wins, losses = (int(column[best].astype(object).sum()) for column in (won, lost))
    edge = -(win * wins + loss * losses) / total
    counts = count_hands_by_class(deck.faces)
    worse = counts[_house_net(hands, options, net) < net[best]].sum()
    otherwise = Fraction(int(worse), comb(len(deck), SIZE))
    return BestSetting(total, wins, losses, edge, solution.round.house_edge, otherwise)


@lru_cache(maxsize=2)
def _options(hands: PaiGowCounter) -> Options:
    """Every setting of every class that no other beats in front and behind, as the values of the dealer's it beats."""
    settings, scale = all_settings(hands.course.ranking), hands.scale
    behind = np.searchsorted(scale.highs, settings.high).astype(np.int64)
    front = np.searchsorted(scale.lows, settings.low).astype(np.int64)
    first, codes = undominated(behind, front)
    corners, corner = np.unique(codes, return_inverse=True)
    return Options(first, corner.astype(np.int32), corners >> LOW_BITS, corners & (1 << LOW_BITS) - 1)


def count_settings(hands: PaiGowCounter, deck: Deck, executor: Executor | None = None) -> tuple[Options, Ints, Ints]:
    """The settings of all classes, and for each the pairs of hands in which it wins and loses."""
    options = _options(hands)
    tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *sets_of_cards(deck, common))]
    work = partial(_with_common, np.array(deck.faces, np.int64), hands.cells, options)
    won, lost = _with_itself(hands, options, deck)
    for _, part in stream_tasks(work, tasks, executor):
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


def _best_of_each(first: NDArray[np.int32], net: Ints) -> Ints:
    """The place of the best setting of each class."""
    most = np.repeat(np.maximum.reduceat(net, first[:-1]), np.diff(first))
    found = np.flatnonzero(net == most)
    owners = np.searchsorted(first, found, side="right") - 1
    _, at = np.unique(owners, return_index=True)
    return found[at]


def _house_net(hands: PaiGowCounter, options: Options, net: Ints) -> Ints:
    """What the house way's own setting of each class comes to; a dominated one as bad as can be."""
    owner = np.repeat(np.arange(len(hands.high)), np.diff(options.first))
    behind = np.searchsorted(hands.scale.highs, hands.high)[owner]
    front = np.searchsorted(hands.scale.lows, hands.low)[owner]
    same = (options.high[options.corner] == behind) & (options.low[options.corner] == front)
    found = np.full(len(hands.high), np.iinfo(np.int64).min)
    found[owner[same]] = net[same]
    return found
