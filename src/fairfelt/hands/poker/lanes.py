"""Vector code that finds the places of sixteen poker hands at once, a hand in each lane, without a look-up in memory.

Written in LLVM's vectors, which every processor has or imitates; only the look-up of sixteen bytes in a table of
sixteen is an instruction by name, of ARM or of x86. What a place is, stands in `places`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from .places import FLUSH_FROM, LANES, first_flush, rank_terms, sorting_network

Lanes = Any
"""Sixteen bytes or numbers of 16 bits, a value of LLVM's."""

_BYTE, _INDEX, _WORD, _ALL_LANES = ir.IntType(8), ir.IntType(32), ir.IntType(64), ir.IntType(8 * LANES)
_BYTES, _HALVES, _HAND = (ir.VectorType(kind, n) for kind, n in ((_BYTE, 16), (ir.IntType(16), 16), (_BYTE, 8)))
_LOOK_UPS = {"aarch64": "llvm.aarch64.neon.tbl1.v16i8", "x86_64": "llvm.x86.ssse3.pshuf.b.128"}
"""Both give 0 for an index of 255."""
_SUIT_BITS: Final = {0: 1, 13: 2, 26 % 16: 4, 39 % 16: 8}
"""A bit for each suit, by the number of its first card modulo 16."""


def _look_up_here() -> str | None:
    """The instruction's name where code is compiled for a processor that has it."""
    triple, _, features = cpu_target.target_context.codegen().magic_tuple()
    machine = triple.split("-")[0].replace("arm64", "aarch64")
    return _LOOK_UPS.get(machine) if machine != "x86_64" or "+ssse3" in features else None


LOOK_UP: Final = _look_up_here()


def place_finder(size: int) -> Any:
    """A function for compiled code: find(hands, at, places, to) writes the places of sixteen hands of that size.

    Each is read as eight bytes, so that a row must follow the last.
    """

    @intrinsic
    def find(_typing: Any, hands: Any, _at: Any, places: Any, _to: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, given: Sequence[Any]) -> Any:
            rows, results = (context.make_array(signature.args[n])(context, builder, given[n]).data for n in (0, 2))
            first = builder.gep(rows, [builder.mul(given[1], ir.Constant(_WORD, size))])
            into = builder.bitcast(builder.gep(results, [given[3]]), _HALVES.as_pointer())
            _Finder(builder).find(first, size, lambda found: builder.store(found, into, align=2))
            return context.get_dummy_value()

        assert hands.layout == places.layout == "C"
        return types.void(hands, types.int64, places, types.int64), generate

    return find


class _Finder:
    """Writes the code, operation by operation."""

    def __init__(self, builder: Any) -> None:
        self.builder = builder

    def find(self, first: Any, size: int, store: Callable[[Lanes], None]) -> None:
        """Places by ranks are stored at once; if any hand has a flush, which is rare, all are stored again."""
        b = self.builder
        cards = self.columns(first, size)
        ranks = [self.rank(card) for card in cards]
        firsts = [b.sub(card, rank) for card, rank in zip(cards, ranks, strict=True)]
        suits = [self.suit(first) for first in firsts] if size > FLUSH_FROM else []
        suited = self.five_or_more(suits) if suits else self.all_same(firsts)
        by_ranks = self.place(ranks)
        store(by_ranks)
        some = b.icmp_unsigned("!=", b.bitcast(suited, _ALL_LANES), ir.Constant(_ALL_LANES, 0))
        with b.if_then(some, likely=False):
            for at, suit in enumerate(suits):
                other = b.icmp_unsigned("==", b.and_(suit, suited), _every(0))
                ranks[at] = b.or_(ranks[at], b.sext(other, _BYTES))
            none = b.icmp_unsigned("==", suited, _every(0))
            store(b.select(none, by_ranks, self.flush_place(ranks, size)))

    def columns(self, first: Any, size: int) -> list[Lanes]:
        """The first cards of all hands, the second cards, …: rows of eight bytes, zipped four times."""
        b = self.builder
        at = [b.bitcast(b.gep(first, [ir.Constant(_WORD, size * n)]), _HAND.as_pointer()) for n in range(LANES)]
        rows = [b.load(place, align=1) for place in at]
        parts = [[b.shuffle_vector(*rows[n : n + 2], _turns(8, 0, 8))] for n in range(0, LANES, 2)]
        for width in (2, 4, 8):
            both = [zip(*parts[n : n + 2], strict=True) for n in range(0, len(parts), 2)]
            parts = [[self.zip(one, other, width, high) for one, other in two for high in (0, 1)] for two in both]
        return parts[0][:size]

    def zip(self, one: Lanes, other: Lanes, width: int, high: int) -> Lanes:
        """The low or the high halves of both, taking turns by so many bytes."""
        b, count = self.builder, LANES // width
        kind = ir.VectorType(ir.IntType(8 * width), count)
        turns = _turns(count, high * count // 2, (high + 1) * count // 2)
        mixed = b.shuffle_vector(b.bitcast(one, kind), b.bitcast(other, kind), turns)
        return b.bitcast(mixed, _BYTES)

    def rank(self, card: Lanes) -> Lanes:
        """The card's number modulo 13: what goes below zero is large, and the smaller is taken."""
        rank = card
        for suits in (26, 13):
            rank = self.least(rank, self.builder.sub(rank, _every(suits)))
        return rank

    def suit(self, first: Lanes) -> Lanes:
        """A bit for the suit, from the number of its first card."""
        return self.look_up([_SUIT_BITS.get(n, 0) for n in range(16)], self.builder.and_(first, _every(15)))

    def all_same(self, given: Sequence[Lanes]) -> Lanes:
        """255 where all are equal."""
        b = self.builder
        return b.sext(reduce(b.and_, (b.icmp_unsigned("==", given[0], other) for other in given[1:])), _BYTES)

    def five_or_more(self, suits: Sequence[Lanes]) -> Lanes:
        """The bit that is set in five of up to seven; bits are counted in four additions."""
        b = self.builder
        given = [*suits, *[_every(0)] * (7 - len(suits))]
        one, first = self.add_bits(*given[:3])
        one, second = self.add_bits(one, *given[3:5])
        one, third = self.add_bits(one, *given[5:])
        two, four = self.add_bits(first, second, third)
        return b.and_(four, b.or_(two, one))

    def add_bits(self, x: Lanes, y: Lanes, z: Lanes) -> tuple[Lanes, Lanes]:
        """The sum of three bits, and what is carried."""
        b = self.builder
        odd = b.xor(x, y)
        return b.xor(odd, z), b.or_(b.and_(x, y), b.and_(odd, z))

    def place(self, ranks: Sequence[Lanes]) -> Lanes:
        """The place among all choices of ranks, from ascending ones."""
        b, ascending = self.builder, list(ranks)
        for low, high in sorting_network(len(ranks)):
            one, other = ascending[low], ascending[high]
            ascending[low], ascending[high] = self.least(one, other), self.greatest(one, other)
        small = b.add(ascending[0], self.look_up(rank_terms(1), ascending[1]))
        terms = [(rank_terms(n), ascending[n]) for n in range(2, len(ranks))]
        lows, highs = ([self.look_up([t >> s & 255 for t in term], r) for term, r in terms] for s in (0, 8))
        low = reduce(b.add, (b.zext(part, _HALVES) for part in (small, *lows)))
        return b.add(low, self.high_bytes(reduce(b.add, highs)))

    def flush_place(self, ranks: Sequence[Lanes], size: int) -> Lanes:
        """The place of a set of ranks, those of the cards of a suit; of others the rank is 255."""
        b = self.builder
        bits = [1 << rank for rank in range(13)]
        low, high = (reduce(b.or_, (self.look_up([n >> s & 255 for n in bits], r) for r in ranks)) for s in (0, 8))
        return b.add(b.zext(low, _HALVES), self.high_bytes(b.add(high, _every(first_flush(size) >> 8))))

    def high_bytes(self, high: Lanes) -> Lanes:
        return self.builder.shl(self.builder.zext(high, _HALVES), ir.Constant(_HALVES, [8] * LANES))

    def look_up(self, table: Sequence[int], at: Lanes) -> Lanes:
        function = ir.FunctionType(_BYTES, [_BYTES, _BYTES])
        named = cgutils.get_or_insert_function(self.builder.module, function, LOOK_UP)  # type: ignore[no-untyped-call]
        return self.builder.call(named, [ir.Constant(_BYTES, [*table, *[0] * (LANES - len(table))]), at])

    def least(self, x: Lanes, y: Lanes) -> Lanes:
        return self.builder.select(self.builder.icmp_unsigned("<", x, y), x, y)

    def greatest(self, x: Lanes, y: Lanes) -> Lanes:
        return self.builder.select(self.builder.icmp_unsigned("<", x, y), y, x)


def _every(value: int) -> Lanes:
    return ir.Constant(_BYTES, [value] * LANES)


def _turns(count: int, first: int, end: int) -> Any:
    """Elements from `first` to `end` of two vectors of so many, in turns."""
    return ir.Constant(
        ir.VectorType(_INDEX, 2 * (end - first)), [n + at for n in range(first, end) for at in (0, count)]
    )
