"""Showdowns by the longest flush, nothing shared or wild."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.counter import Counter, Counts, IntArray
from fairfelt.engine.core.cuts import cuts_of
from fairfelt.engine.core.decide import Array, ShowdownTables, decide_labels
from fairfelt.engine.core.decisions import Decisions, ShowdownResult, empty_decisions, join_parts
from fairfelt.engine.core.problem import plain_ranking, showdown_problem
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import ALL_CARDS, RANKS_PER_SUIT, SuitClasses, suit_classes
from fairfelt.rules.hands import LINE_BITS
from fairfelt.rules.hands.flushes import FlushRanking
from fairfelt.runtime.compute.executors import run_tasks, split_by_size, split_evenly
from fairfelt.runtime.compute.jit import njit

from .showdown import ShowdownSolution
from .solver import Solver, count_hands

# The kernel behind `longest_flush`: a flush of K cards below another, as integers are.
#
# The dealer's longest flush is below K cards of the ranks R if no suit holds more than K cards, and each that holds
# exactly K holds a set below R. How the other suits are drawn depends on the numbers of cards alone (`ways`).


SUITS = 4
RANKS = (1 << 13) - 1
CHOOSE = np.zeros((14, 14), np.int64)
for _n in range(14):
    CHOOSE[_n, 0] = 1
    for _k in range(1, _n + 1):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k - 1] + CHOOSE[_n - 1, _k]
SIZE = np.bitwise_count(np.arange(1 << 13)).astype(np.int64)
TOP = np.array([1 << max(mask.bit_length() - 1, 0) for mask in range(1 << 13)], np.int64)


@njit(nogil=True, cache=True)
def sets_below(free: Any, ranks: Any, cards: Any) -> Any:
    """Sets of as many of the free ranks that are below the given ones and hold some cards, given as a set too.

    They agree with the given ranks down to some rank and miss that.
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
    return count


@njit(nogil=True, cache=True)
def count_sets_below(masks: Array, deck: int, kinds: Array, below: Array) -> None:
    """By the mask of a suit's cards that are gone and the kind: sets of as many of the others below it.

    deck   ranks of the suit
    kinds  [kind]        the ranks of each, fewer cards first, and of as many the lower ones first
    below  [mask, kind]  out
    """
    found = np.zeros(14, np.int64)
    for i in range(len(masks)):
        free = deck & ~masks[i]
        found[:] = 0
        for kind in range(len(kinds)):
            size = SIZE[kinds[kind]]
            below[i, kind] = found[size]
            found[size] += (kinds[kind] & ~free) == 0


@njit(nogil=True, cache=True, inline="always")
def _hands_below(w0: Any, w1: Any, w2: Any, w3: Any, ways: Array) -> int:
    """Draws whose longest flush is below another, by the sets below it of each suit. ways: [suits that are full]."""
    neither = ways[0] + ways[1] * w0 + w1 * (ways[2] + ways[3] * w0)
    third = ways[4] + ways[5] * w0 + w1 * (ways[6] + ways[7] * w0)
    fourth = ways[8] + ways[9] * w0 + w1 * (ways[10] + ways[11] * w0)
    both = ways[12] + ways[13] * w0 + w1 * (ways[14] + ways[15] * w0)
    return int(neither + w2 * third + w3 * (fourth + w2 * both))


@njit(nogil=True, cache=True, inline="always")
def _numbers(key: Any) -> Any:
    """How many cards each suit of a key has, four bits a suit."""
    return SIZE[key & RANKS] | SIZE[key >> 13 & RANKS] << 4 | SIZE[key >> 26 & RANKS] << 8 | SIZE[key >> 39] << 12


@njit(nogil=True, cache=True)
def mark_patterns(keys: Array, there: Array) -> None:
    """Say which numbers of cards there are."""
    for i in range(len(keys)):
        there[_numbers(np.int64(keys[i]))] = True


@njit(nogil=True, cache=True)
def count_classes(
    tables: ShowdownTables, keys: Array, deck: int, ways: Array, patterns: Array, kind_of_mask: Array, numbers: Array,
    sets: Array, masks: Array, kinds: Array, below: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut, for each class of own hands.

    keys          [class]               what the player holds, as in `SuitClasses`
    deck          ranks of the deck
    ways          [pattern, K, suits]   see `solver._ways`
    patterns      [numbers of cards]    the pattern
    kind_of_mask  [set of ranks]        the kind that a suit with these cards makes
    numbers       [suit, set of ranks]  where `sets` has it, for all suits but the fullest
    sets          [set of ranks, kind]  see `count_sets_below`
    masks         [kind]                the ranks of its flush
    kinds         [class]               out: the kind of the player's hand
    below         [class, cut]          out
    """
    for i in range(len(keys)):
        key = np.int64(keys[i])
        m0, m1, m2, m3 = key & RANKS, key >> 13 & RANKS, key >> 26 & RANKS, key >> 39
        n1, n2, n3 = numbers[0, m1], numbers[1, m2], numbers[2, m3]
        mine = max(kind_of_mask[m0], kind_of_mask[m1], kind_of_mask[m2], kind_of_mask[m3])
        pattern = patterns[_numbers(key)]
        for cut in range(tables.cuts[mine]):
            place = tables.places[mine, cut]
            ranks = masks[place]
            below[i, cut] = _hands_below(
                sets_below(deck & ~m0, ranks, 0), np.int64(sets[n1, place]), np.int64(sets[n2, place]),
                np.int64(sets[n3, place]), ways[pattern, SIZE[ranks]],
            )  # fmt: skip
        kinds[i] = mine


# Showdowns by the longest flush, nothing shared and nothing wild: the dealer is counted suit by suit.


PARTS = 32
SOLVER_RANKS = (1 << RANKS_PER_SUIT) - 1


def fits(game: Game) -> bool:
    """The longest flush wins; nothing is shared, wild or seen of the dealer's."""
    ranking, shared = plain_ranking(game), game.deal.count(Cards.COMMUNITY)
    return isinstance(ranking, FlushRanking) and ranking.tells.exchanges_suits and not ranking.wilds and not shared


def solve_longest_flush(game: Game, executor: Executor | None = None) -> ShowdownResult:
    """Value every class of hands by the dealer's hands below each cut."""
    problem, draws = showdown_problem(game), game.deal.count(Cards.DEALER)
    classes, kinds = suit_classes(game.deck, game.hole), flush_kinds(game)
    cuts, lines = cuts_of(problem, kinds, kinds), (kinds >> LINE_BITS).astype(np.int64)
    tables = ShowdownTables(
        cuts.places, cuts.rows, cuts.counts, lines, problem.allowed(kinds), problem.nets, problem.extras
    )
    following = comb(len(game.deck) - game.hole, draws)
    decide = partial(_decide, tables, flush_sets(game, classes.keys), following)
    parts = run_tasks(decide, split_evenly(PARTS, classes.keys, classes.weights), executor)
    seen = kinds[np.concatenate([kind for kind, _ in parts])]
    return join_parts(problem, classes, seen, [part for _, part in parts], following)


def flush_kinds(game: Game) -> NDArray[np.int32]:
    """What hands can be worth, ascending: the values of sets of ranks that one hand can hold."""
    by_mask = _values_by_mask(game)
    coverable = np.bitwise_count(np.arange(SOLVER_RANKS + 1)) <= max(game.hole, game.deal.count(Cards.DEALER))
    return np.asarray(np.unique(by_mask[coverable]), np.int32)


def _values_by_mask(game: Game) -> NDArray[np.int32]:
    assert game.showdown and isinstance(game.showdown.ranking, FlushRanking)
    return np.asarray(game.showdown.ranking.table[0][: SOLVER_RANKS + 1], np.int32)


class FlushSets(NamedTuple):
    """What is known of sets of ranks before a hand is looked at; see `count_classes`."""

    deck: int
    ways: NDArray[np.int64]
    patterns: NDArray[np.int64]
    kind_of_mask: NDArray[np.int64]
    numbers: NDArray[np.int16]
    sets: NDArray[np.int16]
    masks: NDArray[np.int64]


def flush_sets(game: Game, keys: NDArray[np.uint64]) -> FlushSets:
    """For own hands of some classes."""
    kinds, (sizes, pattern) = flush_kinds(game), _patterns(keys)
    rank_mask = sum(1 << rank for rank in {card.rank for card in game.deck.faces})
    free = [[rank_mask.bit_count() - size if suit < len(game.deck.suits) else 0 for suit, size in enumerate(row)]
            for row in sizes.tolist()]  # fmt: skip
    ways = np.array([_ways(row, game.deal.count(Cards.DEALER)) for row in free], np.int64)
    kind_of_mask, masks = np.searchsorted(kinds, _values_by_mask(game)), (kinds & SOLVER_RANKS).astype(np.int64)
    return FlushSets(rank_mask, ways, pattern, kind_of_mask, *_sets_below(game, rank_mask, kinds), masks)


def _decide(
    tables: ShowdownTables, sets: FlushSets, following: int, keys: NDArray[np.uint64], weights: NDArray[np.int64]
) -> tuple[NDArray[np.int16], Decisions]:
    """Some of the hands: the kind of each, and what is decided."""
    kinds, below = count_below(tables, sets, keys)
    found = empty_decisions((len(keys), 1), tables.nets, tables.extras)
    decide_labels(tables, kinds, weights, below[:, None], np.full((len(keys), 1), following), *found)
    return kinds, Decisions(found.values[:, 0], found.best[:, 0], found.totals).narrow()


def count_below(
    tables: ShowdownTables, sets: FlushSets, keys: NDArray[np.uint64]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """[class]: kinds; and [class, cut]: the dealer's hands below each cut."""
    kinds, below = np.zeros(len(keys), np.int16), np.zeros((len(keys), tables.places.shape[1]), np.int64)
    count_classes(tables, keys, *sets, kinds, below)
    return kinds, below


def _sets_below(game: Game, deck: int, kinds: NDArray[np.int32]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """For all suits but the fullest, which leaves them no more than half of a hand: see `count_classes`.

    No set of a suit that the deck does not have is below anything.
    """
    every = np.arange(SOLVER_RANKS + 1)
    masks = every[np.bitwise_count(every) <= game.hole // 2]
    below = np.zeros((len(masks) + 1, len(kinds)), np.int16)
    count_sets_below(masks, deck, kinds & SOLVER_RANKS, below)
    numbers = np.full((SUITS - 1, SOLVER_RANKS + 1), len(masks), np.int16)
    numbers[: len(game.deck.suits) - 1, masks] = np.arange(len(masks))
    return numbers, below


def _patterns(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different numbers of cards in the suits, the fullest first; and [numbers, four bits a suit] which it is."""
    shifts, there = 4 * np.arange(SUITS), np.zeros(1 << 4 * SUITS, np.bool_)
    mark_patterns(keys, there)
    return np.flatnonzero(there)[:, None] >> shifts & 15, np.cumsum(there) - 1


def _ways(free: Sequence[int], draws: int) -> list[list[int]]:
    """[K, suits]: ways to draw the other cards when those suits hold exactly K cards each, the others fewer than K."""
    others = [tuple(sorted(n for s, n in enumerate(free) if not full >> s & 1)) for full in range(1 << SUITS)]
    return [[_fewer_than(k, others[full], draws - k * full.bit_count())
             for full in range(1 << SUITS)] for k in range(RANKS_PER_SUIT + 1)]  # fmt: skip


@lru_cache(maxsize=1 << 12)
def _fewer_than(k: int, free: tuple[int, ...], draws: int) -> int:
    """Ways to draw so many cards from suits with so many left, fewer than K of each."""
    ways = [1]
    for left in free:
        suit = [comb(left, taken) for taken in range(k)]
        ways = [sum(ways[at - taken] * suit[taken] for taken in range(k) if 0 <= at - taken < len(ways))
                for at in range(draws + 1)]  # fmt: skip
    return ways[draws] if 0 <= draws < len(ways) else 0


SOLVER = Solver(
    "longest flush",
    fits,
    solve_longest_flush,
    ShowdownSolution,
    lambda game: 9e-8 * count_hands(game, Cards.OWN),
    showdown_problem,
)


# The dealer's longest flush below another, with one or two given cards among the dealer's.
#
# A suit is a polynomial in the number of its cards, and only its sets of exactly K cards depend on ranks. So with one
# exposed card in each of two suits, the dealer's hands below a cut are
#
#         A  +  B f(card)  +  C g(other)  +  D f(card) g(other)
#
# where f and g count those sets, and the other numbers are the same for all cards of the two suits. All are numbers of
# hands of at most 13 cards.


LABEL_KERNELS_RANKS = 13


@njit(nogil=True, cache=True)
def _leave(hand: Array, deck: Array, free: Array) -> None:
    """The ranks of each suit that a hand leaves."""
    for suit in range(SUITS):
        free[suit] = deck[suit]
    for card in hand:
        free[card // LABEL_KERNELS_RANKS] ^= 1 << np.int64(card % LABEL_KERNELS_RANKS)


@njit(nogil=True, cache=True)
def _take(free: int, held: int, ranks: int, suit: Array) -> None:
    """Ways to take so many cards of a suit: fewer than K with some held, and if none is, K below the given ranks.

    suit  [number of cards]  out
    """
    most, left = SIZE[ranks], SIZE[free] - held
    for taken in range(len(suit)):
        suit[taken] = CHOOSE[left, taken - held] if held <= taken < most and left >= 0 else 0
    if held == 0 and most < len(suit):
        suit[most] = sets_below(free, ranks, 0)


@njit(nogil=True, cache=True)
def _multiply(one: Array, other: Array, found: Array) -> None:
    """Of two polynomials, as far as they go."""
    found[:] = 0
    for taken in range(len(one)):
        if one[taken]:
            for degree in range(len(one) - taken):
                found[degree + taken] += one[taken] * other[degree]


@njit(nogil=True, cache=True)
def _at(one: Array, other: Array, degree: int) -> int:
    """A coefficient of the product of two polynomials."""
    found = 0
    for taken in range(degree + 1):
        found += one[taken] * other[degree - taken]
    return found


@njit(nogil=True, cache=True)
def count_one_card(
    tables: ShowdownTables, hands: Array, kinds: Array, deck: Array, draws: int, masks: Array, following: int,
    below: Array, ways: Array,
) -> None:  # fmt: skip
    """Count the dealer's hands below each cut by one of their cards.

    deck         [suit]             ranks of the deck
    masks        [kind]             the ranks of its flush
    following    the dealer's hands with a given card
    below, ways  [hand, card, cut]  out, zeros before
    """
    free, suits = np.empty(SUITS, np.int64), np.empty((SUITS, draws + 1), np.int64)
    half, others, one = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    for hand in range(len(hands)):
        kind = kinds[hand]
        _leave(hands[hand], deck, free)
        for suit in range(SUITS):
            for rank in range(LABEL_KERNELS_RANKS):
                ways[hand, LABEL_KERNELS_RANKS * suit + rank] = (free[suit] >> rank & 1) * following
        for cut in range(tables.cuts[kind]):
            ranks = masks[tables.places[kind, cut]]
            for suit in range(SUITS):
                _take(free[suit], 0, ranks, suits[suit])
            for suit in range(SUITS):
                _multiply(suits[(suit + 1) % SUITS], suits[(suit + 2) % SUITS], half)
                _multiply(half, suits[(suit + 3) % SUITS], others)
                _take(free[suit], 1, ranks, one)
                same = _at(one, others, draws)
                times = others[draws - SIZE[ranks]] if SIZE[ranks] <= draws else 0
                for rank in range(LABEL_KERNELS_RANKS):
                    if free[suit] >> rank & 1:
                        sets = sets_below(free[suit], ranks, 1 << rank) if times else 0
                        below[hand, LABEL_KERNELS_RANKS * suit + rank, cut] = same + sets * times


@njit(nogil=True, cache=True)
def count_two_cards(
    tables: ShowdownTables, hands: Array, kinds: Array, deck: Array, draws: int, masks: Array, following: int,
    below: Array, ways: Array,
) -> None:  # fmt: skip
    """The same by two of their cards. Pairs that no cut tells apart share a label; labels have no order.

    below, ways  [hand, label, cut]  out, zeros before
    """
    free, most_cuts = np.empty(SUITS, np.int64), tables.places.shape[1]
    suits, ones = np.empty((SUITS, draws + 1), np.int64), np.empty((SUITS, draws + 1), np.int64)
    half, others, two = np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64), np.empty(draws + 1, np.int64)
    same, times = np.zeros((SUITS, most_cuts), np.int64), np.zeros((SUITS, most_cuts), np.int64)
    apart = np.zeros((SUITS, SUITS, most_cuts, 4), np.int64)
    groups, many = np.zeros(SUITS, np.int64), np.zeros((SUITS, LABEL_KERNELS_RANKS), np.int64)
    sets = np.zeros((SUITS, LABEL_KERNELS_RANKS, most_cuts), np.int64)
    for hand in range(len(hands)):
        kind, label = kinds[hand], 0
        cuts = tables.cuts[kind]
        _leave(hands[hand], deck, free)
        for cut in range(cuts):
            ranks = masks[tables.places[kind, cut]]
            rest = draws - SIZE[ranks]
            for suit in range(SUITS):
                _take(free[suit], 0, ranks, suits[suit])
                _take(free[suit], 1, ranks, ones[suit])
            for suit in range(SUITS):
                for other in range(suit):
                    _multiply(suits[_beside(suit, other, 0)], suits[_beside(suit, other, 1)], others)
                    _multiply(ones[other], others, half)
                    numbers = apart[suit, other, cut]
                    numbers[0] = _at(ones[suit], half, draws)
                    numbers[1] = half[rest] if rest >= 0 else 0
                    numbers[2] = _at(ones[suit], others, rest)
                    numbers[3] = others[rest - SIZE[ranks]] if rest >= SIZE[ranks] else 0
                _multiply(suits[(suit + 1) % SUITS], suits[(suit + 2) % SUITS], half)
                _multiply(half, suits[(suit + 3) % SUITS], others)
                _take(free[suit], 2, ranks, two)
                same[suit, cut] = _at(two, others, draws)
                times[suit, cut] = others[rest] if rest >= 0 else 0
        for suit in range(SUITS):
            groups[suit] = _group(free[suit], kind, masks, tables, sets[suit], many[suit])
            for other in range(suit):
                for at in range(groups[suit]):
                    for beside in range(groups[other]):
                        pairs = many[suit, at] * many[other, beside]
                        ways[hand, label] = pairs * following
                        for cut in range(cuts):
                            numbers = apart[suit, other, cut]
                            mine, theirs = sets[suit, at, cut], sets[other, beside, cut]
                            found = numbers[0] + numbers[1] * mine + theirs * (numbers[2] + numbers[3] * mine)
                            below[hand, label, cut] = pairs * found
                        label += 1
            for rank in range(LABEL_KERNELS_RANKS):
                for lower in range(rank):
                    cards = 1 << rank | 1 << lower
                    if free[suit] & cards != cards:
                        continue
                    ways[hand, label] = following
                    for cut in range(cuts):
                        ranks = masks[tables.places[kind, cut]]
                        found = sets_below(free[suit], ranks, cards) if times[suit, cut] else 0
                        below[hand, label, cut] = same[suit, cut] + found * times[suit, cut]
                    label += 1


@njit(nogil=True, cache=True)
def _beside(suit: int, other: int, which: int) -> int:
    """One of the suits that are neither."""
    for found in range(SUITS):
        if found not in (suit, other):
            if which == 0:
                return found
            which -= 1
    return -1


@njit(nogil=True, cache=True)
def _group(free: int, kind: int, masks: Array, tables: ShowdownTables, sets: Array, many: Array) -> int:
    """Put cards of a suit together that no cut tells apart, if they come one after another; how many groups.

    sets  [group, cut]  out: sets of a cut's size below it that hold a card of the group
    many  [group]       out: its cards
    """
    groups = 0
    for rank in range(LABEL_KERNELS_RANKS):
        card = 1 << rank
        if not free & card:
            continue
        alike, many[groups] = groups > 0, 1
        for cut in range(tables.cuts[kind]):
            sets[groups, cut] = sets_below(free, masks[tables.places[kind, cut]], card)
            alike = alike and sets[groups, cut] == sets[groups - 1, cut]
        if alike:
            many[groups - 1] += 1
        else:
            groups += 1
    return groups


# Exposed or marked cards of the dealer's at showdowns by the longest flush.


MOST_EXPOSED = 2
LABELS = (1, ALL_CARDS, comb(ALL_CARDS - 1, 2))
"""None, every card, and every pair, by the number of exposed cards."""
STRETCH = 400_000
"""Pairs of a hand and a label in one task."""
HAND_S = (1.2e-6, 1.4e-5, 5e-5)
"""What a class of hands takes, about, on one core."""


@dataclass(frozen=True, eq=False)
class FlushCounter(Counter):
    """A label is the exposed card, or two of them that settle alike."""

    @staticmethod
    def of(core: Game, exposed: int) -> FlushCounter | None:
        """None where the game has another form, or more cards are exposed."""
        counter = FlushCounter(core, exposed)
        return counter if fits(core) and exposed <= min(MOST_EXPOSED, counter.hidden) else None

    @cached_property
    def kinds(self) -> NDArray[np.int32]:
        return flush_kinds(self.game)

    @cached_property
    def dealer_kinds(self) -> NDArray[np.int32]:
        return self.kinds

    @property
    def seconds(self) -> float:
        return comb(len(self.game.deck), self.game.hole) / 24 * HAND_S[self.exposed]

    @cached_property
    def classes(self) -> SuitClasses:
        """The player's hands."""
        return suit_classes(self.game.deck, self.game.hole)

    @cached_property
    def sets(self) -> FlushSets:
        """What is known before a hand is looked at."""
        return flush_sets(self.game, self.classes.keys)

    @cached_property
    def free(self) -> IntArray:
        """[suit]: ranks of the deck."""
        suits = {card.suit for card in self.game.deck.faces}
        return np.array([self.sets.deck if suit in suits else 0 for suit in range(SUITS)], np.int64)

    def tasks(self) -> list[tuple[Any, ...]]:
        assert self.sets, "found once for all tasks"
        own = self.classes
        return split_by_size(STRETCH // LABELS[self.exposed], own.keys, own.hands, own.weights)

    def count(self, keys: NDArray[np.uint64], hands: NDArray[np.uint8], weights: IntArray) -> Counts:
        if not self.exposed:
            kinds, found = count_below(self.tables, self.sets, keys)
            return Counts(kinds, weights, found[:, None], np.full((len(keys), 1), self.following))
        own_kinds, count = self.kinds_of(hands), count_one_card if self.exposed == 1 else count_two_cards
        below = np.zeros((len(hands), LABELS[self.exposed], self.cuts.places.shape[1]), np.int64)
        ways = np.zeros(below.shape[:2], np.int64)
        count(self.tables, hands, own_kinds, self.free, self.hidden, self.sets.masks, self.following, below, ways)
        return Counts(own_kinds, weights, below, ways)
