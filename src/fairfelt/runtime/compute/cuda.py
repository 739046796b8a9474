"""The same straight-line source for a GPU: written as C, compiled and run through CuPy where there is one."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache, reduce
from importlib import import_module
from math import prod
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.runtime.compute.cores import usable_cores

# The way to a GPU, through CuPy, which only this file knows and imports when a GPU is asked for.


class NoGpu(RuntimeError):  # noqa: N818  (it reads as what is the matter)
    """There is no GPU, or no way to it, with the reason."""


class Gpu(ThreadPoolExecutor):
    """An executor with a GPU: what there is a kernel for runs there, all else on a thread for each core."""

    def __init__(self) -> None:
        self._cupy = _cupy()
        super().__init__(usable_cores())
        properties = self._cupy.cuda.runtime.getDeviceProperties(0)
        self.title: str = properties["name"].decode()
        self.processors: int = properties["multiProcessorCount"]
        self.shared_bytes: int = properties["sharedMemPerBlockOptin"]
        """Of the memory that the threads of one block share."""

    def kernel(self, source: str, name: str, shared_bytes: int = 0) -> Callable[..., None]:
        """Compile a kernel and reserve shared memory for its blocks.

        It takes the number of blocks, their threads, and arguments, and returns at once: fetching waits for it.
        """
        function = _compiled(source, name)
        if shared_bytes:
            function.max_dynamic_shared_size_bytes = shared_bytes

        def start(blocks: int, threads: int, *arguments: Any) -> None:
            function((blocks,), (threads,), arguments, shared_mem=shared_bytes)

        return start

    def load(self, array: NDArray[Any]) -> Any:
        return self._cupy.asarray(np.ascontiguousarray(array))

    def zeros(self, shape: int | Sequence[int], kind: Any) -> Any:
        return self._cupy.zeros(shape, kind)

    def finish(self) -> None:
        self._cupy.cuda.runtime.deviceSynchronize()

    def fetch(self, array: Any) -> NDArray[Any]:
        """An array back from the GPU, once all that was started before is done."""
        return np.asarray(self._cupy.asnumpy(array))


@cache
def _compiled(source: str, name: str) -> Any:
    return _cupy().RawModule(code=source, options=("--std=c++17",)).get_function(name)


def _cupy() -> Any:
    """CuPy, if it is installed and finds a GPU."""
    try:
        cupy = import_module("cupy")
        found = cupy.cuda.runtime.getDeviceCount()
    except ImportError:
        raise NoGpu(
            "no GPU here: CuPy is not installed; pip install 'fairfelt[gpu]', or leave --on at threads"
        ) from None
    except Exception as trouble:
        raise NoGpu(f"no GPU here: {trouble}; look at the driver, or leave --on at threads") from None
    if not found:
        raise NoGpu("no GPU here: CuPy finds no card; look at the driver, or leave --on at threads")
    return cupy


# How large a number can get, and so the narrowest type of C that holds it: 32 bits cost a GPU half of what 64 do.


TYPES: Final = {
    "int": (-(1 << 31), (1 << 31) - 1),
    "unsigned": (0, (1 << 32) - 1),
    "long long": (-(1 << 63), (1 << 63) - 1),
    "unsigned long long": (0, (1 << 64) - 1),
}
"""By name, narrowest first."""


@dataclass(frozen=True)
class Range:
    """All whole numbers from the least to the most."""

    least: int
    most: int

    def __or__(self, other: Range) -> Range:
        return Range(min(self.least, other.least), max(self.most, other.most))

    def __contains__(self, other: Range) -> bool:
        return self.least <= other.least and other.most <= self.most

    @property
    def type(self) -> str:
        """The narrowest type; a number that is too large for all of them is taken modulo 2^64, as in numpy."""
        widest = "long long" if self.least < 0 else "unsigned long long"
        return next((name for name, ends in TYPES.items() if self in Range(*ends)), widest)

    @property
    def bounded(self) -> Range:
        """What is left of it in that type."""
        return self if self in Range(*TYPES[self.type]) else Range(*TYPES[self.type])


BIT: Final = Range(0, 1)
SIGNED: Final = Range(*TYPES["long long"])
UNSIGNED: Final = Range(*TYPES["unsigned long long"])


def arithmetic_range(one: Range, other: Range, operation: str) -> Range:
    """The range of a sum, difference or product, before it is bounded."""
    pairs = [(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    results = [a + b if operation == "+" else a - b if operation == "-" else a * b for a, b in pairs]
    return Range(min(results), max(results))


def shift_range(one: Range, by: Range, operation: str) -> Range:
    """The range of a number moved left or right by some bits."""
    ends = (one.least, one.most)
    bits = [min(max(by.least, 0), 64), min(max(by.most, 0), 64)]
    results = [end << bit if operation == "<<" else end >> bit for end in ends for bit in bits]
    return Range(min(results), max(results))


def bitwise_range(one: Range, other: Range, operation: str) -> Range:
    """The range of and, or, exclusive or."""
    if operation == "&" and (one.least >= 0 or other.least >= 0):
        return Range(0, min(r.most for r in (one, other) if r.least >= 0))
    if min(one.least, other.least) < 0:
        return SIGNED
    return Range(0, (1 << max(one.most, other.most).bit_length()) - 1)


# Arrays as C sees them: a pointer, a shape, and what the numbers in it can be.


C_TYPES = {
    "uint8": "unsigned char",
    "int8": "signed char",
    "uint16": "unsigned short",
    "int16": "short",
    "uint32": "unsigned",
    "int32": "int",
    "uint64": "unsigned long long",
    "int64": "long long",
    "bool": "unsigned char",
}

NARROW = (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32)


@dataclass(frozen=True)
class Table:
    """One array."""

    name: str
    """In C."""
    shape: tuple[int, ...]
    type: str = "long long"
    held: Range = SIGNED
    place: str = "{name}[{at}]"
    """How an element is written down."""
    add: str = "{place} += {value};"
    """How something is added to it."""

    @classmethod
    def of(cls, name: str, array: NDArray[Any]) -> Table:
        """A table that is only read."""
        held = Range(int(array.min()), int(array.max())) if array.size else Range(0, 0)
        return cls(name, array.shape, C_TYPES[array.dtype.name], held)

    def at(self, indices: Sequence[str]) -> str:
        """The element or, with fewer indices than there are dimensions, where the part begins."""
        steps = [prod(self.shape[number + 1 :]) for number in range(len(indices))]
        flat = " + ".join(
            f"({index}) * {step}" if step > 1 else f"({index})" for index, step in zip(indices, steps, strict=True)
        )
        return (
            self.place.format(name=self.name, at=flat) if len(indices) == len(self.shape) else f"{self.name} + {flat}"
        )


def narrow(array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in as few bytes as they need: shared memory is small."""
    least, most = (int(array.min()), int(array.max())) if array.size else (0, 0)
    fitting = (np.dtype(kind) for kind in NARROW if np.iinfo(kind).min <= least and most <= np.iinfo(kind).max)
    kind = next((kind for kind in fitting if kind.itemsize < array.itemsize), array.dtype)
    return np.ascontiguousarray(array, kind)


def shared_names(tables: Iterable[tuple[str, NDArray[Any]]]) -> dict[str, str]:
    """For each table the name of the first with the same content, so that it is there once and looked into once."""
    first: dict[tuple[str, tuple[int, ...], bytes], str] = {}
    return {name: first.setdefault((a.dtype.name, a.shape, a.tobytes()), name) for name, a in tables}


# Expressions of the straight-line source in C: the same numbers, each in the narrowest type that holds it.


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
        """The term in the narrowest type."""
        wanted = self.range.type
        return self if self.type == wanted else Term(f"({wanted})({self.text})", self.range, wanted)


@dataclass(frozen=True, eq=False)
class Scope:
    """What names stand for."""

    tables: dict[str, Table]
    """With the small arrays that the source itself makes, as it makes them."""
    variables: dict[str, Range] = field(default_factory=dict)
    """They grow while the source is read again and again."""


def expression(node: ast.expr, scope: Scope) -> Term:
    match node:
        case ast.Constant(value=int() as number):
            return literal(int(number))
        case ast.Name(id=name):
            held = scope.variables.get(name, Range(0, 0))
            return Term(name, held, held.type)
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(OPERATORS[type(op)], expression(left, scope), expression(right, scope))
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return _complement(expression(operand, scope))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compare(OPERATORS[type(op)], expression(left, scope), expression(right, scope))
        case ast.BoolOp(op=op, values=values):
            return Term("(" + f" {OPERATORS[type(op)]} ".join(condition(v, scope) for v in values) + ")", BIT, "int")
        case ast.Subscript():
            return _element(node, scope)
        case ast.Call(func=ast.Attribute(attr=kind), args=[cast]) if kind in CASTS:
            return _cast(expression(cast, scope), CASTS[kind])
        case ast.Call(func=ast.Name(id="min" | "max" as name), args=args):
            return reduce(lambda a, b: _extreme(name, a, b), (expression(one, scope) for one in args))
    raise Untranslated(f"no C is known for {ast.unparse(node)!r}")


def condition(node: ast.expr, scope: Scope) -> str:
    if isinstance(node, ast.Constant) and node.value is True:
        return "1"
    return expression(node, scope).text


def literal(number: int) -> Term:
    held = Range(number, number)
    suffix = {"int": "", "unsigned": "u", "long long": "LL", "unsigned long long": "ULL"}[held.type]
    return Term(f"({number}{suffix})" if number < 0 else f"{number}{suffix}", held, held.type)


def place(node: ast.Subscript, scope: Scope) -> str:
    table, indices = _indexed(node, scope)
    return table.at(indices)


def table_of(node: ast.Subscript, scope: Scope) -> Table:
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
    """C leaves a shift by the width of a type undefined: use a wider type where that is possible."""
    found = shift_range(left.range, right.range, operator).bounded
    room = _MORE_THAN_A_WORD if right.range.most >= WORD_BITS else found
    kind = (left.range | found | room).type
    return Term(f"({left.as_type(kind)} {operator} {right.text})", found, kind).narrow


def _divide(operator: str, left: Term, right: Term) -> Term:
    """C rounds towards nought and Python down: alike where nothing is negative."""
    kind = (left.range | right.range).type
    if left.range.least < 0 or right.range.least < 1:
        raise Untranslated(f"{left.text} by {right.text}: C and Python divide numbers below nought otherwise")
    most = left.range.most // right.range.least if operator == "/" else min(left.range.most, right.range.most - 1)
    return Term(f"({left.as_type(kind)} {operator} {right.as_type(kind)})", Range(0, most), kind).narrow


def _complement(operand: Term) -> Term:
    found = Range(~operand.range.most, ~operand.range.least).bounded
    kind = (operand.range | found).type
    return Term(f"(~{operand.as_type(kind)})", found, kind)


def _compare(operator: str, left: Term, right: Term) -> Term:
    kind = (left.range | right.range).type
    return Term(f"({left.as_type(kind)} {operator} {right.as_type(kind)})", BIT, "int")


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


# Statements of the straight-line source in C.


INDENT = "  "
PASSES = 5
"""So often the source is read before a range that still grows is given more room than it needs."""


def translate(statements: Sequence[ast.stmt], scope: Scope) -> list[str]:
    """Statements in C, without the declarations of their variables: read until no range grows any more."""
    for reading in range(4 * PASSES):
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
        case ast.Assign(targets=[ast.Name()], value=ast.Call(func=ast.Attribute(attr="copy"))):
            return []
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="zeros"), args=[size, kind])
        ):
            assert isinstance(kind, ast.Attribute)
            shape = ast.literal_eval(size)
            scope.tables[name] = Table(name, shape if isinstance(shape, tuple) else (shape,), "int", CASTS[kind.attr])
            return [f"int {name}[{prod(scope.tables[name].shape)}] = {{0}};"]
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
    raise Untranslated(f"no C is known for a loop over {ast.unparse(node.iter)!r}")


def _widest(held: Range) -> Range:
    """The next wider of some ranges: one that still grows gets all the room there is, by and by."""
    if held.least < 0:
        return SIGNED
    return next(Range(0, most) for bits in (8, 16, 31, 32, 63, 64) if (most := (1 << bits) - 1) >= held.most)


def _indent(lines: Sequence[str]) -> list[str]:
    return [INDENT + line for line in lines]
