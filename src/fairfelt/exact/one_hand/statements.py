"""Runs the statements that rankings write for kernels on whole arrays at once: nothing has to be compiled first."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

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
        _verify(node)
    return tuple(body)


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


def _verify(node: ast.stmt) -> None:
    if isinstance(node, ast.If) and not node.orelse:
        parts = node.body
        if not all(isinstance(part, ast.Assign) for part in parts):
            raise NotForArrays(ast.unparse(node))
        _verify_value(node.test)
        for part in parts:
            _verify(part)
    elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        _verify_value(node.value)
    else:
        raise NotForArrays(ast.unparse(node))


def _verify_value(node: ast.expr) -> None:
    for part in ast.walk(node):
        match part:
            case ast.operator() | ast.cmpop():
                known = type(part) in OPERATORS
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                known = name in CALLS
            case ast.Compare(ops=ops):
                known = len(ops) == 1
            case ast.BinOp() | ast.Name() | ast.Constant() | ast.Subscript() | ast.Tuple() | ast.expr_context():
                known = True
            case _:
                known = False
        if not known:
            raise NotForArrays(ast.unparse(node))


def _target(node: ast.Assign) -> str:
    target = node.targets[0]
    assert isinstance(target, ast.Name)
    return target.id
