"""What is done with whole boards once they are counted, in C: push results back, or see how rounds end.

Both find the smaller boards inside a board by `places` and `exchanges`, a row a board and a column a part.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from fairfelt.exact.core.tree import Passage
from fairfelt.hands import LINE_BITS

from .parts import STANDINGS_IN_A_WORD

BITS_OF_A_STANDING = 64 // STANDINGS_IN_A_WORD


@dataclass(frozen=True)
class Task:
    """Pieces of C that `cuda_source` puts into its kernel."""

    name: str
    takes: str
    """Arguments of its own."""
    each: str
    """For every pair, whose `number`, `value`, counts `c`, `sums` and `best` choices are known."""
    constants: str = ""
    start: str = ""
    after_board: str = ""
    end: str = ""


def push_task(pairs: int, parts: int, columns: int) -> Task:
    """As `kernels.push`."""
    each = f"""
      for (int part = 0; part < {parts}; ++part) {{
        int goes = moved[exchanges[board * {parts} + part] * {pairs} + number];
        unsigned long long* target = into + places[board * {parts} + part] * {columns * pairs}LL + goes;
        for (int column = 0; column < {columns}; ++column)
          atomicAdd(target + column * {pairs}, (unsigned long long)(sums[column] * weights[board]));
      }}"""
    return Task("push", "unsigned long long* into", each)


def endings_task(pairs: int, parts: int, words: int, passage: Passage, *, lines: int, cells: int) -> Task:
    """As `kernels.advance` and `add_endings`: a board's endings fit 32 bits before they are weighed."""
    size = len(passage.after) * lines * cells
    each = f"""
      unsigned long long ways[{words}] = {{}};
      for (int part = 0; part < {parts}; ++part) {{
        int goes = moved[exchanges[board * {parts} + part] * {pairs} + number];
        for (int word = 0; word < {words}; ++word)
          ways[word] += before[(places[board * {parts} + part] * {words}LL + word) * {pairs} + goes];
      }}
#pragma unroll
      for (int standing = 0; standing < {len(passage.states)}; ++standing) {{
        int shift = {BITS_OF_A_STANDING} * (standing % {STANDINGS_IN_A_WORD});
        unsigned times = ways[standing / {STANDINGS_IN_A_WORD}] >> shift & {(1 << BITS_OF_A_STANDING) - 1};
        if (!times) continue;
        int state = states[standing], chosen = state < 0 ? 0 : best[state];
        int then = state < 0 ? carried[standing] : choices[state * {passage.choices.shape[1]} + chosen];
        unsigned* here = ended + (then * {lines} + (value >> {LINE_BITS})) * {cells};
        for (int cell = 0; cell < {cells}; ++cell)
          if (c[cell]) atomicAdd(&here[cell], times * c[cell]);
      }}"""
    return Task(
        "endings",
        "const unsigned long long* __restrict__ before, unsigned long long* totals",
        each,
        constants="\n".join(_constant(name, getattr(passage, name)) for name in ("states", "carried", "choices")),
        start=f"""
  __shared__ unsigned ended[{size}];
  __shared__ unsigned long long all_ended[{size}];
  for (int i = threadIdx.x; i < {size}; i += blockDim.x) ended[i] = 0, all_ended[i] = 0;""",
        after_board=f"""
    __syncthreads();
    for (int i = threadIdx.x; i < {size}; i += blockDim.x) {{
      all_ended[i] += (unsigned long long)ended[i] * weights[board];
      ended[i] = 0;
    }}""",
        end=f"""
  for (int i = threadIdx.x; i < {size}; i += blockDim.x)
    if (all_ended[i]) atomicAdd(&totals[i], all_ended[i]);""",
    )


def _constant(name: str, array: NDArray[Any]) -> str:
    return f"__constant__ const int {name}[] = {{{', '.join(map(str, array.ravel().tolist()))}}};"
