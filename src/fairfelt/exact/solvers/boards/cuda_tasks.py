"""What is done with whole boards once they are counted, in C, and the steps from a board to the next card and back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.exact.core.tree import Passage
from fairfelt.hands import LINE_BITS

from .kind_kernels import KINDS

WAYS_BITS = 32


@dataclass(frozen=True)
class Task:
    """Pieces of C that `cuda_source` puts into its kernel."""

    name: str
    takes: str
    """Arguments of its own."""
    each: str
    """For every holding, whose place `at`, `value`, counts `c`, `sums` and `best` choices are known."""
    constants: str = ""
    start: str = ""
    after_board: str = ""
    end: str = ""


def sums_task(columns: int) -> Task:
    """Keep what the street before asks for."""
    each = f"""
      for (int column = 0; column < {columns}; ++column) into[column * holdings + at] = sums[column];"""
    return Task("sums_of_boards", "long long* into", each)


def endings_task(passage: Passage, *, lines: int, cells: int, most: int) -> Task:
    """As `kind_kernels.add_holding_endings`, the rounds of a holding some bits at a time.

    `most` is the most pairs of a player and a dealer that a board has: so a board's endings fit 32 bits.
    """
    size = len(passage.after) * lines * cells
    bits = ((1 << WAYS_BITS) // most).bit_length() - 1
    turns = -(-WAYS_BITS // bits)
    each = f"""
#pragma unroll
      for (int standing = 0; standing < {len(passage.states)}; ++standing) {{
        unsigned come = ways[standing * holdings + at] / (unsigned)orders;
        if (!come) continue;
        int state = states[standing], chosen = state < 0 ? 0 : best[state];
        int then = state < 0 ? carried[standing] : choices[state * {passage.choices.shape[1]} + chosen];
        unsigned* here = ended + (then * {lines} + (value >> {LINE_BITS})) * {cells};
        for (; come; come >>= {bits}, here += {size})
          for (int cell = 0; cell < {cells}; ++cell)
            if (c[cell]) atomicAdd(&here[cell], (come & {(1 << bits) - 1}u) * (unsigned)c[cell]);
      }}"""
    return Task(
        "endings",
        "const unsigned* __restrict__ ways, long long orders, unsigned long long* totals",
        each,
        constants="\n".join(_constant(name, getattr(passage, name)) for name in ("states", "carried", "choices")),
        start=f"""
  __shared__ unsigned ended[{turns * size}];
  __shared__ unsigned long long all_ended[{size}];
  for (int i = threadIdx.x; i < {turns * size}; i += blockDim.x) ended[i] = 0;
  for (int i = threadIdx.x; i < {size}; i += blockDim.x) all_ended[i] = 0;""",
        after_board=f"""
    __syncthreads();
    for (int i = threadIdx.x; i < {size}; i += blockDim.x)
      for (int turn = 0; turn < {turns}; ++turn) {{
        all_ended[i] += (unsigned long long)ended[turn * {size} + i] << {bits} * turn;
        ended[turn * {size} + i] = 0;
      }}""",
        end=f"""
  for (int i = threadIdx.x; i < {size}; i += blockDim.x)
    if (all_ended[i]) atomicAdd(&totals[i], all_ended[i]);""",
    )


def _constant(name: str, array: NDArray[Any]) -> str:
    return f"__constant__ const int {name}[] = {{{', '.join(map(str, array.ravel().tolist()))}}};"


def pull_source(columns: int) -> str:
    """`pull_sums(…, given, into)`: as `kind_kernels.pull`, every holding for itself and the cards of each kind."""
    return _STEP.format(
        name="pull_sums",
        takes="const long long* __restrict__ given, long long* into",
        kinds=KINDS,
        ranks=RANKS_PER_SUIT,
        start=f"long long total[{columns}] = {{}};",
        each=f"""
          for (int column = 0; column < {columns}; ++column)
            total[column] += free * given[column * larger_holdings + there];""",
        end=f"""
      for (int column = 0; column < {columns}; ++column) into[column * holdings + at] = total[column] / orders;""",
    )


def push_source(standings: int) -> str:
    """`push_rounds(…, ways, into)`: as `kind_kernels.push_ways`."""
    return _STEP.format(
        name="push_rounds",
        takes="const unsigned* __restrict__ ways, unsigned* into",
        kinds=KINDS,
        ranks=RANKS_PER_SUIT,
        start=f"""unsigned come[{standings}], any = 0;
      for (int standing = 0; standing < {standings}; ++standing)
        any |= come[standing] = ways[standing * holdings + at] / (unsigned)orders;
      if (!any) continue;""",
        each=f"""
          for (int standing = 0; standing < {standings}; ++standing)
            if (come[standing]) atomicAdd(&into[standing * larger_holdings + there], free * come[standing]);""",
        end="",
    )


_STEP: Final = """
__device__ __forceinline__ int turned(int kind, unsigned turn) {{
  return {ranks} * (int)(turn >> 3 * (kind / {ranks}) & 7) + kind % {ranks};
}}

extern "C" __global__ void {name}(
    long long boards, const unsigned char* __restrict__ many, const unsigned char* __restrict__ times,
    const long long* __restrict__ begins, const int* __restrict__ after, const int* __restrict__ turns,
    const long long* __restrict__ larger_begins, long long holdings, long long larger_holdings, long long orders,
    const unsigned char* __restrict__ ends, {takes}) {{
  for (long long board = blockIdx.x; board < boards; board += gridDim.x) {{
    int count = many[board] * (many[board] + 1) / 2;
    for (int j = threadIdx.x; j < count; j += blockDim.x) {{
      long long at = begins[board] + j;
      int a = ends[2 * j], b = ends[2 * j + 1];
      {start}
      for (int kind = 0; kind < many[board]; ++kind) {{
        int free = (int)times[board * {kinds} + kind] - (kind == a) - (kind == b);
        if (free > 0) {{
          unsigned turn = turns[board * {kinds} + kind];
          int one = turned(a, turn), other = turned(b, turn), high = max(one, other), low = min(one, other);
          long long there = larger_begins[after[board * {kinds} + kind]] + high * (high + 1) / 2 + low;{each}
        }}
      }}{end}
    }}
  }}
}}
"""
