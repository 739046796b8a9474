"""Expressions of the straight-line source in C: the same numbers, each in the narrowest type that holds it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce

from .ranges import BIT, SIGNED, TYPES, Range, arithmetic_range, bitwise_range, shift_range
from .tables import C_TYPES, Table

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/", ast.Mod: "%", ast.LShift: "<<", ast.RShift: ">>",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.Eq: "==", ast.NotEq: "!=", ast.And: "&&", ast.Or: "||",
}  # fmt: skip
CASTS = {
    "uint8": Range(0, 255), "uint16": Range(0, (1 << 16) - 1), "uint32": Range(*TYPES["unsigned"]),
    "int32": Range(*TYPES["int"]), "uint64": Range(*TYPES["unsigned long long"]), "int64": SIGNED,
}  # fmt: skip


class Untranslated(ValueError):  # noqa: N818  (it reads as what happened)
    """Something in the source that has no translation."""


@dataclass(frozen=True)
class Term:
    """An expression in C, and what its value can be."""

    text: str
    range: Range
    type: str

    def as_type(self, wanted: str) -> str:
        """The text, converted where it must be."""
        return self.text if self.type == wanted else f"({wanted})({self.text})"

    @property
    def narrow(self) -> Term:
        """The same in the narrowest type."""
        wanted = self.range.type
        return self if self.type == wanted else Term(f"({wanted})({self.text})", self.range, wanted)


@dataclass(frozen=True, eq=False)
class Scope:
    """What names stand for."""

    tables: Mapping[str, Table]
    variables: dict[str, Range] = field(default_factory=dict)
    """They grow while the source is read again and again."""
    constants: Mapping[str, int] = field(default_factory=dict)


def expression(node: ast.expr, scope: Scope) -> Term:
    """An expression in C."""
    match node:
        case ast.Constant(value=int() as number):
            return literal(int(number))
        case ast.Name(id=name) if name in scope.constants:
            return literal(scope.constants[name])
        case ast.Name(id=name):
            held = scope.variables.get(name, Range(0, 0))
            return Term(name, held, held.type)
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(OPERATORS[type(op)], expression(left, scope), expression(right, scope))
        case ast.UnaryOp(op=op, operand=operand):
            return _unary(op, expression(operand, scope))
        case ast.Compare():
            return _compare(node, scope)
        case ast.BoolOp(op=op, values=values):
            return Term("(" + f" {OPERATORS[type(op)]} ".join(condition(v, scope) for v in values) + ")", BIT, "int")
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _choose(condition(test, scope), expression(body, scope), expression(orelse, scope))
        case ast.Subscript(
            value=ast.Attribute(value=ast.Name(id=name), attr="shape"), slice=ast.Constant(value=int() as at)
        ):
            return literal(scope.tables[name].shape[at])
        case ast.Subscript():
            return _element(node, scope)
        case ast.Call(func=ast.Attribute(attr=kind), args=[cast]) if kind in CASTS:
            return _cast(expression(cast, scope), CASTS[kind])
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=args):
            return reduce(lambda a, b: _extreme(name, a, b), (expression(one, scope) for one in args))
    raise Untranslated(f"no C is known for {ast.unparse(node)!r}")


def condition(node: ast.expr, scope: Scope) -> str:
    """Something that is true or false."""
    if isinstance(node, ast.Constant) and node.value is True:
        return "1"
    return expression(node, scope).text


def literal(number: int) -> Term:
    """A number as it stands."""
    held = Range(number, number)
    suffix = {"int": "", "unsigned": "u", "long long": "LL", "unsigned long long": "ULL"}[held.type]
    return Term(f"({number}{suffix})" if number < 0 else f"{number}{suffix}", held, held.type)


def place(node: ast.Subscript, scope: Scope) -> str:
    """An element, to be written to."""
    table, indices = _indexed(node, scope)
    return table.at(indices)


def table_of(node: ast.Subscript, scope: Scope) -> Table:
    """The array an element belongs to."""
    return _indexed(node, scope)[0]


def _indexed(node: ast.Subscript, scope: Scope) -> tuple[Table, list[str]]:
    assert isinstance(node.value, ast.Name)
    index = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return scope.tables[node.value.id], [expression(one, scope).text for one in index]


def _element(node: ast.Subscript, scope: Scope) -> Term:
    table, indices = _indexed(node, scope)
    if len(indices) != len(table.shape):
        raise Untranslated(f"{ast.unparse(node)!r} is a part of an array, not a number")
    wanted = table.held.type
    text = table.at(indices)
    return Term(text if table.type == wanted else f"({wanted}){text}", table.held, wanted)


WORD_BITS = 32
_MORE_THAN_A_WORD = Range(0, 1 << WORD_BITS)


def _binary(operator: str, left: Term, right: Term) -> Term:
    if operator in ("<<", ">>"):
        return _shift(operator, left, right)
    if operator in ("/", "%"):
        return _divide(operator, left, right)
    by_bits = operator in ("&", "|", "^")
    found = (bitwise_range if by_bits else arithmetic_range)(left.range, right.range, operator).bounded
    kind = (left.range | right.range | found).type
    return Term(f"({left.as_type(kind)} {operator} {right.as_type(kind)})", found, kind).narrow


def _shift(operator: str, left: Term, right: Term) -> Term:
    """C leaves open what comes of a shift by as many bits as a number has: one that may be so long has more of them."""
    found = shift_range(left.range, right.range, operator).bounded
    room = _MORE_THAN_A_WORD if right.range.most >= WORD_BITS else found
    kind = (left.range | found | room).type
    return Term(f"({left.as_type(kind)} {operator} {right.text})", found, kind).narrow


def _divide(operator: str, left: Term, right: Term) -> Term:
    """C rounds towards nought and Python down: alike where nothing is negative, as a shift or a remainder of bits."""
    kind = (left.range | right.range).type
    if left.range.least < 0 or right.range.least < 1:
        name = "floor_divide" if operator == "/" else "floor_remainder"
        return Term(f"{name}({left.as_type('long long')}, {right.as_type('long long')})", SIGNED, "long long")
    most = left.range.most // right.range.least if operator == "/" else min(left.range.most, right.range.most - 1)
    return Term(f"({left.as_type(kind)} {operator} {right.as_type(kind)})", Range(0, most), kind).narrow


def _unary(op: ast.unaryop, operand: Term) -> Term:
    if isinstance(op, ast.Not):
        return Term(f"!{operand.text}", BIT, "int")
    least, most = operand.range.least, operand.range.most
    found = (Range(-most, -least) if isinstance(op, ast.USub) else Range(~most, ~least)).bounded
    kind = (operand.range | found).type
    return Term(f"({'-' if isinstance(op, ast.USub) else '~'}{operand.as_type(kind)})", found, kind)


def _compare(node: ast.Compare, scope: Scope) -> Term:
    terms = [expression(one, scope) for one in (node.left, *node.comparators)]
    parts = []
    for op, left, right in zip(node.ops, terms, terms[1:], strict=False):
        kind = (left.range | right.range).type
        parts.append(f"({left.as_type(kind)} {OPERATORS[type(op)]} {right.as_type(kind)})")
    return Term(parts[0] if len(parts) == 1 else f"({' && '.join(parts)})", BIT, "int")


def _choose(test: str, one: Term, other: Term) -> Term:
    found = one.range | other.range
    kind = found.type
    return Term(f"({test} ? {one.as_type(kind)} : {other.as_type(kind)})", found, kind)


def _extreme(name: str, left: Term, right: Term) -> Term:
    pick = min if name == "min" else max
    a, b = left.range, right.range
    kind = (a | b).type
    found = Range(pick(a.least, b.least), pick(a.most, b.most))
    return Term(f"{name}({left.as_type(kind)}, {right.as_type(kind)})", found, kind)


def _cast(term: Term, target: Range) -> Term:
    if term.range in target:
        return term
    kind = next(name for name, held in CASTS.items() if held == target)
    return Term(f"({C_TYPES[kind]})({term.text})", target, target.type)
