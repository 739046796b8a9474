"""Choices of ranks, for rankings to which suits matter only where many cards are of one.

All hands of the same ranks count alike, but for those with many cards of one suit: beside these, the others count by
their ranks again. The joker is a rank of its own, the last.
"""

from __future__ import annotations

from itertools import chain, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, Deck
from fairfelt.rules.hands import Ranking

CELLS = RANKS_PER_SUIT + 1
"""Thirteen ranks and the joker."""
JOKER = CELLS - 1
Ranks = NDArray[Any]
"""[hand, card]"""


def counts_by_ranks(ranking: Ranking, deck: Deck, cards: int) -> bool:
    """Whether suits matter only with so many cards of one that no hand has two such suits, and some hands have none."""
    suited, suits = ranking.suited_from, len(deck.suits)
    single = deck.copies == 1 and deck.jokers <= 1 and ranking.tells.exchanges_suits
    return single and 2 * suited > cards and -(-cards // suits) < suited and comb(len(deck), cards) < 1 << 31


def ranks_of(deck: Deck) -> list[int]:
    """Ascending, without the joker's."""
    return sorted({card.rank for card in deck.faces if not card.is_joker})


def capacities(deck: Deck, suits: int) -> NDArray[np.int64]:
    """[rank]: cards of that rank in so many suits, and jokers."""
    held = np.zeros(CELLS, np.int64)
    held[ranks_of(deck)], held[JOKER] = suits, deck.jokers
    return held


def choices_of_ranks(deck: Deck, size: int, suits: int) -> Ranks:
    """[choice, card]: all choices of so many ranks, ascending, that so many suits and the joker allow; in bytes."""
    cells = [*ranks_of(deck), *[JOKER] * deck.jokers]
    found = chain.from_iterable(combinations_with_replacement(cells, size))
    chosen = np.fromiter(found, np.uint8).reshape(comb(len(cells) + size - 1, size), size)
    return np.asarray(chosen[(_held(chosen) <= capacities(deck, suits)).all(axis=1)])


def ways_to_suit(ranks: Ranks, deck: Deck, suits: int) -> NDArray[np.int64]:
    """[choice]: the hands of these ranks, of so many suits."""
    held, of_rank = _held(ranks), capacities(deck, suits)
    ways = np.array([[comb(many, taken) for taken in range(ranks.shape[1] + 1)] for many in of_rank], np.int64)
    return np.asarray(ways[np.arange(CELLS), held].prod(axis=1))


def copies(ranks: Ranks) -> Ranks:
    """How many cards of the same rank come before each; the ranks are ascending."""
    before = [(ranks[:, :at] == ranks[:, at : at + 1]).sum(axis=1, dtype=np.uint8) for at in range(ranks.shape[1])]
    return np.column_stack(before) if before else np.zeros_like(ranks)


def dealt(ranks: Ranks, suits: Ranks) -> NDArray[np.uint8]:
    """Cards of these ranks and suits."""
    cards = (RANKS_PER_SUIT * suits.astype(np.uint8) + ranks).astype(np.uint8)
    cards[ranks == JOKER] = ALL_CARDS - 1
    return np.asarray(cards)


def _held(ranks: Ranks) -> NDArray[np.int64]:
    """[choice, rank]: how many of it."""
    places = CELLS * np.arange(len(ranks))[:, None] + ranks
    return np.bincount(places.ravel(), minlength=CELLS * len(ranks)).reshape(-1, CELLS)
