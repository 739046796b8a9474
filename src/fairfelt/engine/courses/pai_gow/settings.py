"""Every way to set every class of seven cards in two or three hands, what a house way takes, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.kept_table import Arrays, KeptTable, places
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.rules.courses.pai_gow import HandsAim, SettingCourse, SettingRules
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.poker.five_card import ACE
from fairfelt.rules.hands.poker.four_with_joker import KEY_RANKS
from fairfelt.runtime.compute.jit import njit

from .completions import count_hands_by_class
from .seven_cards import SevenCards, seven_cards, three_classes

IntArray = NDArray[np.int64]
Reach = Callable[..., IntArray]
BATCH: Final = 1 << 14
"""Classes whose settings are held in memory at a time."""
RANK_AT: Final = 4 * (KEY_RANKS - 1)
"""Where the rank of one card alone stands in its value, so that it compares with two cards."""
HIGHEST_RANK_AT: Final = 16
HANDS: Final = ("high", "medium", "low")


def classes_of_course(course: SettingCourse) -> SevenCards:
    """The classes of hands that no way of setting them can tell apart."""
    return three_classes() if course.hands_set == len(HANDS) else seven_cards()


def settings_of(course: SettingCourse, classes: IntArray) -> list[IntArray]:
    """[class, split], for each hand, the largest first: what it is worth; -1 where a split is not allowed."""
    hands, found = classes_of_course(course).hands[classes], list[IntArray]()
    for hand, ranking in enumerate(course.rankings):
        # A hand that belongs to several settings is valued once.
        worth = {split[hand]: _worth_of(hands[:, split[hand]], ranking) for split in course.splits}
        found.append(np.stack([worth[split[hand]] for split in course.splits], axis=1))
    illegal = np.logical_or.reduce([larger < smaller for larger, smaller in pairwise(found)])
    return [np.where(illegal, -1, column) for column in found]


def _worth_of(hands: NDArray[np.uint8], ranking: Ranking | None) -> IntArray:
    if ranking:
        return ranking.batch(hands).astype(np.int64)
    return _ranks_of(hands[:, 0]).astype(np.int64) << RANK_AT


def house_values(course: SettingCourse, classes: IntArray) -> tuple[IntArray, ...]:
    """[class], for each hand: what the house way makes of it."""
    parts = [_house_values(course, classes[at : at + BATCH]) for at in range(0, len(classes), BATCH)]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def _house_values(course: SettingCourse, classes: IntArray) -> tuple[IntArray, ...]:
    settings = settings_of(course, classes)
    # The best smallest hand, then the best of the next size: numbers of 24, 24 and (without their last bits) 4 bits.
    parts = zip(settings, (0, 0, RANK_AT), (0, 24, 48), strict=False)
    order = np.bitwise_or.reduce([column >> drop << at for column, drop, at in parts])

    def reach(aim: HandsAim, some: IntArray) -> IntArray:
        fits = (settings[1][some] >= aim.least_value) & np.isin(settings[0][some] >> LINE_BITS, aim.largest)
        return np.where(fits, order[some], -1)

    chosen = _follow_way(course.way, *_groups_of(classes_of_course(course).hands[classes]), reach)
    return tuple(column[chosen] for column in settings)


def _follow_way(way: SettingRules, sizes: IntArray, ranks: IntArray, reach: Reach) -> tuple[IntArray, IntArray]:
    """Every class with the split that a house way takes of it.

    reach  [class, split]: the better a split, the greater; below 0 where it does not reach an aim
    """
    chosen = np.full(len(sizes), -1)
    for rule in way.rules:
        mine = np.isin(sizes, [int("0" + groups.replace(" ", "")) for groups in rule.groups])
        for place, allowed in enumerate(rule.rank_sets):
            mine &= np.isin(ranks[:, place], list(allowed))
        for aim in rule.aims:
            free = np.flatnonzero((chosen < 0) & mine)
            order = reach(aim, free)
            chosen[free] = np.where((order >= 0).any(axis=1), order.argmax(axis=1), -1)
    assert chosen.min() >= 0, f"{way.name} leaves a hand unset"
    return np.arange(len(chosen)), chosen


@njit(nogil=True, cache=True)
def undominated(every: Array, legal: Array) -> tuple[Array, Array]:
    """Where each class begins, and [setting, hand] those of its settings that no other equals or beats on all hands.

    every   [class, split, hand]: greater is better; legal: [class, split]
    """
    classes, splits, hands = every.shape
    first, found = np.zeros(classes + 1, np.int64), np.zeros((classes * splits, hands), np.int64)
    end = 0
    for at in range(classes):
        begin = end
        for split in range(splits):
            if not legal[at, split]:
                continue
            kept, is_covered = begin, False
            for other in range(begin, end):
                above = _covers(found[other], every[at, split])
                is_covered |= above
                if above or not _covers(every[at, split], found[other]):
                    found[kept] = found[other]
                    kept += 1
            end = kept
            if not is_covered:
                found[end] = every[at, split]
                end += 1
        first[at + 1] = end
    return first, found[:end].copy()


@njit(nogil=True, cache=True)
def _covers(one: Array, other: Array) -> bool:
    """Whether one setting is as good as another on all hands."""
    covers = True
    for hand in range(len(one)):
        covers &= one[hand] >= other[hand]
    return covers


def results_below(below: NDArray[np.int64], *up_to: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Dealer hands against which settings win two hands, and to which they lose two.

    below   [step of each hand]: dealer hands on these steps or lower ones
    up_to   [setting], for each hand: the last step that is beaten
    """
    if len(up_to) == 2:
        high, low = up_to
        both = below[high, low]
        return both, below[-1, -1] - below[high, -1] - below[-1, low] + both
    a, b, c = up_to
    won = below[a, b, -1] + below[a, -1, c] + below[-1, b, c] - 2 * below[a, b, c]
    return won, below[-1, -1, -1] - won


def first_best(first: NDArray[np.int64], worth: NDArray[np.int64]) -> NDArray[np.int64]:
    """[class]: the setting that is worth most, the first of equal ones; those of a class begin at `first[class]`."""
    most = np.repeat(np.maximum.reduceat(worth, first[:-1]), np.diff(first))
    found = np.flatnonzero(worth == most)
    _, at = np.unique(np.searchsorted(first, found, side="right"), return_index=True)
    return found[at]


def _ranks_of(hands: NDArray[np.uint8]) -> NDArray[Any]:
    """The joker is an ace."""
    return np.where(hands < 52, hands % 13, ACE)


def _groups_of(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each hand the sizes of its groups as digits, the largest first, and their ranks."""
    ranks = _ranks_of(hands)
    counts = (ranks[:, :, None] == np.arange(ACE + 1)).sum(axis=1)
    order = np.argsort(-(counts * 16 + np.arange(ACE + 1)), axis=1)[:, :3]
    largest = np.take_along_axis(counts, order, axis=1)
    sizes = np.zeros(len(hands), np.int64)
    for place in range(largest.shape[1]):
        sizes = np.where(largest[:, place] > 1, sizes * 10 + largest[:, place], sizes)
    return sizes, order


def value_ways(
    course: SettingCourse, deck: Deck, counts: IntArray, ways: Sequence[tuple[int, ...]], win: Fraction, loss: Fraction
) -> list[Fraction]:
    """What each way to set a hand is worth, by the values of its hands, against some dealer hands of each class."""
    arrays, total = house_table(course, deck).arrays, int(counts.sum())
    counts = np.where(arrays["pushes"], 0, counts)
    names, columns = [name for name in HANDS if name in arrays], list(zip(*ways, strict=True))
    steps = [np.unique(values) for values in columns]
    at, shape = np.zeros(len(counts), np.int64), tuple(len(values) + 1 for values in steps)
    for name, values in zip(names, steps, strict=True):
        # A way with values[i] beats the steps up to i.
        step = np.searchsorted(values, arrays[f"{name}s"], side="right")
        at = at * (len(values) + 1) + step[arrays[name]]
    below = np.bincount(at, counts, int(np.prod(shape))).astype(np.int64).reshape(shape)  # below 2**53: exact
    for axis in range(below.ndim):
        below = below.cumsum(axis=axis)
    up_to = [np.searchsorted(values, column) for values, column in zip(steps, columns, strict=True)]
    won, lost = results_below(below, *up_to)
    return [(win * wins + loss * losses) / total for wins, losses in zip(won.tolist(), lost.tolist(), strict=True)]


def house_table(course: SettingCourse, deck: Deck) -> KeptTable:
    """How the house way sets every class that the deck has: what advice on a course looks into."""
    # Rankings are given by themselves, so that their source decides too under what the table is kept.
    return KeptTable(_house_table, (course, deck, *filter(None, course.rankings)))


def _house_table(course: SettingCourse, deck: Deck, *_: Ranking) -> Arrays:
    """By the name of a hand: [class] the place of the dealer's value there; with an s those values, ascending.

    pushes  [class]: whether all bets push if the dealer holds it: no pair or better, and that rank the highest
    """
    all_classes = classes_of_course(course)
    classes = np.flatnonzero(count_hands_by_class(deck.faces, all_classes))
    values = house_values(course, classes)
    names = (HANDS[0], HANDS[-1]) if len(values) == 2 else HANDS
    found: dict[str, NDArray[Any]] = {"pushes": np.zeros(len(all_classes), np.bool_)}
    for name, column in zip(names, values, strict=True):
        at, found[f"{name}s"] = places(column)
        found[name] = np.zeros(len(all_classes), at.dtype)
        found[name][classes] = at
    if course.pushes and (ranking := course.rankings[0]):
        found["pushes"] = ranking.batch(all_classes.hands) >> HIGHEST_RANK_AT == RANKS.index(course.pushes)
    return found
