"""Bets on the first cards out of a shoe: every hand that can come, weighed by the copies that are left of each card."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Game, Wager
from fairfelt.rules.cards import Deck
from fairfelt.rules.game import cards_read
from fairfelt.rules.hands import LINE_BITS, Ranking

from .census import add_by_line, line_counts

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
