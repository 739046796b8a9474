"""Calls written out: a kernel that calls other functions of ours, as one function that a translation can read."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from fairfelt.compute.compile import compile_source
from fairfelt.compute.cuda.expressions import Untranslated

Bound = ast.expr | dict[str, ast.expr]
"""What a name stands for where the function is called: a part of an expression, or a tuple of tables by field."""


def write_out(text: str, name: str) -> str:
    """The function of that name in a module's source, with all that it calls in the place of the calls."""
    tree = _tree(kernel := compile_source(text, name))
    tree.body = _Writer(kernel, {}, "").block(tree.body, None)
    tree.decorator_list = []
    return ast.unparse(ast.fix_missing_locations(tree))


class _Writer(ast.NodeTransformer):
    """Writes a function's statements where it is called: its arguments bound, its own names marked."""

    def __init__(self, function: Any, bound: dict[str, Bound], mark: str) -> None:
        self.known: dict[str, Any] = function.py_func.__globals__
        self.bound, self.mark = bound, mark
        names = (node for node in ast.walk(_tree(function)) if isinstance(node, ast.Name))
        self.own = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        self.before: list[ast.stmt] = []
        self.calls = 0
        if changed := self.own & bound.keys():
            raise Untranslated(f"{function.__name__} changes what it is given: {', '.join(sorted(changed))}")

    def block(self, statements: Sequence[ast.stmt], out: str | None) -> list[ast.stmt]:
        """Statements, with `out` given what is returned: what follows a branch that returns is its other branch."""
        written: list[ast.stmt] = []
        for at, statement in enumerate(statements):
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return):
                test, rest = self._expression(statement.test, written), [*statement.orelse, *statements[at + 1 :]]
                return [*written, ast.If(test, self.block(statement.body, out), self.block(rest, out))]
            written += self._statement(statement, out)
        return written

    def _statement(self, node: ast.stmt, out: str | None) -> list[ast.stmt]:
        written: list[ast.stmt] = []
        match node:
            case ast.Return(value=ast.expr() as value) if out:
                written.append(_assign(ast.Name(out, ast.Store()), self._expression(value, written)))
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=made), args=args)) if hasattr(
                self.known.get(made), "_fields"
            ):
                fields = self.known[made]._fields
                self.bound[name] = dict(zip(fields, map(self._plain, args), strict=True))
            case ast.Assign(targets=targets, value=value):
                given = self._expression(value, written)
                written += [_assign(self.visit(target), deepcopy(given)) for target in targets]
            case ast.AugAssign(target=target, op=op, value=value):
                written.append(ast.AugAssign(self.visit(target), op, self._expression(value, written)))
            case ast.Expr(value=ast.Call() as call):
                self._expression(call, written)
            case ast.Expr() | ast.Break() | ast.Continue():
                written = [] if isinstance(node, ast.Expr) else [node]
            case ast.If() | ast.While() | ast.For() if any(isinstance(inner, ast.Return) for inner in ast.walk(node)):
                raise Untranslated(f"a return from within cannot be written out: {ast.unparse(node)!r}")
            case ast.If(test=test, body=body, orelse=orelse):
                condition = self._expression(test, written)
                written.append(ast.If(condition, self.block(body, out), self.block(orelse, out)))
            case ast.While(test=test, body=body):
                written.append(ast.While(self._plain(test), self.block(body, out), []))
            case ast.For(target=ast.Name() as target, iter=over, body=body):
                written.append(self._loop(target, over, body, out))
            case _:
                raise Untranslated(f"{ast.unparse(node)!r} cannot be written out")
        return written

    def _loop(self, target: ast.Name, over: ast.expr, body: Sequence[ast.stmt], out: str | None) -> ast.stmt:
        """Over a range; over part of an array, by the places in it."""
        cards, inner = self._plain(over), self.block(body, out)
        if not isinstance(cards, ast.Subscript):
            return ast.For(self.visit(target), cards, inner, [])
        assert isinstance(cards.slice, ast.Slice)
        assert cards.slice.lower and cards.slice.upper
        place = f"{self.mark}place"
        one = ast.Subscript(cards.value, ast.Name(place, ast.Load()), ast.Load())
        places = ast.Call(ast.Name("range", ast.Load()), [cards.slice.lower, cards.slice.upper], [])
        return ast.For(ast.Name(place, ast.Store()), places, [_assign(self.visit(target), one), *inner], [])

    def _expression(self, node: ast.expr, written: list[ast.stmt]) -> ast.expr:
        """An expression; the functions that it calls are written out before it."""
        self.before = written
        return self.visit(node)  # type: ignore[no-any-return]

    def _plain(self, node: ast.expr) -> ast.expr:
        """An expression that is not worked out just once, and so calls nothing of ours."""
        calls, found = self.calls, self.visit(node)
        if self.calls > calls:
            raise Untranslated(f"a call in {ast.unparse(node)!r} cannot be written out before it")
        return found  # type: ignore[no-any-return]

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        """What comes later is not always worked out."""
        return ast.BoolOp(node.op, list(map(self._plain, node.values)))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """One of two is not worked out."""
        return ast.IfExp(*map(self._plain, (node.test, node.body, node.orelse)))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """An argument, a variable of the function's own, or a constant."""
        if isinstance(found := self.bound.get(node.id), ast.expr):
            return deepcopy(found)
        if node.id in self.own:
            return ast.Name(self.mark + node.id, node.ctx)
        known = self.known.get(node.id)
        return ast.Constant(known) if isinstance(known, int) else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """A table of a tuple of them."""
        if isinstance(node.value, ast.Name) and isinstance(fields := self.bound.get(node.value.id), dict):
            return deepcopy(fields[node.attr])
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A function of ours, written out; another is left as it is."""
        function = self.known.get(node.func.id) if isinstance(node.func, ast.Name) else None
        if not hasattr(function, "py_func"):
            self.generic_visit(node)
            return node
        self.calls += 1
        mark = f"{self.mark}{_tree(function).name.strip('_')}{self.calls}_"
        bound = dict(zip((one.arg for one in _tree(function).args.args), map(self._argument, node.args), strict=True))
        self.before += _Writer(function, bound, mark).block(_tree(function).body, f"{mark}found")
        return ast.Name(f"{mark}found", ast.Load())

    def _argument(self, node: ast.expr) -> Bound:
        """A tuple of tables is handed on as it is."""
        if isinstance(node, ast.Name) and isinstance(fields := self.bound.get(node.id), dict):
            return fields
        return self.visit(node)  # type: ignore[no-any-return]


def _tree(function: Any) -> ast.FunctionDef:
    (found,) = ast.parse(inspect.getsource(function.py_func)).body
    assert isinstance(found, ast.FunctionDef)
    return found


def _assign(target: ast.expr, value: ast.expr) -> ast.stmt:
    return ast.Assign([target], value, lineno=0)
