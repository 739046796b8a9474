"""How many hands make each line: by polynomials where a hand is the best of its tracks, by ranks, or one by one."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.covering import ways_to_cover
from fairfelt.engine.core.information_sets import first_information_sets, symmetry_of
from fairfelt.engine.core.levels import Level
from fairfelt.engine.core.rank_choices import counts_by_ranks, hands_by_ranks
from fairfelt.rules.cards import STANDARD, Deck, all_hands, suit_classes
from fairfelt.rules.hands import LINE_BITS, AddedRanking, Ranking, TrackRanking, line_census

CELLS = 13
MOST_ONE_BY_ONE = 10_000_000
"""More hands than these are counted by their ranks, where the ranking allows it."""
WHOLE_DECKS = (STANDARD, Deck(jokers=1))


@lru_cache(maxsize=64)
def line_counts(ranking: Ranking, deck: Deck, count: int) -> tuple[int, ...]:
    """The number of hands of `count` cards on each line."""
    if isinstance(ranking, TrackRanking):
        below = [_below(ranking, deck, count, line) for line in range(len(ranking.lines) + 1)]
        return tuple(b - a for a, b in pairwise(below))
    if comb(len(deck), count) > MOST_ONE_BY_ONE and counts_by_ranks(ranking, deck, count):
        values, ways = hands_by_ranks(ranking, deck, count).count(np.array(deck.faces, np.uint8))
        return add_by_line(values >> LINE_BITS, ways, len(ranking.lines))
    if isinstance(ranking, AddedRanking) and deck in WHOLE_DECKS and len(deck) == ranking.faces:
        return line_census(ranking, count)
    hands, weights = ranked_hands(ranking, deck, count)
    return add_by_line(ranking.batch(hands) >> LINE_BITS, weights, len(ranking.lines))


def ranked_hands(ranking: Ranking, deck: Deck, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All hands of so many cards with their weights, told apart as far as the ranking can."""
    if deck.copies > 1 or deck.jokers > 1:
        infosets = first_information_sets(symmetry_of(deck, [ranking.tells]), Level((count, 0, 0)))
        return infosets.hands, infosets.weights
    if ranking.tells.exchanges_suits:
        classes = suit_classes(deck, count)
        return classes.hands, classes.weights
    hands = all_hands(deck, count)
    return hands, np.ones(len(hands), np.int64)


def add_by_line(lines: NDArray[Any], weights: NDArray[np.int64], size: int) -> tuple[int, ...]:
    """The weights of hands on each of so many lines."""
    counts = np.zeros(size, np.int64)
    np.add.at(counts, lines, weights)
    return tuple(counts.tolist())


def _below(ranking: TrackRanking, deck: Deck, count: int, line: int) -> int:
    """Hands below a line: for each number of wild cards, a product over the tracks."""
    held = Counter(ranking.place(card) for card in deck.cards)
    wild_cells = {ranking.place(card) for card in deck.cards if ranking.is_wild(card)} - {None}
    total = 0
    for wild in range(min(ranking.wilds, count) + 1):
        worse = (ranking.table[wild] >> LINE_BITS) < line
        product = _loose(held[None], count, ranking.wilds)
        for track in range(ranking.tracks):
            cells = [held[track, cell] for cell in range(CELLS)]
            wilds = sum(1 << cell for cell in range(CELLS) if (track, cell) in wild_cells)
            product = _multiply(product, _track_polynomial(tuple(cells), wilds, worse, count, ranking.wilds))
        total += int(product[count, wild])
    return total


def _loose(cards: int, count: int, wilds: int) -> NDArray[np.object_]:
    """Wild cards that lie on no track: [cards, wild cards]."""
    polynomial = np.zeros((count + 1, wilds + 1), object)
    for taken in range(min(cards, count) + 1):
        polynomial[taken, taken] = comb(cards, taken)
    return polynomial


def _track_polynomial(
    cells: tuple[int, ...], wild_mask: int, worse: NDArray[np.bool_], count: int, wilds: int
) -> NDArray[np.object_]:
    """Ways to take cards from one track that stay below the line: [cards, wild cards]."""
    ways = ways_to_cover(cells, count)
    wild = np.bitwise_count(np.arange(1 << CELLS) & wild_mask)
    polynomial = np.zeros((count + 1, wilds + 1), object)
    for number in range(min(wilds, wild_mask.bit_count()) + 1):
        chosen = worse & (wild == number)
        for taken in range(count + 1):
            polynomial[taken, number] = int(ways[taken][chosen].sum())
    return polynomial


def _multiply(a: NDArray[np.object_], b: NDArray[np.object_]) -> NDArray[np.object_]:
    """The product of two polynomials in cards and wild cards, no degree beyond theirs."""
    product = np.zeros(a.shape, object)
    for i, j in zip(*np.nonzero(a), strict=True):
        product[i:, j:] += a[i, j] * b[: a.shape[0] - i, : a.shape[1] - j]
    return product
