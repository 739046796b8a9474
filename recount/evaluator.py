"""Poker hands of five cards and more, one after the other by the hundred million.

hand     bits 0-12: the ranks held in the first suit, deuce to ace; bits 16-28 in the second; bits 32-44; bits 48-60
value    bits 26-29: the line; bits 13-25: the ranks that make it; bits 0-12: the ranks beside them

Of two values the higher is the better hand: sets of as many ranks are ordered as the binary numbers that they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numba import njit

from .cards import Card, make_deck, parse_cards
from .rankings import LINES, TELLING_SUITS, make_ranking, straight_top
from .tables import Numbers, all_hands, like_hands

RANKS, SUIT_BITS, ACE = 13, 16, 1 << 12
HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
LINE, MAIN = 26, 13
"""The first bits of the line and of the ranks that make it."""
SIZE = np.array([mask.bit_count() for mask in range(1 << RANKS)], np.int64)


def _highest(mask: int, size: int) -> int:
    while mask.bit_count() > size:
        mask &= mask - 1
    return mask


def _top_of_straight(mask: int, wild: int) -> int:
    """The highest card of five in a row, as a bit; a joker stands for one that is missing."""
    for top, ranks in STRAIGHTS.items():
        if (mask & ranks).bit_count() >= 5 - wild:
            return 1 << top - 2
    return 0


def _straights() -> Iterator[tuple[int, int]]:
    """The highest card of every straight, the best first, and its ranks as bits."""
    for top in range(14, 4, -1):
        ranks = [top - down if top - down > 1 else 14 for down in range(5)]
        if straight_top(ranks) == top:
            yield top, sum(1 << rank - 2 for rank in ranks)


STRAIGHTS = dict(_straights())


HIGHEST = np.array([[_highest(mask, size) for mask in range(1 << RANKS)] for size in range(6)], np.int64)
"""[size, ranks]: the highest ranks of them."""
TOPS = np.array([[_top_of_straight(mask, wild) for mask in range(1 << RANKS)] for wild in (0, 1)], np.int64)
"""[jokers, ranks]: the highest card of a straight among them, 0 for none."""
BITS = np.array([1 << card // 4 + SUIT_BITS * (card % 4) for card in range(52)] + [0], np.int64)
"""[card]: its bit in a hand; the joker has none."""


def pack(cards: tuple[Card, ...]) -> int:
    """A hand without a joker."""
    return sum(1 << rank - 2 + SUIT_BITS * suit for rank, suit in cards)


@njit(cache=True)
def rank_hand(hand: int, joker: int) -> int:
    """The value of the best five cards; a joker completes a straight or a flush and is an ace otherwise."""
    flush = natural = two = three = four = five = 0
    one = ACE * joker
    for suit in range(4):
        held = hand >> SUIT_BITS * suit & (1 << RANKS) - 1
        if SIZE[held] + joker > 4:
            flush = held
        natural |= held
        five |= four & held
        four |= three & held
        three |= two & held
        two |= one & held
        one |= held
    if flush and TOPS[joker, flush]:
        top = TOPS[joker, flush]
        best = (ROYAL if top == ACE else STRAIGHT_FLUSH) << LINE | top
    elif four:
        best = FOUR << LINE | four << MAIN | HIGHEST[1, one & ~four]
    elif three and two & ~HIGHEST[1, three]:
        most = HIGHEST[1, three]
        best = FULL_HOUSE << LINE | most << MAIN | HIGHEST[1, two & ~most]
    elif flush:
        missing = ~flush & (1 << RANKS) - 1
        best = FLUSH << LINE | HIGHEST[5, flush | HIGHEST[joker, missing]]
    elif TOPS[joker, natural]:
        best = STRAIGHT << LINE | TOPS[joker, natural]
    elif three:
        best = THREE << LINE | three << MAIN | HIGHEST[2, one & ~three]
    elif SIZE[two] > 1:
        pairs = HIGHEST[2, two]
        best = TWO_PAIR << LINE | pairs << MAIN | HIGHEST[1, one & ~pairs]
    elif two:
        best = PAIR << LINE | two << MAIN | HIGHEST[3, one & ~two]
    else:
        best = HIGHEST[5, one]
    return FIVE_ACES << LINE if five else best


@njit(cache=True)
def count_floors(firsts: Numbers, joker: int, floors: Numbers) -> Numbers:
    """[floor]: how many hands with two cards after the first ones, and the joker or not, reach it and not the next."""
    found = np.zeros(len(floors), np.int64)
    for first in range(len(firsts)):
        held = 0
        for card in firsts[first]:
            held |= BITS[card]
        for low in range(firsts[first, -1] + 1, 52):
            for high in range(low + 1, 52):
                value = rank_hand(held | BITS[low] | BITS[high], joker)
                found[np.searchsorted(floors, value, side="right") - 1] += 1
    return found


def count_hands(size: int, floors: dict[str, int], jokers: int = 0) -> Counter[str]:
    """How many hands of the best five of so many cards come to each line, by the least value that makes it."""
    names = sorted(floors, key=lambda name: floors[name])
    values = np.array([floors[name] for name in names])
    counts = [count_floors(all_hands(52, size - joker - 2), joker, values) for joker in range(jokers + 1)]
    return Counter(dict(zip(names, np.sum(counts, axis=0).tolist(), strict=True)))


def base_of(form: Any) -> str:
    """The name of a ranking without what refines it."""
    return base_of(form["of"]) if isinstance(form, dict) else str(form)


def count_lines(form: Any, size: int, jokers: int = 0) -> Counter[str]:
    """How many hands of so many cards make each line of a ranking in its JSON form."""
    if base_of(form) == "poker" and size > 4 and not jokers:
        floors = {line: at << LINE for at, line in enumerate(LINES["poker"])}
        while isinstance(form, dict):
            floors |= {name: rank_hand(pack(parse_cards(cards)), 0) for name, cards in form["floors"].items()}
            form = form["of"]
        return count_hands(size, floors)
    ranking, found = make_ranking(form), Counter[str]()
    every = ((cards, 1) for cards in combinations(make_deck({"jokers": jokers}), size))
    for cards, ways in every if base_of(form) in TELLING_SUITS else like_hands(size, jokers):
        found[ranking(cards)[0]] += ways
    return found
