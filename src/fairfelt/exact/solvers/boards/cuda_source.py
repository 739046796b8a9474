"""Whole boards in C: a block of threads takes a board at a time, a thread some of the pairs beside it.

Every pair is compared with every other: a million comparisons a board are less to a card than putting them in order.
The ranking and the decision are the straight-line source that numba compiles, translated.
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

from .boards import CARDS, Boards
from .cuda_tasks import Task
from .problem import HOLE, BoardProblem
from .source import whole_board_lines

THREADS: Final = 256


@dataclass(frozen=True, eq=False)
class BoardSource:
    """The kernels of a game with shared cards."""

    problem: BoardProblem
    whole: Boards

    @cached_property
    def tables(self) -> dict[str, NDArray[Any]]:
        """What they look into, by the name of the argument."""
        own: dict[str, NDArray[Any]] = {
            "faces": np.array(self.problem.game.deck.faces, np.uint8),
            "positions": np.array([(a, b) for b in range(CARDS) for a in range(b)], np.uint8),
            "numbers": self.whole.pairs.numbers.astype(np.uint16).ravel(),
            "moved": self.whole.pairs.moved.ravel(),
            "floors": self.problem.bands.floors,
            "parts": narrow(self.problem.parts),
        }
        return {**own, **{name: narrow(table) for name, table in self._ranking.tables.items()}}

    def text(self, task: Task) -> str:
        """`NAME(boards, hands, weights, places, exchanges, what the task takes, tables…)`."""
        problem, size = self.problem, self.whole.size
        cards = [f"card{at}" for at in range(size)]
        return _KERNEL.format(
            task=task,
            tables="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ {n}" for n, t in self.tables.items()),
            threads=THREADS,
            all_cards=CARDS,
            deck=len(problem.game.deck),
            live=self._live,
            bands=len(problem.bands.floors),
            cells=problem.parts.shape[2],
            columns=max(len(problem.needed(problem.early[-1])), 1),
            states=len(problem.columns[-1]),
            cards="\n".join(f"    int {card} = hands[board * {size} + {at}];" for at, card in enumerate(cards)),
            held=" | ".join(f"1ULL << {card}" for card in cards),
            valued=self._translate(self._ranking.statements, [*cards, "first", "second"], {}),
            weighed=self._translate(whole_board_lines(problem), (), self._pair_arrays()),
        )

    @property
    def _live(self) -> int:
        """Pairs beside a board."""
        return comb(len(self.problem.game.deck) - self.whole.size, HOLE)

    @cached_property
    def _ranking(self) -> Straightline:
        shared = [f"card{at}" for at in range(self.whole.size)]
        return self.problem.ranking.emit("value", [*shared, "first", "second"])

    def _pair_arrays(self) -> dict[str, Table]:
        """What the lines of a decision call arrays is known for one board and one pair here."""
        problem = self.problem
        values = Range(0, (len(problem.ranking.lines) << LINE_BITS) - 1)
        return {
            "values": Table("values", (1, 1), "int", values, place="value"),
            "counts": Table("c", (1, problem.parts.shape[2], 1), "int", Range(0, self._live)),
            "sums": Table("sums", (1, problem.columns[-1].stop, 1)),
            "best": Table("best", (1, len(problem.columns[-1]), 1), "int"),
        }

    def _translate(self, lines: Sequence[str], cards: Sequence[str], arrays: Mapping[str, Table]) -> str:
        known = {name: Table.of(name, table) for name, table in self.tables.items()}
        scope = Scope({**known, **arrays}, dict.fromkeys(cards, Range(0, CARDS - 1)), constants={"i": 0, "j": 0})
        written = translate(ast.parse("\n".join(lines)).body, scope)
        return "\n".join(f"      {line}" for line in (*declare(scope, but=cards), *written))


_KERNEL: Final = """
{task.constants}
__device__ __forceinline__ int band_of(int value, const int* floors) {{
  int band = 0;
  while (band + 1 < {bands} && value >= floors[band + 1]) ++band;
  return band;
}}

extern "C" __global__ void __launch_bounds__({threads}) {task.name}(
    long long boards, const unsigned char* __restrict__ hands, const long long* __restrict__ weights,
    const unsigned* __restrict__ places, const unsigned char* __restrict__ exchanges, {task.takes}{tables}) {{
  __shared__ unsigned long long sets[{live}];
  __shared__ int values[{live}];
  __shared__ int all_of[{bands}], with_card[{bands} * {all_cards}];
  __shared__ unsigned char left[{all_cards}];{task.start}
  for (long long board = blockIdx.x; board < boards; board += gridDim.x) {{
{cards}
    if (threadIdx.x == 0) {{
      unsigned long long held = {held};
      int found = 0;
      for (int i = 0; i < {deck}; ++i)
        if (!(held >> faces[i] & 1)) left[found++] = faces[i];
    }}
    for (int i = threadIdx.x; i < {bands} * {all_cards}; i += blockDim.x) with_card[i] = 0;
    for (int i = threadIdx.x; i < {bands}; i += blockDim.x) all_of[i] = 0;
    __syncthreads();
    // The value of every pair beside the board, and how many there are in each band.
    for (int j = threadIdx.x; j < {live}; j += blockDim.x) {{
      int first = left[positions[2 * j]], second = left[positions[2 * j + 1]];
{valued}
      sets[j] = 1ULL << first | 1ULL << second;
      values[j] = value;
      int band = band_of(value, floors);
      atomicAdd(&all_of[band], 1);
      atomicAdd(&with_card[band * {all_cards} + first], 1);
      atomicAdd(&with_card[band * {all_cards} + second], 1);
    }}
    __syncthreads();
    for (int j = threadIdx.x; j < {live}; j += blockDim.x) {{
      int first = left[positions[2 * j]], second = left[positions[2 * j + 1]];
      int number = numbers[first * {all_cards} + second], value = values[j];
      int own_band = band_of(value, floors), floor = floors[own_band], lower = 0, same = 0;
      unsigned long long own = sets[j];
      for (int k = 0; k < {live}; ++k) {{
        bool free = !(sets[k] & own);
        lower += free && values[k] < value && values[k] >= floor;
        same += free && values[k] == value;
      }}
      // The dealer's pairs in each cell, a band and a comparison: the own pair was taken off twice.
      int c[{cells}];
#pragma unroll
      for (int band = 0; band < {bands}; ++band) {{
        int free = all_of[band] - with_card[band * {all_cards} + first] - with_card[band * {all_cards} + second];
        c[3 * band + 0] = band > own_band ? free : band == own_band ? free + 1 - lower - same : 0;
        c[3 * band + 1] = band == own_band ? same : 0;
        c[3 * band + 2] = band < own_band ? free : band == own_band ? lower : 0;
      }}
      long long sums[{columns}];
      int best[{states}] = {{}};
{weighed}{task.each}
    }}{task.after_board}
    __syncthreads();
  }}{task.end}
}}
"""
