"""How many hands make each line: by polynomials where a hand is the best of its tracks, by ranks, or one by one."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import first_information_sets, symmetry_of
from fairfelt.engine.core.levels import Level
from fairfelt.engine.core.rank_choices import counts_by_ranks, hands_by_ranks
from fairfelt.engine.core.track_values import values_by_tracks
from fairfelt.rules.cards import STANDARD, Deck, all_hands, suit_classes
from fairfelt.rules.hands import LINE_BITS, AddedRanking, Ranking, TrackRanking, line_census

MOST_ONE_BY_ONE = 10_000_000
"""More hands than these are counted by their ranks, where the ranking allows it."""
WHOLE_DECKS = (STANDARD, Deck(jokers=1))


@lru_cache(maxsize=64)
def line_counts(ranking: Ranking, deck: Deck, count: int) -> tuple[int, ...]:
    """The number of hands of `count` cards on each line."""
    if isinstance(ranking, TrackRanking):
        values, ways = values_by_tracks(ranking, count, deck.cards)
        return add_by_line(values >> LINE_BITS, ways, len(ranking.lines))
    if comb(len(deck), count) > MOST_ONE_BY_ONE and counts_by_ranks(ranking, deck, count):
        values, ways = hands_by_ranks(ranking, deck, count).count(np.array(deck.faces, np.uint8))
        return add_by_line(values >> LINE_BITS, ways, len(ranking.lines))
    if isinstance(ranking, AddedRanking) and deck in WHOLE_DECKS and len(deck) == ranking.faces:
        return line_census(ranking, count)
    hands, weights = ranked_hands(ranking, deck, count)
    return add_by_line(ranking.batch(hands) >> LINE_BITS, weights, len(ranking.lines))


def ranked_hands(ranking: Ranking, deck: Deck, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All hands of n cards with their weights, told apart as far as the ranking can."""
    if deck.copies > 1 or deck.jokers > 1:
        infosets = first_information_sets(symmetry_of(deck, [ranking.tells]), Level((count, 0, 0)))
        return infosets.hands, infosets.weights
    if ranking.tells.exchanges_suits:
        classes = suit_classes(deck, count)
        return classes.hands, classes.weights
    hands = all_hands(deck, count)
    return hands, np.ones(len(hands), np.int64)


def add_by_line(lines: NDArray[Any], weights: NDArray[np.int64], size: int) -> tuple[int, ...]:
    """The weights of hands on each of n lines."""
    counts = np.zeros(size, np.int64)
    np.add.at(counts, lines, weights)
    return tuple(counts.tolist())
