"""The sampling kernel on a GPU: the source that numba compiles, translated to C. One thread deals one block of rounds.

    shared memory   decks, a word of four cards of each thread beside the next thread's | counts | small tables

Counts have several copies, one for some lanes of a warp each, so that threads rarely wait for each other.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS
from fairfelt.runtime.compute.cuda import (
    C_TYPES,
    UNSIGNED,
    Gpu,
    Range,
    Scope,
    Table,
    declare,
    narrow,
    shared_names,
    translate,
)

from .blocks import BLOCK_ROUNDS
from .draw import STATE, streams
from .kernels import Dealer

WARP: Final = 32
THREADS: Final = (1024, 768, 512, 384, 256, 128, 64, 32)
COPIES: Final = (32, 16, 8, 4, 2, 1)
MAX_COUNT_BYTES: Final = 48 << 10
"""Of the counts in shared memory; where they need more, they are kept once, in global memory."""
COUNT_BYTES, WORD_BYTES, CARDS_A_WORD = 4, 8, 4


class GpuDealer:
    """Deals rounds on a GPU: the same counts that threads of the CPU find."""

    def __init__(self, gpu: Gpu, dealer: Dealer) -> None:
        self.gpu, self.source = gpu, CudaSource(dealer, gpu.near_bytes)
        self.kernel = gpu.kernel(self.source.text, "sample", self.source.used_bytes)
        self.given = [gpu.load(dealer.cards), *map(gpu.load, self.source.tables.values())]

    def sample(self, rounds: int, seed: int, tell: Callable[[int], None]) -> NDArray[np.int64]:
        """The counts of all blocks of rounds, in waves of about the same size; `tell` hears how many are done."""
        totals = self.gpu.zeros(self.source.of.cells, np.uint64)
        blocks = -(-rounds // BLOCK_ROUNDS)
        waves = -(-blocks // (self.gpu.processors * self.source.threads))
        threads = -(-blocks // (waves * self.gpu.processors * WARP)) * WARP
        wave = threads * self.gpu.processors
        for first in range(0, blocks, wave):
            last = min(first + wave, blocks)
            final = rounds - (last - 1) * BLOCK_ROUNDS if last == blocks else BLOCK_ROUNDS
            states = self.gpu.load(streams(seed, np.arange(first, last)))
            self.kernel(-(-(last - first) // threads), threads, np.int64(last - first), np.int64(final), states,
                        totals, *self.given)  # fmt: skip
            self.gpu.finish()
            tell(min(last * BLOCK_ROUNDS, rounds))
        return self.gpu.fetch(totals).astype(np.int64)


@dataclass(frozen=True, eq=False)
class CudaSource:
    """The kernel in C and the tables that it reads."""

    of: Dealer
    shared_bytes: int
    """All shared memory of a block."""

    @cached_property
    def threads(self) -> int:
        """Of a block: as many as have room for their decks, while no count of 32 bits can overflow."""
        max_rounds = (1 << 8 * COUNT_BYTES) * max(self.copies, 1) // self.of.max_per_round
        room = self.shared_bytes - self._count_bytes
        return next(t for t in THREADS if t * self._deck_bytes <= room and t * BLOCK_ROUNDS < max_rounds)

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """By name, each content once, in as few bytes as its numbers need."""
        return {name: narrow(self.of.tables[name]) for name in dict.fromkeys(self._names.values())}

    @cached_property
    def _names(self) -> dict[str, str]:
        return shared_names(self.of.tables.items())

    @cached_property
    def copies(self) -> int:
        """Of the counts in shared memory; 0 where not even one fits."""
        return next((c for c in COPIES if self.of.cells * c * COUNT_BYTES <= MAX_COUNT_BYTES), 0)

    @property
    def _deck_bytes(self) -> int:
        return -(-len(self.of.cards) // CARDS_A_WORD) * CARDS_A_WORD

    @property
    def _count_bytes(self) -> int:
        return _aligned(self.of.cells * self.copies * COUNT_BYTES)

    @cached_property
    def _places(self) -> dict[str, int]:
        """[table]: where it begins in shared memory, the smallest first, as many as fit."""
        places, at = {}, self.threads * self._deck_bytes + self._count_bytes
        for name, table in sorted(self.tables.items(), key=lambda item: item[1].nbytes):
            if at + table.nbytes <= self.shared_bytes:
                places[name] = at
                at += _aligned(table.nbytes)
        return places

    @property
    def used_bytes(self) -> int:
        """Of shared memory."""
        ends = [at + self.tables[name].nbytes for name, at in self._places.items()]
        return max([self.threads * self._deck_bytes + self._count_bytes, *ends])

    @cached_property
    def text(self) -> str:
        """`sample(blocks, last_rounds, states, totals, faces, tables…)`."""
        scope = self._scope()
        lines = translate(self._body(), scope)
        own = [f"int {name}[{own.size}];" for name, own in self.of.own.items() if own.size]
        variables = declare(scope, but=("rounds", *STATE))
        return _KERNEL.format(
            threads=self.threads,
            copies=self.copies,
            cells=self.of.cells,
            cards=len(self.of.cards),
            block_rounds=BLOCK_ROUNDS,
            counts_at=self.threads * self._deck_bytes,
            arguments="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ far_{n}" for n, t in self.tables.items()),
            loads="\n".join(self._loads()),
            states="\n".join(f"  {name} = states[{at} * blocks + block];" for at, name in enumerate(STATE)),
            variables="\n".join(f"  {line}" for line in (*own, *variables)),
            body="\n".join(f"  {line}" for line in lines),
        )

    def _body(self) -> list[ast.stmt]:
        functions = (node for node in ast.parse(self.of.text).body if isinstance(node, ast.FunctionDef))
        return next(node for node in functions if node.name == "sample").body

    def _scope(self) -> Scope:
        tables = {name: Table.of(first, self.tables[first]) for name, first in self._names.items()}
        deck = f"deck[(({{at}}) & ~3) * {self.threads} + (({{at}}) & 3)]"
        tables["deck"] = Table("deck", (len(self.of.cards),), "unsigned char", Range(0, ALL_CARDS - 1), place=deck)
        tables["counts"] = self._counts()
        held = {name: Range(0, own.most) for name, own in self.of.own.items()}
        tables |= {name: Table(name, own.shape, "int", held[name]) for name, own in self.of.own.items() if own.size}
        numbers = {name: held[name] for name, own in self.of.own.items() if not own.size}
        return Scope(tables, {"rounds": Range(0, BLOCK_ROUNDS), **dict.fromkeys(STATE, UNSIGNED), **numbers})

    def _counts(self) -> Table:
        near = f"atomicAdd(&counts[({{place}}) * {self.copies} + lane], (unsigned)({{value}}));"
        far = "atomicAdd(&totals[{place}], (unsigned long long)({value}));"
        return Table("counts", (self.of.cells,), place="{at}", add=near if self.copies else far)

    def _loads(self) -> list[str]:
        """Copy small tables to shared memory; the others stay where they are."""
        lines = []
        for name, table in self.tables.items():
            kind = C_TYPES[table.dtype.name]
            if name in self._places:
                lines.append(f"  {kind}* {name} = ({kind}*)(near + {self._places[name]});")
                lines.append(
                    f"  for (int i = threadIdx.x; i < {table.size}; i += blockDim.x) {name}[i] = far_{name}[i];"
                )
            else:
                lines.append(f"  const {kind}* {name} = far_{name};")
        return lines


def _aligned(size: int) -> int:
    """In whole words."""
    return -(-size // WORD_BYTES) * WORD_BYTES


_KERNEL: Final = """
extern "C" __global__ void __launch_bounds__({threads}, 1) sample(
    long long blocks, long long last_rounds, const unsigned long long* __restrict__ states,
    unsigned long long* totals, const unsigned char* __restrict__ faces{arguments}) {{
  extern __shared__ unsigned long long near_words[];
  unsigned char* near = (unsigned char*)near_words;
  unsigned char* deck = near + threadIdx.x * 4;
  unsigned* counts = (unsigned*)(near + {counts_at});
  int lane = threadIdx.x & ({copies} - 1);
  for (int i = threadIdx.x; i < {cells} * {copies}; i += blockDim.x) counts[i] = 0;
{loads}
  __syncthreads();
  long long block = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  int rounds = block + 1 < blocks ? {block_rounds} : block + 1 == blocks ? (int)last_rounds : 0;
  if (block >= blocks) block = blocks - 1;
  unsigned long long s0, s1, s2, s3;
{states}
  for (int i = 0; i < {cards}; ++i) deck[(i & ~3) * {threads} + (i & 3)] = faces[i];
{variables}
{body}
  __syncthreads();
  for (int i = threadIdx.x; {copies} && i < {cells}; i += blockDim.x) {{
    unsigned long long sum = 0;
    for (int copy = 0; copy < {copies}; ++copy) sum += counts[i * {copies} + copy];
    if (sum) atomicAdd(&totals[i], sum);
  }}
}}
"""
