"""Own hands drawn at random, each set as is best for all that can be seen of one or two of the dealer's cards.

What is averaged is the gain over the house way, whose edge is counted. Hands are drawn in pairs, each pair from a
stratum of equal weight: classes lie beside each other that differ little, and so do their gains. The differences
inside the pairs give the error.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import comb, lcm, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.compute.executors import stream_tasks
from fairfelt.compute.jit import njit
from fairfelt.exact import Progress
from fairfelt.exact.core.decide import Array
from fairfelt.exact.solvers.pai_gow.flushes import SIZE
from fairfelt.rules import Game, PaiGowPoker
from fairfelt.rules.courses.three_hands import ThreeHands

from .dealers import RANKS
from .decide import HOUSE_LOST, HOUSE_WON, LOST, SUMS, WON
from .hands import OwnClasses, size_of
from .kernel import SUITS
from .one_hand import play_hands
from .settings import InThreeHands, InTwoHands

BATCH: Final = 32
"""Hands in a task."""


@dataclass(frozen=True)
class SetGain:
    """What is gained over the house way, in bets, and its standard error; results with how often each came."""

    gain: float
    error: float
    results: tuple[tuple[Fraction, float], ...]


@lru_cache(maxsize=4)
def setting_of(course: PaiGowPoker | ThreeHands, deck: Deck) -> InTwoHands | InThreeHands:
    """How the game sets seven cards, kept with its tables."""
    return InTwoHands((course,), deck) if isinstance(course, PaiGowPoker) else InThreeHands(course, deck)


def sample_hands(
    game: Game, seen: int, hands: int, *, seed: int = 1, executor: Executor | None = None,
    progress: Progress | None = None,
) -> SetGain:  # fmt: skip
    """Draw so many hands, and set each for all that can be seen; the same seed gives the same ones."""
    assert isinstance(game.course, (PaiGowPoker, ThreeHands))
    setting = setting_of(game.course, game.deck)
    win, loss = setting.nets(game)
    scale = lcm(win.denominator, loss.denominator)
    plays = np.array([[0, int(win * scale), int(loss * scale)]])
    classes = draw_classes(setting.counts, hands, np.random.default_rng(seed))
    tasks = [(classes[at : at + BATCH], seed + at) for at in range(0, hands, BATCH)]
    sums = np.zeros((hands, len(plays), SUMS))
    assert setting.dealers, "made before threads ask for it"
    for done, (at, part) in enumerate(stream_tasks(partial(_play, setting, seen, plays), tasks, executor), 1):
        sums[at * BATCH : at * BATCH + len(part)] = part
        if progress:
            progress(min(done * BATCH, hands), hands, game.title)
    left = len(game.deck) - SIZE
    return _gain(sums[:, 0] / (comb(left, seen) * comb(left - seen, SIZE - seen)), win, loss)


def _gain(shares: NDArray[np.float64], win: Fraction, loss: Fraction) -> SetGain:
    """[hand, sum]: of all rounds with that hand."""
    nets = shares @ _by_sum({WON: win, LOST: loss, HOUSE_WON: -win, HOUSE_LOST: -loss})
    pairs = (nets[0::2] - nets[1::2]) / 2
    won, lost = float(shares[:, WON].mean()), float(shares[:, LOST].mean())
    tied = {Fraction(0): 1 - won - lost} if 1 - won - lost > 1e-12 else {}
    results = {loss: lost, **tied, win: won}
    return SetGain(float(nets.mean()), sqrt(float((pairs**2).sum())) / len(pairs), tuple(sorted(results.items())))


def _by_sum(nets: dict[int, Fraction]) -> NDArray[np.float64]:
    row = np.zeros(SUMS)
    for at, net in nets.items():
        row[at] = float(net)
    return row


def draw_classes(counts: NDArray[np.int64], hands: int, random: np.random.Generator) -> NDArray[np.int64]:
    """[hand]: the class of each, two of every stratum."""
    upto = np.cumsum(counts)
    strata = (np.repeat(np.arange(hands // 2), 2) + random.random(hands)) / (hands // 2)
    return np.searchsorted(upto, (strata * upto[-1]).astype(np.int64), side="right").astype(np.int64)


def _play(
    setting: InTwoHands | InThreeHands, seen: int, plays: NDArray[np.int64], classes: NDArray[np.int64], seed: int
) -> NDArray[np.int64]:
    own = setting.own(classes)
    masks = deal_suits(own, setting.hands[classes], classes >= setting.two_suits_from, setting.least, seed)
    return np.asarray(play_hands(own, masks, seen, setting.dealers, plays), np.int64)


@njit(nogil=True, cache=True)
def deal_suits(own: OwnClasses, hands: Array, in_two_suits: Array, least: int, seed: int) -> Array:
    """[hand, suit]: the ranks of one hand of each class, every hand of it as likely as any other."""
    np.random.seed(seed)
    masks = np.zeros((len(hands), SUITS), np.int64)
    for at in range(len(hands)):
        if in_two_suits[at]:
            for card in hands[at]:
                if card < SUITS * RANKS:
                    masks[at, card // RANKS] |= 1 << (card % RANKS)
            continue
        first = 1 if own.flush[at] else 0
        while True:
            masks[at] = 0
            masks[at, 0] = own.flush[at]
            for rank in range(RANKS):
                wanted = own.ranks[at, rank] - (own.flush[at] >> rank & 1)
                while wanted:
                    suit = np.random.randint(first, SUITS)
                    if not masks[at, suit] >> rank & 1:
                        masks[at, suit] |= 1 << rank
                        wanted -= 1
            if _has_flush(masks[at, first:], own.joker[at], least):
                continue
            break
    return masks


@njit(nogil=True, cache=True)
def _has_flush(masks: Array, joker: Any, least: int) -> bool:
    for mask in masks:
        if size_of(mask) + joker >= least:
            return True
    return False
