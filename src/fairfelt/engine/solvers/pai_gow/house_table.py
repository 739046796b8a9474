"""What the house way makes of every class of seven cards, as small tables: enough to value one hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.kept_table import Arrays, KeptTable, places
from fairfelt.rules import PaiGowPoker
from fairfelt.rules.cards import Deck
from fairfelt.rules.courses.pai_gow import HouseWay
from fairfelt.rules.courses.three_hands import ThreeHands, ThreeWay
from fairfelt.rules.hands import PaiGowRanking

from .completions import count_hands_by_class
from .settings import house_settings, house_values, pushing_classes, results_below
from .seven_cards import seven_cards, three_classes

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
