"""The same count on a graphics card: a warp of threads takes a sight at a time, a thread some of the cards after it.

The first hidden cards come with a piece of work; a thread turns over the others by itself, all threads of a warp the
same ones together, and counts endings in near memory of its own. Small tables lie in near memory too. What is worked
out of the cards is the straight-line source that numba compiles, translated.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from math import comb
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS
from fairfelt.runtime.compute.cuda import C_TYPES, Gpu, Range, Scope, Table, declare, narrow, shared_names, translate

from .source import CountingPlan, Value

# The hidden cards dealt out to the threads of a card: which of them come with a piece of work, and all its pieces.


MOST_PIECES = 1 << 17
ENOUGH_PIECES = 1 << 10
"""For the threads that share a sight; with more, less is worked out once for many rounds."""
BITS = 8
"""Of the place of a card among those that are left."""


@dataclass(frozen=True)
class Dealt:
    """The loops over hidden cards, by place, from so many that are left. Cards of one place come in falling order.

    So all threads that hold the same last card turn over the same cards after it, at the same time.
    """

    places: tuple[int, ...]
    left: int

    @property
    def rounds(self) -> int:
        """All ways to turn them over."""
        return self._ways(len(self.places))

    @property
    def given(self) -> int:
        """How many come with a piece: the fewest that make enough pieces, or as many as there may be pieces."""
        fitting = [many for many in range(len(self.places) + 1) if self._ways(many) <= MOST_PIECES]
        enough = [many for many in fitting if self._ways(many) >= ENOUGH_PIECES]
        return min(enough, default=max(fitting))

    def is_after_its_like(self, at: int) -> bool:
        """Whether a card lies where the one before it does."""
        return at > 0 and self.places[at - 1] == self.places[at]

    def pieces(self) -> NDArray[np.uint64]:
        """Each as one number, `BITS` for a card; those with the most to turn over come first."""
        dealt = np.zeros((1, 0), np.int64)
        for at in range(self.given):
            cards = np.tile(np.arange(self.left), len(dealt))
            before = np.repeat(dealt, self.left, axis=0)
            fits = (before != cards[:, None]).all(axis=1)
            if self.is_after_its_like(at):
                fits &= cards < before[:, -1]
            dealt = np.column_stack((before, cards))[fits]
            dealt = dealt[dealt[:, -1] >= self._alike_after(at)]
        if dealt.shape[1]:
            dealt = dealt[np.argsort(-dealt[:, -1], kind="stable")]
        shifts = np.arange(dealt.shape[1], dtype=np.uint64) * np.uint64(BITS)
        return np.asarray((dealt.astype(np.uint64) << shifts).sum(axis=1), np.uint64)

    def _alike_after(self, at: int) -> int:
        """How many cards of the same place come after one: so many lower ones it has to leave."""
        after = self.places[at + 1 :]
        return next((many for many, place in enumerate(after) if place != self.places[at]), len(after))

    def _ways(self, many: int) -> int:
        ways, left = 1, self.left
        for _, alike in groupby(self.places[:many]):
            count = len(list(alike))
            ways, left = ways * comb(left, count), left - count
        return ways


WARP: Final = 32
WARPS: Final = (16, 8, 4, 2, 1)
FAR_WARPS: Final = 8
"""Of a block whose counts are in far memory."""
MOST_WARPS: Final = 64
"""That a processor holds."""
NEAR_TABLES: Final = 48 << 10
"""Bytes for tables in near memory, the smallest first: large ones are looked into rarely, or do not fit."""
DECK_BYTES: Final = 64
WORD_BYTES: Final = 8
ITEMS_A_WARP: Final = 4
"""At least, so that no processor waits long for the others."""


@dataclass(frozen=True)
class Layout:
    """How near memory is used by one block."""

    warps: int
    """0 where not even one has room for its counts: then these are in far memory."""
    tables: int
    """Bytes."""
    counts: int
    """Bytes, of each warp."""

    @property
    def bytes(self) -> int:
        """Of a block."""
        return self.tables + (self.warps or FAR_WARPS) * (DECK_BYTES + self.counts * bool(self.warps))

    @property
    def threads(self) -> int:
        """Of a block."""
        return WARP * (self.warps or FAR_WARPS)

    def blocks(self, near_bytes: int) -> int:
        """How many a processor holds."""
        return max(1, min(MOST_WARPS * WARP // self.threads, near_bytes // self.bytes))


def count_on(
    gpu: Gpu, plan: CountingPlan, faces: NDArray[np.uint8], endings: int, hands: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """[sight, ending]: in how many ways each sight ends so. No card is in the deck twice."""
    plan = with_single_looks(with_shared_tables(plan))
    dealt = Dealt(tuple(place for place, _ in plan.loops), len(faces) - len(plan.seen))
    pieces = dealt.pieces()
    layout = layout_of(plan, endings, dealt, gpu.near_bytes)
    kernel = gpu.kernel(counting_text(plan, faces, endings, dealt, layout), "count", layout.bytes)
    tally = gpu.zeros((len(hands), endings), np.uint64)
    blocks = gpu.processors * layout.blocks(gpu.near_bytes)
    wanted = -(-blocks * layout.threads // WARP * ITEMS_A_WARP // max(1, len(hands)))
    shares = max(1, min(wanted, len(pieces) // WARP))
    sizes = (np.int64(len(hands)), np.int64(shares), np.int64(len(pieces)))
    given = (gpu.load(hands), gpu.load(pieces), tally)
    kernel(blocks, layout.threads, *sizes, *given, *map(gpu.load, plan.tables.values()))
    return gpu.fetch(tally).view(np.int64)


def with_shared_tables(plan: CountingPlan) -> CountingPlan:
    """Tables in few bytes, and those with the same content as one."""
    tables = {name: narrow(table) for name, table in plan.tables.items()}
    names = shared_names(tables.items())
    return replace(
        plan,
        values=tuple(replace(value, statements=_renamed(value.statements, names)) for value in plan.values),
        tables={name: tables[name] for name in dict.fromkeys(names.values())},
    )


def _renamed(statements: Sequence[str], names: Mapping[str, str]) -> tuple[str, ...]:
    tree = ast.parse("\n".join(statements))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = names.get(node.id, node.id)
    return tuple(ast.unparse(tree).splitlines())


def with_single_looks(plan: CountingPlan) -> CountingPlan:
    """What a table says of a card is looked up once, when it comes: for all a compiler knows, counts lie there."""
    looks = _Looks({*plan.seen, *(name for _, name in plan.loops)}, plan.tables)
    values = tuple(replace(value, statements=looks.taken_out(value.statements)) for value in plan.values)
    return replace(plan, values=(*(Value(frozenset({card}), (text,)) for text, card in looks.found.items()), *values))


class _Looks(ast.NodeTransformer):
    """Replaces `table[card]` by a variable."""

    def __init__(self, cards: Set[str], tables: Mapping[str, NDArray[Any]]) -> None:
        self.cards, self.tables = cards, tables
        self.found: dict[str, str] = {}
        """The statement that gives a variable its value, and the card."""

    def taken_out(self, statements: Sequence[str]) -> tuple[str, ...]:
        return tuple(ast.unparse(self.visit(ast.parse("\n".join(statements)))).splitlines())

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Name(table), ast.Name(card)) if table in self.tables and card in self.cards:
                self.found[f"{table}_{card} = {table}[{card}]"] = card
                return ast.Name(f"{table}_{card}")
        return node


def layout_of(plan: CountingPlan, endings: int, dealt: Dealt, near_bytes: int) -> Layout:
    """As many warps on a processor as near memory has room for."""
    tables = sum(_padded(plan.tables[name]) for name in near_tables(plan))
    counts = endings * WARP * _word_bytes(dealt)
    fitting = [layout for warps in WARPS if (layout := Layout(warps, tables, counts)).bytes <= near_bytes]
    return max(fitting, key=lambda layout: layout.blocks(near_bytes) * layout.warps, default=Layout(0, tables, counts))


def near_tables(plan: CountingPlan) -> list[str]:
    """The names of those that are copied to near memory."""
    found, room = list[str](), NEAR_TABLES
    for name in sorted(plan.tables, key=lambda name: plan.tables[name].nbytes):
        room -= _padded(plan.tables[name])
        if room >= 0:
            found.append(name)
    return found


def _padded(table: NDArray[Any]) -> int:
    return -(-table.nbytes // WORD_BYTES) * WORD_BYTES


def _word_bytes(dealt: Dealt) -> int:
    """Of a count: no thread counts more rounds than a sight has."""
    return 4 if dealt.rounds < 1 << 32 else 8


def counting_text(plan: CountingPlan, faces: NDArray[np.uint8], endings: int, dealt: Dealt, layout: Layout) -> str:
    """The kernel in C."""
    cards = (*plan.seen, *(name for _, name in plan.loops))
    near = near_tables(plan)
    tables = {name: Table.of(f"near_{name}" if name in near else name, table) for name, table in plan.tables.items()}
    scope = Scope(tables, dict.fromkeys(cards, Range(0, ALL_CARDS - 1)))
    waiting, there = list(plan.values), set(plan.seen)
    first = _ready(waiting, there, scope, 2)
    body = _nest(plan, dealt, scope, waiting, there)
    return _KERNEL.format(
        tables="".join(f", const {C_TYPES[t.dtype.name]}* __restrict__ {n}" for n, t in plan.tables.items()),
        endings=endings,
        factor=plan.factor,
        threads=layout.threads,
        word="unsigned" if _word_bytes(dealt) == 4 else "unsigned long long",
        add="counts[ending * 32 + lane] += 1;" if layout.warps else _ADD_FAR,
        clear=_CLEAR if layout.warps else "",
        gather=_GATHER if layout.warps else "",
        near="\n".join(_near(plan, near)),
        table_words=layout.tables // WORD_BYTES,
        deck_words=DECK_BYTES // WORD_BYTES,
        count_words=layout.counts // WORD_BYTES * bool(layout.warps),
        faces=", ".join(map(str, faces.tolist())),
        many_faces=len(faces),
        declared="\n".join(f"    {line}" for line in declare(scope, but=())),
        seen="\n".join(f"    {name} = hands[i * {len(plan.seen)} + {at}];" for at, name in enumerate(plan.seen)),
        is_seen=" || ".join(f"face == {name}" for name in plan.seen) or "false",
        first="\n".join(first),
        body="\n".join(body),
    )


def _near(plan: CountingPlan, near: Sequence[str]) -> list[str]:
    """Copies of tables, shared by all threads of a block."""
    lines, start = list[str](), 0
    for name in near:
        table = plan.tables[name]
        kind, to = C_TYPES[table.dtype.name], f"near_{name}"
        lines += [
            f"  {kind}* {to} = ({kind}*)(near_words + {start});",
            f"  for (int at = threadIdx.x; at < {table.size}; at += blockDim.x) {to}[at] = {name}[at];",
        ]
        start += _padded(table) // WORD_BYTES
    return lines


def _nest(plan: CountingPlan, dealt: Dealt, scope: Scope, waiting: list[Value], there: set[str]) -> list[str]:
    """The cards of a piece, then a loop for each of the others."""
    lines, depth = list[str](), 3
    for at, (place, name) in enumerate(plan.loops):
        inner = "  " * depth
        if at < dealt.given:
            lines.append(f"{inner}const int a{at} = (int)(piece >> {BITS * at}) & {(1 << BITS) - 1};")
        else:
            end = f"a{at - 1}" if dealt.is_after_its_like(at) else str(dealt.left)
            lines.append(f"{inner}for (int a{at} = 0; a{at} < {end}; ++a{at}) {{")
            depth += 1
            inner = "  " * depth
            elsewhere = [f"a{at} == a{other}" for other in range(at) if plan.loops[other][0] != place]
            lines += [f"{inner}if ({' || '.join(elsewhere)}) continue;"] if elsewhere else []
        lines.append(f"{inner}{name} = deck[a{at}];")
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


_CLEAR: Final = "for (int e = 0; e < ENDINGS; ++e) counts[e * 32 + lane] = 0;"
_GATHER: Final = """
    __syncwarp();
    for (int e = lane; e < ENDINGS; e += lanes) {
      unsigned long long sum = 0;
      for (int at = 0; at < lanes; ++at) sum += counts[e * 32 + (at + e) % lanes];
      if (sum) atomicAdd(&tally[i * ENDINGS + e], sum * FACTOR);
    }
    __syncwarp();"""
_ADD_FAR: Final = "atomicAdd(&tally[i * ENDINGS + ending], FACTOR);"
_KERNEL: Final = """
#define ENDINGS {endings}
#define FACTOR {factor}ULL
#define ADD_ENDING {add}
extern __shared__ unsigned long long near_words[];
__constant__ unsigned char FACES[] = {{ {faces} }};
extern "C" __global__ void __launch_bounds__({threads}) count(
    long long sights, long long shares, long long pieces, const unsigned char* __restrict__ hands,
    const unsigned long long* __restrict__ given, unsigned long long* __restrict__ tally{tables}) {{
{near}
  const int lane = threadIdx.x & 31, lanes = min(32, (int)blockDim.x);
  const long long warp = threadIdx.x >> 5, warps = max(1, (int)(blockDim.x >> 5));
  unsigned long long* own = near_words + {table_words} + warp * ({deck_words} + {count_words});
  unsigned char* deck = (unsigned char*)own;
  {word}* counts = ({word}*)(own + {deck_words});
  __syncthreads();
  for (long long item = blockIdx.x * warps + warp; item < sights * shares; item += gridDim.x * warps) {{
    const long long i = item / shares;
{declared}
    {clear}
{seen}
    __syncwarp();
    if (lane == 0) {{
      int many = 0;
      for (int at = 0; at < {many_faces}; ++at) {{
        const int face = FACES[at];
        if (!({is_seen})) deck[many++] = face;
      }}
    }}
    __syncwarp();
{first}
    for (long long number = item % shares * lanes + lane; number < pieces; number += shares * lanes) {{
      const unsigned long long piece = given[number];
{body}
    }}{gather}
  }}
}}
"""
