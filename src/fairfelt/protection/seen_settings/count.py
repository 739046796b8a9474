"""One or two of the dealer's cards seen where seven cards are set in two hands: every own hand, counted exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb, lcm
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.pai_gow.flushes import SIZE
from fairfelt.rules import Game, PaiGowPoker

from .dealers import has_all_suits
from .decide import SUMS
from .hands import play_classes
from .settings import InTwoHands

CLASS_S: Final = (0.0, 0.018, 0.058)
"""[cards seen]: what a class takes on one core."""
MOST_SEEN: Final = 2
BATCH: Final = 100
"""Classes in a task."""
Key = tuple[PaiGowPoker, object, tuple[Fraction, Fraction], int]


@dataclass(frozen=True)
class SetTotals:
    """All rounds of a game with so many of the dealer's cards seen."""

    rounds: int
    won: int
    lost: int
    house_won: int
    """What the house way wins in the same rounds…"""
    house_lost: int
    """…and loses."""


_FOUND: dict[Key, SetTotals] = {}
"""What was counted in this process: games that differ in what they pay, or push, are counted together."""


def can_count(game: Game, seen: int) -> bool:
    """Whether so many cards seen are counted for every hand."""
    course = game.course
    fits = isinstance(course, PaiGowPoker) and not course.face_up and seen <= MOST_SEEN
    return fits and has_all_suits(game.deck)


def count_seconds(seen: int) -> float:
    """About, on one core."""
    return CLASS_S[seen] * 292_253


def count_totals(game: Game, seen: int, executor: Executor | None, progress: Progress | None) -> SetTotals:
    """Of one game; what was counted together with others is not counted again."""
    key = _key(game, seen)
    if key not in _FOUND:
        count_together([game], seen, executor, progress)
    return _FOUND[key]


def count_together(
    games: Sequence[Game], seen: int, executor: Executor | None = None, progress: Progress | None = None
) -> list[SetTotals]:
    """Games with the same house way and deck, each with its own payouts and pushes: one count of hands serves all."""
    return add_up(games, seen, SeenSettings(tuple(games), seen).parts(executor, progress))


def add_up(games: Sequence[Game], seen: int, parts: Iterable[NDArray[np.int64]]) -> list[SetTotals]:
    """All parts of a count, wherever they were counted; what they come to is known from now on."""
    totals = np.zeros((len(games), SUMS), object)
    for part in parts:
        totals += part.astype(object)
    found = []
    for game, (hands, *sums) in zip(games, totals.tolist(), strict=True):
        deck = len(game.deck)
        assert hands == comb(deck, SIZE) * comb(deck - SIZE, seen), "every hand is set once for all that can be seen"
        found.append(SetTotals(hands * comb(deck - SIZE - seen, SIZE - seen), *sums))
        _FOUND[_key(game, seen)] = found[-1]
    return found


def results_of(game: Game, totals: SetTotals) -> dict[Fraction, Fraction]:
    """How often a round of the best settings ends with each net result."""
    win, loss = _nets(game)
    won, lost = Fraction(totals.won, totals.rounds), Fraction(totals.lost, totals.rounds)
    return {loss: lost, Fraction(0): 1 - won - lost, win: won}


@dataclass(frozen=True, eq=False)
class SeenSettings:
    """The count of some games."""

    games: tuple[Game, ...]
    seen: int

    @cached_property
    def two(self) -> InTwoHands:
        """How hands are set at all of them."""
        courses = [game.course for game in self.games if isinstance(game.course, PaiGowPoker)]
        assert len({(course.way, course.ranking) for course in courses}) == 1, "one house way"
        assert len({course.pushes for course in courses} - {""}) <= 1, "one hand that pushes"
        return InTwoHands(tuple(courses), self.games[0].deck)

    @property
    def plays(self) -> NDArray[np.int64]:
        """[game, 3]: as `decide_hand` takes them."""
        rows, pushing = [], [bool(course.pushes) for course in self.two.courses]
        for game, pushes in zip(self.games, pushing, strict=True):
            nets = _nets(game)
            scale = lcm(*(net.denominator for net in nets))
            rows.append([int(any(pushing) and not pushes), *(int(net * scale) for net in nets)])
        return np.array(rows)

    def parts(
        self, executor: Executor | None = None, progress: Progress | None = None, *, share: tuple[int, int] = (0, 1)
    ) -> Iterable[NDArray[np.int64]]:
        """[game, sum], by classes of own hands, in no order: long ones are spread. A share is one of so many."""
        classes = np.random.default_rng(1).permutation(np.flatnonzero(self.two.counts))
        tasks = [(classes[at : at + BATCH],) for at in range(0, len(classes), BATCH)][share[0] :: share[1]]
        assert self.two.dealers, "made before threads ask for it"
        work = partial(_play, self.two, self.seen, self.plays)
        for done, (_, part) in enumerate(stream_tasks(work, tasks, executor), 1):
            yield part
            if progress:
                progress(done, len(tasks), self.games[0].title)


def _play(two: InTwoHands, seen: int, plays: NDArray[np.int64], classes: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(play_classes(two.own(classes), two.least, seen, two.dealers, plays), np.int64)


def _key(game: Game, seen: int) -> Key:
    assert isinstance(game.course, PaiGowPoker)
    return game.course, game.deck, _nets(game), seen


def _nets(game: Game) -> tuple[Fraction, Fraction]:
    assert isinstance(game.course, PaiGowPoker)
    return InTwoHands((game.course,), game.deck).nets(game)
