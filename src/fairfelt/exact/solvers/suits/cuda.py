"""The longest flush with wild and shared cards, counted on a card."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.exact.core.decisions import BINOMIALS

from .cuda_source import THREADS, SuitSource

BLOCKS_A_PROCESSOR: Final = 5
MOST_CARDS: Final = 50


def solve_boards_on(
    gpu: Gpu, masks: NDArray[np.int64], wilds: NDArray[np.int64], deck: NDArray[np.int64], deck_wild: int, draws: int,
    table: NDArray[np.int32], compress: NDArray[np.uint16], rows: NDArray[np.int64], weights: NDArray[Any],
    groups: NDArray[np.int64], nets: NDArray[np.int64], extras: NDArray[np.int64], values: NDArray[np.int64],
    best: NDArray[np.uint8],
) -> NDArray[np.int64]:  # fmt: skip
    """Decide for all classes, as `suit_kernels.solve_boards` does; gives the totals."""
    looked_into: dict[str, NDArray[Any]] = {
        "masks": masks, "wilds": wilds, "deck": deck, "table": table, "compress": compress, "binomials": BINOMIALS,
        "rows": rows, "weights": weights.astype(np.int64), "groups": groups, "nets": nets, "extras": extras,
        "positions": np.array([(a, b) for b in range(MOST_CARDS) for a in range(b)], np.uint8),
    }  # fmt: skip
    source = SuitSource(deck_wild, draws, looked_into)
    found, chosen = gpu.zeros(values.shape, np.int64), gpu.zeros(best.shape, np.uint8)
    totals = gpu.zeros((len(nets), extras.shape[1], nets.shape[1]), np.int64)
    blocks = min(len(masks), gpu.processors * BLOCKS_A_PROCESSOR)
    kernel = gpu.kernel(source.text, "solve_classes")
    kernel(blocks, THREADS, np.int64(len(masks)), found, chosen, totals, *map(gpu.load, looked_into.values()))
    values[:], best[:] = gpu.fetch(found), gpu.fetch(chosen)
    return gpu.fetch(totals)
