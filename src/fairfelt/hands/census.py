"""Every poker hand of the deck, counted by line."""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import STANDARD

from .five_card import Poker
from .poker_kernels import look_up, named_tables
from .ranking import LINE_BITS


def poker_census(cards: int) -> dict[Poker, int]:
    """How many of all hands of five, six or seven cards make each line."""
    from concurrent.futures import ThreadPoolExecutor

    kernel, tables = _kernel(cards), named_tables("value", cards).values()

    def count_from(first: int) -> NDArray[np.int64]:
        counts = np.zeros(len(Poker), np.int64)
        kernel(first, counts, *tables)
        return counts

    # Hands are shared out by their lowest card, the largest share first.
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        counts = sum(threads.map(count_from, range(len(STANDARD))), np.zeros(len(Poker), np.int64))
    return {line: int(counts[line]) for line in Poker}


@cache
def _kernel(size: int) -> Any:
    """Nested loops over ascending cards; each adds its card to the key and the set of the loop around it."""
    from .compile import compile_source

    lines = ["k0 = value_keys[c0]", "m0 = 1 << c0"]
    for at in range(1, size):
        indent = "    " * (at - 1)
        lines += [
            f"{indent}for c{at} in range(c{at - 1} + 1, {len(STANDARD)}):",
            f"{indent}    k{at} = k{at - 1} + value_keys[c{at}]",
            f"{indent}    m{at} = m{at - 1} | 1 << c{at}",
        ]
    inner = [*look_up("value", f"k{size - 1}", f"m{size - 1}"), f"counts[value >> {LINE_BITS}] += 1"]
    lines += ["    " * (size - 1) + statement for statement in inner]
    source = f"""from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def census(c0, counts, {", ".join(named_tables("value", size))}):
    {(chr(10) + "    ").join(lines)}
"""
    return compile_source(source, "census")
