"""What a house way makes of classes of seven cards: the values of the three hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.hands import FRONT, LINE_BITS
from fairfelt.hands.poker.four_with_joker import FOUR_WITH_JOKER, KEY_RANKS
from fairfelt.hands.poker.kickers import ACE
from fairfelt.rules.courses.three_hands import HIGH, SPLITS, ThreeAim, ThreeWay

from ..pai_gow.by_class import count_hands_by_class
from ..pai_gow.settings import group_sizes
from ..pai_gow.seven_cards import three_classes

BATCH: Final = 1 << 14
"""Classes whose ways to be set are held in memory at a time."""


@dataclass(frozen=True, eq=False)
class ThreeValues:
    """The values of some classes as they are set."""

    classes: NDArray[np.int64]
    by_hand: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
    """Of the high, the medium and the low hand."""


def house_values(way: ThreeWay, classes: NDArray[np.int64]) -> ThreeValues:
    """The values that the house way makes of these classes."""
    parts = [_set(way, three_classes().hands[classes[at : at + BATCH]]) for at in range(0, len(classes), BATCH)]
    high, medium, low = (np.concatenate(column) for column in zip(*parts, strict=True))
    return ThreeValues(classes, (high, medium, low))


def _set(way: ThreeWay, hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], ...]:
    high, medium, low = settings_of(hands)
    legal, sizes = (high >= medium) & (medium >= low), group_sizes(hands)
    # The best low card, then the best medium hand, then the best high hand: numbers of 20, 21 and 24 bits at most.
    order = (low >> LINE_BITS - 4) << 50 | medium << 26 | high
    chosen = np.full(len(hands), -1)
    for rule in way.rules:
        wanted = [int("0" + groups.replace(" ", "")) for groups in rule.groups]
        for aim in rule.aims:
            free = np.flatnonzero((chosen < 0) & np.isin(sizes, wanted))
            fits = legal[free] & _fits(aim, high[free], medium[free])
            best = np.where(fits, order[free], -1).argmax(axis=1)
            chosen[free] = np.where(fits.any(axis=1), best, -1)
    assert chosen.min() >= 0, f"{way.name} leaves a hand unset"
    everyone = np.arange(len(chosen))
    return tuple(values[everyone, chosen] for values in (high, medium, low))


def _fits(aim: ThreeAim, high: NDArray[np.int64], medium: NDArray[np.int64]) -> NDArray[np.bool_]:
    return np.asarray((medium >= aim.least_medium) & np.isin(high >> LINE_BITS, aim.high), np.bool_)


def settings_of(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """[class, split]: the values of the three hands, in the order of `SPLITS`."""
    fours = {places: FOUR_WITH_JOKER.batch(hands[:, places]).astype(np.int64) for places in set(HIGH)}
    twos = {medium: FRONT.batch(hands[:, medium]).astype(np.int64) for medium, _ in SPLITS}
    ranks = np.where(hands < 52, hands % 13, ACE).astype(np.int64) << 4 * (KEY_RANKS - 1)
    high = np.stack([fours[places] for places in HIGH], axis=1)
    medium = np.stack([twos[places] for places, _ in SPLITS], axis=1)
    low = np.stack([ranks[:, at] for _, at in SPLITS], axis=1)
    return high, medium, low


@lru_cache(maxsize=2)
def values_of(way: ThreeWay, deck: Deck) -> ThreeValues:
    """What the house way makes of all hands of a deck."""
    return house_values(way, np.flatnonzero(count_hands_by_class(deck.faces, three_classes())))
