"""The same count on a GPU: a warp takes an information set at a time, a thread some of the cards after it.

The first hidden cards come with a piece of work; a thread turns over the others by itself, all threads of a warp the
same ones together. What is worked out of the cards is the straight-line source that numba compiles, translated.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import groupby
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import ALL_CARDS
from fairfelt.runtime.compute.counting_kernel import COUNT_BYTES, WARP, CountingKernel
from fairfelt.runtime.compute.cuda import Gpu, Range, Scope, declare, translate

from .source import CountingPlan, Value

# The hidden cards dealt out to the threads of a GPU: which of them come with a piece of work, and all its pieces.


MAX_PIECES = 1 << 17
MIN_PIECES = 1 << 10
"""For the threads that share an information set; with more, less is worked out once for many rounds."""
BITS = 8
"""Of the place of a card among those that are left."""


@dataclass(frozen=True)
class DealLoops:
    """The loops over hidden cards, by place, from the cards that are left. Cards of one place come in falling order.

    So all threads that hold the same last card turn over the same cards after it, at the same time.
    """

    places: tuple[int, ...]
    left: int

    @property
    def rounds(self) -> int:
        return self._ways(len(self.places))

    @property
    def given(self) -> int:
        """How many come with a piece: the fewest that make enough pieces, or as many as there may be pieces."""
        fitting = [many for many in range(len(self.places) + 1) if self._ways(many) <= MAX_PIECES]
        enough = [many for many in fitting if self._ways(many) >= MIN_PIECES]
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
        """How many cards of the same place come after one: it has to leave as many lower ones."""
        after = self.places[at + 1 :]
        return next((many for many, place in enumerate(after) if place != self.places[at]), len(after))

    def _ways(self, many: int) -> int:
        ways, left = 1, self.left
        for _, alike in groupby(self.places[:many]):
            count = len(list(alike))
            ways, left = ways * comb(left, count), left - count
        return ways


WARPS: Final = (16, 8, 4, 2, 1)
FAR_WARPS: Final = 8
"""Of a block whose counts are in global memory."""
MAX_WARPS: Final = 64
"""That a processor holds."""
MAX_TABLE_BYTES: Final = 48 << 10
"""Bytes for tables in shared memory, the smallest first: large ones are looked into rarely, or do not fit."""
DECK_BYTES: Final = 64
ITEMS_A_WARP: Final = 4
"""At least, so that no processor waits long for the others."""
PARAMETERS: Final = (
    "long long sets, long long shares, long long pieces, const unsigned char* __restrict__ hands, "
    "const unsigned long long* __restrict__ given, const unsigned char* __restrict__ faces"
)


def count_on(
    gpu: Gpu, plan: CountingPlan, faces: NDArray[np.uint8], endings: int, hands: NDArray[np.uint8]
) -> NDArray[np.int64]:
    """[set, ending]: in how many ways each information set ends so. No card is in the deck twice."""
    faces = np.sort(faces)
    dealt = DealLoops(tuple(place for place, _ in plan.loops), len(faces) - len(plan.seen))
    pieces = dealt.pieces()
    layout = layout_of(plan, endings, dealt, gpu.shared_bytes)
    kernel = gpu.kernel(counting_text(plan, len(faces), dealt, layout), "count", layout.used_bytes)
    tally = gpu.zeros((len(hands), endings), np.uint64)
    blocks = gpu.processors * _blocks(layout, gpu.shared_bytes)
    wanted = -(-blocks * layout.threads // WARP * ITEMS_A_WARP // max(1, len(hands)))
    shares = max(1, min(wanted, len(pieces) // WARP))
    sizes = (np.int64(len(hands)), np.int64(shares), np.int64(len(pieces)))
    tables = map(gpu.load, layout.arrays.values())
    kernel(blocks, layout.threads, tally, *sizes, gpu.load(hands), gpu.load(pieces), gpu.load(faces), *tables)
    return gpu.fetch(tally).view(np.int64)


def layout_of(plan: CountingPlan, endings: int, dealt: DealLoops, shared_bytes: int) -> CountingKernel:
    """As many warps on a processor as shared memory has room for; no count of 32 bits may overflow."""

    def layout(warps: int, copies: int) -> CountingKernel:
        counts = warps * (DECK_BYTES + endings * copies * COUNT_BYTES)
        return CountingKernel(plan.tables, endings, warps * WARP, WARP, DECK_BYTES, counts + MAX_TABLE_BYTES, copies)

    fitting = [layout(warps, WARP) for warps in WARPS if dealt.rounds < 1 << 8 * COUNT_BYTES]
    fitting = [found for found in fitting if found.used_bytes <= shared_bytes]
    return max(
        fitting, key=lambda found: _blocks(found, shared_bytes) * found.threads, default=layout(FAR_WARPS, copies=0)
    )


def _blocks(layout: CountingKernel, shared_bytes: int) -> int:
    """How many a processor holds."""
    return max(1, min(MAX_WARPS * WARP // layout.threads, shared_bytes // layout.used_bytes))


def counting_text(plan: CountingPlan, faces: int, dealt: DealLoops, layout: CountingKernel) -> str:
    plan = with_single_looks(plan, layout.names)
    cards = (*plan.seen, *(name for _, name in plan.loops))
    scope = layout.scope(dict.fromkeys(cards, Range(0, ALL_CARDS - 1)))
    waiting, there = list(plan.values), set(plan.seen)
    first = _ready(waiting, there, scope, 0)
    nest = _nest(plan, dealt, scope, waiting, there)
    is_seen = " || ".join(f"face == {name}" for name in plan.seen) or "false"
    below = "".join(f" - ({name} < face)" for name in plan.seen)
    body = (
        "const long long totals_row = item / shares;",
        "unsigned char* deck = near;",
        *declare(scope),
        *(f"{name} = hands[totals_row * {len(plan.seen)} + {at}];" for at, name in enumerate(plan.seen)),
        f"for (int at = member; at < {faces}; at += members) {{",
        "  const int face = faces[at];",
        f"  if (!({is_seen})) deck[at{below}] = face;",
        "}",
        "WAIT",
        *first,
        "for (long long number = item % shares * members + member; number < pieces; number += shares * members) {",
        "  const unsigned long long piece = given[number];",
        *nest,
        "}",
    )
    return layout.text(PARAMETERS, "item < sets * shares", body, plan.factor)


def with_single_looks(plan: CountingPlan, names: Mapping[str, str]) -> CountingPlan:
    """What a table says of a card is looked up once, when it comes: for all a compiler knows, counts lie there."""
    looks = _Looks({*plan.seen, *(name for _, name in plan.loops)}, names)
    values = tuple(replace(value, statements=looks.taken_out(value.statements)) for value in plan.values)
    return replace(plan, values=(*(Value(frozenset({card}), (text,)) for text, card in looks.found.items()), *values))


class _Looks(ast.NodeTransformer):
    """Replaces `table[card]` by a variable."""

    def __init__(self, cards: Set[str], names: Mapping[str, str]) -> None:
        self.cards, self.names = cards, names
        self.found: dict[str, str] = {}
        """The statement that gives a variable its value, and the card."""

    def taken_out(self, statements: Sequence[str]) -> tuple[str, ...]:
        return tuple(ast.unparse(self.visit(ast.parse("\n".join(statements)))).splitlines())

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(ast.Name(table), ast.Name(card)) if table in self.names and card in self.cards:
                found = f"{self.names[table]}_{card}"
                self.found[f"{found} = {self.names[table]}[{card}]"] = card
                return ast.Name(found)
        return node


def _nest(plan: CountingPlan, dealt: DealLoops, scope: Scope, waiting: list[Value], there: set[str]) -> list[str]:
    """The cards of a piece, then a loop for each of the others."""
    lines, depth = list[str](), 1
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
    lines += _indented(depth, translate(ast.parse("counts[ending] += 1").body, scope))
    return [*lines, *("  " * shut + "}" for shut in range(depth - 1, 0, -1))]


def _ready(waiting: list[Value], there: set[str], scope: Scope, depth: int) -> list[str]:
    """The statements of all values whose cards are there by now, in C."""
    lines: list[str] = []
    for value in [value for value in waiting if value.cards <= there]:
        waiting.remove(value)
        lines += _indented(depth, translate(ast.parse("\n".join(value.statements)).body, scope))
    return lines


def _indented(depth: int, lines: Sequence[str]) -> list[str]:
    return ["  " * depth + line for line in lines]
