"""Rounds in blocks of a fixed size, each with a random stream of its own: threads change nothing but the time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, ThreadPoolExecutor, wait
from contextlib import nullcontext
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

BLOCK_ROUNDS: Final = 1 << 18
"""A fraction of a second's work, after which an interruption is heard."""
QUEUED_PER_THREAD: Final = 2

Sample = Callable[[int, int], NDArray[np.int64]]
"""Deals so many rounds of the block of that number, and counts."""


def sample_blocks(
    sample: Sample, rounds: int, threads: int, tell: Callable[[int], None], executor: Executor | None = None
) -> NDArray[np.int64]:
    """The sum of all blocks, dealt by threads of our own or on an executor; `tell` hears how many rounds are done."""
    sizes = (min(BLOCK_ROUNDS, rounds - first) for first in range(0, rounds, BLOCK_ROUNDS))
    blocks = ((size, block) for block, size in enumerate(sizes))
    total, done = sample(0, 0), 0
    own = ThreadPoolExecutor(threads) if executor is None else nullcontext(executor)
    with own as pool:
        waiting = {pool.submit(sample, *task): task[0] for task in islice(blocks, threads * QUEUED_PER_THREAD)}
        while waiting:
            for finished in wait(waiting, return_when=FIRST_COMPLETED).done:
                done += waiting.pop(finished)
                total += finished.result()
                waiting |= {pool.submit(sample, *task): task[0] for task in islice(blocks, 1)}
            tell(done)
    return total
