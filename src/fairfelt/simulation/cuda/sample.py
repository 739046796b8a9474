"""All rounds of a simulation on a card, wave after wave of blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu

from ..blocks import BLOCK_ROUNDS
from ..kernels import Dealer
from .source import KERNEL, CudaSource
from .streams import streams

WARP: Final = 32


class GpuDealer:
    """Deals rounds on a card: compiled, with its tables in place."""

    def __init__(self, gpu: Gpu, dealer: Dealer) -> None:
        self.gpu, self.source = gpu, CudaSource(dealer, gpu.near_bytes)
        self.kernel = gpu.kernel(self.source.text, KERNEL, self.source.used_bytes)
        self.faces = gpu.load(dealer.cards)
        self.tables = [gpu.load(table) for table in self.source.tables.values()]

    def sample(self, rounds: int, seed: int, tell: Callable[[int], None]) -> NDArray[np.int64]:
        """The counts of all blocks, the same that threads find; `tell` hears how many rounds are done."""
        totals = self.gpu.zeros(self.source.of.cells, np.uint64)
        blocks = -(-rounds // BLOCK_ROUNDS)
        threads, wave = even_waves(blocks, self.gpu.processors, self.source.threads)
        for first in range(0, blocks, wave):
            last = min(first + wave, blocks)
            size = rounds - (last - 1) * BLOCK_ROUNDS if last == blocks else BLOCK_ROUNDS
            counted = np.int64(last - first), np.int64(size), self.gpu.load(streams(seed, first, last)), totals
            self.kernel(-(-(last - first) // threads), threads, *counted, self.faces, *self.tables)
            self.gpu.finish()
            tell(min(last * BLOCK_ROUNDS, rounds))
        return self.gpu.fetch(totals).astype(np.int64)


def even_waves(blocks: int, processors: int, most_threads: int) -> tuple[int, int]:
    """Threads in a block, and blocks of rounds in a wave: as few waves as can be, all of about the same size."""
    waves = -(-blocks // (processors * most_threads))
    threads = -(-blocks // (waves * processors * WARP)) * WARP
    return threads, threads * processors
