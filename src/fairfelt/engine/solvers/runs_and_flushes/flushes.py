"""Showdowns by the longest flush, nothing shared and nothing wild: the dealer is counted suit by suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import Counter, Counts, IntArray
from fairfelt.engine.core.decisions import Array, ShowdownTables
from fairfelt.engine.core.problem import plain_ranking
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import RANKS_PER_SUIT, SuitClasses, suit_classes
from fairfelt.rules.hands.tracks import FlushRanking
from fairfelt.runtime.compute.executors import split_by_size
from fairfelt.runtime.compute.jit import njit

# The dealer's longest flush below another, with up to two given cards among the dealer's.
#
# A longest flush is below K cards of the ranks R if no suit holds more than K cards, and each that holds exactly K
# holds a set below R, as integers are. Only these sets depend on ranks, so the dealer's hands below are
#
#       sum over sets S of suits:  (ways to draw the suits outside S, fewer than K cards each)
#                                  times, for each suit in S, its sets of K cards below R
#
# An exposed card is one that its suit is forced to hold. All are numbers of hands of at most 13 cards, below 2^40.


SUITS = 4
RANKS = (1 << RANKS_PER_SUIT) - 1
CHOOSE = np.array([[comb(n, k) for k in range(RANKS_PER_SUIT + 1)] for n in range(RANKS_PER_SUIT + 1)], np.int64)
SIZE = np.bitwise_count(np.arange(1 << RANKS_PER_SUIT)).astype(np.int64)
TOP = np.array([1 << max(mask.bit_length() - 1, 0) for mask in range(1 << RANKS_PER_SUIT)], np.int64)


@njit(nogil=True, cache=True)
def sets_below(free: int, ranks: int, cards: int) -> int:
    """Sets of as many of the free ranks that are below the given ones and hold some cards, given as a set too.

    They agree with the given ranks down to some rank and miss that; fewer than 2^13.
    """
    count, need = 0, SIZE[ranks]
    while ranks:
        top = TOP[ranks]
        more = SIZE[cards]
        if cards >= 2 * top:
            break
        if not cards & top and more <= need:
            count += CHOOSE[SIZE[free & (top - 1)] - more, need - more]
        if not free & top:
            break
        need -= 1
        ranks ^= top
        cards &= ~top
    return int(count)


@njit(nogil=True, cache=True)
def count_other_suits(free: Array, forced: Array, wild: int, draws: int, products: Array, out: Array) -> None:
    """For each set S of suits, each K and each number of wild cards drawn: ways to draw the other cards, below 2^40.

    free, forced  [suit]              cards that can be drawn, and cards that lie there already
    products      [suits, cards]      room for the ways to draw from some suits, fewer than K cards each
    out           [K, wild drawn, S]  suits in S have exactly K cards, the others fewer
    """
    for k in range(1, len(out)):
        products[:] = 0
        products[0, 0] = 1
        for suits in range(1, 1 << SUITS):
            lowest = 0
            while not suits >> lowest & 1:
                lowest += 1
            rest = suits & (suits - 1)
            for taken in range(min(k - forced[lowest] - 1, draws, free[lowest]) + 1):
                for degree in range(draws - taken + 1):
                    products[suits, degree + taken] += CHOOSE[free[lowest], taken] * products[rest, degree]
        for full in range(1 << SUITS):
            need, possible = 0, True
            for suit in range(SUITS):
                if full >> suit & 1:
                    need += k - forced[suit]
                    possible = possible and 0 <= k - forced[suit] <= free[suit]
            for drawn in range(out.shape[1]):
                degree = draws - drawn - need
                possible_now = possible and degree >= 0 and drawn <= wild
                ways = CHOOSE[wild, drawn] * products[full ^ (1 << SUITS) - 1, degree] if possible_now else 0
                out[k, drawn, full] = ways


@njit(nogil=True, cache=True, inline="always")
def _add_up(ways: Array, w0: int, w1: int, w2: int, w3: int) -> int:
    """The sum over all sets of suits, by the sets of K cards of each suit. ways: [set of suits]"""
    neither = ways[0] + ways[1] * w0 + w1 * (ways[2] + ways[3] * w0)
    third = ways[4] + ways[5] * w0 + w1 * (ways[6] + ways[7] * w0)
    fourth = ways[8] + ways[9] * w0 + w1 * (ways[10] + ways[11] * w0)
    both = ways[12] + ways[13] * w0 + w1 * (ways[14] + ways[15] * w0)
    return int(neither + w2 * third + w3 * (fourth + w2 * both))


class Exposed(NamedTuple):
    """What can be exposed of the dealer's cards."""

    held: Array
    """[set]: ranks that lie in one suit; none of them first."""
    labels: Array
    """[label, suit]: the set that lies in each suit."""
    cases: Array
    """[label]: the number of its case, which is how many cards lie in each suit."""
    ways: Array
    """[pattern, case, K, set of suits]: see `count_other_suits`; a pattern is the numbers of the player's cards."""
    patterns: Array
    """[numbers of cards, four bits a suit]: the pattern."""


@njit(nogil=True, cache=True)
def count_flushes(
    tables: ShowdownTables, exposed: Exposed, deck: Array, flushes: Array, following: int, masks: Array, kinds: Array,
    below: Array, ways: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut by the exposed cards.

    deck         [suit]                ranks of the deck
    flushes      [kind]                the ranks of its flush
    following    the dealer's hands with given exposed cards
    masks        [hand, suit]          the player's ranks
    below, ways  [hand, label(, cut)]  out, zeros before
    """
    held, labels, free = exposed.held, exposed.labels, np.zeros(SUITS, np.int64)
    sets = np.zeros((tables.places.shape[1], SUITS, len(held)), np.int64)
    for hand in range(len(masks)):
        cuts, places, numbers = tables.cuts[kinds[hand]], tables.places[kinds[hand]], 0
        for suit in range(SUITS):
            free[suit] = deck[suit] & ~masks[hand, suit]
            numbers |= SIZE[masks[hand, suit]] << 4 * suit
            for at in range(len(held)):
                for cut in range(cuts):
                    sets[cut, suit, at] = sets_below(free[suit], flushes[places[cut]], held[at])
        of_pattern = exposed.ways[exposed.patterns[numbers]]
        for label in range(len(labels)):
            a, b, c, d = labels[label]
            if held[a] & ~free[0] | held[b] & ~free[1] | held[c] & ~free[2] | held[d] & ~free[3]:
                continue
            ways[hand, label] = following
            for cut in range(cuts):
                others, w = of_pattern[exposed.cases[label], SIZE[flushes[places[cut]]]], sets[cut]
                below[hand, label, cut] = _add_up(others, w[0, a], w[1, b], w[2, c], w[3, d])


# Plain play, and exposed or marked cards of the dealer's.


MOST_EXPOSED = 2
BATCH = 400_000
"""Pairs of a hand and a label in one task."""
HAND_S = (1.2e-6, 1.4e-5, 1e-4)
"""What a canonical hand takes, about, on one core, by the number of exposed cards."""


def suit_masks(keys: NDArray[np.uint64]) -> IntArray:
    """[hand, suit]: the ranks of the player's cards, by the keys of `SuitClasses`."""
    return keys.astype(np.int64)[:, None] >> RANKS_PER_SUIT * np.arange(SUITS) & RANKS


@dataclass(frozen=True, eq=False)
class FlushCounter(Counter):
    """A label is the exposed card, or two of them."""

    @staticmethod
    def of(core: Game, exposed: int = 0) -> FlushCounter | None:
        """None where another ranking wins, cards are shared, wild or seen, or more of them are exposed."""
        ranking, shared = plain_ranking(core), core.deal.count(Cards.COMMUNITY)
        by_flush = isinstance(ranking, FlushRanking) and ranking.tells.exchanges_suits and not ranking.wilds
        counter = FlushCounter(core, exposed)
        return counter if by_flush and not shared and exposed <= min(MOST_EXPOSED, counter.hidden) else None

    @property
    def values(self) -> NDArray[np.int32]:
        """[ranks]: what a suit with these cards is worth."""
        assert isinstance(self.ranking, FlushRanking)
        return np.asarray(self.ranking.table[0], np.int32)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.values[max(self.game.hole, self.hidden) >= SIZE])

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.game.hole) / 24 * HAND_S[self.exposed]

    @cached_property
    def classes(self) -> SuitClasses:
        return suit_classes(self.game.deck, self.game.hole)

    @cached_property
    def label_ranks(self) -> IntArray:
        return np.tile(np.arange(RANKS_PER_SUIT), SUITS)

    @cached_property
    def deck(self) -> IntArray:
        """[suit]: ranks of the deck; suits that it lacks come last, as in the keys of hands."""
        ranks = sum(1 << rank for rank in {card.rank for card in self.game.deck.faces})
        return np.where(np.arange(SUITS) < len(self.game.deck.suits), ranks, 0)

    @cached_property
    def exposures(self) -> Exposed:
        """All that can be exposed, suit by suit; a single card has its own number."""
        sizes, hole = range(self.exposed + 1), self.game.hole
        sets = [cards for size in sizes for cards in combinations(range(RANKS_PER_SUIT), size)]
        held = np.array([sum(1 << rank for rank in cards) for cards in sets], np.int64)
        of_size = [np.flatnonzero(SIZE[held] == size).tolist() for size in sizes]
        cases = [case for case in product(sizes, repeat=SUITS) if sum(case) == self.exposed]
        labels = [(*sets, case) for case, of in enumerate(cases) for sets in product(*(of_size[n] for n in of))]
        own = [
            own
            for own in product(range(hole + 1), repeat=SUITS)
            if sum(own) == hole and own == tuple(sorted(own)[::-1])
        ]
        ways = np.zeros((len(own), len(cases), RANKS_PER_SUIT + 1, 1, 1 << SUITS), np.int64)
        room, draws = np.zeros((1 << SUITS, self.hidden + 1), np.int64), self.hidden - self.exposed
        for (pattern, taken), (case, forced) in product(enumerate(own), enumerate(cases)):
            free = SIZE[self.deck] - taken - forced
            if free.min() >= 0:
                count_other_suits(free, np.array(forced), 0, draws, room, ways[pattern, case])
        patterns = np.zeros(1 << 4 * SUITS, np.int64)
        patterns[np.array(own) @ (1 << 4 * np.arange(SUITS))] = np.arange(len(own))
        *by_suit, numbers = np.array(labels, np.int64).T
        numbers = np.ascontiguousarray(numbers)  # as in a copy of it that another process gets: compiled once
        return Exposed(held, np.stack(by_suit, axis=1), numbers, ways[:, :, :, 0], patterns)

    def tasks(self) -> list[tuple[Any, ...]]:
        return split_by_size(BATCH // len(self.exposures.labels), self.classes.keys, self.classes.weights)

    def count(self, keys: NDArray[np.uint64], weights: IntArray) -> Counts:
        masks = suit_masks(keys)
        kinds = np.searchsorted(self.kinds, self.values)[masks].max(axis=1)
        below = np.zeros((len(keys), len(self.exposures.labels), self.cuts.places.shape[1]), np.int64)
        ways = np.zeros(below.shape[:2], np.int64)
        flushes = (self.kinds & RANKS).astype(np.int64)
        count_flushes(self.tables, self.exposures, self.deck, flushes, self.following, masks, kinds, below, ways)
        return Counts(kinds, weights, below, ways)
