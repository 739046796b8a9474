"""Statements of the straight-line source in C."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from math import prod

from .expressions import Scope, Untranslated, condition, expression, place, table_of
from .ranges import SIGNED, UNSIGNED, Range

INDENT = "  "
PASSES = 5
"""So often the source is read before a range that still grows is given all the room there is."""


def translate(statements: Sequence[ast.stmt], scope: Scope) -> list[str]:
    """Statements in C, without the declarations of their variables: read until no range grows any more."""
    for reading in range(2 * PASSES):
        before = dict(scope.variables)
        lines = _block(statements, scope)
        grown = [name for name, held in scope.variables.items() if held != before.get(name)]
        if not grown:
            return lines
        for name in grown if reading >= PASSES else ():
            scope.variables[name] = _widest(scope.variables[name])
    raise Untranslated("the ranges of these variables do not settle: " + ", ".join(grown))


def declare(scope: Scope, *, but: Sequence[str] = ()) -> list[str]:
    """The variables, each in the narrowest type for all it ever holds."""
    return [f"{held.type} {name} = 0;" for name, held in scope.variables.items() if name not in but]


def _block(statements: Sequence[ast.stmt], scope: Scope) -> list[str]:
    return [line for statement in statements for line in _statement(statement, scope)]


def _statement(node: ast.stmt, scope: Scope) -> list[str]:
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            return _assign_tuple(targets, values, scope)
        case ast.Assign(targets=[ast.Name(id=name)]) if name in scope.tables and _is_array(node.value):
            return []
        case ast.Assign(targets=[target], value=value):
            return _assign_value(target, value, scope)
        case ast.AugAssign(target=ast.Subscript() as target, op=ast.Add(), value=value):
            added = expression(value, scope).text
            return [table_of(target, scope).add.format(place=place(target, scope), value=added)]
        case ast.AugAssign(target=target, op=op, value=value):
            return _assign_value(target, ast.BinOp(target, op, value), scope)
        case ast.If(test=test, body=body, orelse=orelse):
            otherwise = ["} else {", *_indent(_block(orelse, scope))] if orelse else []
            return [f"if ({condition(test, scope)}) {{", *_indent(_block(body, scope)), *otherwise, "}"]
        case ast.While(test=test, body=body):
            return [f"while ({condition(test, scope)}) {{", *_indent(_block(body, scope)), "}"]
        case ast.For():
            return _loop(node, scope)
        case ast.Break():
            return ["break;"]
        case ast.Continue():
            return ["continue;"]
        case ast.Expr(value=ast.Constant()):
            return []
    raise Untranslated(f"no C is known for {ast.unparse(node)!r}")


def _assign_value(target: ast.expr, value: ast.expr, scope: Scope) -> list[str]:
    if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
        table = table_of(ast.Subscript(target.value, ast.Constant(0)), scope)
        filled = expression(value, scope).text
        return [f"for (int at = 0; at < {prod(table.shape)}; ++at) {table.name}[at] = {filled};"]
    term = expression(value, scope)
    return _assign(target, term.text, term.range, scope)


def _assign(target: ast.expr, text: str, held: Range, scope: Scope) -> list[str]:
    """Give a variable or an element a value, and remember how large it can be."""
    if isinstance(target, ast.Subscript):
        return [f"{place(target, scope)} = {text};"]
    assert isinstance(target, ast.Name)
    known = scope.variables.get(target.id)
    scope.variables[target.id] = known | held if known else held
    return [f"{target.id} = {text};"]


def _assign_tuple(targets: Sequence[ast.expr], values: Sequence[ast.expr], scope: Scope) -> list[str]:
    """Several at once: all values are found before the first is written."""
    terms = [expression(value, scope) for value in values]
    first = [f"{term.type} new{at} = {term.text};" for at, term in enumerate(terms)]
    pairs = enumerate(zip(targets, terms, strict=True))
    then = [line for at, (target, term) in pairs for line in _assign(target, f"new{at}", term.range, scope)]
    return ["{", *_indent([*first, *then]), "}"]


def _loop(node: ast.For, scope: Scope) -> list[str]:
    assert isinstance(node.target, ast.Name)
    name = node.target.id
    match node.iter:
        case ast.Call(func=ast.Name(id="range"), args=args):
            start, stop = (ast.Constant(0), args[0]) if len(args) == 1 else (args[0], args[1])
            a, b = expression(start, scope), expression(stop, scope)
            reached = Range(a.range.least, max(b.range.most, a.range.least)).bounded
            _assign(node.target, a.text, reached, scope)
            kind = (scope.variables[name] | b.range).type
            head = f"for ({name} = {a.text}; ({kind}){name} < {b.as_type(kind)}; ++{name}) {{"
            return [head, *_indent(_block(node.body, scope)), "}"]
        case ast.Tuple(elts=values) if not any(isinstance(inner, ast.Break | ast.Continue) for inner in ast.walk(node)):
            return [line for v in values for line in (*_assign_value(node.target, v, scope), *_block(node.body, scope))]
    raise Untranslated(f"no C is known for a loop over {ast.unparse(node.iter)!r}")


def _is_array(value: ast.expr) -> bool:
    """An array that is made: its place is known to the scope."""
    return (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in ("copy", "zeros")
    )


def _widest(held: Range) -> Range:
    if held.least < 0:
        return SIGNED
    return Range(0, SIGNED.most) if held.most <= SIGNED.most else UNSIGNED


def _indent(lines: Sequence[str]) -> list[str]:
    return [INDENT + line for line in lines]
