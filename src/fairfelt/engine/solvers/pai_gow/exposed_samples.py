"""An exposed pai gow dealer, sampled: own hands are drawn at random, each set as is best for the exposed cards.

With one or two exposed cards every label of an own hand is counted (`exposed_kernels.py`). With more of them some are
drawn for each own hand, and every hand that holds them is weighed.

What is averaged is the gain over a setting that sees nothing. Own hands are drawn in pairs, each pair from a stratum of
equal weight: classes lie beside each other that differ little, and so do their gains. The differences inside the pairs
give the error.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.price import Progress
from fairfelt.engine.estimate.interval import Interval, paired_interval
from fairfelt.rules import Game
from fairfelt.rules.cards import Deck
from fairfelt.runtime.compute.executors import local_threads, stream_tasks
from fairfelt.runtime.compute.jit import njit

from .completions import count_holding
from .exposed import MAX_COUNTED, count_own_hands, dealer_hands, own_classes, scaled_nets
from .exposed_kernels import (
    JOKER,
    LOST,
    RANKS,
    SIZE,
    SUITS,
    USUAL_LOST,
    USUAL_WON,
    WON,
    DealerHands,
    OwnClasses,
    size_of,
    unseen_cards,
)  # fmt: skip
from .set_hands import Course, IntArray, SetHands, set_hands

HANDS_IN_TASK: Final = (0, 32, 32, 32, 32, 200, 2_000, 20_000)
"""[exposed cards]: own hands in a task."""
DRAWS: Final = 16
"""Choices of exposed cards for an own hand, where they are drawn."""
BEST, HOUSE, USUAL = (slice(at, at + 2) for at in range(0, 6, 2))
"""Rounds won and lost, by three settings."""
MIN_SHARE: Final = 1e-12
"""Of rounds; less is what floats leave over."""


@dataclass(frozen=True)
class SetGain:
    """What is gained over a setting that sees nothing, in bets, and its interval; how often each result came."""

    gain: float
    lies: Interval
    results: tuple[tuple[Fraction, float], ...]


def sample_labels(
    game: Game, exposed: int, hands: int, *, seed: int = 1, executor: Executor | None = None,
    progress: Progress | None = None,
) -> SetGain:  # fmt: skip
    """Draw own hands, and set each for every card or pair that can be exposed, beside the last of its settings."""
    (win, loss), nets = scaled_nets(game)
    assert exposed <= MAX_COUNTED and isinstance(game.course, Course)
    work = partial(_play_labels, game.course, game.deck, exposed, nets)
    sums = _run(game, HANDS_IN_TASK[exposed], hands, seed, work, executor, progress)
    left = len(game.deck) - SIZE
    shares = sums / (comb(left, exposed) * comb(left - exposed, SIZE - exposed))
    return _gain_of(shares[:, [WON, LOST]], shares[:, [USUAL_WON, USUAL_LOST]], win, loss, seed)


def sample_draws(
    game: Game, exposed: int, hands: int, *, seed: int = 1, executor: Executor | None = None,
    progress: Progress | None = None,
) -> tuple[SetGain, SetGain]:  # fmt: skip
    """Draw own hands and exposed cards: what the best setting gains over the house way, and what the last one does."""
    (win, loss), nets = scaled_nets(game)
    assert isinstance(game.course, Course)
    work = partial(_play_draws, game.course, game.deck, exposed, nets)
    sums = _run(game, HANDS_IN_TASK[exposed], hands, seed, work, executor, progress)
    shares = sums / (DRAWS * comb(len(game.deck) - SIZE - exposed, SIZE - exposed))
    best, usual = (_gain_of(shares[:, by], shares[:, HOUSE], win, loss, seed) for by in (BEST, USUAL))
    return best, usual


def _run(
    game: Game, batch: int, hands: int, seed: int, work: Any, executor: Executor | None, progress: Progress | None
) -> NDArray[Any]:
    """[own hand, sum]: the same seed gives the same hands."""
    assert isinstance(game.course, Course)
    setting = set_hands(game.course, game.deck)
    assert dealer_hands(setting), "made before threads ask for it"
    classes = _draw_classes(setting.counts, hands, np.random.default_rng(seed))
    tasks = [(classes[at : at + batch], seed + at) for at in range(0, hands, batch)]
    parts = dict[int, IntArray]()
    for done, (at, part) in enumerate(stream_tasks(work, tasks, local_threads(executor)), 1):
        parts[at] = part
        if progress:
            progress(min(done * batch, hands), hands, game.title)
    return np.concatenate([parts[at] for at in range(len(tasks))])


def _gain_of(best: NDArray[Any], usual: NDArray[Any], win: Fraction, loss: Fraction, seed: int) -> SetGain:
    """[hand, 2]: shares of rounds that are won and lost, two hands of every stratum."""
    nets = (best - usual) @ np.array([float(win), float(loss)])
    won, lost = best.mean(axis=0).tolist()
    tied = {Fraction(0): 1 - won - lost} if 1 - won - lost > MIN_SHARE else {}
    results = {loss: lost, **tied, win: won}
    return SetGain(float(nets.mean()), paired_interval(nets, seed), tuple(sorted(results.items())))


def _draw_classes(counts: IntArray, hands: int, random: np.random.Generator) -> IntArray:
    """[hand]: the class of each, two of every stratum."""
    ends = np.cumsum(counts)
    strata = (np.repeat(np.arange(hands // 2), 2) + random.random(hands)) / (hands // 2)
    return np.asarray(np.searchsorted(ends, (strata * ends[-1]).astype(np.int64), side="right"), np.int64)


def _play_labels(
    course: Course, deck: Deck, exposed: int, nets: IntArray, classes: IntArray, seed: int
) -> IntArray:  # fmt: skip
    setting, each = set_hands(course, deck), np.arange(len(classes) + 1)
    masks = _masks_of(setting, own_classes(setting, classes), classes, each[:-1], seed)
    return count_own_hands(course, deck, exposed, nets, classes, each, masks, np.ones(len(classes), np.int64))


def _play_draws(
    course: Course, deck: Deck, exposed: int, nets: IntArray, classes: IntArray, seed: int
) -> IntArray:  # fmt: skip
    setting = set_hands(course, deck)
    distinct, which = np.unique(classes, return_inverse=True)
    own = own_classes(setting, distinct)
    masks = _masks_of(setting, own, distinct, which, seed)
    return np.asarray(play_draws(own, which, masks, exposed, dealer_hands(setting), nets, seed), np.int64)


def _masks_of(setting: SetHands, own: OwnClasses, classes: IntArray, which: IntArray, seed: int) -> IntArray:
    hands, two_suits = setting.classes.hands[classes], classes >= setting.classes.flushes.end
    min_flush = setting.classes.min_suited + 1
    return np.asarray(_deal_suits(own, hands, which, two_suits, min_flush, seed), np.int64)


@njit(nogil=True, cache=True)
def _deal_suits(own: OwnClasses, hands: Array, which: Array, in_two_suits: Array, min_flush: int, seed: int) -> Array:
    """[hand, suit]: the ranks of hands of these classes, every hand of a class as likely as any other."""
    np.random.seed(seed)
    masks = np.zeros((len(which), SUITS), np.int64)
    for at in range(len(which)):
        of = which[at]
        if in_two_suits[of]:
            for card in hands[of]:
                if card < SUITS * RANKS:
                    masks[at, card // RANKS] |= 1 << np.int64(card % RANKS)
            continue
        first = 1 if own.flush[of] else 0
        while True:
            masks[at] = 0
            masks[at, 0] = own.flush[of]
            for rank in range(RANKS):
                wanted = own.ranks[of, rank] - (own.flush[of] >> rank & 1)
                while wanted:
                    suit = np.random.randint(first, SUITS)
                    if not masks[at, suit] >> rank & 1:
                        masks[at, suit] |= 1 << rank
                        wanted -= 1
            if not _has_flush(masks[at, first:], own.joker[of], min_flush):
                break
    return masks


@njit(nogil=True, cache=True)
def _has_flush(masks: Array, joker: Any, min_flush: int) -> bool:
    most = 0
    for mask in masks:
        most = max(most, size_of(mask))
    return bool(most + joker >= min_flush)


@njit(nogil=True, cache=True)
def play_draws(
    some: OwnClasses, which: Array, masks: Array, exposed: int, dealer: DealerHands, nets: Array, seed: int
) -> Array:
    """[own hand, sum]: each beside `DRAWS` choices of exposed cards, against all dealer hands that hold them."""
    np.random.seed(seed)
    sums = np.zeros((len(which), 6), np.int64)
    rest, cards, free = np.zeros(JOKER + 1, np.int64), np.zeros(exposed, np.int64), dealer.lists.deck.copy()
    counts, classes = np.zeros(dealer.places.shape[1], np.int64), np.zeros(dealer.places.shape[1], np.int64)
    for at in range(len(which)):
        own = which[at]
        left = unseen_cards(masks[at], some.joker[own], dealer, rest)
        begin, last = some.first[own], some.first[own + 1] - 1
        for _ in range(DRAWS):
            free[:], free_joker = 0, 0
            for place in range(left):
                if place < exposed:
                    other = np.random.randint(place, left)
                    rest[place], rest[other] = rest[other], rest[place]
                    cards[place] = rest[place]
                elif rest[place] == JOKER:
                    free_joker = 1
                else:
                    free[rest[place] // RANKS, rest[place] % RANKS] = 1
            found = count_holding(cards, free, free_joker, dealer.lists, dealer.tables, counts, classes)
            won, lost = _results(some.settings[begin], dealer, classes[:found], counts)
            for setting in range(begin + 1, last):
                wins, losses = _results(some.settings[setting], dealer, classes[:found], counts)
                if nets[0] * wins + nets[1] * losses > nets[0] * won + nets[1] * lost:
                    won, lost = wins, losses
            house = _results(some.house[own], dealer, classes[:found], counts)
            usual = _results(some.settings[last], dealer, classes[:found], counts)
            for by, (wins, losses) in enumerate(((won, lost), house, usual)):
                sums[at, 2 * by] += wins
                sums[at, 2 * by + 1] += losses
            counts[classes[:found]] = 0
    return sums


@njit(nogil=True, cache=True)
def _results(setting: Array, dealer: DealerHands, classes: Array, counts: Array) -> tuple[Any, Any]:
    """Dealer hands, counted by class, against which a setting wins two hands, and to which it loses two."""
    won = lost = np.int64(0)
    for place in classes:
        if not dealer.pushes[place]:
            better = 0
            for hand in range(len(setting)):
                better += setting[hand] > dealer.places[hand, place]
            won += counts[place] * (better >= 2)
            lost += counts[place] * (better <= len(setting) - 2)
    return won, lost
