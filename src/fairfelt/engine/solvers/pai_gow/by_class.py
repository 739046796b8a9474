"""How many hands of seven some cards hold of every class: products of binomials, without looking at any hand.

Of each rank n cards are there, so a class of ranks has a product of binomials, flushes among them. A class of
flushes is there in every suit that has its ranks, times the choices of the other cards from the other suits; what
flushes take is taken from the class of their ranks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.hands.poker.joker_tables import JOKER

from .seven_cards import NONE, SIZE, FlushBlock, Flushes, SevenCards, seven_cards

Ints = NDArray[Any]
SUITS: Final = 4
WAYS: Final = np.array([[comb(there, taken) for taken in range(SUITS + 1)] for there in range(SUITS + 1)])
"""[cards of a rank that are there, how many of them are taken]"""
RANK_KEYS: Final = np.array([*((SUITS + 1) ** rank for rank in range(NONE)), 0])
"""[rank]: sums of these tell ranks apart; nothing for a card that is not there."""
JOKER_KEY: Final = (SUITS + 1) ** NONE


@dataclass(frozen=True, eq=False)
class CardsThere:
    """The cards that hands are made of, each once."""

    suits: Ints
    """[suit, rank]: 1 for a card that is there."""
    joker: int

    @classmethod
    def of(cls, faces: Iterable[int]) -> CardsThere:
        """These cards."""
        there = np.zeros(JOKER + 1, np.int64)
        there[list(faces)] = 1
        return cls(there[:JOKER].reshape(SUITS, NONE), int(there[JOKER]))

    def choices(self, taken: Ints, *, besides: int | None = None) -> Ints:
        """In how many ways n cards of each rank are taken, from all suits or from all besides one."""
        there = self.suits.sum(axis=0) - (0 if besides is None else self.suits[besides])
        ways = np.ones(len(taken), np.int64)
        for rank in range(NONE):
            ways *= WAYS[there[rank]][taken[:, rank]]
        return ways

    def has(self, suit: int, ranks: Ints) -> Ints:
        """1 for every row of ranks that the suit has all of."""
        return np.asarray(self.suits[suit][ranks].prod(axis=1))

    def jokers(self, cards: Ints | int) -> Ints:
        """In how many ways the joker fills up hands of n other cards."""
        return np.where(np.asarray(cards) < SIZE, self.joker, 1)


def count_by_ranks(there: CardsThere) -> Ints:
    """Hands of every class of ranks, flushes not taken out."""
    taken, cards = _taken()
    return there.choices(taken) * there.jokers(cards)


def count_flushes(there: CardsThere, block: FlushBlock) -> Ints:
    """[ranks of the suit, choice beside it]: hands of a block."""
    taken = _counts(block.beside)
    ways = sum(
        there.has(suit, block.ranks)[:, None] * there.choices(taken, besides=suit)[None, :] for suit in range(SUITS)
    )
    return np.asarray(ways * there.jokers(block.ranks.shape[1] + taken.sum(axis=1))[None, :])


def count_hands_by_class(faces: Iterable[int], classes: SevenCards | None = None) -> NDArray[np.int64]:
    """All hands of seven from these cards, counted by class; those of hands set in two, if nothing is said."""
    classes = seven_cards() if classes is None else classes
    there = CardsThere.of(faces)
    blocks = [count_flushes(there, block) for block in classes.flushes.blocks]
    twice = _take_twice(there, classes.flushes, blocks[0]) if len(classes.twice[0]) else np.zeros(0, np.int64)
    special = np.concatenate((*(block.ravel() for block in blocks), twice))
    return take_out(count_by_ranks(there), special, ranks_of_flushes(classes))


def _take_twice(there: CardsThere, flushes: Flushes, block: Ints) -> Ints:
    """Hands with the joker and three cards of each of two suits; they are taken out of the flushes of three."""
    ranks = flushes.blocks[0].ranks
    has = np.stack([there.has(suit, ranks) for suit in range(SUITS)])
    every = has.sum(axis=0)
    doubles = there.joker * (every[:, None] * every[None, :] - has.T @ has)
    block[:, flushes.others[tuple(ranks.T)]] -= doubles
    one, other = np.triu_indices(len(ranks))
    return np.asarray(np.where(one == other, doubles[one, other] // 2, doubles[one, other]))


def take_out(by_ranks: Ints, special: Ints, ranks: Ints) -> NDArray[np.int64]:
    """All classes: what flushes hold is taken from the class of their ranks, and follows behind."""
    held = np.bincount(ranks, special, len(by_ranks)).astype(np.int64)  # far below 2**53: exact
    return np.concatenate((by_ranks - held, special))


def find_ranks(keys: Ints) -> NDArray[np.int32]:
    """The classes that only their ranks and their joker make, by sums of `RANK_KEYS`."""
    known, order = _rank_keys()
    return order[np.searchsorted(known, keys)]


def rank_keys_of(block: FlushBlock) -> Ints:
    """[ranks of the suit, choice beside it]: the sums of a block."""
    held = block.ranks.shape[1] + (block.beside < NONE).sum(axis=1)
    beside = RANK_KEYS[block.beside].sum(axis=1) + np.where(held < SIZE, JOKER_KEY, 0)
    return np.asarray(RANK_KEYS[block.ranks].sum(axis=1)[:, None] + beside[None, :])


@cache
def _rank_keys() -> tuple[Ints, NDArray[np.int32]]:
    """Of all classes of ranks, ascending, and which class each is."""
    natural, beside_joker = (RANK_KEYS[ranks].sum(axis=1) for ranks in seven_cards().ranks)
    keys = np.concatenate((natural, JOKER_KEY + beside_joker))
    order = np.argsort(keys)
    return keys[order], order.astype(np.int32)


@cache
def ranks_of_flushes(classes: SevenCards) -> NDArray[np.int32]:
    """[flush]: the class that the ranks of each class with a flush would make without one."""
    one, other = (RANK_KEYS[ranks].sum(axis=1) for ranks in classes.twice)
    keys = [*(rank_keys_of(block).ravel() for block in classes.flushes.blocks), one + other + JOKER_KEY]
    return np.concatenate([find_ranks(some) for some in keys])


@cache
def _taken() -> tuple[Ints, Ints]:
    """Of each class of ranks how many cards of each it takes, and how many without the joker."""
    taken = np.concatenate([_counts(ranks).astype(np.uint8) for ranks in seven_cards().ranks])
    return taken, taken.sum(axis=1)


def _counts(ranks: Ints) -> Ints:
    """[row, rank]: how many of each; those that are not there do not count."""
    return np.asarray((ranks[:, :, None] == np.arange(NONE)).sum(axis=1))
