"""How many hands make each line: by polynomials where a hand is the best of its tracks, by ranks, or one by one."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.information_sets import first_information_sets, symmetry_of
from fairfelt.engine.core.levels import Level
from fairfelt.engine.core.value_counts import counts_by_ranks, hands_by_ranks, values_by_tracks
from fairfelt.rules import Game, Wager
from fairfelt.rules.cards import STANDARD, Deck, all_hands, suit_classes
from fairfelt.rules.game import cards_read
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


# Bets on the first cards out of a shoe: every hand that can come, weighed by the copies that are left of each card.


FACES = 53


class FirstHands:
    """All hands of n cards, a card as often as the deck has copies of it."""

    def __init__(self, ranking: Ranking, deck: Deck, size: int) -> None:
        held = np.bincount(np.array(deck.cards), minlength=FACES).astype(np.int64)
        hands = list(combinations_with_replacement(deck.faces, size))
        self.held = held
        self.hands = np.array(hands, np.int64)
        self.lines = np.array([ranking.value(hand) >> LINE_BITS for hand in hands])
        self._again = np.array([[hand[:at].count(card) for at, card in enumerate(hand)] for hand in hands])
        assert len(deck) ** size < 1 << 62, "orders of cards fit into 64 bits"

    def ways(self, gone: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """How often each hand can come, some cards having gone: each next copy has one less to choose from."""
        left = self.held if gone is None else self.held - np.bincount(gone, minlength=FACES)
        orders = np.maximum(left[self.hands] - self._again, 0).prod(axis=1)
        return np.asarray(orders // (self._again + 1).prod(axis=1), np.int64)


def first_counts(game: Game, wager: Wager, ranking: Ranking) -> tuple[int, ...]:
    """Hands on each line of a wager; where it reads two, pairs of lines as `own_facts` numbers them."""
    deck, size = game.deck, cards_read(game, wager, wager.on)
    if wager.against:
        return first_pairs_of_lines(ranking, deck, size, cards_read(game, wager, wager.against))
    return line_counts(ranking, deck, size)


@lru_cache(maxsize=64)
def first_pairs_of_lines(ranking: Ranking, deck: Deck, size: int, other_size: int) -> tuple[int, ...]:
    """Two hands of that many cards, by pairs of lines."""
    hands, others = FirstHands(ranking, deck, size), FirstHands(ranking, deck, other_size)
    lines = len(ranking.lines)
    counts = [[0] * lines for _ in range(lines)]
    for hand, line, ways in zip(hands.hands, hands.lines, hands.ways(), strict=True):
        for other, more in enumerate(add_by_line(others.lines, others.ways(gone=hand), lines)):
            counts[line][other] += int(ways) * more
    return tuple(count for row in counts for count in row)
