"""What both sides make of seven cards set in two or three hands, and all pairs of such hands."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.rules.cards import Deck, suit_classes
from fairfelt.rules.courses.pai_gow import SettingCourse
from fairfelt.rules.hands.poker.pai_gow import JOKER
from fairfelt.runtime.compute.executors import split_evenly, stream_tasks
from fairfelt.runtime.compute.jit import njit

from .completions import HandLists, count_hands_by_class, count_holding, hand_lists
from .settings import BATCH, HANDS, classes_of_course, house_table, settings_of, undominated
from .seven_cards import NONE, SIZE, ClassTables, SevenCards

# Settings of hands of seven against all dealer hands that leave them their cards.
#
# There are 8,250,459,031,214,400 pairs of hands in a deck with a joker, too many to look at. Let W(S) be the pairs in
# which both hands hold the cards S, other cards in common or not, and the player wins. Then, over all sets S of cards,
#
#       pairs without a card in common in which the player wins  =  sum of  (-1)^|S| W(S)
#
# For one S, up to an exchange of suits, the hands that hold it are counted by class; one sweep over the dealer's
# settings gives what every setting of every class wins and loses. A dealer's setting is a code of places among the
# values that dealers have: high, medium (0 where hands are set in two), low. A setting that beats the places below
# (h, m, l) wins two of three hands against
#
#       #(high < h, low < l)  +  #(medium < m, low < l)  +  #(high < h, medium < m)  -  2 #(all three)
#
# dealers and loses to all others. Of two hands the first term is won, and to #(high >= h, low >= l) both are lost.
#
# Bounds: a class has n hands; what its settings win and lose is a sum over S of at most n * C(7, |S|) * C(53, 7) pairs,
# below n * 2**35, and n < 2**22.

Ints = NDArray[Any]
IntArray = NDArray[np.int64]
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
    counts, classes = np.zeros(len(stands), np.int64), np.zeros(len(stands), np.int64)
    numbers = np.zeros(len(stands), np.int64)
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


# What both sides make of their cards.

PARTS: Final = 8
"""Of the sets of one size: each part has sums of its own for all settings."""
PLAIN, PUSHES, PUSHES_WITH_JOKER = range(3)
"""What a dealer's hand is: an ordinary one, or one with which all bets push."""


@dataclass(frozen=True, eq=False)
class SetHands:
    """What both sides can make of seven cards of a deck."""

    deck: Deck
    classes: SevenCards
    values: tuple[Ints, ...]
    """[class]: what the house way makes of it, for each hand, the largest first."""
    kind: Ints
    """[class]: what it is in the dealer's hand."""
    every: Callable[[IntArray], list[Ints]]
    """[class, split]: the values of all settings of some classes, for each hand; below 0 where one is not allowed."""

    @cached_property
    def counts(self) -> IntArray:
        """[class]: hands of the deck."""
        return count_hands_by_class(self.deck.faces, self.classes)

    @cached_property
    def lists(self) -> HandLists:
        """What the kernels know of the deck."""
        return hand_lists(self.deck, self.classes)

    @cached_property
    def scales(self) -> tuple[Ints, ...]:
        """The values that dealers have, ascending, for each hand."""
        dealt = np.flatnonzero(self.counts)
        return tuple(np.unique(column[dealt]) for column in self.values)

    def places(self, columns: list[Ints], axis: int) -> IntArray:
        """How many of the dealer's values are below, hand by hand along an axis."""
        below = [np.searchsorted(scale, column) for scale, column in zip(self.scales, columns, strict=True)]
        return np.stack(below, axis=axis).astype(np.int64)

    @cached_property
    def house(self) -> Steps:
        places = self.places(list(self.values), axis=1)
        return Steps(np.arange(len(places) + 1), _codes(places))

    @cached_property
    def best(self) -> Steps:
        """Every setting of every class of the deck that no other equals or beats on all hands, the best low first."""
        first, found = np.zeros(len(self.classes) + 1, np.int64), list[Ints]()
        dealt = np.flatnonzero(self.counts)
        for at in range(0, len(dealt), BATCH):
            some = dealt[at : at + BATCH]
            every = self.every(some)
            begin, kept = undominated(self.places(every, axis=2), every[0] >= 0)
            codes = _codes(kept)
            found.append(codes[np.lexsort((codes, np.repeat(np.arange(len(some)), np.diff(begin))))])
            first[some + 1] = np.diff(begin)
        return Steps(np.cumsum(first), np.concatenate(found))

    @cached_property
    def stands(self) -> Ints:
        """[class]: the code of the dealer's setting; negative, the kind of a hand with which all bets push."""
        return np.where(self.kind > PLAIN, -self.kind.astype(np.int32), self.house.codes)

    def count(self, steps: Steps, executor: Executor | None = None) -> Sums:
        """All pairs of hands without a card in common, by setting of the player's hand."""
        sums = self._with_itself(steps)
        tasks = [task for common in range(SIZE) for task in split_evenly(PARTS, *_sets_of_cards(self.deck, common))]
        work = partial(_count_part, self.lists, self.classes.tables, self.stands, steps)
        for _, part in stream_tasks(work, tasks, executor):
            for column, more in zip(sums, part, strict=True):
                column += more
        return sums

    def _with_itself(self, steps: Steps) -> Sums:
        """Pairs with all cards in common: every hand, in any setting, against itself by the house way."""
        owner = np.repeat(np.arange(len(self.counts)), np.diff(steps.first))
        n, theirs = np.where(self.kind > PLAIN, 0, self.counts)[owner], self.stands[owner]
        better = (steps.codes >> HIGH_AT > theirs >> HIGH_AT).astype(np.int64)
        for at in (0, MEDIUM_AT):
            better += steps.codes >> at & PLACE > theirs >> at & PLACE
        pushed = -self.counts[:, None] * (self.kind[:, None] == np.arange(PUSHES_WITH_JOKER + 1))
        pushed[:, PLAIN] = 0
        won, lost = -n * (better >= 2), -n * (better <= len(self.values) - 2)
        if steps.is_staircase:
            last = np.isin(np.arange(len(owner)), steps.first[1:] - 1)
            sign = np.where(last, 0, np.tile([1, -1], len(owner) // 2))
            won, lost = (
                np.add.reduceat(np.append(column, 0), steps.first[:-1]) for column in (sign * won, last * lost)
            )
            won, lost = (np.where(np.diff(steps.first) > 0, column, 0) for column in (won, lost))
        return Sums(won, lost, pushed)

    @cached_property
    def staircases(self) -> Steps:
        """What the settings of every class beat together.

        A setting wins against the dealers below it, high and low. Of the settings of a class, ascending by their high
        hands, what two beat is taken off again: what is below the high hand of one and the low hand of the next. A
        player loses to dealers who are below neither the best high hand nor the best low hand.
        """
        first, codes = self._without_idle(*self.best[:2])
        dealt = np.flatnonzero(np.diff(first))
        last, reach = first[dealt + 1] - 1, self.best.codes
        following = np.roll(codes, -1)
        steps = np.repeat(codes, 2)
        steps[1::2] = codes & ~PLACE | following & PLACE
        steps[2 * last + 1] = reach[self.best.first[dealt + 1] - 1] & ~PLACE | reach[self.best.first[dealt]] & PLACE
        return Steps(2 * first, steps, is_staircase=True)

    def _without_idle(self, first: Ints, codes: Ints) -> tuple[Ints, Ints]:
        """The same without settings that beat no dealer whom neither neighbor beats; every class keeps one."""
        below = np.zeros([len(scale) + 2 for scale in self.scales], np.int64)
        dealers = self.stands[(self.stands >= 0) & (self.counts > 0)]
        below[(dealers >> HIGH_AT) + 1, (dealers & PLACE) + 1] = 1
        below = below.cumsum(axis=0).cumsum(axis=1)
        for parity in (0, 1, 0, 1):
            # Of two neighbors only one is left out at a time.
            sizes, at = np.diff(first), np.arange(len(codes))
            begin, end = np.repeat(first[:-1], sizes), np.repeat(first[1:], sizes)
            high, low = codes >> HIGH_AT, codes & PLACE
            lower, next_low = np.where(at > begin, np.roll(high, 1), 0), np.where(at < end - 1, np.roll(low, -1), 0)
            alone = below[high, low] - below[lower, low] - below[high, next_low] + below[lower, next_low]
            kept = (alone > 0) | ((at - begin) % 2 == parity) | (end - begin == 1)
            first, codes = np.append(0, np.cumsum(kept))[first], codes[kept]
        return first, codes


def _codes(places: IntArray) -> Ints:
    """[setting, hand]: as codes."""
    medium = places[:, 1] << MEDIUM_AT if places.shape[1] > 2 else 0
    return (places[:, 0] << HIGH_AT | medium | places[:, -1]).astype(np.int32)


def _sets_of_cards(deck: Deck, size: int) -> tuple[IntArray, IntArray]:
    """Sets of n cards up to an exchange of suits, and how many each stands for, with the sign of their size."""
    if not size:
        return np.zeros((1, 0), np.int64), np.ones(1, np.int64)
    classes = suit_classes(deck, size)
    return classes.hands.astype(np.int64), classes.weights * (-1) ** size


def _count_part(
    lists: HandLists, tables: ClassTables, stands: Ints, steps: Steps, cards: IntArray, weights: IntArray
) -> Sums:
    """Pairs that both hold one of these sets of cards, summed over the sets."""
    won, lost = np.zeros((2, len(stands) if steps.is_staircase else len(steps.codes)), np.int64)
    sums = Sums(won, lost, np.zeros((len(stands), PUSHES_WITH_JOKER + 1), np.int64))
    count_pairs(cards, weights, lists, tables, stands, steps, sums)
    return sums


@lru_cache(maxsize=4)
def set_hands(course: SettingCourse, deck: Deck) -> SetHands:
    """How the course sets hands of a deck; kept with its tables."""
    classes, table = classes_of_course(course), house_table(course, deck).arrays
    values = tuple(table[f"{hand}s"][table[hand]] for hand in HANDS if hand in table)
    joker = (classes.hands == JOKER).any(axis=1)
    kind = np.where(table["pushes"], np.where(joker, PUSHES_WITH_JOKER, PUSHES), PLAIN)
    return SetHands(deck, classes, values, kind, partial(settings_of, course))
