"""The dealer's hands by their values, where suits matter only with many cards of one.

All hands of the same ranks are counted as if suits never mattered; those with many cards of one suit are taken away
where their ranks alone stand, and added where they stand with that suit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.rank_choices import CELLS, JOKER, Ranks, choices_of_ranks, copies, dealt, ranks_of
from fairfelt.engine.solvers.general.arrays import read_statements, run
from fairfelt.rules.cards import RANKS_PER_SUIT, SUITS, Deck
from fairfelt.rules.hands import Ranking

ALL_SUITS = len(SUITS)


@dataclass(frozen=True, eq=False)
class Suited:
    """Hands with so many cards of one suit, whichever: every set of its ranks beside every choice of other ranks."""

    held: NDArray[np.int64]
    """[set]: the ranks of the suit, as bits."""
    beside: Ranks
    """[choice, card]: the ranks of the others."""
    by_ranks: NDArray[np.int64]
    by_suit: NDArray[np.int64]
    """[set, choice]: what its ranks alone would be worth, and what it is worth."""


@dataclass(frozen=True, eq=False)
class HandsByRanks:
    """All hands of so many cards."""

    ranks: Ranks
    """[choice, card]"""
    values: NDArray[np.int64]
    """[choice]: what most of its hands are worth."""
    suited: tuple[Suited, ...]

    def count(self, rest: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Every value that cards of the rest can have, and in how many ways; a value may come more than once."""
        left = _left(rest)
        values, ways = [self.values], [_ways(self.ranks, left.sum(axis=0))]
        masks = (left[:ALL_SUITS, :RANKS_PER_SUIT] << np.arange(RANKS_PER_SUIT)).sum(axis=1)
        for part in self.suited:
            held = ((part.held[:, None] & ~masks) == 0).astype(np.int64)
            beside = np.stack([_ways(part.beside, left.sum(axis=0) - left[suit]) for suit in range(ALL_SUITS)])
            found = (held @ beside).ravel()
            values += [part.by_suit.ravel(), part.by_ranks.ravel()]
            ways += [found, -found]
        return np.concatenate(values), np.concatenate(ways)


@lru_cache(maxsize=4)
def hands_by_ranks(ranking: Ranking, deck: Deck, cards: int) -> HandsByRanks:
    """What every choice of ranks is worth, and every hand with many cards of one suit."""
    suits, mixed = len(deck.suits), np.arange(cards) % len(deck.suits)
    ranks = choices_of_ranks(deck, cards, suits)
    suited = []
    for size in range(ranking.suited_from, cards + 1):
        sets = np.array(list(combinations(ranks_of(deck), size)), np.int64).reshape(-1, size)
        beside = choices_of_ranks(deck, cards - size, suits - 1)
        held, others = np.repeat(sets, len(beside), axis=0), np.tile(beside, (len(sets), 1))
        hands, shape = np.hstack((held, others)), (len(sets), len(beside))
        by_suit = values_of(ranking, dealt(hands, np.hstack((np.zeros_like(held), 1 + copies(others)))))
        by_ranks = values_of(ranking, dealt(np.sort(hands, axis=1), mixed))
        suited.append(Suited((1 << sets).sum(axis=1), beside, by_ranks.reshape(shape), by_suit.reshape(shape)))
    return HandsByRanks(ranks, values_of(ranking, dealt(ranks, mixed)), tuple(suited))


def values_of(ranking: Ranking, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What many hands are worth, one a row, without a kernel."""
    names = [f"c{at}" for at in range(hands.shape[1])]
    written = ranking.emit("value", names)
    arrays = {**written.tables, **{name: hands[:, at] for at, name in enumerate(names)}}
    run(read_statements(written.statements), arrays)
    return arrays["value"].astype(np.int64)


def _left(rest: NDArray[np.uint8]) -> NDArray[np.int64]:
    """[suit, rank]: the cards that are left; jokers, which are of no suit, stand in a last row of their own."""
    left = np.zeros((ALL_SUITS + 1, CELLS), np.int64)
    plain = rest[rest < ALL_SUITS * RANKS_PER_SUIT]
    left[plain // RANKS_PER_SUIT, plain % RANKS_PER_SUIT] = 1
    left[ALL_SUITS, JOKER] = len(rest) - len(plain)
    return left


def _ways(ranks: Ranks, left: NDArray[np.int64]) -> NDArray[np.int64]:
    """[choice]: the hands of these ranks, with so many cards of each left."""
    most = int(left.max()) if len(left) else 0
    choose = np.array([[comb(many, taken) for taken in range(most + 2)] for many in left.tolist()], np.int64)
    before = copies(ranks).astype(np.int64)
    ways = np.ones(len(ranks), np.int64)
    for at in range(ranks.shape[1]):
        last = (ranks[:, at] != ranks[:, at + 1]) if at + 1 < ranks.shape[1] else np.ones(len(ranks), np.bool_)
        taken = np.minimum(before[:, at] + 1, most + 1)
        ways *= np.where(last, choose[ranks[:, at], taken], 1)
    return ways
