"""The longest flush with wild and shared cards, in C: the steps of counting, translated.

A block of threads takes a class of hands at a time, a thread some of the pairs of community cards. The wild cards that
are left are one card more, last in the list, that stands for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.cuda.expressions import Scope
from fairfelt.compute.cuda.ranges import Range
from fairfelt.compute.cuda.statements import Function
from fairfelt.compute.cuda.tables import C_TYPES, Table, narrow
from fairfelt.exact.core.decide import settle_class

from . import steps
from .steps import LENGTHS, MOST_WILD, PATTERNS, SUITS

THREADS: Final = 128
COEFFICIENTS: Final = (PATTERNS, LENGTHS, MOST_WILD, 1 << SUITS)
CONSTANTS: Final = {
    name: narrow(getattr(steps, name).astype(np.int64)) for name in ("SIZES", "BELOW", "AT_MOST", "CHOOSE")
}
FUNCTIONS: Final[tuple[Any, ...]] = (
    steps.bound_without, steps.count_other_suits, steps.pattern_number, steps.coefficients_of_pattern,
    steps.survey_suit, steps.count_sets, steps.combine_suits, steps.crown_length, steps.compare_equal_length,
    steps.count_shorter, steps.add_rows, steps.best_value, settle_class,
)  # fmt: skip
"""In the order in which they use each other."""
ADDED_BY_ALL: Final = "atomicAdd((unsigned long long*)&{place}, (unsigned long long)({value}));"


@dataclass(frozen=True, eq=False)
class SuitSource:
    """The kernel for a deck and a table of results."""

    wild: int
    """Wild cards in the deck."""
    draws: int
    """Cards that are the dealer's own."""
    tables: Mapping[str, NDArray[Any]]
    """What the kernel looks into, by the name of the argument."""

    @property
    def text(self) -> str:
        """`solve_classes(classes, values, best, totals, tables…)`: see `kernels.decide_classes`."""
        choices, rows = self.tables["nets"].shape
        kernel = _KERNEL.format(
            threads=THREADS,
            tables="".join(f", {C_TYPES[table.dtype.name]}* {name}" for name, table in self.tables.items()),
            wild=self.wild,
            draws=self.draws,
            choices=choices,
            rows=rows,
            size=prod(COEFFICIENTS),
            patterns=PATTERNS,
            lengths=LENGTHS,
            cells=PATTERNS * LENGTHS,
            products=prod(self._arrays["products"].shape),
            binomials=self.tables["binomials"].shape[1],
        )
        return "\n".join((*(_constant(name, table) for name, table in CONSTANTS.items()), *self._functions(), kernel))

    def _functions(self) -> Iterator[str]:
        named = {"SUITS": SUITS, "LENGTHS": LENGTHS, "MOST_WILD": MOST_WILD, "PATTERNS": PATTERNS}
        constants = {name: Table.of(name, table) for name, table in CONSTANTS.items()}
        for at, of in enumerate(FUNCTIONS):
            before = [function.__name__ for function in FUNCTIONS[:at]]
            yield Function(of, self._arrays).text(Scope(constants, constants=named, functions=before))

    @cached_property
    def _arrays(self) -> dict[str, Table]:
        """What the functions call their arguments."""
        assert comb(13 * SUITS, self.draws) < 1 << 31, "a coefficient fits 32 bits"
        small = "int", Range(0, (1 << 31) - 1)
        choices, rows = self.tables["nets"].shape
        suits, cells = (SUITS,), (PATTERNS, LENGTHS)
        local = {
            **dict.fromkeys(("free", "shared", "available", "pool", "own", "first", "second", "held"), suits),
            **dict.fromkeys(("met", "lower", "equal"), cells),
            "products": (1 << SUITS, self.draws + 1),
            "shorter": (PATTERNS, LENGTHS + 1),
            "tally": (rows,),
            "values": (choices,),
        }
        totals = (choices, self.tables["extras"].shape[1], rows)
        return {
            **{name: Table(name, shape) for name, shape in local.items()},
            **{name: Table.of(name, table) for name, table in self.tables.items()},
            **{name: Table(name, COEFFICIENTS, *small) for name in ("coefficients", "c")},
            "out": Table("out", COEFFICIENTS[1:], *small),
            "totals": Table("totals", totals, add=ADDED_BY_ALL),
        }


def _constant(name: str, table: NDArray[Any]) -> str:
    numbers = ",".join(map(str, table.ravel().tolist()))
    return f"__device__ const {C_TYPES[table.dtype.name]} {name}[] = {{{numbers}}};"


_KERNEL: Final = """
extern "C" __global__ void __launch_bounds__({threads}) solve_classes(
    long long classes, long long* values, unsigned char* best, long long* totals{tables}) {{
  __shared__ int coefficients[{size}];
  __shared__ long long shorter[{patterns} * ({lengths} + 1)], met[{cells}], lower[{cells}];
  __shared__ long long equal[{cells}], tally[{rows}], pool[4], available[4];
  __shared__ int suits[64], bits[64], cards;
  for (long long i = blockIdx.x; i < classes; i += gridDim.x) {{
    long long wild = {wild} - wilds[i];
    if (threadIdx.x == 0) {{
      cards = 0;
      for (int s = 0; s < 4; ++s) {{
        pool[s] = deck[s] & ~masks[i * 4 + s];
        available[s] = 0;
        for (int rank = 0; rank < 12; ++rank)
          if (pool[s] >> rank & 1) suits[cards] = s, bits[cards++] = 1 << rank, ++available[s];
      }}
      suits[cards] = 4, bits[cards] = 0;
    }}
    for (int at = threadIdx.x; at < {size}; at += blockDim.x) coefficients[at] = 0;
    for (int at = threadIdx.x; at < {cells}; at += blockDim.x) met[at] = 0, lower[at] = 0, equal[at] = 0;
    for (int at = threadIdx.x; at < {rows}; at += blockDim.x) tally[at] = 0;
    __syncthreads();
    for (int pattern = threadIdx.x; pattern < {patterns}; pattern += blockDim.x) {{
      int t = 0;
      while ((t + 1) * (t + 2) / 2 <= pattern) ++t;
      long long free[4], shared[4], products[{products}];
      coefficients_of_pattern(
          pattern - t * (t + 1) / 2, t, available, free, shared, wild, {draws}, binomials, products, coefficients);
    }}
    __syncthreads();
    if (threadIdx.x == 0)
      count_shorter(coefficients, wild, binomials[(cards + wild - 2) * {binomials} + {draws}], shorter);
    __syncthreads();
    int pairs = cards * (cards + 1) / 2;
    for (int pair = threadIdx.x; pair <= pairs; pair += blockDim.x) {{
      int x = pair < pairs ? positions[2 * pair] : cards, y = pair < pairs ? positions[2 * pair + 1] : cards;
      int s = suits[x], t = suits[y], gone = (s == 4) + (t == 4);
      long long ways = gone == 0 ? 1 : gone == 1 ? wild : wild * (wild - 1) / 2;
      if (!ways) continue;
      long long first[4], second[4], held[4];
#pragma unroll
      for (int suit = 0; suit < 4; ++suit) {{
        first[suit] = suit == s ? bits[x] : 0;
        second[suit] = suit == t ? bits[y] : 0;
        held[suit] = (suit == s) + (suit == t);
      }}
      long long value = best_value(masks + i * 4, first, second, table, wilds[i] + gone);
      int line = value >> 20, pattern = t * (t + 1) / 2 + s, cell = pattern * {lengths} + line;
      atomicAdd((unsigned long long*)&met[cell], (unsigned long long)ways);
      if (shorter[pattern * ({lengths} + 1) + line + 1] > shorter[pattern * ({lengths} + 1) + line]) {{
        auto found = compare_equal_length(
            value, gone, wild - gone, {draws}, pattern, pool, first, second, held, coefficients, compress);
        atomicAdd((unsigned long long*)&lower[cell], (unsigned long long)(ways * found.v[0]));
        atomicAdd((unsigned long long*)&equal[cell], (unsigned long long)(ways * found.v[1]));
      }}
    }}
    __syncthreads();
    if (threadIdx.x == 0) {{
      add_rows(met, lower, equal, shorter, rows, tally);
      best[i] = settle_class(tally, nets, extras, groups[i], weights[i], values + i * {choices}, totals);
    }}
    __syncthreads();
  }}
}}
"""
