"""A kernel that deals, in C, translated from the source that numba compiles: one thread deals one block of rounds.

    near memory   decks, a word of four cards of each thread beside that of the next | counts | small tables

Counts are kept several times over, a copy for each lane of a warp, so that threads do not wait for each other.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS
from fairfelt.compute.cuda.expressions import Scope
from fairfelt.compute.cuda.ranges import UNSIGNED, Range
from fairfelt.compute.cuda.statements import declare, translate
from fairfelt.compute.cuda.tables import C_TYPES, Table, narrow, shared_names

from ..blocks import BLOCK_ROUNDS
from ..draw import STATE
from ..kernels import Dealer

LANES: Final = 32
COUNT_BYTES: Final = 4
CARDS_A_WORD: Final = 4
MOST_COUNTS_BYTES: Final = 48 << 10
"""So much near memory the counts may take; beyond it, they are kept once for all."""
KERNEL: Final = "sample"
ANY_CARD: Final = Range(0, ALL_CARDS - 1)
"""Also in a deck without the higher suits: a set of cards has 64 bits then, and may be moved down by three suits."""
THREADS: Final = (1024, 512, 256, 128, 64, 32)
WORD_BYTES: Final = 8


@dataclass(frozen=True, eq=False)
class CudaSource:
    """The C of a kernel, and what it looks into."""

    of: Dealer
    near_bytes: int
    """All near memory there is."""

    @cached_property
    def threads(self) -> int:
        """In a block of threads: so many that their decks and counts fit, and no cell can outgrow its 32 bits."""
        most_rounds = (1 << 8 * COUNT_BYTES) * max(self.copies, 1) // self.of.most_a_round
        room = self.near_bytes - self._counts_bytes
        return next(t for t in THREADS if t * self._deck_bytes <= room and t * BLOCK_ROUNDS < most_rounds)

    @cached_property
    def _same(self) -> dict[str, str]:
        return shared_names(self.of.tables.items())

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """By name, each content once."""
        return {name: narrow(self.of.tables[name]) for name in dict.fromkeys(self._same.values())}

    @property
    def near_cells(self) -> int:
        """Those that are counted in near memory, where there is room for them."""
        return self.of.common or self.of.cells

    @cached_property
    def copies(self) -> int:
        """Of the counts in near memory; none if even one is too large."""
        fitting = (
            copies for copies in (32, 16, 8, 4, 2, 1) if self.near_cells * copies * COUNT_BYTES <= MOST_COUNTS_BYTES
        )
        return next(fitting, 0)

    @property
    def _deck_bytes(self) -> int:
        """Of one thread."""
        return -(-len(self.of.cards) // CARDS_A_WORD) * CARDS_A_WORD

    @property
    def _counts_bytes(self) -> int:
        return _aligned(self.near_cells * self.copies * COUNT_BYTES)

    @property
    def _counts_end(self) -> int:
        """Where decks and counts end in near memory, and tables begin."""
        return self.threads * self._deck_bytes + self._counts_bytes

    @cached_property
    def near(self) -> dict[str, int]:
        """Where tables that fit begin in near memory, the smallest first."""
        places, at = {}, self._counts_end
        for name, table in sorted(self.tables.items(), key=lambda item: item[1].nbytes):
            if at + table.nbytes <= self.near_bytes:
                places[name] = at
                at += _aligned(table.nbytes)
        return places

    @property
    def used_bytes(self) -> int:
        """Near memory that is used."""
        return max((at + self.tables[name].nbytes for name, at in self.near.items()), default=self._counts_end)

    @cached_property
    def text(self) -> str:
        """The kernel `sample(blocks, last_rounds, states, totals, faces, tables…)`."""
        scope = self._scope()
        lines = translate(self._body(), scope)
        variables = declare(scope, but=("rounds", *STATE))
        return _KERNEL.format(
            threads=self.threads,
            copies=self.copies,
            cells=self.near_cells,
            cards=len(self.of.cards),
            block_rounds=BLOCK_ROUNDS,
            counts_at=self.threads * self._deck_bytes,
            arguments="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ far_{n}" for n, t in self.tables.items()),
            loads="\n".join(self._loads()),
            states="\n".join(f"  {name} = states[{at} * blocks + block];" for at, name in enumerate(STATE)),
            variables="\n".join(f"  {line}" for line in (*self._own(), *variables)),
            body="\n".join(f"  {line}" for line in lines),
        )

    def _body(self) -> list[ast.stmt]:
        """Of the kernel that numba compiles."""
        functions = (node for node in ast.parse(self.of.text).body if isinstance(node, ast.FunctionDef))
        return next(node for node in functions if node.name == KERNEL).body

    def _scope(self) -> Scope:
        tables = {name: Table.of(first, self.tables[first]) for name, first in self._same.items()}
        deck = f"deck[(({{at}}) & ~3) * {self.threads} + (({{at}}) & 3)]"
        tables["deck"] = Table("deck", (len(self.of.cards),), "unsigned char", ANY_CARD, place=deck)
        tables["counts"] = self._counts()
        held = {name: Range(0, own.most) for name, own in self.of.own.items()}
        tables |= {name: Table(name, own.shape, "int", held[name]) for name, own in self.of.own.items() if own.shape}
        numbers = {name: held[name] for name, own in self.of.own.items() if not own.shape}
        return Scope(tables, {"rounds": Range(0, BLOCK_ROUNDS), **dict.fromkeys(STATE, UNSIGNED), **numbers})

    def _counts(self) -> Table:
        """Added to in near memory, in far memory, or in either as a cell is a common one or not."""
        near = f"atomicAdd(&counts[({{place}}) * {self.copies} + lane], (unsigned)({{value}}));"
        far = "atomicAdd(&totals[{place}], (unsigned long long)({value}));"
        either = f"if (({{place}}) < {self.near_cells}) {near} else {far}"
        add = far if not self.copies else near if self.near_cells == self.of.cells else either
        return Table("counts", (self.of.cells,), place="{at}", add=add)

    def _own(self) -> list[str]:
        """The thread's own arrays."""
        return [f"int {name}[{' * '.join(map(str, own.shape))}];" for name, own in self.of.own.items() if own.shape]

    def _loads(self) -> list[str]:
        """Bring small tables near; the others stay where they are."""
        lines = []
        for name, table in self.tables.items():
            kind = C_TYPES[table.dtype.name]
            if name in self.near:
                lines.append(f"  {kind}* {name} = ({kind}*)(near + {self.near[name]});")
                lines.append(
                    f"  for (int i = threadIdx.x; i < {table.size}; i += blockDim.x) {name}[i] = far_{name}[i];"
                )
            else:
                lines.append(f"  const {kind}* {name} = far_{name};")
        return lines


def _aligned(count_bytes: int) -> int:
    """Up to a whole word."""
    return -(-count_bytes // WORD_BYTES) * WORD_BYTES


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
