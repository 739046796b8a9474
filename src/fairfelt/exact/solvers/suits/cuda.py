"""The longest flush with wild and shared cards, counted on a card."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.exact.core.decisions import Part, empty_part

from .cuda_source import THREADS, SuitSource
from .kernels import SuitTables

BLOCKS_A_PROCESSOR: Final = 5
MOST_CARDS: Final = 50


def decide_classes_on(
    gpu: Gpu, tables: SuitTables, compress: NDArray[np.uint16], masks: NDArray[np.int64], wilds: NDArray[np.int64],
    weights: NDArray[Any], groups: NDArray[np.int64],
) -> Part:  # fmt: skip
    """Decide for all classes, as `kernels.decide_classes` does."""
    arrays: dict[str, NDArray[Any]] = {
        name: array for name, array in tables._asdict().items() if isinstance(array, np.ndarray)
    }
    arrays |= {"masks": masks, "wilds": wilds, "compress": compress, "weights": weights.astype(np.int64)}
    arrays |= {"groups": groups, "positions": np.array([(a, b) for b in range(MOST_CARDS) for a in range(b)], np.uint8)}
    source = SuitSource(tables.deck_wild, tables.draws, arrays)
    part = tuple(gpu.load(array) for array in empty_part(len(masks), tables.nets, tables.extras))
    blocks = min(len(masks), gpu.processors * BLOCKS_A_PROCESSOR)
    kernel = gpu.kernel(source.text, "solve_classes")
    kernel(blocks, THREADS, np.int64(len(masks)), *part, *map(gpu.load, arrays.values()))
    values, best, totals = map(gpu.fetch, part)
    return values, best, totals
