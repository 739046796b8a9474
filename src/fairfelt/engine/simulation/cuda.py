"""The sampling kernel on a GPU: the source that numba compiles, translated to C. One thread deals one block of rounds.

Decks are in shared memory, a word of four cards of each thread beside the next thread's.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS
from fairfelt.runtime.compute.counting_kernel import COUNT_BYTES, WARP, CountingKernel, aligned, copies_of
from fairfelt.runtime.compute.cuda import UNSIGNED, Gpu, Range, Table, declare, translate

from .dealer import BLOCK_ROUNDS, STATE, Dealer, streams

THREADS: Final = (1024, 768, 512, 384, 256, 128, 64, 32)
CARDS_A_WORD: Final = 4
PARAMETERS: Final = (
    "long long blocks, long long last_rounds, const unsigned long long* __restrict__ states, "
    "const unsigned char* __restrict__ faces"
)


class GpuDealer:
    """Deals rounds on a GPU: the same counts that threads of the CPU find."""

    def __init__(self, gpu: Gpu, dealer: Dealer) -> None:
        self.gpu, self.dealer = gpu, dealer
        self.layout = layout_of(dealer, gpu.shared_bytes)
        self.kernel = gpu.kernel(sampling_text(dealer, self.layout), "count", self.layout.used_bytes)
        self.given = [gpu.load(dealer.cards), *map(gpu.load, self.layout.arrays.values())]

    def sample(self, rounds: int, seed: int, tell: Callable[[int], None]) -> NDArray[np.int64]:
        """The counts of all blocks of rounds, in waves of about the same size; `tell` hears how many are done."""
        totals = self.gpu.zeros(self.dealer.cells, np.uint64)
        blocks = -(-rounds // BLOCK_ROUNDS)
        waves = -(-blocks // (self.gpu.processors * self.layout.threads))
        threads = -(-blocks // (waves * self.gpu.processors * WARP)) * WARP
        wave = threads * self.gpu.processors
        for first in range(0, blocks, wave):
            last = min(first + wave, blocks)
            final = rounds - (last - 1) * BLOCK_ROUNDS if last == blocks else BLOCK_ROUNDS
            states = self.gpu.load(streams(seed, np.arange(first, last)))
            self.kernel(-(-(last - first) // threads), threads, totals, np.int64(last - first), np.int64(final), states,
                        *self.given)  # fmt: skip
            self.gpu.finish()
            tell(min(last * BLOCK_ROUNDS, rounds))
        return self.gpu.fetch(totals).astype(np.int64)


def layout_of(dealer: Dealer, shared_bytes: int) -> CountingKernel:
    """As many threads as have room for their decks, while no count of 32 bits can overflow."""
    copies, deck_bytes = copies_of(dealer.cells), -(-len(dealer.cards) // CARDS_A_WORD) * CARDS_A_WORD
    max_rounds = (1 << 8 * COUNT_BYTES) * max(copies, 1) // dealer.max_per_round
    room = shared_bytes - aligned(dealer.cells * copies * COUNT_BYTES)
    threads = next(t for t in THREADS if t * deck_bytes <= room and t * BLOCK_ROUNDS < max_rounds)
    return CountingKernel(dealer.tables, dealer.cells, threads, threads, threads * deck_bytes, shared_bytes, copies)


def sampling_text(dealer: Dealer, layout: CountingKernel) -> str:
    """The kernel in C."""
    scope = layout.scope({"rounds": Range(0, BLOCK_ROUNDS), **dict.fromkeys(STATE, UNSIGNED)})
    cards, place = len(dealer.cards), f"deck[(({{at}}) & ~3) * {layout.threads} + (({{at}}) & 3)]"
    scope.tables["deck"] = Table("deck", (cards,), "unsigned char", Range(0, ALL_CARDS - 1), place=place)
    functions = (node for node in ast.parse(dealer.text).body if isinstance(node, ast.FunctionDef))
    lines = translate(next(node for node in functions if node.name == "sample").body, scope)
    first = (
        "const int totals_row = 0;",
        "unsigned char* deck = near + member * 4;",
        "long long block = item * members + member;",
        f"int rounds = block + 1 < blocks ? {BLOCK_ROUNDS} : block + 1 == blocks ? (int)last_rounds : 0;",
        "if (block >= blocks) block = blocks - 1;",
        *(f"unsigned long long {name} = states[{at} * blocks + block];" for at, name in enumerate(STATE)),
        f"for (int i = 0; i < {cards}; ++i) deck[(i & ~3) * {layout.threads} + (i & 3)] = faces[i];",
    )
    body = (*first, *declare(scope, but=("rounds", *STATE)), *lines)
    return layout.text(PARAMETERS, "item * members < blocks", body)
