"""Every way to set every class of seven cards in two or three hands, what a house way takes, and what that is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.decisions import Array
from fairfelt.engine.core.kept_table import Arrays, KeptTable, places
from fairfelt.rules import PaiGowPoker
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.rules.courses import three_hands
from fairfelt.rules.courses.pai_gow import SPLITS, Aim, HouseRule, HouseWay
from fairfelt.rules.courses.three_hands import ThreeAim, ThreeHands, ThreeWay
from fairfelt.rules.hands import FRONT, LINE_BITS, PaiGowRanking
from fairfelt.rules.hands.poker.five_card import ACE
from fairfelt.rules.hands.poker.four_with_joker import FOUR_WITH_JOKER, KEY_RANKS
from fairfelt.runtime.compute.jit import njit

from .completions import count_hands_by_class
from .seven_cards import SIZE, seven_cards, three_classes

IntArray = NDArray[np.int64]
Reach = Callable[..., IntArray]
BATCH: Final = 1 << 14
"""Classes whose settings are held in memory at a time."""
HIGHEST_RANK_AT: Final = 16
BEHIND: Final = tuple(tuple(at for at in range(SIZE) if at not in front) for front in SPLITS)


@dataclass(frozen=True, eq=False)
class Settings:
    """[class, split]: values of the two hands; a split that is not allowed is worth -1 on both."""

    high: NDArray[np.int32]
    low: NDArray[np.int32]


@lru_cache(maxsize=2)
def all_settings(ranking: PaiGowRanking) -> Settings:
    """The settings of all classes, in the order of `SPLITS`."""
    hands = seven_cards().hands
    high = np.stack([ranking.batch(hands[:, behind]) for behind in BEHIND], axis=1)
    low = np.stack([FRONT.batch(hands[:, front]) for front in SPLITS], axis=1)
    illegal = high < low
    return Settings(np.where(illegal, -1, high), np.where(illegal, -1, low))


@lru_cache(maxsize=4)
def house_settings(way: HouseWay, ranking: PaiGowRanking) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The two values that the house way makes of each class."""
    settings, (sizes, ranks) = all_settings(ranking), _groups_of(seven_cards().hands)
    order = settings.low.astype(np.int64) << 32 | settings.high

    def reach(aim: Aim, some: NDArray[np.int64]) -> NDArray[np.int64]:
        high, low = settings.high[some], settings.low[some]
        return np.where((low >= aim.least_low) & np.isin(high >> LINE_BITS, aim.behind), order[some], -1)

    chosen = _follow_way(way, sizes, ranks, reach)
    return settings.high[chosen], settings.low[chosen]


def _follow_way(way: HouseWay | ThreeWay, sizes: IntArray, ranks: IntArray, reach: Reach) -> tuple[IntArray, IntArray]:
    """Every class with the split that a house way takes of it.

    reach  [class, split]: the better a split, the greater; below 0 where it does not reach an aim
    """
    chosen = np.full(len(sizes), -1)
    for rule in way.rules:
        mine = np.isin(sizes, [int("0" + groups.replace(" ", "")) for groups in rule.groups])
        for place, allowed in enumerate(rule.rank_sets if isinstance(rule, HouseRule) else ()):
            mine &= np.isin(ranks[:, place], list(allowed))
        for aim in rule.aims:
            free = np.flatnonzero((chosen < 0) & mine)
            order = reach(aim, free)
            chosen[free] = np.where((order >= 0).any(axis=1), order.argmax(axis=1), -1)
    assert chosen.min() >= 0, f"{way.name} leaves a hand unset"
    return np.arange(len(chosen)), chosen


def pushing_classes(ranking: PaiGowRanking, top: str) -> NDArray[np.bool_]:
    """The classes of hands without a pair whose highest card is of that rank."""
    return np.asarray(ranking.batch(seven_cards().hands) >> HIGHEST_RANK_AT == RANKS.index(top), np.bool_)


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
    worse = 0
    for hand in range(len(one)):
        worse += one[hand] < other[hand]
    return worse == 0


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


def _groups_of(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of each hand the sizes of its groups as digits, the largest first, and their ranks."""
    ranks = np.where(hands < 52, hands % 13, ACE)
    counts = (ranks[:, :, None] == np.arange(ACE + 1)).sum(axis=1)
    order = np.argsort(-(counts * 16 + np.arange(ACE + 1)), axis=1)[:, :3]
    largest = np.take_along_axis(counts, order, axis=1)
    sizes = np.zeros(len(hands), np.int64)
    for place in range(largest.shape[1]):
        sizes = np.where(largest[:, place] > 1, sizes * 10 + largest[:, place], sizes)
    return sizes, order


def house_values(way: ThreeWay, classes: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """The values that a house way makes of these classes: of the high, the medium and the low hand."""
    parts = [_set_three(way, three_classes().hands[classes[at : at + BATCH]]) for at in range(0, len(classes), BATCH)]
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def _set_three(way: ThreeWay, hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], ...]:
    high, medium, low = settings_of(hands)
    # The best low card, then the best medium hand, then the best high hand: numbers of 20, 21 and 24 bits at most.
    order = np.where((high >= medium) & (medium >= low), (low >> LINE_BITS - 4) << 50 | medium << 26 | high, -1)

    def reach(aim: ThreeAim, some: NDArray[np.int64]) -> NDArray[np.int64]:
        fits = (medium[some] >= aim.least_medium) & np.isin(high[some] >> LINE_BITS, aim.high)
        return np.where(fits, order[some], -1)

    chosen = _follow_way(way, *_groups_of(hands), reach)
    return tuple(values[chosen] for values in (high, medium, low))


def settings_of(hands: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """[class, split]: the values of the three hands, in the order of `three_hands.SPLITS`."""
    fours = {places: FOUR_WITH_JOKER.batch(hands[:, places]).astype(np.int64) for places in set(three_hands.HIGH)}
    twos = {medium: FRONT.batch(hands[:, medium]).astype(np.int64) for medium, _ in three_hands.SPLITS}
    ranks = np.where(hands < 52, hands % 13, ACE).astype(np.int64) << 4 * (KEY_RANKS - 1)
    high = np.stack([fours[places] for places in three_hands.HIGH], axis=1)
    medium = np.stack([twos[places] for places, _ in three_hands.SPLITS], axis=1)
    low = np.stack([ranks[:, at] for _, at in three_hands.SPLITS], axis=1)
    return high, medium, low


HANDS: Final = ("high", "medium", "low")


def value_ways(
    course: PaiGowPoker | ThreeHands, deck: Deck, counts: NDArray[np.int64], ways: Sequence[tuple[int, ...]],
    win: Fraction, loss: Fraction,
) -> list[Fraction]:  # fmt: skip
    """What each way to set a hand is worth, by the values of its hands, against some dealer hands of each class."""
    arrays, *pushes = (table.arrays for table in tables_of(course, deck))
    total = int(counts.sum())
    if pushes:
        counts = np.where(pushes[0]["pushes"], 0, counts)
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


def tables_of(course: PaiGowPoker | ThreeHands, deck: Deck) -> tuple[KeptTable, ...]:
    """What advice on a course looks into; nothing where the dealer's hand is face up."""
    if isinstance(course, ThreeHands):
        return (KeptTable(_settings_of_three, (course.way, deck)),)
    if course.face_up:
        return ()
    settings = KeptTable(_settings, (course.way, course.ranking))
    return (settings, KeptTable(_pushes, (course.ranking, course.pushes))) if course.pushes else (settings,)


def _settings(way: HouseWay, ranking: PaiGowRanking) -> Arrays:
    high, low = house_settings(way, ranking)
    return _pack_values({"high": high, "low": low}, np.arange(len(high)), len(seven_cards()))


def _settings_of_three(way: ThreeWay, deck: Deck) -> Arrays:
    """Of the classes that the deck has: a class has 105 settings, too many to keep for all classes."""
    classes = np.flatnonzero(count_hands_by_class(deck.faces, three_classes()))
    return _pack_values(dict(zip(HANDS, house_values(way, classes), strict=True)), classes, len(three_classes()))


def _pack_values(values: Mapping[str, NDArray[Any]], classes: NDArray[np.int64], n_classes: int) -> Arrays:
    """By the name of a hand: [class] the place of the dealer's value there; with an s those values, ascending."""
    found = dict[str, NDArray[Any]]()
    for name, column in values.items():
        at, found[f"{name}s"] = places(column)
        found[name] = np.zeros(n_classes, at.dtype)
        found[name][classes] = at
    return found


def _pushes(ranking: PaiGowRanking, top: str) -> Arrays:
    """The classes of hands with which all bets push if the dealer holds them."""
    return {"pushes": pushing_classes(ranking, top)}
