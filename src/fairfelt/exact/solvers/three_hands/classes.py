"""Classes of seven cards, one perhaps the joker, that no setting in three hands can tell apart.

Without four cards for a flush, only ranks count, and the classes are those of hands set in two. With them the ranks of
the suit count and the ranks of the other cards; beside the joker two suits of three cards may both make a flush:

      flush_rows[ranks of the suit] + others[three ranks]        13 for a card that is not there
      doubles[three ranks of one suit, three of the other]       by their places among all sets of three
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.hands.poker.joker_tables import FROM_FOUR, JOKER

from ..pai_gow.flushes import NONE, Flushes, Ints, flushes
from ..pai_gow.seven_cards import ClassTables, seven_cards

LEAST: Final = 3
"""So many cards of a suit make a flush beside the joker."""


class ThreeClasses:
    """All classes: by ranks and with the joker as for two hands, then flushes, then two flushes beside the joker.

    Each part is made when it is asked for.
    """

    @cached_property
    def flushes(self) -> Flushes:
        """Those with one flush."""
        return flushes(sum(map(len, seven_cards().ranks)), LEAST)

    @cached_property
    def twice(self) -> tuple[Ints, Ints]:
        """[class, card]: the joker with three cards of one suit and three of another: ranks of both."""
        ranks = self.flushes.blocks[0].ranks
        one, other = np.triu_indices(len(ranks))
        return ranks[one], ranks[other]

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """A representative of each class, one a row."""
        one, other = self.twice
        twice = np.hstack((one, other + NONE, np.full((len(one), 1), JOKER))).astype(np.uint8)
        return np.vstack((seven_cards().mixed, self.flushes.hands, twice))

    @cached_property
    def tables(self) -> ClassTables:
        """For kernels."""
        ranks, suited = self.flushes.blocks[0].ranks, self.flushes
        triples, doubles = np.zeros(1 << NONE, np.int64), np.zeros((len(ranks), len(ranks)), np.int32)
        triples[(1 << ranks).sum(axis=1)] = np.arange(len(ranks))
        one, other = np.triu_indices(len(ranks))
        doubles[one, other] = doubles[other, one] = suited.end + np.arange(len(one))
        return seven_cards().tables._replace(
            start=np.array([FROM_FOUR]), flush_rows=suited.rows, others=suited.others, triples=triples, doubles=doubles
        )

    def __len__(self) -> int:
        return self.flushes.end + len(self.twice[0])


@cache
def three_classes() -> ThreeClasses:
    """Made once."""
    return ThreeClasses()
