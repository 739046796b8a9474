"""The same count on a graphics card: a block of threads takes a sight at a time, a thread some of the cards after it.

The first two hidden cards are dealt out to the threads; each turns over the others by itself and counts endings in near
memory of its own. What is worked out of the cards is the straight-line source that numba compiles, translated.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS
from fairfelt.compute.cuda import Gpu
from fairfelt.compute.cuda.expressions import Scope
from fairfelt.compute.cuda.ranges import Range
from fairfelt.compute.cuda.statements import declare, translate
from fairfelt.compute.cuda.tables import C_TYPES, Table, narrow

from .source import CountingPlan, Value

THREADS: Final = (256, 128, 64, 32)
NEAR_BYTES: Final = 64 << 10
"""For each block, so that a processor has room for several."""
DEALT_OUT: Final = 2
BLOCKS_A_PROCESSOR: Final = 32
WORD_BYTES: Final = 8


def count_on(
    gpu: Gpu, plan: CountingPlan, faces: NDArray[np.uint8], endings: int, hands: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """[sight, ending]: in how many ways each sight ends so. No card is in the deck twice."""
    threads = next((many for many in THREADS if endings * many * WORD_BYTES <= NEAR_BYTES), 0)
    tables = {name: narrow(table) for name, table in plan.tables.items()}
    text = counting_text(plan, tables, len(faces), endings, near=bool(threads))
    kernel = gpu.kernel(text, "count", endings * threads * WORD_BYTES)
    tally = gpu.zeros((len(hands), endings), np.uint64)
    places = np.zeros(ALL_CARDS, np.uint8)
    places[faces] = np.arange(len(faces))
    blocks = max(1, min(len(hands), gpu.processors * BLOCKS_A_PROCESSOR))
    given = map(gpu.load, (hands, faces, places))
    kernel(blocks, threads or THREADS[0], np.int64(len(hands)), *given, tally, *map(gpu.load, tables.values()))
    return gpu.fetch(tally).view(np.int64)


def counting_text(plan: CountingPlan, tables: dict[str, NDArray[Any]], faces: int, endings: int, *, near: bool) -> str:
    """The kernel in C."""
    cards = (*plan.seen, *(name for _, name in plan.loops))
    scope = Scope(
        {name: Table.of(name, table) for name, table in tables.items()}, dict.fromkeys(cards, Range(0, ALL_CARDS - 1))
    )
    body = list(_nest(plan, scope, faces))
    return _KERNEL.format(
        tables="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ {name}" for name, t in tables.items()),
        endings=endings,
        factor=plan.factor,
        near="extern __shared__ unsigned long long near_words[];" if near else "",
        clear=_CLEAR if near else "",
        gather=_GATHER if near else "",
        add="near_words[ending * blockDim.x + threadIdx.x] += 1;" if near else _ADD_FAR.format(factor=plan.factor),
        declared="\n".join(f"    {line}" for line in declare(scope, but=())),
        seen="\n".join(
            f"    {name} = hands[i * {len(plan.seen)} + {at}]; seen |= 1ULL << places[{name}];"
            for at, name in enumerate(plan.seen)
        ),
        body="\n".join(body),
        dealt=faces ** min(DEALT_OUT, len(plan.loops)),
    )


def _nest(plan: CountingPlan, scope: Scope, faces: int) -> list[str]:
    """A loop for each hidden card; the first two come with the number of the piece of work."""
    waiting, there = list(plan.values), set(plan.seen)
    lines, depth, left = _ready(waiting, there, scope, 3), 3, "rest"
    for at, (place, name) in enumerate(plan.loops):
        same = at > 0 and plan.loops[at - 1][0] == place
        inner = "  " * depth
        if at < DEALT_OUT:
            number = f"piece / {faces}" if at == 0 and len(plan.loops) > 1 else f"piece % {faces}"
            order = f" || a{at} <= a{at - 1}" if same else ""
            lines += [f"{inner}int a{at} = {number};", f"{inner}if (!({left} >> a{at} & 1){order}) continue;"]
        else:
            start = f"a{at - 1} + 1" if same else "0"
            lines.append(f"{inner}for (int a{at} = {start}; a{at} < {faces}; ++a{at}) {{")
            depth += 1
            inner = "  " * depth
            lines.append(f"{inner}if (!({left} >> a{at} & 1)) continue;")
        lines += [f"{inner}unsigned long long left{at} = {left} & ~(1ULL << a{at});", f"{inner}{name} = faces[a{at}];"]
        left = f"left{at}"
        there.add(name)
        lines += _ready(waiting, there, scope, depth)
    lines.append("  " * depth + "ADD_ENDING")
    lines += ["  " * shut + "}" for shut in range(depth - 1, 2, -1)]
    return lines


def _ready(waiting: list[Value], there: set[str], scope: Scope, depth: int) -> list[str]:
    """The statements of all values whose cards are there by now, in C."""
    lines: list[str] = []
    for value in [value for value in waiting if value.cards <= there]:
        waiting.remove(value)
        written: Sequence[str] = translate(ast.parse("\n".join(value.statements)).body, scope)
        lines += ["  " * depth + line for line in written]
    return lines


_CLEAR: Final = "for (int e = 0; e < ENDINGS; ++e) near_words[e * blockDim.x + threadIdx.x] = 0;"
_GATHER: Final = """
    __syncthreads();
    for (int e = threadIdx.x; e < ENDINGS; e += blockDim.x) {
      unsigned long long sum = 0;
      for (int at = 0; at < blockDim.x; ++at) sum += near_words[e * blockDim.x + (at + e) % blockDim.x];
      tally[i * ENDINGS + e] = sum * FACTOR;
    }
    __syncthreads();"""
_ADD_FAR: Final = "atomicAdd(&tally[i * ENDINGS + ending], {factor}ULL);"
_KERNEL: Final = """
#define ENDINGS {endings}
#define FACTOR {factor}ULL
#define ADD_ENDING {add}
{near}
extern "C" __global__ void count(
    long long sights, const unsigned char* __restrict__ hands, const unsigned char* __restrict__ faces,
    const unsigned char* __restrict__ places, unsigned long long* __restrict__ tally{tables}) {{
  for (long long i = blockIdx.x; i < sights; i += gridDim.x) {{
{declared}
    unsigned long long seen = 0;
    {clear}
{seen}
    unsigned long long rest = ~seen;
    for (int piece = threadIdx.x; piece < {dealt}; piece += blockDim.x) {{
{body}
    }}{gather}
  }}
}}
"""
