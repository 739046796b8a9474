"""Showdowns by the longest flush with wild and shared cards: one card of the dealer's or of the shared ones seen."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.executors import local_threads, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.suits.solver import BOARD, fits
from fairfelt.protection.information import Information
from fairfelt.protection.seen_cards.count import SeenCount, SeenPart, Whole
from fairfelt.rules import Choice, Game

from .hands import DEALERS_S, SHARED_S, STRETCH, FlushHands


@dataclass(frozen=True, eq=False)
class SharedFlushCard(SeenCount):
    """One card seen, of the dealer's or of the shared ones."""

    dealers: bool

    @staticmethod
    def of(core: Game, information: Information) -> SharedFlushCard | None:
        """None where the game has another form, or more is seen."""
        if not fits(core) or len(information.dealer) + len(information.community) != 1:
            return None
        return SharedFlushCard(core, bool(information.dealer))

    @cached_property
    def hands(self) -> FlushHands:
        """Of the player's."""
        return FlushHands(self.game)

    @property
    def scale(self) -> int:
        return self.hands.problem.scale

    @property
    def choices(self) -> tuple[Choice, ...]:
        return self.hands.problem.choices

    @property
    def deals(self) -> int:
        """Ways to deal the dealer's cards and the shared ones beside a hand."""
        left = len(self.game.deck) - self.game.hole
        return comb(left, self.hands.draws) * comb(left - self.hands.draws, BOARD)

    @property
    def seconds(self) -> float:
        return len(self.hands.classes) * (DEALERS_S if self.dealers else SHARED_S)

    @property
    def rounds(self) -> int:
        seen = self.hands.draws if self.dealers else BOARD
        return comb(len(self.game.deck), self.game.hole) * self.deals * seen

    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterator[SeenPart]:
        tasks = self.hands.tasks(STRETCH)
        for done, (_, part) in enumerate(stream_tasks(self.part, tasks, local_threads(executor)), 1):
            if progress:
                progress(done, len(tasks), f"{self.game.title}: a card seen, part {done} of {len(tasks)}")
            yield part

    def part(self, hands: NDArray[np.uint8], weights: Whole) -> SeenPart:
        """Some hands, each with every card that may be seen."""
        numbers, ways = self.hands.by_card(hands, dealers=self.dealers)
        return play_columns(numbers, ways, weights)


def play_columns(numbers: Whole, ways: Whole, weights: Whole) -> SeenPart:
    """Every hand played as is best by what is seen beside it; of equal choices the larger bet.

    numbers  [hand, what is seen, choice, number]
    ways     [hand, what is seen]  how much follows
    """
    choices, each = numbers.shape[2], weights.astype(object)
    best = choices - 1 - numbers[:, :, ::-1, 0].argmax(axis=2)
    taken = np.take_along_axis(numbers, best[:, :, None, None], axis=2)[:, :, 0].sum(axis=1)
    chosen = np.stack([np.where(best == choice, ways, 0).sum(axis=1) for choice in range(choices)], axis=1)
    return SeenPart(each @ taken.astype(object), each @ chosen.astype(object))
