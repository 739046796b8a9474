"""Every way to draw cards from those that are left; cards that nobody tells apart are drawn as one kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card
from fairfelt.cards.sets import sets_of
from fairfelt.hands import Tells

Kind = tuple[int, ...]
"""What is told of a card."""


def rest_of(sights: NDArray[np.uint8], faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """[sight, card]: the cards of a deck that each of some sights leaves."""
    there = (sights[:, :, None] == faces).any(axis=1)
    return np.asarray(np.broadcast_to(faces, there.shape)[~there].reshape(len(sights), -1), np.uint8)


def kind_of(card: Card, tells: Tells) -> Kind:
    """What a ranking that tells so much apart can know of a card."""
    if card.is_joker or tells not in (Tells.RANKS, Tells.COLORS):
        return (int(card),)
    return (card.rank, card.is_red) if tells is Tells.COLORS else (card.rank,)


@dataclass(frozen=True, eq=False)
class KindDraws:
    """Draws from one rest of a deck, by kinds: a card of each kind, and in how many ways a set of kinds is drawn."""

    cards: NDArray[np.uint8]
    """[kind]: one of its cards."""
    left: NDArray[np.int64]
    """[kind]: how many there are."""
    sets: NDArray[np.uint8]
    """[draw, place]: kinds, in ascending order."""

    def ways(self, some: slice) -> NDArray[np.int64]:
        """Combinations of cards that are those draws."""
        sets = self.sets[some]
        found, same = np.ones(len(sets), np.int64), np.zeros(len(sets), np.int64)
        divisor = np.ones(len(sets), np.int64)
        for at in range(sets.shape[1]):
            same = np.where(sets[:, at] == sets[:, at - 1], same + 1, 0) if at else same
            found *= self.left[sets[:, at]] - same
            divisor *= same + 1
        return found // divisor


def kind_draws(rest: Sequence[Card], faces: Sequence[Card], tells: Tells, count: int) -> KindDraws:
    """All draws of so many cards from the rest of a deck."""
    names = list(dict.fromkeys(kind_of(face, tells) for face in faces))
    numbers = [names.index(kind_of(card, tells)) for card in rest]
    left = np.bincount(numbers, minlength=len(names)).astype(np.int64)
    if left.max() <= 1:  # each kind is a card: those that are gone need not be drawn
        names, left = [kind_of(card, tells) for card in rest], np.ones(len(rest), np.int64)
    most = max(sum(kind_of(face, tells) == name for face in faces) for name in names)
    cards = {kind_of(face, tells): int(face) for face in faces}
    return KindDraws(np.array([cards[name] for name in names], np.uint8), left, sets_of(len(names), count, most))


def count_kind_sets(faces: Sequence[Card], tells: Tells, count: int) -> int:
    """How many sets of kinds there are to draw from a whole deck."""
    ways = [1] + [0] * count
    for many in Counter(kind_of(face, tells) for face in faces).values():
        ways = [sum(ways[total - some] for some in range(min(many, total) + 1)) for total in range(count + 1)]
    return ways[count]
