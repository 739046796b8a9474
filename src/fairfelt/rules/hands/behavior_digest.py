"""What a ranking does, as a digest: two rankings of one name that value a hand differently have different digests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, count, islice
from math import comb

from fairfelt.rules.cards import RANKS, SUITS, Card, Deck, card

from .ranking import Ranking

MOST_HANDS = 300
"""Of each small deck; of one or two cards every hand is taken."""
SAMPLE = 150
"""Hands of the whole deck."""
HIGH_TO_LOW, LOW_TO_HIGH = RANKS[::-1], "A" + RANKS[:-1]
SMALL_DECKS = ((HIGH_TO_LOW, 2), (LOW_TO_HIGH, 2), (HIGH_TO_LOW, 4))
"""The first cards of these ranks in this number of suits: straights at both ends, flushes, up to four of a rank."""


def behavior_digest(ranking: Ranking, deck: Deck, sizes: frozenset[int]) -> str:
    """A digest of the lines, and of the values of fixed hands of those sizes: all of small decks, and a sample."""
    lines = [(line.name, line.kind_of) for line in ranking.lines]
    values = [_digest(ranking, deck, size) for size in sorted(sizes)]
    return hashlib.sha256(repr((lines, values)).encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def _digest(ranking: Ranking, deck: Deck, size: int) -> str:
    known = deck if ranking.knows_joker else replace(deck, jokers=0)
    values = [_value(ranking, hand) for hand in _hands(known, size)]
    return hashlib.sha256(repr(values).encode()).hexdigest()


def _value(ranking: Ranking, hand: tuple[Card, ...]) -> int | str:
    try:
        return int(ranking.value(hand))
    except ValueError:
        return "refused"


@lru_cache(maxsize=64)
def _hands(deck: Deck, size: int) -> tuple[tuple[Card, ...], ...]:
    if not 0 < size <= len(deck):
        return ()
    small = (hand for ranks, suits in SMALL_DECKS for hand in _small_hands(deck, size, ranks, suits))
    return tuple(dict.fromkeys((*small, *islice(_sampled_hands(deck, size), SAMPLE))))


def _small_hands(deck: Deck, size: int, ranks: str, suits: int) -> Iterator[tuple[Card, ...]]:
    """All hands of the joker, if there is one, and the first cards of these ranks, with their twins if there are."""
    faces = [card(RANKS.index(r), SUITS.index(s)) for r in ranks if r in deck.ranks for s in deck.suits[-suits:]]
    cards = [*([Card(52)] * min(deck.jokers, 2)), *(face for face in faces for _ in range(min(deck.copies, 2)))]
    kept = len(cards) if size <= 2 else next(n for n in count(size) if comb(n + 1, size) > MOST_HANDS)
    return combinations(cards[:kept], size)


def _sampled_hands(deck: Deck, size: int) -> Iterator[tuple[Card, ...]]:
    """Hands dealt one after the other from decks in fixed orders."""
    for number in count():
        order = deck.fixed_order(number)
        yield from (order[at : at + size] for at in range(0, len(order) - size + 1, size))
