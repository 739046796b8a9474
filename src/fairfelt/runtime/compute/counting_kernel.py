"""Kernels that count on a GPU: the threads of a block add to counts in shared memory, which then go to the totals.

shared memory   what the threads keep | counts, a copy for some lanes of a warp each | small tables
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from numpy.typing import NDArray

from .cuda import C_TYPES, Range, Scope, Table, narrow, shared_names

COPIES: Final = (32, 16, 8, 4, 2, 1)
MAX_COUNT_BYTES: Final = 48 << 10
"""Of the counts in shared memory; where they need more, they are kept once, in global memory."""
COUNT_BYTES, WORD_BYTES = 4, 8
WARP: Final = 32


@dataclass(frozen=True, eq=False)
class CountingKernel:
    """How a block uses shared memory, and the frame around what its threads do."""

    tables: Mapping[str, NDArray[Any]]
    cells: int
    threads: int
    """Of a block."""
    team: int
    """Threads of a team."""
    kept_bytes: int
    """That a team keeps for itself."""
    shared_bytes: int
    """All shared memory of a block."""
    copies: int
    """Of the counts; as many as a team has threads, where each counts alone; 0 where they are in global memory."""

    @property
    def team_bytes(self) -> int:
        """Of shared memory, for each team."""
        return aligned(self.kept_bytes + self.cells * self.copies * COUNT_BYTES)

    @cached_property
    def names(self) -> dict[str, str]:
        """For each table the name of the first with the same content."""
        return shared_names((name, narrow(table)) for name, table in self.tables.items())

    @cached_property
    def arrays(self) -> dict[str, NDArray[Any]]:
        """By name, each content once, in as few bytes as its numbers need."""
        return {name: narrow(self.tables[name]) for name in dict.fromkeys(self.names.values())}

    @cached_property
    def places(self) -> dict[str, int]:
        """[table]: where it begins in shared memory, the smallest first, as many as fit."""
        found, at = {}, self.threads // self.team * self.team_bytes
        for name, table in sorted(self.arrays.items(), key=lambda item: item[1].nbytes):
            if at + table.nbytes <= self.shared_bytes:
                found[name] = at
                at += aligned(table.nbytes)
        return found

    @property
    def used_bytes(self) -> int:
        """Of shared memory."""
        ends = [at + self.arrays[name].nbytes for name, at in self.places.items()]
        return max([self.threads // self.team * self.team_bytes, *ends])

    def scope(self, variables: dict[str, Range]) -> Scope:
        """The tables and the counts by their names in the source."""
        near = f"atomicAdd(&counts[({{place}}) * {self.copies} + lane], (unsigned)({{value}}));"
        if self.copies == self.team:
            near = f"counts[({{place}}) * {self.copies} + lane] += {{value}};"
        far = f"atomicAdd(&totals[totals_row * {self.cells} + ({{place}})], (unsigned long long)({{value}}) * factor);"
        tables = {name: Table.of(first, self.arrays[first]) for name, first in self.names.items()}
        tables["counts"] = Table("counts", (self.cells,), place="{at}", add=near if self.copies else far)
        return Scope(tables, variables)

    def text(self, parameters: str, items: str, body: Sequence[str], factor: int = 1) -> str:
        """The kernel: what each `member` of a team does for an item, which begins by setting `totals_row`."""
        return _FRAME.format(
            threads=self.threads,
            parameters=parameters,
            tables="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ far_{n}" for n, t in self.arrays.items()),
            loads="\n".join(self._loads()),
            items=items,
            factor=factor,
            cells=self.cells,
            copies=self.copies,
            team=self.team,
            team_bytes=self.team_bytes,
            kept_bytes=self.kept_bytes,
            wait="__syncwarp();" if self.team == WARP else "__syncthreads();",
            body="\n".join(f"    {line}" for line in body),
        )

    def _loads(self) -> list[str]:
        """Copy small tables to shared memory; the others stay where they are."""
        lines = []
        for name, table in self.arrays.items():
            kind = C_TYPES[table.dtype.name]
            if name not in self.places:
                lines.append(f"  const {kind}* __restrict__ {name} = far_{name};")
                continue
            lines.append(f"  {kind}* {name} = ({kind}*)(shared + {self.places[name]});")
            lines.append(f"  for (int i = threadIdx.x; i < {table.size}; i += blockDim.x) {name}[i] = far_{name}[i];")
        return lines


def copies_of(cells: int) -> int:
    """Of the counts in shared memory; 0 where not even one fits."""
    return next((copies for copies in COPIES if cells * copies * COUNT_BYTES <= MAX_COUNT_BYTES), 0)


def aligned(size: int) -> int:
    """In whole words."""
    return -(-size // WORD_BYTES) * WORD_BYTES


_FRAME: Final = """
#define WAIT {wait}
extern "C" __global__ void __launch_bounds__({threads}) count(
    unsigned long long* __restrict__ totals, {parameters}{tables}) {{
  extern __shared__ unsigned long long shared_words[];
  unsigned char* shared = (unsigned char*)shared_words;
  const int members = min({team}, (int)blockDim.x), member = threadIdx.x % members;
  const int teams = blockDim.x / members, team = threadIdx.x / members;
  unsigned char* near = shared + team * {team_bytes};
  unsigned* counts = (unsigned*)(near + {kept_bytes});
  const int lane = member & ({copies} - 1);
  const unsigned long long factor = {factor}ULL;
{loads}
  __syncthreads();
  for (long long item = blockIdx.x * (long long)teams + team; {items}; item += gridDim.x * (long long)teams) {{
    for (int i = member; i < {cells} * {copies}; i += members) counts[i] = 0;
    WAIT
{body}
    WAIT
    for (int i = member; {copies} && i < {cells}; i += members) {{
      unsigned long long sum = 0;
      for (int copy = 0; copy < {copies}; ++copy) sum += counts[i * {copies} + (copy + i & ({copies} - 1))];
      if (sum) atomicAdd(&totals[totals_row * {cells} + i], sum * factor);
    }}
    WAIT
  }}
}}
"""
