"""Own hands drawn at random, each set as is best for all that can be seen of one or two of the dealer's cards.

What is averaged is the gain over a setting that sees nothing of the dealer's. Hands are drawn in pairs, each pair from
a stratum of equal weight: classes lie beside each other that differ little, and so do their gains. The differences
inside the pairs give the error.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.compute.executors import local_threads, stream_tasks
from fairfelt.compute.jit import njit
from fairfelt.exact import Progress
from fairfelt.exact.core.decide import Array
from fairfelt.exact.estimate.interval import Interval, paired_interval
from fairfelt.exact.solvers.pai_gow.flushes import SIZE
from fairfelt.rules import Game, PaiGowPoker

from .dealers import RANKS
from .decide import LOST, SUMS, USUAL_LOST, USUAL_WON, WON
from .hands import OwnClasses, size_of
from .kernel import SUITS
from .one_hand import play_hands
from .settings import InThreeHands, InTwoHands

BATCH: Final = 32
"""Hands in a task."""
LEAST_SHARE: Final = 1e-12
"""Of rounds; less is what floats leave over."""


@dataclass(frozen=True)
class SetGain:
    """What is gained over a setting that sees nothing, in bets, and in what it lies; how often each result came."""

    gain: float
    lies: Interval
    results: tuple[tuple[Fraction, float], ...]


def setting_of(game: Game) -> InTwoHands | InThreeHands:
    """How the game sets seven cards."""
    return _two_hands(game.course, game.deck) if isinstance(game.course, PaiGowPoker) else _three_hands(game)


@lru_cache(maxsize=2)
def _two_hands(course: PaiGowPoker, deck: Deck) -> InTwoHands:
    """Kept with its tables."""
    return InTwoHands((course,), deck)


@lru_cache(maxsize=2)
def _three_hands(game: Game) -> InThreeHands:
    """Kept with its tables."""
    return InThreeHands(game)


def sample_hands(
    game: Game, seen: int, hands: int, *, seed: int = 1, executor: Executor | None = None,
    progress: Progress | None = None,
) -> SetGain:  # fmt: skip
    """Draw so many hands, and set each for all that can be seen; the same seed gives the same ones."""
    setting = setting_of(game)
    win, loss = setting.nets(game)
    scale = lcm(win.denominator, loss.denominator)
    plays = np.array([[0, int(win * scale), int(loss * scale)]])
    classes = draw_classes(setting.counts, hands, np.random.default_rng(seed))
    tasks = [(classes[at : at + BATCH], seed + at) for at in range(0, hands, BATCH)]
    sums = np.zeros((hands, len(plays), SUMS))
    assert setting.dealers, "made before threads ask for it"
    work = partial(_play, setting, seen, plays)
    for done, (at, part) in enumerate(stream_tasks(work, tasks, local_threads(executor)), 1):
        sums[at * BATCH : at * BATCH + len(part)] = part
        if progress:
            progress(min(done * BATCH, hands), hands, game.title)
    left = len(game.deck) - SIZE
    shares = sums[:, 0] / (comb(left, seen) * comb(left - seen, SIZE - seen))
    return gain_of(shares[:, [WON, LOST]], shares[:, [USUAL_WON, USUAL_LOST]], win, loss, seed)


def gain_of(best: NDArray[Any], usual: NDArray[Any], win: Fraction, loss: Fraction, seed: int) -> SetGain:
    """[hand, 2]: shares of rounds that are won and lost, two hands of every stratum."""
    nets = (best - usual) @ np.array([float(win), float(loss)])
    won, lost = best.mean(axis=0).tolist()
    tied = {Fraction(0): 1 - won - lost} if 1 - won - lost > LEAST_SHARE else {}
    results = {loss: lost, **tied, win: won}
    return SetGain(float(nets.mean()), paired_interval(nets, seed), tuple(sorted(results.items())))


def draw_classes(counts: NDArray[np.int64], hands: int, random: np.random.Generator) -> NDArray[np.int64]:
    """[hand]: the class of each, two of every stratum."""
    upto = np.cumsum(counts)
    strata = (np.repeat(np.arange(hands // 2), 2) + random.random(hands)) / (hands // 2)
    found: NDArray[np.int64] = np.searchsorted(upto, (strata * upto[-1]).astype(np.int64), side="right")
    return found


def _play(
    setting: InTwoHands | InThreeHands, seen: int, plays: NDArray[np.int64], classes: NDArray[np.int64], seed: int
) -> NDArray[np.int64]:
    own = setting.own(classes)
    which, two_suits = np.arange(len(classes)), classes >= setting.two_suits_from
    masks = deal_suits(own, setting.hands[classes], which, two_suits, setting.least, seed)
    return np.asarray(play_hands(own, masks, seen, setting.dealers, plays), np.int64)


@njit(nogil=True, cache=True)
def deal_suits(own: OwnClasses, hands: Array, which: Array, in_two_suits: Array, least: int, seed: int) -> Array:
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
            if _has_flush(masks[at, first:], own.joker[of], least):
                continue
            break
    return masks


@njit(nogil=True, cache=True)
def _has_flush(masks: Array, joker: Any, least: int) -> bool:
    most = 0
    for mask in masks:
        most = max(most, size_of(mask))
    return bool(most + joker >= least)
