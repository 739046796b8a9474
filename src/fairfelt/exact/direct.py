"""Showdowns of small hands: every hand of the dealer against every class of hands of the player."""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import suit_classes
from fairfelt.hands import LINE_BITS
from fairfelt.rules import Cards

from .decided import Decided, chunks, spread
from .problem import Problem

PARTS = 4


def all_hands(deck: Deck, count: int) -> NDArray[np.uint8]:
    """Every hand of a single deck, one a row, in the order of `itertools.combinations`."""
    flat = chain.from_iterable(combinations(deck.faces, count))
    return np.fromiter(flat, np.uint8, comb(len(deck.faces), count) * count).reshape(-1, count)


def solve_direct(problem: Problem, executor: Executor | None = None) -> Decided:
    """Value every class of hands by meeting each of the dealer's hands that leaves it its cards."""
    game, ranking = problem.game, problem.showdown.ranking
    classes = suit_classes(game.deck, game.hole)
    dealer = all_hands(game.deck, game.deal.count(Cards.DEALER))
    player_values, dealer_values = ranking.batch(classes.hands), ranking.batch(dealer)
    player_kinds, player_kind = np.unique(player_values, return_inverse=True)
    dealer_kinds, dealer_kind = np.unique(dealer_values, return_inverse=True)
    rows = problem.comparison_rows(player_kinds, dealer_kinds)
    lines = (player_values >> LINE_BITS).astype(np.int64)
    found = np.zeros((len(classes), len(problem.choices)), np.int64)
    best = np.zeros(len(classes), np.uint8)
    shape = (len(problem.choices), problem.extras.shape[1], len(problem.rows))
    held, against = _card_sets(classes.hands), _card_sets(dealer)

    def decide(first: int, last: int) -> NDArray[np.int64]:
        from .direct_kernel import meet

        totals = np.zeros(shape, np.int64)
        meet(first, last, held, against, player_kind, dealer_kind, rows, classes.weights, lines, problem.nets,
             problem.extras, found, best, totals)  # fmt: skip
        return totals

    totals = np.asarray(sum(spread(decide, chunks(len(classes), PARTS), executor)))
    following = comb(len(game.deck) - game.hole, dealer.shape[1])
    return Decided(problem, classes, player_values, found, best, totals, following)


def _card_sets(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Each hand as a set of cards in 52 bits."""
    return np.asarray((np.uint64(1) << hands.astype(np.uint64)).sum(axis=1), np.uint64)
