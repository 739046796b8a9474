"""All seven of the dealer's cards seen, sampled: own hands in strata, each against some dealers' hands drawn beside it.

A hand is set as is best against the one that is there. What is averaged is the gain over the house way.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import local_threads, stream_tasks
from fairfelt.compute.jit import njit
from fairfelt.exact import Progress
from fairfelt.exact.core.decide import Array
from fairfelt.exact.solvers.pai_gow.kernels import class_of
from fairfelt.exact.solvers.pai_gow.seven_cards import ClassTables
from fairfelt.rules import Game

from .dealers import Dealers
from .decide import JOKER, unseen_cards
from .hands import OwnClasses
from .kernel import SIZE
from .sample import SetGain, deal_suits, draw_classes, gain_of, setting_of
from .settings import InThreeHands, InTwoHands

AGAINST: Final = 16
"""Dealers' hands for every own hand."""
SUMS: Final = 6
BEST, HOUSE, USUAL = (slice(at, at + 2) for at in range(0, SUMS, 2))
"""Won and lost, by three settings."""
BATCH: Final = 20_000
"""Own hands in a task."""


def sample_in_sight(
    game: Game, hands: int, *, seed: int = 1, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[SetGain, SetGain]:
    """What the best setting gains over the house way, and what the usual one does that sees nothing.

    So many own hands; the same seed gives the same ones.
    """
    setting = setting_of(game)
    win, loss = setting.nets(game)
    sums = np.zeros((hands, SUMS), np.uint8)
    work = partial(_play, setting)
    assert setting.dealers, "made before threads ask for it"
    for done, (at, part) in enumerate(stream_tasks(work, _tasks(setting, hands, seed), local_threads(executor)), 1):
        sums[at * BATCH : at * BATCH + len(part)] = part
        if progress:
            progress(min(done * BATCH, hands), hands, game.title)
    return (
        gain_of(sums[:, BEST] / AGAINST, sums[:, HOUSE] / AGAINST, win, loss, seed),
        gain_of(sums[:, USUAL] / AGAINST, sums[:, HOUSE] / AGAINST, win, loss, seed),
    )


def _tasks(setting: InTwoHands | InThreeHands, hands: int, seed: int) -> Iterator[tuple[NDArray[np.int64], int]]:
    classes = draw_classes(setting.counts, hands, np.random.default_rng(seed))
    return ((classes[at : at + BATCH], seed + at) for at in range(0, hands, BATCH))


def _play(setting: InTwoHands | InThreeHands, classes: NDArray[np.int64], seed: int) -> NDArray[np.uint8]:
    distinct, which = np.unique(classes, return_inverse=True)
    own = setting.own(distinct)
    two_suits = distinct >= setting.two_suits_from
    masks = deal_suits(own, setting.hands[distinct], which, two_suits, setting.least, seed)
    return np.asarray(play_in_sight(own, which, masks, setting.dealers, setting.tables, AGAINST, seed), np.uint8)


@njit(nogil=True, cache=True)
def play_in_sight(
    some: OwnClasses, which: Array, masks: Array, dealers: Dealers, tables: ClassTables, against: int, seed: int
) -> Array:
    """[own hand, sum]: each against so many dealers' hands."""
    np.random.seed(seed)
    sums = np.zeros((len(which), SUMS), np.uint8)
    rest, cards = np.zeros(JOKER + 1, np.int64), np.zeros(SIZE, np.int64)
    for at in range(len(which)):
        own = which[at]
        many = unseen_cards(masks[at], some.joker[own], dealers, rest)
        begin, last = some.first[own], some.first[own + 1] - 1
        for _ in range(against):
            for place in range(SIZE):
                other = np.random.randint(place, many)
                rest[place], rest[other] = rest[other], rest[place]
                cards[place] = rest[place]
            dealer = class_of(cards, tables)
            if dealers.pushes[dealer]:
                continue
            most, hands = 0, len(dealers.steps)
            for setting in range(begin, last):
                most = max(most, _better(some.settings[setting], dealers, dealer))
            by_house = _better(some.house[own], dealers, dealer)
            usual = _better(some.settings[last], dealers, dealer)
            for by, better in enumerate((most, by_house, usual)):
                sums[at, 2 * by] += better >= 2
                sums[at, 2 * by + 1] += better <= hands - 2
    return sums


@njit(nogil=True, cache=True)
def _better(setting: Array, dealers: Dealers, dealer: Any) -> Any:
    """How many hands beat the dealer's."""
    better = 0
    for hand in range(len(setting)):
        better += setting[hand] > dealers.places[hand, dealer]
    return better
