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

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.rules.hands.poker.pai_gow import JOKER
from fairfelt.runtime.compute.jit import njit

from .completions import HandLists, count_holding
from .seven_cards import NONE, ClassTables

MEDIUM_AT: Final = 8
HIGH_AT: Final = 16
"""Where the places of a setting stand in its code; a code is greater the better its high hand is."""
PLACE: Final = (1 << MEDIUM_AT) - 1
MAX_COMPARED: Final = 60
"""Classes that are compared with each other one by one; a sweep over more of them takes less time."""
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


class Sums(NamedTuple):
    """Pairs of hands, added up over sets of cards."""

    won: Array
    """[setting]; [class] of staircases."""
    lost: Array
    pushed: Array
    """[class, kind]: pairs in which all bets push, by the kind of the dealer's hand."""


@njit(nogil=True, cache=True, inline="always")
def _lowest_bit(bits: Any) -> Any:
    """The place of the lowest set bit: bits & -bits is a power of two, and its product modulo 2^64 says which."""
    return POWERS[((bits & (NOTHING - bits)) * DE_BRUIJN) >> TO_TOP]


@njit(nogil=True, cache=True)
def count_pairs(
    cards: Array, weights: Array, lists: HandLists, tables: ClassTables, stands: Array, steps: Steps, sums: Sums
) -> None:  # fmt: skip
    """For each row of cards: all hands that hold them, in every setting, against all hands that hold them.

    cards    [row, card], and [row] how many such sets, with their sign
    stands   [class]: the code of the dealer's setting; negative, a kind of hands with which all bets push

    A sum is below n · 2^35 < 2^57 for the n < 2^22 hands of a class.
    """
    first, codes, won, lost, pushed = steps.first, steps.codes, sums.won, sums.lost, sums.pushed
    counts, classes, numbers = np.zeros((3, len(stands)), np.int64)
    highs, rows, columns = max(stands.max(), codes.max()) >> HIGH_AT, 1, 1
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
    is_three, free = len(lists.triple) > 0, lists.deck.copy()
    for row in range(len(cards)):
        free_joker = lists.joker
        for card in cards[row]:
            if card == JOKER:
                free_joker = 0
            else:
                free[card // NONE, card % NONE] = 0
        found = count_holding(cards[row], free, free_joker, lists, tables, counts, classes)
        free[:] = lists.deck
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
