"""Every hand that is not bust, as counts of cards that count alike, and what each becomes with one card more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.courses.blackjack.rules import TEN, TWENTY_ONE, best_total

Ints = NDArray[np.int64]
Counts = tuple[int, ...]
"""How many cards count 1, 2, … 10."""

BUST = -1


@dataclass(frozen=True, eq=False)
class Hands:
    """All hands up to 21, those of the lower hard total first."""

    counts: Ints
    """[hand, card]"""
    hard: Ints
    total: Ints
    """With an ace as 11 where that does not bust the hand."""
    soft: NDArray[np.bool_]
    size: Ints
    following: Ints
    """[hand, card]: the hand with one such card more, or BUST."""
    twos: Ints
    """[card, card]: the hand of two such cards, which count from 1."""
    place: dict[Counts, int]

    def __len__(self) -> int:
        return len(self.hard)

    def at(self, hard: int) -> slice:
        """The hands of one hard total."""
        first, last = np.searchsorted(self.hard, (hard, hard + 1))
        return slice(int(first), int(last))

    def of(self, *cards: int) -> int:
        """The place of a hand of those cards."""
        return self.place[_counts(cards)]


@cache
def all_hands() -> Hands:
    """The hands of any shoe; a shoe with fewer cards deals some of them never."""
    found = sorted(_up_to(TWENTY_ONE, TEN), key=lambda counts: (_hard(counts), counts))
    place = {counts: at for at, counts in enumerate(found)}
    totals = [best_total(_hard(counts), aces=counts[0] > 0) for counts in found]
    following = [[place.get(_with(counts, card), BUST) for card in range(TEN)] for counts in found]
    counts = np.array(found, np.int64)
    return Hands(
        counts=counts,
        hard=np.array([_hard(c) for c in found], np.int64),
        total=np.array([total for total, _ in totals], np.int64),
        soft=np.array([soft for _, soft in totals]),
        size=counts.sum(axis=1),
        following=np.array(following, np.int64),
        twos=np.array([[place.get(_counts((a, b)), BUST) for b in range(TEN + 1)] for a in range(TEN + 1)], np.int64),
        place=place,
    )


def _counts(cards: tuple[int, ...]) -> Counts:
    return tuple(cards.count(card) for card in range(1, TEN + 1))


def _up_to(points: int, card: int) -> list[Counts]:
    """All counts of the cards up to one that do not exceed the points."""
    if card == 0:
        return [()]
    return [(*low, many) for many in range(points // card + 1) for low in _up_to(points - many * card, card - 1)]


def _hard(counts: Counts) -> int:
    return sum(card * many for card, many in enumerate(counts, 1))


def _with(counts: Counts, card: int) -> Counts:
    return (*counts[:card], counts[card] + 1, *counts[card + 1 :])
