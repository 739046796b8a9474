"""Kernels: settings of hands of seven against all dealer hands that leave them their cards.

There are 8,250,459,031,214,400 pairs of hands in a deck with a joker, too many to look at. Let W(S) be the pairs in
which both hands hold the cards S, other cards in common or not, and the player wins. Then, over all sets S of cards,

      pairs without a card in common in which the player wins  =  sum of  (-1)^|S| W(S)

For one S, up to an exchange of suits, the hands that hold it are counted by class; one sweep over the dealer's
settings gives what every setting of every class wins and loses. A dealer's setting is a code of places among the values
that dealers have: high, medium (0 where hands are set in two), low. A setting that beats the places below (h, m, l)
wins two of three hands against

      #(high < h, low < l)  +  #(medium < m, low < l)  +  #(high < h, medium < m)  -  2 #(all three)

dealers and loses to all others. Of two hands the first term is won, and to #(high >= h, low >= l) both are lost.

Bounds: a class has n hands; what its settings win and lose is a sum over S of at most n * C(7, |S|) * C(53, 7) pairs,
below n * 2**35, and n < 2**22.
"""

from __future__ import annotations

from itertools import groupby
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decide import Array
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands.poker.joker_tables import JOKER
from fairfelt.rules.hands.poker.tables import COLUMN_BITS, RANK_WEIGHTS, ROW_BITS, multisets
from fairfelt.runtime.compute.jit import njit

from .by_class import ranks_of_flushes
from .kernels import COLUMNS, ROWS, count_classes
from .seven_cards import NONE, SIZE, TWO_HANDS, ClassTables, SevenCards

MEDIUM_AT: Final = 8
HIGH_AT: Final = 16
"""Where the places of a setting stand in its code; a code is greater the better its high hand is."""
PLACE: Final = (1 << MEDIUM_AT) - 1
MAX_COMPARED: Final = 60
"""Classes that are compared with each other one by one; a sweep over more of them takes less time."""
MAX_BESIDE: Final = 2
"""Cards beside five for a flush."""
BINOMIALS: Final = np.array([[comb(n, k) for k in range(SIZE + 1)] for n in range(SIZE + 1)], np.int64)
WORD_BITS: Final = 6
DE_BRUIJN: Final = np.uint64(0x03F79D71B4CB0A89)
"""Times a power of two, its first six bits are different for each…"""
TO_TOP: Final = np.uint64(64 - WORD_BITS)
POWERS: Final = np.argsort([(0x03F79D71B4CB0A89 << n) % (1 << 64) >> 64 - WORD_BITS for n in range(64)])
"""…and this says which it is."""
NOTHING, ONE = np.uint64(0), np.uint64(1)
Ints = NDArray[Any]


class Steps(NamedTuple):
    """Settings of each class that are asked for: `first[class]` up to `first[class + 1]` of the codes."""

    first: Array
    codes: Array
    is_staircase: bool = False
    """Whether the steps of a class are added up: what the first, third… win, less what those between win; the last
    says what is lost."""


class DeckTables(NamedTuple):
    """What completes some cards of a deck to seven: ranks first, as if no suit counted, then flushes."""

    faces: Array
    joker: int
    by_ranks: bool
    """Whether hands are counted so, as those set in two are; in three, where two suits can have a flush, they are
    looked at one by one."""
    suits: Array
    """Their numbers."""
    copies: Array
    """[rank]: the suits that have it, or none."""
    start: Array
    """[number of cards]: the first choice of so many ranks, none more than four times…"""
    groups: Array
    """…[choice]: how many different ranks…"""
    rank: Array
    """…which, [choice, group]…"""
    times: Array
    """…how many of each…"""
    key: Array
    """…and the sum of the ranks' weights."""
    masks: Array
    """Sets of ranks that the deck has, the small ones first…"""
    masks_from: Array
    """…[size]: and where each size begins."""
    sizes: Array
    """[set of ranks]"""
    beside_from: Array
    """[choice held, number of cards]: where what stands beside a flush begins in the lists, and where it ends."""
    beside: Array
    """The place of a choice of ranks among all that stand beside a flush…"""
    beside_ways: Array
    """…and in how many ways its other cards have suits."""
    plain: Array
    """[class with a flush]: the class that these hands would be of if no suit counted."""


def deck_tables(deck: Deck, classes: SevenCards) -> DeckTables:
    """What the kernels know of a deck that has its ranks in all its suits."""
    faces = np.array(deck.faces, np.int64)
    copies = np.bincount(faces[faces < JOKER] % NONE, minlength=NONE)
    rows = [row for size in range(SIZE + 1) for row in (multisets(size).tolist() if size else [[]])]
    counts, (rank, times) = np.zeros((len(rows), NONE), np.int64), np.zeros((2, len(rows), SIZE), np.int64)
    for at, row in enumerate(rows):
        for place, (one, some) in enumerate(groupby(row)):
            rank[at, place] = one
            times[at, place] = counts[at, one] = len(list(some))
    start = np.searchsorted(counts.sum(axis=1), np.arange(SIZE + 2))
    sizes = np.bitwise_count(np.arange(1 << NONE)).astype(np.int64)
    masks = np.argsort(sizes, kind="stable")
    masks = masks[masks & (1 << np.flatnonzero(copies == 0)).sum() == 0]
    return DeckTables(
        faces, deck.jokers, classes.min_suited == TWO_HANDS, np.unique(faces[faces < JOKER] // NONE), copies,
        start, (times > 0).sum(axis=1), rank, times,
        (counts * np.array(RANK_WEIGHTS)).sum(axis=1), masks,
        np.searchsorted(sizes[masks], np.arange(NONE + 2)), sizes,
        *_beside(copies, counts[: start[MAX_BESIDE + 1]], classes.tables.others), ranks_of_flushes(classes),
    )  # fmt: skip


def _beside(copies: Ints, small: Ints, others: Ints) -> tuple[Ints, Ints, Ints]:
    """Every choice of two ranks or fewer, with those that hold it; numbered as the classes of flushes are."""
    places = [int(others[tuple([*np.repeat(np.arange(NONE), row), NONE, NONE, NONE][:3])]) for row in small]
    start, sizes = np.zeros((max(places) + 1, MAX_BESIDE + 2), np.int64), small.sum(axis=1)
    at, ways = list[int](), list[int]()
    for place, held in zip(places, small, strict=True):
        free, more = np.maximum(copies - 1 - held, 0), small - held
        numbers = BINOMIALS[free, np.maximum(more, 0)].prod(axis=1) * (more >= 0).all(axis=1)
        for size in range(MAX_BESIDE + 1):
            start[place, size] = len(at)
            for whole in np.flatnonzero((sizes == size) & (numbers > 0)):
                at.append(places[whole])
                ways.append(int(numbers[whole]))
        start[place, MAX_BESIDE + 1] = len(at)
    return start, np.array(at, np.int64), np.array(ways, np.int64)


@njit(nogil=True, cache=True)
def count_holding(cards: Array, deck: DeckTables, tables: ClassTables, counts: Array, classes: Array) -> int:
    """Count all hands of seven that hold these cards, by class; list the classes that are found, and say how many.

    A hand is first taken as if no suit counted: a product of binomials. Hands with a flush are then added as what they
    are, and taken off as what their ranks would be; a class may be left with no hand.
    """
    if not deck.by_ranks:
        return int(count_classes(cards, deck.faces, tables, counts, classes))
    free, suited, joker, held = deck.copies.copy(), np.zeros(4, np.int64), 0, np.int64(0)
    for card in cards:
        if card == JOKER:
            joker = 1
        else:
            free[card % NONE] -= 1
            suited[card // NONE] |= 1 << card % NONE
            held += deck.key[1 + card % NONE]
    found, size = 0, len(cards) - joker
    for with_joker in range(joker, deck.joker + 1):
        missing = SIZE - with_joker - size
        for more in range(deck.start[missing], deck.start[missing + 1]) if missing >= 0 else range(0):
            ways = 1
            for group in range(deck.groups[more]):
                ways *= BINOMIALS[free[deck.rank[more, group]], deck.times[more, group]]
            if ways:
                key = held + deck.key[more]
                place = tables.places[(key & COLUMNS) + tables.rows[key >> COLUMN_BITS & ROWS | with_joker << ROW_BITS]]
                counts[place], classes[found] = ways, place
                found += 1
    for suit in deck.suits:
        if size - deck.sizes[suited[suit]] <= MAX_BESIDE:
            found = _add_flushes(suit, suited, joker, deck, tables, counts, classes, found)
    return found


@njit(nogil=True, cache=True)
def _add_flushes(
    suit: Any, suited: Array, joker: Any, deck: DeckTables, tables: ClassTables, counts: Array, classes: Array,
    found: int,
) -> int:  # fmt: skip
    """Take the flushes of a suit that hold these cards out of the classes of their ranks."""
    one = two = np.int64(NONE)
    for other in deck.suits:
        ranks = suited[other] if other != suit else 0
        while ranks:
            one, two = tables.lowest[ranks], one
            ranks &= ranks - 1
    begin, mine, first = deck.beside_from[tables.others[one, two, NONE]], suited[suit], len(counts) - len(deck.plain)
    for with_joker in range(joker, deck.joker + 1):
        for beside in range(MAX_BESIDE + 1):
            more = SIZE - with_joker - beside - deck.sizes[mine]
            for mask in deck.masks[deck.masks_from[more] : deck.masks_from[more + 1]] if more >= 0 else deck.masks[:0]:
                for at in range(begin[beside], begin[beside + 1]) if not mask & mine else range(0):
                    place, ways = tables.flush_rows[mask | mine] + deck.beside[at], deck.beside_ways[at]
                    if not counts[place]:
                        classes[found] = place
                        found += 1
                    counts[place] += ways
                    counts[deck.plain[place - first]] -= ways
    return found


class Sums(NamedTuple):
    """Pairs of hands, added up over sets of cards."""

    won: Array
    """[setting]; [class] of staircases."""
    lost: Array
    pushed: Array
    """[class, kind]: pairs in which all bets push, by the kind of the dealer's hand."""


@njit(nogil=True, cache=True, inline="always")
def _lowest_bit(bits: Any) -> Any:
    """Which is the lowest bit that is set."""
    return POWERS[((bits & (NOTHING - bits)) * DE_BRUIJN) >> TO_TOP]


@njit(nogil=True, cache=True)
def count_pairs(
    cards: Array, weights: Array, deck: DeckTables, tables: ClassTables, stands: Array, steps: Steps, sums: Sums
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    cards    [row, card], and [row] how many such sets, with their sign
    stands   [class]: the code of the dealer's setting; negative, a kind of hands with which all bets push
    """
    first, codes, won, lost, pushed = steps.first, steps.codes, sums.won, sums.lost, sums.pushed
    counts, classes, numbers = np.zeros((3, len(stands)), np.int64)
    highs, rows, columns, is_three = max(stands.max(), codes.max()) >> HIGH_AT, 1, 1, not deck.by_ranks
    for code in stands[stands >= 0]:
        rows, columns = max(rows, (code >> MEDIUM_AT & PLACE) + 1), max(columns, (code & PLACE) + 1)
    for code in codes:
        rows, columns = max(rows, code >> MEDIUM_AT & PLACE), max(columns, code & PLACE)
    # Dealers and questions are listed by the place of their high hands, and these places are marked by bits.
    dealer_at, asked_at = np.full(highs + 1, -1, np.int32), np.full(highs + 1, -1, np.int32)
    dealers, next_dealer = np.zeros((2, len(stands)), np.int32)
    asked, next_asked = np.zeros((2, len(codes)), np.int32)
    wins, losses = np.zeros((2, len(codes)), np.int64)
    words = np.zeros((highs >> WORD_BITS) + 1, np.uint64)
    all_below, passed = np.zeros((2, rows + 1, columns + 1), np.int64)
    lower, kinds = np.zeros(columns + 1, np.int64), np.zeros(pushed.shape[1], np.int64)
    for row in range(len(cards)):
        found = count_holding(cards[row], deck, tables, counts, classes)
        weight, end = weights[row], 0
        kinds[:] = 0
        for at in range(found):
            place = classes[at]
            n, code = counts[place], stands[place]
            counts[place], numbers[at], dealers[at] = 0, n, code
            if code < 0:
                kinds[-code] += n
            for step in range(first[place], first[place + 1]):
                asked[end] = codes[step]
                end += 1
        if found <= MAX_COMPARED and not is_three:
            for i in range(end):
                high, low = asked[i] >> HIGH_AT, asked[i] & PLACE
                both = neither = np.int64(0)
                for at in range(found):
                    n = numbers[at] if dealers[at] >= 0 else 0
                    behind, front = dealers[at] >> HIGH_AT < high, dealers[at] & PLACE < low
                    both += n * (behind & front)
                    neither += n * (not (behind | front))
                wins[i], losses[i] = both, neither
        else:
            all_below[:] = 0
            lower[:] = 0
            if is_three:
                passed[:] = 0
            for at in range(found):
                if dealers[at] >= 0:
                    all_below[(dealers[at] >> MEDIUM_AT & PLACE) + 1, (dealers[at] & PLACE) + 1] += numbers[at]
                    high = dealers[at] >> HIGH_AT
                    next_dealer[at], dealer_at[high] = dealer_at[high], at
                    words[high >> WORD_BITS] |= ONE << np.uint64(high & 63)
            for i in range(end):
                high = asked[i] >> HIGH_AT
                next_asked[i], asked_at[high] = asked_at[high], i
                words[high >> WORD_BITS] |= ONE << np.uint64(high & 63)
            for i in range(1, rows + 1):
                for j in range(1, columns + 1):
                    all_below[i, j] += all_below[i - 1, j] + all_below[i, j - 1] - all_below[i - 1, j - 1]
            total, added = all_below[rows, columns], np.int64(0)
            for word in range(len(words)):
                bits = words[word]
                words[word] = NOTHING
                while bits:
                    high = word << WORD_BITS | _lowest_bit(bits)
                    bits &= bits - ONE
                    i, at = asked_at[high], dealer_at[high]
                    asked_at[high] = dealer_at[high] = -1
                    while i >= 0:
                        medium, low = asked[i] >> MEDIUM_AT & PLACE, asked[i] & PLACE
                        n = lower[low] + all_below[medium, low]
                        while medium:
                            # Sums over medium hands are a Fenwick tree; the last column holds any low card.
                            n += passed[medium, columns] - 2 * passed[medium, low]
                            medium &= medium - 1
                        wins[i] = n
                        losses[i] = total - n if is_three else total - added - all_below[rows, low] + n
                        i = next_asked[i]
                    while at >= 0:
                        n = numbers[at]
                        added += n
                        medium, low = (dealers[at] >> MEDIUM_AT & PLACE) + 1, dealers[at] & PLACE
                        for j in range(low + 1, columns + 1):
                            lower[j] += n
                        while is_three and medium <= rows:
                            for j in range(low + 1, columns + 1):
                                passed[medium, j] += n
                            medium += medium & -medium
                        at = next_dealer[at]
        i = 0
        for at in range(found):
            place, n = classes[at], weight * numbers[at]
            size = first[place + 1] - first[place]
            if steps.is_staircase:
                for step in range(i, i + size - 1):
                    won[place] += n * wins[step] * (1 - 2 * (step - i & 1))
                lost[place] += n * losses[i + size - 1]
            else:
                for step in range(size):
                    won[first[place] + step] += n * wins[i + step]
                    lost[first[place] + step] += n * losses[i + step]
            i += size
        for kind in range(1, len(kinds)):
            for at in range(found if kinds[kind] else 0):
                pushed[classes[at], kind] += weight * numbers[at] * kinds[kind]
