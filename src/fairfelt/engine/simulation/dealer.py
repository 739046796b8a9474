"""Deals blocks of rounds by a kernel, on threads, an executor or a GPU: who deals them changes only the time.

A block has a fixed size and a random stream of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.executors import stream_tasks

from .draw import STATE, stream

BLOCK_ROUNDS: Final = 1 << 18
"""A fraction of a second's work, after which an interruption is heard."""


@dataclass(frozen=True, eq=False)
class Dealer:
    """A kernel and its arrays, nothing else, so that it can be sent to another machine or to a GPU."""

    text: str
    """With the function `sample`."""
    cards: NDArray[np.uint8]
    cells: int
    """How many counts there are; 0 where they are too many, and the kernel lists a number for each round."""
    tables: Mapping[str, NDArray[Any]]
    """By the name of the argument."""
    on_gpu: bool = True
    """Whether there is a translation to C."""
    max_per_round: int = 1
    """How often a round can count one cell."""

    def __call__(self, seed: int, rounds: int, block: int) -> Any:
        """Deal one block: its counts, or how often each number was listed."""
        counts = np.zeros(self.cells or rounds, np.int64)
        compile_source(self.text, "sample")(rounds, *stream(seed, block), self.cards, counts, *self.tables.values())
        if self.cells:
            return counts
        return Counter(dict(zip(*(part.tolist() for part in np.unique(counts, return_counts=True)), strict=True)))

    def deal(
        self, rounds: int, seed: int, tell: Callable[[int], None], threads: int | None, executor: Executor | None
    ) -> Any:
        """The sum of all blocks, dealt by threads or on an executor; `tell` hears how many rounds are done."""
        firsts = range(0, rounds, BLOCK_ROUNDS)
        blocks = ((min(BLOCK_ROUNDS, rounds - first), block) for block, first in enumerate(firsts))
        total, done = self(0, 0, 0), 0
        for block, counts in stream_tasks(partial(self, seed), blocks, executor, threads=threads):
            total += counts
            done += min(BLOCK_ROUNDS, rounds - firsts[block])
            tell(done)
        return total


def sample_source(
    tables: Mapping[str, object], before: Sequence[str], each: Sequence[str], loop: str = "for played in range(rounds):"
) -> str:
    """The source of a kernel: what it does before the first round, and for each round (or each turn of a loop)."""
    head = f"def sample(rounds, {', '.join(STATE)}, cards, counts, {', '.join(tables)}):"
    body = ("deck = cards.copy()", *before, loop, *(f"    {line}" for line in each))
    lines = (
        "import numpy as np",
        "from numba import njit",
        "",
        "@njit(nogil=True, cache=True, boundscheck=False)",
        head,
    )
    return "\n".join((*lines, *(f"    {line}" for line in body), ""))
