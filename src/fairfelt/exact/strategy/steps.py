"""The best strategy by steps: the better the hand, the larger the bet, each from some hand on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.core.decisions import weighted_sums


@dataclass(frozen=True)
class Steps:
    """From which value on each choice is made, and the summed result of going by that."""

    result: int
    starts: tuple[tuple[int, int], ...]
    """Choices and the least value each is made with, from the smallest bet up; the first is made from the start."""


def best_steps(
    seen: NDArray[np.int64], weights: NDArray[np.int64], choices: Sequence[NDArray[np.int64]], least: Sequence[int] = ()
) -> Steps:
    """The best of all such strategies, by exact sums; choices in ascending order of the bet, some from a hand on only.

    Of equal results the larger bet is taken.
    """
    kinds, kind = np.unique(seen, return_inverse=True)
    sums = [weighted_sums(kind, weights, values) for values in choices]
    floors = least or [0] * len(choices)
    ways: list[Steps | None] = [Steps(0, ())] + [None] * (len(choices) - 1)
    for at, value in enumerate(kinds.tolist()):
        for choice in reversed(range(len(choices))):
            way = _best(ways[: choice + 1]) if value >= floors[choice] else None
            ways[choice] = way and _then(way, choice, value, sums[choice][at])
    best = _best(ways)
    assert best, "the smallest bet can always be made"
    return best


def _best(ways: Sequence[Steps | None]) -> Steps | None:
    """Of equal ways the one with the larger bet, which comes last."""
    possible = [way for way in reversed(ways) if way]
    return max(possible, key=lambda way: way.result, default=None)


def _then(way: Steps, choice: int, value: int, result: int) -> Steps:
    """The same way with one more kind of hand."""
    goes_on = way.starts and way.starts[-1][0] == choice
    return Steps(way.result + result, way.starts if goes_on else (*way.starts, (choice, value)))
