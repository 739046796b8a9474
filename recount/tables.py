"""Every hand of a full deck, valued once for all hands that become each other when suits change places.

Cards are numbers, 4 for each rank and the suit in it; a joker is the last. A set of cards is numbered by
C(first, 1) + C(second, 2) + … of its cards in ascending order, so that sets of n cards have the numbers below C(52, n).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cards import JOKER, Card

Numbers = NDArray[Any]
ORDERS = list(permutations(range(4)))
"""All exchanges of suits."""
BINOMIALS = np.array([[comb(n, k) for k in range(9)] for n in range(54)], np.int64)
"""[card, place in the set from 1]."""


def like_hands(size: int, jokers: int = 0) -> Iterator[tuple[tuple[Card, ...], int]]:
    """One of all hands that differ by an exchange of suits only, and how many they are."""
    if jokers and size:
        yield from (((*cards, JOKER), ways) for cards, ways in like_hands(size - 1))
    for sizes in combinations_with_replacement(range(size, -1, -1), 4):
        if sum(sizes) != size or max(sizes) > 13:
            continue
        many = Counter(sizes)
        ranks = (combinations_with_replacement(list(combinations(range(2, 15), each)), many[each]) for each in many)
        for chosen in product(*ranks):
            by_suit = [held for group in chosen for held in group]
            cards = tuple((rank, suit) for suit, held in enumerate(by_suit) for rank in held)
            yield cards, factorial(4) // prod(map(factorial, Counter(by_suit).values()))


def numbers_of(hands: list[tuple[Card, ...]]) -> Numbers:
    """[hand, card]: ascending numbers."""
    return np.sort(np.array([[4 * (rank - 2) + suit if rank else 52 for rank, suit in hand] for hand in hands]), axis=1)


def index_of(cards: Numbers) -> Numbers:
    """The numbers of sets of cards."""
    found: Numbers = BINOMIALS[cards, np.arange(1, cards.shape[1] + 1)].sum(axis=1)
    return found


def exchange_suits(cards: Numbers) -> Numbers:
    """[exchange, set]: the numbers of sets of cards after each exchange of suits."""
    suits = np.array([[4 * rank + suit for rank in range(13) for suit in order] + [52] for order in ORDERS])
    return np.stack([index_of(np.sort(becomes[cards], axis=1)) for becomes in suits])


def value_all(like: Numbers, values: Numbers, deck: int) -> Numbers:
    """[number of the set]: the values of all hands, from those of one of each kind."""
    found = np.full(comb(deck, like.shape[1]), -1, np.int64)
    for numbers in exchange_suits(like):
        found[numbers] = values
    assert found.min() >= 0
    return found


def all_hands(deck: int, size: int) -> NDArray[np.int8]:
    """[number of the set, card]: every set of that size, in the order of their numbers."""
    found = np.zeros((1, 0), np.int8)
    for place in range(1, size + 1):
        many = [comb(card, place - 1) for card in range(deck)]
        sets = [np.c_[found[:each], np.full(each, card, np.int8)] for card, each in enumerate(many)]
        found = np.concatenate(sets)
    return found
