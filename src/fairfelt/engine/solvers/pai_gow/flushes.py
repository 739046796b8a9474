"""Hands of seven with cards for a flush, in blocks: so many ranks of the suit, with every choice of cards beside them.

A class is the ranks of the suit and the ranks of the other cards, whatever suits those are of:

      rows[ranks of the suit] + others[ranks of the other cards]        13 for a card that is not there
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.hands.poker.joker_tables import JOKER

SIZE: Final = 7
NONE: Final = 13
"""Stands for a card that is not there."""
Ints = NDArray[Any]


class FlushBlock(NamedTuple):
    """Classes that follow each other: every set of so many ranks of the suit, each with every choice beside it."""

    first: int
    ranks: Ints
    """[set, card]"""
    beside: Ints
    """[choice, card]; where the hand is not full then, the joker fills it up."""


@dataclass(frozen=True, eq=False)
class Flushes:
    """The classes with a flush, numbered from some class on."""

    blocks: tuple[FlushBlock, ...]
    end: int
    """After the last of them."""
    rows: NDArray[np.int32]
    others: NDArray[np.int32]

    @property
    def hands(self) -> NDArray[np.uint8]:
        """A representative of each class: the flush is of the first suit, the others are not."""
        return np.vstack([_hands(block.ranks, block.beside) for block in self.blocks])


def flushes(first: int, least: int) -> Flushes:
    """All hands with so many cards of a suit or more, the joker counted in."""
    loose = SIZE - 1 - least
    beside = np.array(
        [
            (*ranks, *[NONE] * (loose - count))
            for count in range(loose, -1, -1)
            for ranks in combinations_with_replacement(range(NONE), count)
        ]
    )
    others = np.zeros((NONE + 1,) * loose, np.int32)
    for order in permutations(range(loose)):
        others[tuple(beside[:, at] for at in order)] = np.arange(len(beside))
    rows, blocks, held = np.full(1 << NONE, -1, np.int32), [], (beside < NONE).sum(axis=1)
    for count in range(least, SIZE + 1):
        # With or without the joker, so many other cards fill the hand up.
        fitting = np.flatnonzero((count + held == SIZE) | (count + held == SIZE - 1))
        ranks = np.array(list(combinations(range(NONE), count)))
        rows[(1 << ranks).sum(axis=1)] = first - fitting[0] + len(fitting) * np.arange(len(ranks))
        blocks.append(FlushBlock(first, ranks, beside[fitting]))
        first += len(ranks) * len(fitting)
    return Flushes(tuple(blocks), first, rows, others)


def _hands(ranks: Ints, beside: Ints) -> NDArray[np.uint8]:
    """All of these suits with all of these others; what is missing then is the joker."""
    suited, loose = np.repeat(ranks, len(beside), axis=0), np.tile(beside, (len(ranks), 1))
    suits = NONE * np.arange(1, beside.shape[1] + 1)
    cards = np.hstack((suited, np.where(loose < NONE, loose + suits, JOKER + 1)))
    joker = np.full((len(cards), SIZE - ranks.shape[1]), JOKER)
    return np.sort(np.hstack((cards, joker)), axis=1)[:, :SIZE].astype(np.uint8)
