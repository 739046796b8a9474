"""Classes of seven cards, one perhaps the joker, that no setting in three hands can tell apart.

Without four cards for a flush, only ranks count, and the classes are those of hands set in two. With them the ranks of
the suit count and the ranks of the other cards; beside the joker two suits of three cards may both make a flush:

      flush_rows[ranks of the suit] + others[three ranks]        13 for a card that is not there
      doubles[three ranks of one suit, three of the other]       by their places among all sets of three
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.hands.poker.joker_tables import FROM_FOUR, JOKER

from ..pai_gow.flushes import NONE, Flushes, flushes
from ..pai_gow.seven_cards import ClassTables, seven_cards

LEAST: Final = 3
"""So many cards of a suit make a flush beside the joker."""


@dataclass(frozen=True, eq=False)
class ThreeClasses:
    """The classes."""

    hands: NDArray[np.uint8]
    """A representative of each class, one a row."""
    flushes: Flushes
    tables: ClassTables

    def __len__(self) -> int:
        return len(self.hands)


@cache
def three_classes() -> ThreeClasses:
    """All classes: by ranks and with the joker as for two hands, then flushes, then two flushes beside the joker."""
    known = seven_cards()
    mixed = known.hands[: known.tables.places.max() + 1]
    suited = flushes(len(mixed), LEAST)
    hands = np.vstack((mixed, suited.hands))
    twice, triples, doubles = _doubles(len(hands))
    tables = known.tables._replace(
        start=np.array([FROM_FOUR]), flush_rows=suited.rows, others=suited.others, triples=triples, doubles=doubles
    )
    return ThreeClasses(np.vstack((hands, twice)), suited, tables)


def _doubles(first: int) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.int32]]:
    """The joker with three cards of one suit and three of another, numbered from `first`."""
    ranks = np.array(list(combinations(range(NONE), LEAST)))
    triples = np.zeros(1 << NONE, np.int64)
    triples[(1 << ranks).sum(axis=1)] = np.arange(len(ranks))
    one, other = np.triu_indices(len(ranks))
    doubles = np.zeros((len(ranks), len(ranks)), np.int32)
    doubles[one, other] = doubles[other, one] = first + np.arange(len(one))
    joker = np.full((len(one), 1), JOKER)
    return np.hstack((ranks[one], ranks[other] + NONE, joker)).astype(np.uint8), triples, doubles
