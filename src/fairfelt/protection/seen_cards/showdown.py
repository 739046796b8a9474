"""Showdowns with one decision of which the dealer's hands are counted by cuts, as they are for sorted backs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np

from fairfelt.compute.executors import local_threads, stream_tasks
from fairfelt.exact import Progress
from fairfelt.hands import LINE_BITS
from fairfelt.protection.backs.ranked import ShowdownCount
from fairfelt.protection.information import Information
from fairfelt.rules import Choice, Game

from .count import SeenCount, SeenPart, Whole, part_of
from .settle import Pays

MOST = 2
"""Cards seen, where each of them is told by suit and rank."""


@dataclass(frozen=True, eq=False)
class SeenShowdown(SeenCount):
    """Some of the dealer's cards seen at a showdown of which any card is hidden otherwise."""

    showdown: ShowdownCount
    seen: int
    """Cards of the dealer's."""

    @property
    def scale(self) -> int:
        return self.showdown.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.showdown.choices

    @property
    def rounds(self) -> int:
        """Every round is counted once for each choice of cards that may be those that are seen."""
        hands = comb(len(self.game.deck), self.game.hole)
        return hands * comb(self.showdown.left, self.showdown.hidden) * comb(self.showdown.hidden, self.seen)

    @property
    def following(self) -> int:
        """Ways to deal the dealer's other cards beside a hand and what is seen."""
        return comb(self.showdown.left - self.seen, self.showdown.hidden - self.seen)

    @cached_property
    def pays(self) -> Pays:
        """What the kernels settle by."""
        cuts, problem, kinds = self.showdown.cuts, self.showdown.problem, self.showdown.kinds
        lines = (kinds >> LINE_BITS).astype(np.int64)
        return Pays(cuts.places, cuts.rows, cuts.counts, lines, problem.allowed(kinds), problem.nets, problem.extras)

    @abstractmethod
    def tasks(self) -> Sequence[tuple[Any, ...]]:
        """Some hands each."""

    @abstractmethod
    def play(self, totals: Whole, *task: Any) -> None:
        """Add the rounds of some hands. totals: [choice, line, row], as each is best played."""

    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterator[SeenPart]:
        """On threads of this machine: a game does not travel."""
        tasks = self.tasks()
        for done, (_, part) in enumerate(stream_tasks(self.part, tasks, local_threads(executor)), 1):
            if progress:
                progress(done, len(tasks), f"{self.game.title}: cards seen, part {done} of {len(tasks)}")
            yield part

    def part(self, *task: Any) -> SeenPart:
        """Some hands beside all that may be seen."""
        lines, rows = self.showdown.settled.shape[:2]
        totals = np.zeros((len(self.choices), lines, rows), np.int64)
        self.play(totals, *task)
        return part_of(self.showdown.problem, totals)


def cards_seen(core: Game, information: Information) -> int:
    """How many of the dealer's cards are seen, where nothing else is; they are alike, whichever they are."""
    return 0 if information.community or core.streets[0].dealer else len(information.dealer)
