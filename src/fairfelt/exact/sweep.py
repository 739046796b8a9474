"""Showdowns of five-card hands and the like, one of the dealer's cards seen or none: a sweep from the worst hand up.

The dealer's hands are added in ascending order. When all are in that are worth less than some hand of the player's,
that hand is asked how many of them hold none of its cards: inclusion and exclusion over the sets of its cards.
"""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import accumulate, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import ALL_CARDS, HandClasses, SuitClasses, UpCardClasses, suit_classes
from fairfelt.hands import LINE_BITS
from fairfelt.rules import Cards

from .cuts import Cuts, cuts_of
from .decided import Decided, chunks, spread
from .problem import Problem

PARTS = 16
SWEEPS = 2
"""Each adds the dealer's hands from the first one, so more of them cost more."""
MOST_CARDS = 6


def solve_sweep(problem: Problem, executor: Executor | None = None) -> Decided:
    """Value every class of hands, and with each up card where the player sees one."""
    game, ranking = problem.game, problem.showdown.ranking
    dealer, up = game.deal.count(Cards.DEALER), game.streets[0].dealer
    own = suit_classes(game.deck, game.hole)
    against = own if dealer == game.hole else suit_classes(game.deck, dealer)
    seen = ranking.batch(own.hands)
    player_kinds, kinds = np.unique(seen, return_inverse=True)
    dealer_kinds, dealer_kind = np.unique(ranking.batch(against.hands), return_inverse=True)
    cuts = cuts_of(problem, player_kinds, dealer_kinds)
    below = _sweep(game.deck, own, kinds, against, dealer_kind, cuts, up, executor)
    classes: HandClasses = UpCardClasses.of(own, game.deck) if up else own
    following = comb(len(game.deck) - game.hole - up, dealer - up)
    lines, allowed = (seen >> LINE_BITS).astype(np.int64), problem.allowed(seen)
    found = np.zeros((len(classes), len(problem.choices)), np.int64)
    best = np.zeros(len(classes), np.uint8)
    shape = (len(problem.choices), problem.extras.shape[1], len(problem.rows))

    def decide(first: int, last: int) -> NDArray[np.int64]:
        from .sweep_kernel import settle

        totals = np.zeros(shape, np.int64)
        settle(first, last, below, cuts.rows, cuts.counts, kinds, following, classes.weights, lines, allowed,
               problem.nets, problem.extras, found, best, totals)  # fmt: skip
        return totals

    totals = np.asarray(sum(spread(decide, chunks(len(own), PARTS), executor)))
    return Decided(problem, classes, np.repeat(seen, below.shape[1]), found, best, totals, following)


def _sweep(
    deck: Deck, own: SuitClasses, kinds: NDArray[np.int64], against: SuitClasses, dealer_kind: NDArray[np.int64],
    cuts: Cuts, up: int, executor: Executor | None,
) -> NDArray[np.int32]:  # fmt: skip
    """[class, up card, cut]: the dealer's hands below each cut of each class."""
    from .sweep_source import sweep_kernel

    hole, dealer = own.hands.shape[1], against.hands.shape[1]
    kernel = sweep_kernel(hole, dealer, up)
    ascending = np.argsort(dealer_kind, kind="stable")
    keys, added = against.keys[ascending], dealer_kind[ascending]
    cut = cuts.places[kinds].ravel()
    events = np.argsort(cut, kind="stable")
    events = events[cut[events] >= 0]
    hands = np.sort(own.hands, axis=1).astype(np.int64)
    suits, orders = np.array(own.suits), np.array(list(permutations(range(len(own.suits)))))
    choose = np.array([[comb(card, k) for k in range(MOST_CARDS + 1)] for card in range(ALL_CARDS)], np.uint64)
    starts, some, few = _tables(dealer)
    below = np.zeros((len(own), ALL_CARDS if up else 1, cuts.places.shape[1]), np.int32)

    def part(first: int, last: int) -> None:
        asked = events[first:last]
        kernel(asked, cut[asked], hands, keys, added, suits, orders, choose, starts,
               np.zeros(some, np.int32), np.zeros(few, np.uint8), below)  # fmt: skip

    spread(part, chunks(len(events), SWEEPS), executor)
    return below


def _tables(dealer: int) -> tuple[NDArray[np.uint64], int, int]:
    """Where the sets of each size begin, and how many sets are counted in either table."""
    sizes = [comb(ALL_CARDS, size) for size in range(dealer + 1)]
    some, few = sizes[: dealer - 1], sizes[dealer - 1 :]
    starts = (*accumulate(some[:-1], initial=0), *accumulate(few[:-1], initial=0))
    return np.array(starts, np.uint64), sum(some), sum(few)
