"""Rounds in blocks of a fixed size, each with a random stream of its own: who deals them changes only the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.executors import stream_tasks

BLOCK_ROUNDS: Final = 1 << 18
"""A fraction of a second's work, after which an interruption is heard."""

Counted = TypeVar("Counted", NDArray[np.int64], Counter[int])
"""Counts that can be added up."""


def sample_blocks(
    sample: Callable[[int, int], Counted],
    rounds: int,
    threads: int | None,
    tell: Callable[[int], None],
    executor: Executor | None = None,
) -> Counted:
    """The sum of all blocks, dealt by threads of our own or on an executor; `tell` hears how many rounds are done."""
    firsts = range(0, rounds, BLOCK_ROUNDS)
    blocks = ((min(BLOCK_ROUNDS, rounds - first), block) for block, first in enumerate(firsts))
    total, done = sample(0, 0), 0
    for block, counts in stream_tasks(sample, blocks, executor, threads=threads):
        total += counts
        done += min(BLOCK_ROUNDS, rounds - firsts[block])
        tell(done)
    return total
