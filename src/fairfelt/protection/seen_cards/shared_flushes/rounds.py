"""Two or all of the dealer's cards seen at showdowns by the longest flush: every hand of the dealer's, every board.

A graphics card has done with it in minutes; without one it takes days.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.compute.executors import local_threads, split_by_size, stream_tasks
from fairfelt.exact import Progress
from fairfelt.exact.solvers.suits.solver import fits
from fairfelt.protection.information import Information
from fairfelt.protection.seen_cards.count import NUMBERS, SeenPart, Whole
from fairfelt.rules import Game

from .count import SharedFlushCount
from .hands import FlushHands
from .one_card import play_columns
from .rounds_cuda import rounds_on
from .rounds_kernel import count_rounds
from .rounds_tables import RoundTables, round_tables

PAIR = 2
STRETCH = 8
"""Classes of hands in one task."""
ROUND_S = 4e-9
"""What a round takes, about, on one core."""


@dataclass(frozen=True, eq=False)
class SharedFlushRounds(SharedFlushCount):
    """Two of the dealer's cards, or all of them."""

    by_pairs: bool

    @staticmethod
    def of(core: Game, information: Information) -> SharedFlushRounds | None:
        """None where the game has another form, or something else is seen."""
        seen = len(information.dealer)
        if not fits(core) or information.community or seen not in (PAIR, FlushHands(core).draws):
            return None
        found = SharedFlushRounds(core, seen == PAIR)
        return found if found.tables else None

    @cached_property
    def tables(self) -> RoundTables | None:
        """What all of them are counted by."""
        return round_tables(self.hands)

    @property
    def seconds(self) -> float:
        return len(self.hands.classes) * self.deals * ROUND_S

    @property
    def rounds(self) -> int:
        seen = comb(self.hands.draws, PAIR) if self.by_pairs else 1
        return comb(len(self.game.deck), self.game.hole) * self.deals * seen

    def parts(self, executor: Executor | None, progress: Progress | None) -> Iterator[SeenPart]:
        classes = self.hands.classes
        done = 0
        for many, part in self._parts(classes.hands, classes.weights, executor):
            done += many
            if progress:
                progress(done, len(classes), f"{self.game.title}: {len(classes):,} classes of hands")
            yield part

    def _parts(
        self, hands: NDArray[np.uint8], weights: Whole, executor: Executor | None
    ) -> Iterator[tuple[int, SeenPart]]:
        """How many hands, and what they come to: on a card where there is one, or on threads."""
        if isinstance(executor, Gpu):
            yield from self.on_card(executor, hands, weights)
            return
        tasks = split_by_size(STRETCH, hands, weights)
        for at, part in stream_tasks(self.part, tasks, local_threads(executor)):
            yield len(tasks[at][0]), part

    def on_card(self, gpu: Gpu, hands: NDArray[np.uint8], weights: Whole) -> Iterator[tuple[int, SeenPart]]:
        """The same on a card."""
        assert self.tables
        masks, wilds = self.hands.held(hands)
        lines = self.hands.lines(hands)
        for some, found in rounds_on(gpu, self.tables, masks, wilds, lines, by_pairs=self.by_pairs):
            if self.by_pairs:
                yield len(found), self.play_pairs(found, lines[some], weights[some])
            else:
                sums = weights[some].astype(object) @ found.astype(object)
                yield len(found), SeenPart(sums[:NUMBERS], sums[NUMBERS:])

    def part(self, hands: NDArray[np.uint8], weights: Whole) -> SeenPart:
        """Some hands, each with all that may be seen."""
        tables = self.tables
        assert tables
        masks, wilds = self.hands.held(hands)
        lines = self.hands.lines(hands)
        sums, chosen = np.zeros((len(hands), NUMBERS), np.int64), np.zeros((len(hands), len(self.choices)), np.int64)
        pairs = np.zeros((len(hands), tables.most_pairs if self.by_pairs else 1, tables.settled.shape[1]), np.int64)
        for at in range(len(hands)):
            count_rounds(
                masks[at], wilds[at], tables.deck, tables.deck_wild - wilds[at], tables.draws, tables.boards,
                tables.codes, tables.words, tables.settled[lines[at]], self.by_pairs, pairs[at], sums[at], chosen[at],
            )  # fmt: skip
        if self.by_pairs:
            return self.play_pairs(pairs, lines, weights)
        each = weights.astype(object)
        return SeenPart(each @ sums.astype(object), each @ chosen.astype(object))

    def play_pairs(self, pairs: Whole, lines: Whole, weights: Whole) -> SeenPart:
        """The best choice by two cards. pairs: [hand, pair, kind]."""
        assert self.tables
        numbers = np.einsum("hpk,hkcn->hpcn", pairs, self.tables.settled[lines])
        return play_columns(numbers, pairs.sum(axis=2), weights)
