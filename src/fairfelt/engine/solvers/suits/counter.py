"""One exposed or marked card at showdowns by the longest flush with wild and shared cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import RANK_OF, Counter, Counts, IntArray
from fairfelt.engine.core.cuts import Cuts, by_row, cuts_by_row
from fairfelt.engine.core.decide import Array
from fairfelt.engine.core.problem import Problem
from fairfelt.rules import Game
from fairfelt.rules.cards import SuitClasses, suit_classes
from fairfelt.rules.hands import TrackRanking
from fairfelt.runtime.compute.executors import split_by_size
from fairfelt.runtime.compute.jit import njit
from fairfelt.runtime.compute.sorting import order_of

from . import steps
from .kernels import SuitTables, flush_of
from .solver import BOARD, fits, loose_cards, suit_masks, suit_tables, suits_problem
from .steps import LENGTHS, MOST_WILD, PATTERNS, RANKS, SIZES, SUITS

# The kernel behind `counter`: every two shared cards beside a hand, and one exposed card.
#
# A card of the dealer's is one more that a suit is forced to hold, as shared cards are; only the sets of exactly K
# cards of its own suit depend on its rank. All other numbers are those of plain play with a card fewer to draw. The
# card that is exposed is a label: suit by suit, three to ace, and one more for all wild cards.


WILD = SUITS * RANKS
LABELS = WILD + 1
MET, LOWER, UPTO = range(3)
"""Boards that were met; the dealer's flushes of the player's length that are lower, and these with equal ones."""
HIGH, LOW, FORCED, BOUND, BOUND_UPTO = range(5)
"""What a suit offers: see `steps.survey_suit`."""
NO_SUIT = -1
LINE = 20
"""Bits of a value below the length of the flush."""


@njit(nogil=True, cache=True)
def count_fixed(
    available: Array, wild: int, seen: int, tables: SuitTables, coefficients: Array, shorter: Array
) -> None:
    """What depends on the number of cards in each suit alone, with a card of the dealer's seen in one of them.

    seen          its suit; SUITS for a wild card, NO_SUIT for none
    coefficients  [pattern, K, wild drawn, suits of K cards]  out, empty before: see `steps.count_other_suits`
    shorter       [pattern, length]                           out: the dealer's hands whose longest flush is shorter
    """
    free, shared = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    draws = tables.draws - (seen != NO_SUIT)
    seen_wild = int(seen == SUITS)
    products = np.zeros((1 << SUITS, draws + 1), np.int64)
    for second in range(SUITS + 1):
        for first in range(second + 1):
            gone = seen_wild + (first == SUITS) + (second == SUITS)
            possible = gone <= wild
            for suit in range(SUITS):
                shared[suit] = (first == suit) + (second == suit) + (seen == suit)
                free[suit] = available[suit] - shared[suit]
                possible = possible and free[suit] >= 0
            if possible:
                number = steps.pattern_number(first, second)
                out = coefficients[number]
                steps.count_other_suits(free, shared, wild - gone, draws, tables.binomials, products, out)
    left = wild - 2 - (seen != NO_SUIT)
    for suit in range(SUITS):
        left += available[suit]
    steps.count_shorter(coefficients, wild - seen_wild, tables.binomials[left, draws], shorter)
    if seen_wild:  # one wild card more makes every flush longer by one
        for pattern in range(PATTERNS):
            for length in range(LENGTHS - 1, 0, -1):
                shorter[pattern, length] = shorter[pattern, length - 1]
            shorter[pattern, 0] = 0


@njit(nogil=True, cache=True)
def _survey(pool: Array, one: Array, two: Array, edge: int, under: int, suits: Array) -> None:
    """What every suit offers beside two shared cards."""
    for suit in range(SUITS):
        free, into = pool[suit] & ~(one[suit] | two[suit]), suits[suit]
        into[HIGH], into[LOW], into[FORCED], into[BOUND], into[BOUND_UPTO] = steps.survey_suit(
            free, one[suit], two[suit], edge, under
        )


@njit(nogil=True, cache=True)
def _sets(suit: Array, k: int, exact: int) -> tuple[int, int]:
    """Sets of exactly so many more cards of a suit below, and up to, the player's flush."""
    if k < 0 or exact < 0:
        return 0, 0
    low = suit[LOW]
    return steps.count_sets(
        k, exact, suit[HIGH], low, steps.sets_below(low, suit[BOUND]), steps.sets_below(low, suit[BOUND_UPTO])
    )


@njit(nogil=True, cache=True)
def _force(suit: Array, card: int, edge: int, out: Array) -> None:
    """The same suit, forced to hold one more of its cards."""
    out[:] = suit
    if card >> edge:
        out[HIGH] -= 1
        out[FORCED] += 1
    else:
        out[LOW] ^= card
        out[BOUND] = steps.bound_without(suit[BOUND], card)
        out[BOUND_UPTO] = steps.bound_without(suit[BOUND_UPTO], card)


@njit(nogil=True, cache=True)
def _combine(c: Array, pattern: int, k: int, drawn: int, ways: Array) -> int:
    """All ways in which some suits hold exactly K cards, given each suit's ways to do so."""
    return int(steps.combine_suits(c, pattern, k, drawn, LENGTHS, ways[0], ways[1], ways[2], ways[3]))


@njit(nogil=True, cache=True)
def _with_one(c: Array, pattern: int, k: int, drawn: int, ways: Array, suit: int) -> tuple[int, int]:
    """What the other suits come to without that one holding exactly K cards, and for each way in which it does."""
    own, ways[suit] = ways[suit], 0
    without = _combine(c, pattern, k, drawn, ways)
    ways[suit] = 1
    each = _combine(c, pattern, k, drawn, ways) - without
    ways[suit] = own
    return without, each


@njit(nogil=True, cache=True)
def _sets_by_card(suit: Array, free: int, k: int, exact: int, edge: int, forced: Array, into: Array) -> None:
    """[below or up to the player's flush, rank]: sets that hold each of the free cards; in the last place all sets."""
    into[0, RANKS], into[1, RANKS] = _sets(suit, k, exact - suit[FORCED])
    for rank in range(RANKS):
        if free >> rank & 1:
            _force(suit, 1 << rank, edge, forced)
            into[0, rank], into[1, rank] = _sets(forced, k - 1, exact - forced[FORCED])


@njit(nogil=True, cache=True)
def _see_board(
    value: int, gone: int, wild: int, first: int, second: int, pool: Array, one: Array, two: Array,
    tables: SuitTables, coefficients: Array, dealers: bool, suits: Array, forced: Array, exactly: Array, kept: Array,
    known: Array, found: Array,
) -> None:  # fmt: skip
    """Two shared cards, of which either is seen; or every card of the dealer's beside them.

    kept, known  [shared cards in the suit or none, suit, wild cards]: see `_sets_by_card`; those without shared cards
                 stay known as long as the player's flush is the same
    """
    flush = flush_of(value, gone, wild - gone, tables.draws)
    line, crown, edge = flush.line, flush.crown, flush.edge
    pattern = steps.pattern_number(first // RANKS, second // RANKS)
    ways = 1 if gone == 0 else (wild if gone == 1 else wild * (wild - 1) // 2)
    below, through = found[pattern, line, LOWER], found[pattern, line, UPTO]
    _survey(pool, one, two, edge, flush.under, suits)
    for total in range(gone, min(wild, crown, line - 1) + 1):  # wild cards of the dealer's and of the board
        k, exact, drawn = line - total, crown - total, total - gone
        if k >= LENGTHS:
            continue
        for suit in range(SUITS):
            held = int(one[suit] > 0) + int(two[suit] > 0)
            sets = kept[int(held > 0), suit, total]
            if held or not known[suit, total]:
                free = pool[suit] & ~(one[suit] | two[suit]) if dealers else 0
                _sets_by_card(suits[suit], free, k - held, exact, edge, forced, sets)
                known[suit, total] = known[suit, total] or not held
            exactly[0, suit], exactly[1, suit] = sets[0, RANKS], sets[1, RANKS]
        if not dealers:
            lower = ways * _combine(coefficients[0], pattern, k, drawn, exactly[0])
            upto = ways * _combine(coefficients[0], pattern, k, drawn, exactly[1])
            for column in (first, second):
                below[column] += lower
                through[column] += upto
            continue
        if drawn:
            c, many = coefficients[SUITS], ways * (wild - gone)
            below[WILD] += many * _combine(c, pattern, k, drawn - 1, exactly[0])
            through[WILD] += many * _combine(c, pattern, k, drawn - 1, exactly[1])
        for suit in range(SUITS):
            free = pool[suit] & ~(one[suit] | two[suit])
            if free:
                sets, c = kept[int(one[suit] | two[suit] != 0), suit, total], coefficients[suit]
                lower, lower_each = _with_one(c, pattern, k, drawn, exactly[0], suit)
                upto, upto_each = _with_one(c, pattern, k, drawn, exactly[1], suit)
                for rank in range(RANKS):
                    if free >> rank & 1:
                        below[suit * RANKS + rank] += ways * (lower + lower_each * sets[0, rank])
                        through[suit * RANKS + rank] += ways * (upto + upto_each * sets[1, rank])
    met = found[pattern, line, MET]
    for column in (first, second):
        met[column] += -ways if dealers else ways
    if dealers:
        for suit in range(SUITS):
            for rank in range(RANKS):
                met[suit * RANKS + rank] += ways * (pool[suit] >> rank & 1)
        met[WILD] += ways * wild


@njit(nogil=True, cache=True)
def _place(first: int, second: int, one: Array, two: Array) -> int:
    """Put two shared cards in their suits; how many of them are wild."""
    one[:], two[:] = 0, 0
    if first < WILD:
        one[first // RANKS] = 1 << first % RANKS
    if second < WILD:
        two[second // RANKS] = 1 << second % RANKS
    return int(first == WILD) + int(second == WILD)


@njit(nogil=True, cache=True)
def count_boards(
    masks: Array, own_wild: int, pool: Array, wild: int, tables: SuitTables, coefficients: Array, dealers: bool,
    found: Array,
) -> None:  # fmt: skip
    """All two shared cards beside one hand, by the card that is seen: one of the dealer's, or one of these two.

    masks, pool   [suit]   ranks of the player's; ranks that are left
    coefficients  [suit of the card of the dealer's] or [1]: see `count_fixed`
    found         [pattern, player's length, what, column]  in and out
    """
    places, cards = np.zeros(LABELS + 1, np.int64), 0
    for suit in range(SUITS):
        for rank in range(RANKS):
            if pool[suit] >> rank & 1:
                places[cards] = suit * RANKS + rank
                cards += 1
    for _ in range(2):  # one wild card, or two
        places[cards] = WILD
        cards += 1
    one, two = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64)
    values, boards, many = np.zeros(cards * cards, np.int64), np.zeros((cards * cards, 2), np.int64), 0
    for j in range(cards):
        for i in range(j):
            first, second = places[i], places[j]
            if first == WILD or j < cards - 1:  # beside another card one of the two places will do
                gone = _place(first, second, one, two)
                if gone <= wild:
                    values[many] = steps.best_value(masks, one, two, tables.table, own_wild + gone)
                    boards[many, 0], boards[many, 1] = first, second
                    many += 1
    suits, forced, exactly = np.zeros((SUITS, 5), np.int64), np.zeros(5, np.int64), np.zeros((2, SUITS), np.int64)
    kept, known = np.zeros((2, SUITS, MOST_WILD, 2, RANKS + 1), np.int64), np.zeros((SUITS, MOST_WILD), np.bool_)
    before = -1
    for at in order_of(values[:many]):
        first, second = boards[at, 0], boards[at, 1]
        gone = _place(first, second, one, two)
        if values[at] != before:
            known[:], before = False, values[at]
        _see_board(
            values[at], gone, wild, first, second, pool, one, two, tables, coefficients, dealers, suits, forced,
            exactly, kept, known, found,
        )  # fmt: skip


@njit(nogil=True, cache=True)
def count_labels(tables: SuitTables, masks: Array, wilds: Array, dealers: bool, tally: Array) -> None:
    """Some hands with as many cards of each suit and as many wild ones: how rounds settle, by the exposed card.

    tally  [hand, label, row]  out, zeros before
    """
    kinds = SUITS + 1 if dealers else 1
    coefficients = np.zeros((kinds, PATTERNS, LENGTHS, MOST_WILD, 1 << SUITS), np.int64)
    shorter = np.zeros((kinds, PATTERNS, LENGTHS + 1), np.int64)
    pool, available, wild = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), tables.deck_wild - wilds[0]
    for suit in range(SUITS):
        available[suit] = SIZES[tables.deck[suit] & ~masks[0, suit]]
    for seen in range(kinds):
        if not dealers:
            count_fixed(available, wild, NO_SUIT, tables, coefficients[seen], shorter[seen])
        elif wild if seen == SUITS else available[seen]:
            count_fixed(available, wild, seen, tables, coefficients[seen], shorter[seen])
    found = np.zeros((PATTERNS, LENGTHS, 3, LABELS), np.int64)
    met, lower = np.zeros((PATTERNS, LENGTHS), np.int64), np.zeros((PATTERNS, LENGTHS), np.int64)
    equal = np.zeros((PATTERNS, LENGTHS), np.int64)
    for hand in range(len(masks)):
        for suit in range(SUITS):
            pool[suit] = tables.deck[suit] & ~masks[hand, suit]
        found[:] = 0
        count_boards(masks[hand], wilds[hand], pool, wild, tables, coefficients, dealers, found)
        for label in range(LABELS):
            for pattern in range(PATTERNS):
                for line in range(LENGTHS):
                    here = found[pattern, line]
                    met[pattern, line], lower[pattern, line] = here[MET, label], here[LOWER, label]
                    equal[pattern, line] = here[UPTO, label] - here[LOWER, label]
            of_suit = shorter[label // RANKS if dealers else 0]
            steps.add_rows(met, lower, equal, of_suit, tables.rows, tally[hand, label])


STRETCH = 64
"""Classes of hands in one task."""
SHARED_S, DEALERS_S = 6e-4, 5e-3
"""What one takes, about, on one core, by a shared card and by one of the dealer's."""


@dataclass(frozen=True, eq=False)
class SharedFlushCounter(Counter):
    """A label is the exposed card, of the dealer's or of the two shared ones; all wild cards have one label.

    Hands change with the shared cards, so that rounds are counted by row: a cut is the place after a row.
    """

    exposed: int = 1
    shared: bool = False
    """Whether it is one of the shared cards."""

    @staticmethod
    def of(core: Game, exposed: int, *, shared: bool = False) -> SharedFlushCounter | None:
        """None where the game has another form, or other than one card is exposed."""
        return SharedFlushCounter(core, exposed, shared) if exposed == 1 and fits(core) else None

    @cached_property
    def problem(self) -> Problem:
        return suits_problem(self.game)

    @property
    def tracked(self) -> TrackRanking:
        """The ranking."""
        assert isinstance(self.ranking, TrackRanking)
        return self.ranking

    @property
    def seconds(self) -> float:
        return len(self.classes) * (SHARED_S if self.shared else DEALERS_S)

    @property
    def rounds(self) -> int:
        hands, dealt = comb(len(self.game.deck), self.game.hole), comb(self.left, self.hidden)
        return hands * dealt * comb(self.left - self.hidden, BOARD) * (BOARD if self.shared else self.hidden)

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return np.unique(self.ranking.batch(self.classes.hands))

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @cached_property
    def cuts(self) -> Cuts:
        return cuts_by_row(len(self.kinds), self.problem.nets.shape[1])

    @cached_property
    def label_ranks(self) -> IntArray:
        wild = {RANK_OF[int(card)] for card in loose_cards(self.game, self.tracked)}
        return np.array([*(1 + card % RANKS for card in range(WILD)), *(wild or {0})], np.int64)

    @cached_property
    def classes(self) -> SuitClasses:
        """The player's hands, up to an exchange of suits."""
        return suit_classes(self.game.deck, self.game.hole, loose_cards(self.game, self.tracked))

    @cached_property
    def suits(self) -> SuitTables:
        """What is the same for all hands."""
        return suit_tables(self.problem)

    def tasks(self) -> list[tuple[Any, ...]]:
        """Hands and their weights, those together that have as many cards of each suit."""
        masks, wild = suit_masks(self.classes.keys)
        shape = np.bitwise_count(masks).astype(np.int64) @ (RANKS + 1) ** np.arange(SUITS) * (SUITS + 1) + wild
        order = np.argsort(shape, kind="stable")
        groups = np.split(order, np.flatnonzero(np.diff(shape[order])) + 1)
        arrays = self.classes.keys, self.classes.hands, self.classes.weights
        return [task for some in groups for task in split_by_size(STRETCH, *(array[some] for array in arrays))]

    def count(self, keys: NDArray[np.uint64], hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        tally = np.zeros((len(hands), LABELS, self.problem.nets.shape[1]), np.int64)
        count_labels(self.suits, *suit_masks(keys), not self.shared, tally)
        return Counts(self.kinds_of(hands), weights, *by_row(tally))
