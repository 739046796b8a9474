"""Two or all of the dealer's cards seen at showdowns by the longest flush, on a graphics card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda import Gpu
from fairfelt.exact.core.decisions import BINOMIALS
from fairfelt.exact.solvers.suits.steps import LENGTHS, RANKS, SUITS

from .rounds_kernel import FIELD, HELD, LENGTH_BITS, TIE
from .rounds_source import KERNEL
from .rounds_tables import RoundTables, Whole

THREADS: Final = 128
BATCH: Final = 8_192
"""Classes of hands that are started together."""


def rounds_on(
    gpu: Gpu, tables: RoundTables, masks: Whole, wilds: Whole, lines: Whole, *, by_pairs: bool
) -> Iterator[tuple[slice, NDArray[np.int64]]]:
    """Some hands at a time: [hand, pair, kind], or [hand, number and choice] with all of the dealer's cards known."""
    kernel = gpu.kernel(_source(tables, by_pairs), "count_rounds")
    kinds, choices, numbers = tables.settled.shape[1:]
    codes, words = gpu.load(tables.codes), gpu.load(tables.words.astype(np.uint64))
    settled, binomials = gpu.load(tables.settled), gpu.load(BINOMIALS)
    for at in range(0, len(masks), BATCH):
        some = slice(at, min(at + BATCH, len(masks)))
        hands = some.stop - some.start
        into = gpu.zeros((1, 1) if by_pairs else (hands, numbers + choices), np.int64)
        pairs = gpu.zeros((hands, tables.most_pairs, kinds) if by_pairs else (1, 1, 1), np.uint32)
        each = (gpu.load(array[some]) for array in (masks, wilds, lines))
        kernel(hands, THREADS, np.int64(hands), *each, codes, words, settled, binomials, into, pairs)
        yield some, gpu.fetch(pairs if by_pairs else into).astype(np.int64)


def _source(tables: RoundTables, by_pairs: bool) -> str:
    kinds, choices, numbers = tables.settled.shape[1:]
    sizes = {
        "SUITS": SUITS, "RANKS": RANKS, "LENGTHS": LENGTHS, "LENGTH_BITS": LENGTH_BITS, "FIELD": FIELD, "HELD": HELD,
        "TIE": TIE, "THREADS": THREADS, "KINDS": kinds, "CHOICES": choices, "NUMBERS": numbers,
        "BINOMIALS": BINOMIALS.shape[1], "MOST": tables.most_cards, "MOST_PAIRS": tables.most_pairs,
        "DECK_WILD": tables.deck_wild, "DRAWS": tables.draws, "BOARDS": tables.boards, "BY_PAIRS": int(by_pairs),
    }  # fmt: skip
    deck = f"__constant__ const int deck_masks[] = {{{', '.join(str(int(mask)) for mask in tables.deck)}}};"
    return "\n".join([*(f"#define {name} {value}" for name, value in sizes.items()), deck, KERNEL])
