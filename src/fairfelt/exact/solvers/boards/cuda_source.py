"""Whole boards by kinds of cards in C: a block of threads takes a board at a time, a thread some of its holdings.

Every holding is compared with every other: for a card that is less than putting them in order. The ranking and the
decision are the straight-line source that numba compiles, translated.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda.expressions import Scope
from fairfelt.compute.cuda.ranges import Range
from fairfelt.compute.cuda.statements import declare, translate
from fairfelt.compute.cuda.tables import C_TYPES, Table, narrow
from fairfelt.hands import LINE_BITS
from fairfelt.hands.ranking import Straightline

from .boards import CARDS
from .cuda_tasks import Task
from .kind_kernels import KINDS
from .problem import HOLE, BoardProblem
from .source import whole_board_lines

THREADS: Final = 128


@dataclass(frozen=True, eq=False)
class KindSource:
    """The kernels of a game with shared cards."""

    problem: BoardProblem
    most: int
    """Holdings that a whole board has at most."""

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """What they look into, by the name of the argument."""
        own: dict[str, NDArray[Any]] = {"ends": holding_ends(), "floors": self.problem.bands.floors}
        own["parts"] = narrow(self.problem.parts)
        return {**own, **{name: narrow(table) for name, table in self._ranking.tables.items()}}

    def text(self, task: Task) -> str:
        """`NAME(boards, hands, many, times, cards, first, holdings, what the task takes, tables…)`."""
        problem = self.problem
        return _KERNEL.format(
            task=task,
            tables="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ {n}" for n, t in self.tables.items()),
            threads=THREADS,
            kinds=KINDS,
            most=self.most,
            bands=len(problem.bands.floors),
            cells=problem.parts.shape[2],
            columns=max(len(problem.needed(problem.early[-1])), 1),
            states=len(problem.columns[-1]),
            cards="\n".join(
                f"    int {card} = hands[board * {self._size} + {i}];" for i, card in enumerate(self._cards)
            ),
            valued=self._valued,
            weighed=self._weighed,
        )

    @property
    def pairs(self) -> int:
        """The dealer's pairs beside a board and a player's."""
        return comb(len(self.problem.game.deck) - self._size - HOLE, HOLE)

    @property
    def _size(self) -> int:
        return self.problem.sizes[-1]

    @property
    def _cards(self) -> list[str]:
        return [f"card{at}" for at in range(self._size)]

    @cached_property
    def _ranking(self) -> Straightline:
        return self.problem.ranking.emit("value", [*self._cards, "first", "second"])

    @cached_property
    def _valued(self) -> str:
        return self._translate(self._ranking.statements, [*self._cards, "first", "second"], {})

    @cached_property
    def _weighed(self) -> str:
        return self._translate(whole_board_lines(self.problem), (), self._holding_arrays())

    def _holding_arrays(self) -> dict[str, Table]:
        """What the lines of a decision call arrays is known for one board and one holding here."""
        problem = self.problem
        values = Range(0, (len(problem.ranking.lines) << LINE_BITS) - 1)
        return {
            "values": Table("values", (1, 1), "int", values, place="value"),
            "counts": Table("c", (1, problem.parts.shape[2], 1), "int", Range(0, self.pairs)),
            "sums": Table("sums", (1, problem.columns[-1].stop, 1)),
            "best": Table("best", (1, len(problem.columns[-1]), 1), "int"),
        }

    def _translate(self, lines: Sequence[str], cards: Sequence[str], arrays: Mapping[str, Table]) -> str:
        known = {name: Table.of(name, table) for name, table in self.tables.items()}
        scope = Scope({**known, **arrays}, dict.fromkeys(cards, Range(0, CARDS - 1)), constants={"i": 0, "j": 0})
        written = translate(ast.parse("\n".join(lines)).body, scope)
        return "\n".join(f"      {line}" for line in (*declare(scope, but=cards), *written))


def holding_ends() -> NDArray[np.uint8]:
    """[holding, 2]: its kinds, the greater first."""
    return np.array([(a, b) for a in range(KINDS) for b in range(a + 1)], np.uint8)


_KERNEL: Final = """
{task.constants}
__device__ __forceinline__ int band_of(int value, const int* floors) {{
  int band = 0;
  while (band + 1 < {bands} && value >= floors[band + 1]) ++band;
  return band;
}}

extern "C" __global__ void __launch_bounds__({threads}) {task.name}(
    long long boards, const unsigned char* __restrict__ hands, const unsigned char* __restrict__ many,
    const unsigned char* __restrict__ times, const unsigned char* __restrict__ cards,
    const long long* __restrict__ begins, long long holdings, {task.takes}{tables}) {{
  __shared__ unsigned kinds[{most}];
  __shared__ int values[{most}];
  __shared__ int all_of[{bands}], with_kind[{bands} * {kinds}];{task.start}
  for (long long board = blockIdx.x; board < boards; board += gridDim.x) {{
    int count = many[board] * (many[board] + 1) / 2;
{cards}
    for (int i = threadIdx.x; i < {bands} * {kinds}; i += blockDim.x) with_kind[i] = 0;
    for (int i = threadIdx.x; i < {bands}; i += blockDim.x) all_of[i] = 0;
    __syncthreads();
    // The value of every holding beside the board, and how many pairs there are in each band. A holding is kept as its
    // two kinds and how many cards each has; one that stands for nothing is of no kind.
    for (int j = threadIdx.x; j < count; j += blockDim.x) {{
      unsigned a = ends[2 * j], b = ends[2 * j + 1];
      unsigned of_a = times[board * {kinds} + a], of_b = times[board * {kinds} + b];
      kinds[j] = 255 | 254 << 8;
      values[j] = -1;
      if (!of_a || !of_b || (a == b && of_a == 1)) continue;
      int first = cards[2 * (board * {kinds} + a) + 1], second = cards[2 * (board * {kinds} + b)];
{valued}
      kinds[j] = a | b << 8 | of_a << 16 | of_b << 24;
      values[j] = value;
      int band = band_of(value, floors);
      atomicAdd(&all_of[band], (int)(a == b ? of_a * (of_a - 1) / 2 : of_a * of_b));
      atomicAdd(&with_kind[band * {kinds} + a], (int)(a == b ? of_a - 1 : of_b));
      if (a != b) atomicAdd(&with_kind[band * {kinds} + b], (int)of_a);
    }}
    __syncthreads();
    for (int j = threadIdx.x; j < count; j += blockDim.x) {{
      int value = values[j], a = kinds[j] & 255, b = kinds[j] >> 8 & 255;
      if (value < 0) continue;
      int own_band = band_of(value, floors), floor = floors[own_band], lower = 0, same = 0;
      for (int k = 0; k < count; ++k) {{
        int one = kinds[k] & 255, other = kinds[k] >> 8 & 255;
        int of_one = (int)(kinds[k] >> 16 & 255) - (one == a) - (one == b);
        int of_other = (int)(kinds[k] >> 24) - (other == a) - (other == b);
        int ways = one == other ? of_one * (of_one - 1) / 2 : of_one * of_other;
        lower += values[k] < value && values[k] >= floor ? ways : 0;
        same += values[k] == value ? ways : 0;
      }}
      // The dealer's pairs in each cell, a band and a comparison: the own pair was taken off twice.
      int c[{cells}];
#pragma unroll
      for (int band = 0; band < {bands}; ++band) {{
        int free = all_of[band] - with_kind[band * {kinds} + a] - with_kind[band * {kinds} + b];
        c[3 * band + 0] = band > own_band ? free : band == own_band ? free + 1 - lower - same : 0;
        c[3 * band + 1] = band == own_band ? same : 0;
        c[3 * band + 2] = band < own_band ? free : band == own_band ? lower : 0;
      }}
      long long sums[{columns}];
      int best[{states}] = {{}};
      long long at = begins[board] + j;
{weighed}{task.each}
    }}{task.after_board}
    __syncthreads();
  }}{task.end}
}}
"""
