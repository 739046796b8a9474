"""What a count will take, before it begins: information sets, evaluations, memory, time here and on a GPU."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from fairfelt.engine.core.information_sets import Symmetry, ways_to_turn
from fairfelt.engine.core.price import duration, in_short
from fairfelt.engine.view import View
from fairfelt.runtime.compute.cores import usable_cores

from .settlements import Settlements

RATE = 30_000_000
"""Evaluations a second and core, about: measured with five-card hands."""
INFORMATION_SET_RATE = 1_500_000
"""Information sets a second that are sorted into classes."""
CARD_RATE = 60_000_000_000
"""Evaluations a second on a GPU, with caution: an H200 counts some 400 billion with hands of five cards."""
CLUSTER_CORES = 64
"""Of a cluster as one is hired by the hour."""
MOST_BYTES = 6 << 30
BYTES_PER_INFORMATION_SET = 64
WIDE_STEPS, WIDE_BYTES = 3, 200
"""For each sum of numbers that 64 bits do not hold: as many evaluations take as long, and so much memory."""


@dataclass(frozen=True)
class Cost:
    """About what a game takes to solve."""

    information_sets: int
    """At the last decision."""
    extensions: int
    """Information sets that are looked at from one decision to the next."""
    evaluations: int
    """Whole rounds that are looked at."""
    bytes: int

    @property
    def steps(self) -> int:
        """What it is measured by: whole rounds looked at, and information sets, each of which takes as long as ten."""
        return max(self.evaluations, 10 * self.extensions)

    @property
    def core_seconds(self) -> float:
        """On one core."""
        return self.evaluations / RATE + self.extensions / INFORMATION_SET_RATE

    @property
    def seconds(self) -> float:
        """On this machine."""
        return self.evaluations / RATE / usable_cores() + self.extensions / INFORMATION_SET_RATE

    @property
    def cluster_seconds(self) -> float:
        """On the cores of a cluster."""
        return self.evaluations / RATE / CLUSTER_CORES + self.extensions / INFORMATION_SET_RATE

    @property
    def card_seconds(self) -> float:
        """On a GPU."""
        return self.evaluations / CARD_RATE + self.extensions / INFORMATION_SET_RATE

    def __str__(self) -> str:
        return (
            f"{in_short(self.information_sets)} information sets and {in_short(self.evaluations)} evaluations: "
            f"about {duration(self.seconds)} here, {duration(self.cluster_seconds)} on a cluster of {CLUSTER_CORES} "
            f"cores, {duration(self.card_seconds)} on a GPU"
        )


def cost_of(view: View, symmetry: Symmetry, settlements: Settlements, *, wide_paths: int = 0) -> Cost:
    """An upper estimate: classes are counted as if no information set were its own image.

    Where 64 bits do not hold the results, each path is summed up in whole numbers of any size.
    """
    infosets, extensions, before, room = 1, 0, 0, 0
    rows = len(settlements)
    for level in view.levels:
        more = comb(view.size - before, level.cards - before)
        extensions += infosets * more * level.labels if before else 0
        ways = ways_to_turn(view.size, symmetry.counts(level))
        infosets = _classes(ways, symmetry.order, len(symmetry.faces), level.cards)
        room += infosets * level.labels * BYTES_PER_INFORMATION_SET
        before = level.cards
    completions, labels = view.following[-1], view.levels[-1].labels
    evaluations = infosets * (completions + WIDE_STEPS * wide_paths * rows * labels)
    room += infosets * labels * (8 * min(rows, 64) + WIDE_BYTES * wide_paths)
    return Cost(infosets, extensions, evaluations, room)


def _classes(ways: int, order: int, faces: int, cards: int) -> int:
    """About how many classes n information sets fall into; few cards have more images of their own."""
    return int(max(1, min(ways, faces**cards, -(-ways * 5 // (4 * order)))))
