"""A counting plan carried out on whole arrays: the same count as the kernel's, with nothing to compile first.

The statements that rankings write for kernels run for many rounds at once. Cards of the last group are dealt in parts
that stay in a core's own memory; those of the groups before it are rows.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, reduce
from itertools import groupby
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules.cards import sets_of

from .source import CountingPlan

TOGETHER: Final = 1 << 16
"""Rounds that are looked at in one go: as many as stay in a core's own memory."""
Faces = NDArray[np.uint8]
DealerValues = Callable[[Faces], tuple[NDArray[np.int64], NDArray[np.int64]]]
"""Values of the dealer's hands out of the cards that are left, and in how many ways each comes."""
Arrays = dict[str, NDArray[Any]]
"""By the names of the cards, of the tables and of what was worked out so far."""

OPERATORS: Final[dict[type[ast.operator | ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.BitAnd: np.bitwise_and,
    ast.BitOr: np.bitwise_or, ast.LShift: np.left_shift, ast.RShift: np.right_shift,
    ast.GtE: np.greater_equal, ast.Gt: np.greater, ast.Lt: np.less,
}  # fmt: skip
CALLS: Final[dict[str, Callable[[Any, Any], Any]]] = {"max": np.maximum, "min": np.minimum}


class NotForArrays(ValueError):  # noqa: N818  (it reads as what happened)
    """Statements that only a kernel can run."""


@lru_cache(maxsize=64)
def read_statements(statements: tuple[str, ...]) -> tuple[ast.stmt, ...]:
    """The statements taken apart; refused where they say more than arrays can do."""
    body = ast.parse("\n".join(statements)).body
    for node in body:
        if not all(map(_is_known, ast.walk(node))):
            raise NotForArrays(ast.unparse(node))
    return tuple(body)


def _is_known(node: ast.AST) -> bool:
    match node:
        case ast.operator() | ast.cmpop():
            return type(node) in OPERATORS
        case ast.Call(func=ast.Name(id=name), keywords=[]):
            return name in CALLS
        case ast.If(body=body, orelse=[]):
            return all(isinstance(part, ast.Assign) for part in body)
        case ast.Assign(targets=[ast.Name()]) | ast.Compare(ops=[_]):
            return True
    return isinstance(node, ast.BinOp | ast.Name | ast.Constant | ast.Subscript | ast.Tuple | ast.expr_context)


def run(body: Sequence[ast.stmt], arrays: Arrays) -> None:
    """Run them, for all cards together; what they assign is added to the arrays."""
    for node in body:
        if isinstance(node, ast.Assign):
            arrays[_target(node)] = np.asarray(_value(node.value, arrays))
        else:
            assert isinstance(node, ast.If)
            _run_where(np.asarray(_value(node.test, arrays)).astype(np.bool_), node.body, arrays)


def _run_where(chosen: NDArray[np.bool_], body: Sequence[ast.stmt], arrays: Arrays) -> None:
    """Only the places that are chosen; the names that were there before keep what they had elsewhere."""
    names = {node.id for part in body for node in ast.walk(part) if isinstance(node, ast.Name)}
    apart, tables = (
        Arrays(),
        {node.value for part in body for node in ast.walk(part) if isinstance(node, ast.Subscript)},
    )
    indexed = {table.id for table in tables if isinstance(table, ast.Name)}
    for name in names & arrays.keys():
        apart[name] = arrays[name] if name in indexed else np.broadcast_to(arrays[name], chosen.shape)[chosen]
    run(body, apart)
    for name in {_target(part) for part in body if isinstance(part, ast.Assign)} & arrays.keys():
        whole = np.array(np.broadcast_to(arrays[name], chosen.shape))
        whole[chosen] = apart[name]
        arrays[name] = whole


def _value(node: ast.expr, arrays: Arrays) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return arrays[name]
        case ast.BinOp(left=left, op=op, right=right):
            if isinstance(op, ast.LShift):  # a bit for each card: more than the bits of a card's number
                return np.left_shift(np.asarray(_value(left, arrays), np.int64), _value(right, arrays))
            return OPERATORS[type(op)](_value(left, arrays), _value(right, arrays))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return OPERATORS[type(op)](_value(left, arrays), _value(right, arrays))
        case ast.Subscript(value=table, slice=ast.Tuple(elts=places)):
            return _value(table, arrays)[tuple(_value(place, arrays) for place in places)]
        case ast.Subscript(value=table, slice=place):
            return np.take(_value(table, arrays), _value(place, arrays))
        case ast.Call(func=ast.Name(id=name), args=parts):
            return reduce(CALLS[name], [_value(part, arrays) for part in parts])
    raise NotForArrays(ast.unparse(node))


def _target(node: ast.Assign) -> str:
    target = node.targets[0]
    assert isinstance(target, ast.Name)
    return target.id


Turned = tuple[int, Arrays, NDArray[np.int64]]
"""The number of the first of some information sets; cards that are turned over, or in their place what the dealer's are
worth, [infoset, draw] or [infoset, 1]; [draw] combinations alike, fewer than none where others have them too many."""


@dataclass(frozen=True, eq=False)
class ArrayCount:
    """Counts how rounds end that go on from some information sets. No card is in the deck twice."""

    plan: CountingPlan
    faces: Faces
    columns: int
    """Numbers that an ending can have."""
    dealer_values: DealerValues | None = None
    """How the dealer's hands are counted by their values, where they need not be dealt one by one."""

    @cached_property
    def steps(self) -> list[list[str]]:
        """The names of the cards that are turned over together, one group after the other."""
        return [[name for _, name in same] for _, same in groupby(self.plan.loops, lambda loop: loop[0])]

    @cached_property
    def body(self) -> tuple[ast.stmt, ...]:
        """What is worked out of the cards; refused where only a kernel can."""
        kept = (value for value in self.plan.values if not (self.dealer_values and value.sets == "theirs"))
        return read_statements(tuple(part for value in kept for part in value.statements))

    @property
    def can_count(self) -> bool:
        try:
            return bool(self.body)
        except NotForArrays:
            return False

    def count(self, infosets: Faces) -> NDArray[np.int64]:
        """[infoset, ending]: in how many ways each information set ends so."""
        names, columns, asked = self.plan.seen, self.columns, len(infosets)
        for step in self.steps[:-1]:
            infosets, names = extended(infosets, self.faces, len(step)), (*names, *step)
        tally = np.zeros((len(infosets), columns), np.int64)
        for first, cards, ways in self._turned(infosets, names):
            arrays: Arrays = {**self.plan.tables, **cards}
            run(self.body, arrays)
            some = len(next(iter(cards.values())))
            ending = np.broadcast_to(arrays["ending"], (some, len(ways)))
            numbers = (ending + columns * np.arange(some)[:, None]).ravel()
            # The sums of weights are below 2**53, and exact as numpy makes them.
            weights = None if (ways == 1).all() else np.tile(ways, some)
            found = np.bincount(numbers, weights, some * columns).astype(np.int64)
            tally[first : first + some] += found.reshape(some, columns)
        return np.asarray(tally.reshape(asked, -1, columns).sum(axis=1) * self.plan.factor, np.int64)

    def _turned(self, infosets: Faces, names: tuple[str, ...]) -> Iterator[Turned]:
        """All draws of the last group, in parts."""
        seen = {name: infosets[:, at : at + 1] for at, name in enumerate(names)}
        if not self.steps:
            yield 0, seen, np.ones(1, np.int64)
        elif self.dealer_values:
            for at, rest in enumerate(rest_of(infosets, self.faces)):
                values, ways = self.dealer_values(rest)
                here = {name: cards[at : at + 1] for name, cards in seen.items()}
                yield at, {**here, "theirs": values[None]}, ways
        else:
            yield from self._cards_turned(infosets, seen)

    def _cards_turned(self, infosets: Faces, seen: dict[str, Faces]) -> Iterator[Turned]:
        rest, step = rest_of(infosets, self.faces), self.steps[-1]
        places = sets_of(rest.shape[1], len(step))
        many = max(1, TOGETHER // len(places))
        for first in range(0, len(infosets), many):
            some = slice(first, first + many)
            held = {name: cards[some] for name, cards in seen.items()}
            for start in range(0, len(places), TOGETHER):
                draws = places[start : start + TOGETHER]
                drawn = {name: rest[some][:, draws[:, at]] for at, name in enumerate(step)}
                yield first, held | drawn, np.ones(len(draws), np.int64)


def rest_of(infosets: Faces, faces: Faces) -> Faces:
    """[infoset, card]: the cards of a deck that each of some information sets leaves."""
    there = (infosets[:, :, None] == faces).any(axis=1)
    return np.asarray(np.broadcast_to(faces, there.shape)[~there].reshape(len(infosets), -1), np.uint8)


def extended(infosets: Faces, faces: Faces, count: int) -> Faces:
    """Every information set with every set of n more cards after it; those of one stand together."""
    rest = rest_of(infosets, faces)
    more = rest[:, sets_of(rest.shape[1], count)]
    before = np.broadcast_to(infosets[:, None, :], (*more.shape[:2], infosets.shape[1]))
    whole = np.concatenate((before, more), axis=2)
    return np.ascontiguousarray(whole.reshape(-1, whole.shape[2]))
