"""Every compiled kernel says what it computes and, where it adds up integers, the bound that keeps these in 64 bits."""

import ast
import re
from collections.abc import Iterator

from tests.support.floor_plan import SOURCE

FOLDERS = ("engine", "analysis")
BOUND = re.compile(r"2\^\d+|\bfloats?\b")
"""Such as "below 2^62"; a kernel that reckons in floating point says so."""


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every compiled function, and every function that writes the text of one."""
    for path in sorted(path for folder in FOLDERS for path in (SOURCE / folder).rglob("*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "njit" in text else ():
            if isinstance(node, ast.FunctionDef) and (_is_compiled(node) or _writes_a_kernel(node)):
                yield str(path.relative_to(SOURCE)), node


def _is_compiled(node: ast.FunctionDef) -> bool:
    return any("njit" in ast.unparse(decorator) for decorator in node.decorator_list)


def _writes_a_kernel(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Constant) and "@njit" in str(part.value) for part in ast.walk(node))


def _adds_up(node: ast.FunctionDef) -> bool:
    """Whether it makes sums or products: steps of one are places, which arrays bound."""
    return _writes_a_kernel(node) or any(
        isinstance(part, ast.AugAssign)
        and isinstance(part.op, ast.Add | ast.Sub | ast.Mult)
        and not (isinstance(part.target, ast.Name) and isinstance(part.value, ast.Constant))
        for part in ast.walk(node)
    )


def test_every_kernel_states_what_it_computes_and_what_bounds_its_sums() -> None:
    silent: dict[str, set[str]] = {}
    for path, node in kernels():
        told = ast.get_docstring(node) or ""
        if not told or (_adds_up(node) and not BOUND.search(told)):
            silent.setdefault(path, set()).add(node.name)
    assert silent == {}, "who writes a kernel writes what it computes and its bound"
