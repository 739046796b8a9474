"""What the counts of this folder share: hands and what is seen beside them, the best choice of each, summed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.answers.strategy import ShortRule
from fairfelt.exact import Progress
from fairfelt.exact.core.problem import Problem
from fairfelt.protection.figures import Figures
from fairfelt.protection.words import frequency_rule
from fairfelt.rules import Choice

from .by_cuts import WholeCount

Whole = NDArray[np.int64]
NUMBERS = 3
"""Result, square and hit."""


@dataclass(frozen=True, eq=False)
class SeenPart:
    """Some hands beside all that may be seen, each played as is best."""

    sums: NDArray[Any]
    """[number]: result, its square and hits, over all rounds of the part; whole numbers of any size."""
    chosen: NDArray[Any]
    """[choice]: rounds in which each is made."""


@dataclass(frozen=True, eq=False)
class SeenCount(WholeCount):
    """A game before whose decision some cards are seen; these are told apart from the others."""

    @abstractmethod
    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterable[SeenPart]:
        """All of them."""


def part_of(problem: Problem, totals: NDArray[Any]) -> SeenPart:
    """What rounds of a showdown come to. totals: [choice, player's line, row]."""
    nets = (problem.nets[:, None, :] + problem.extras[:, :, None]).astype(object)
    rounds, hits = totals.astype(object), (nets >= problem.scale).astype(object)
    sums = np.zeros(NUMBERS, object)
    sums[:] = [(rounds * numbers).sum() for numbers in (nets, nets**2, hits)]
    return SeenPart(sums, rounds.sum(axis=(1, 2)))


def play_seen(
    count: SeenCount, executor: Executor | None = None, progress: Progress | None = None
) -> tuple[Figures, ShortRule]:
    """The figures of the best play, and how often it makes each choice."""
    sums, chosen = np.zeros(NUMBERS, object), np.zeros(len(count.choices), object)
    for part in count.parts(executor, progress):
        sums += part.sums.astype(object)
        chosen += part.chosen.astype(object)
    rounds = count.rounds
    assert int(sum(chosen)) == rounds, "every round is played once"
    mean, square, hits = (Fraction(int(number), rounds) for number in sums)
    figures = Figures(mean / count.scale, hits, (square - mean**2) / count.scale**2)
    return figures, frequency_rule(count.game.streets[0].name, _shares(count.choices, chosen, rounds), digits=4)


def _shares(choices: Sequence[Choice], chosen: NDArray[Any], rounds: int) -> Iterable[tuple[Choice, Fraction]]:
    return [(choice, Fraction(int(made), rounds)) for choice, made in zip(choices, chosen, strict=True)]
