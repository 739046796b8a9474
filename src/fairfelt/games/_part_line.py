"""The line of a Python file on which a part of its game is written, found by reading the file and not by running it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from fairfelt.rules.names import Part

WRITTEN_AS: Mapping[str, tuple[str, ...]] = MappingProxyType({"paytables": ("pays",), "ranking": ("hand",)})
"""Words by which the short forms of the language take a field of a wager."""


def part_line(text: bytes, part: Part, near: int = 0) -> int:
    """The line of that part, or of the smallest part around it that can be told; 0 where there is none.

    The game is the `Game(…)` on line `near`, or else the one that the file calls `game`.
    """
    tree = ast.parse(text)
    names = {
        target.id: statement.value
        for statement in tree.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.lineno == near)
    game = next((call for call in calls if ast.unparse(call.func) == "Game"), names.get("game"))
    if game is None:
        return near
    found = game
    for step in part:
        inside = _inside(found, step)
        if inside is None:
            break
        found = names.get(inside.id, inside) if isinstance(inside, ast.Name) else inside
    return near if found is game else found.lineno


def _inside(node: ast.expr, step: str | int) -> ast.expr | None:
    """What is written there under a word or a number; None where that cannot be told."""
    if isinstance(step, str):
        words = (step, *WRITTEN_AS.get(step, ()))
        given = node.keywords if isinstance(node, ast.Call) else []
        return next((keyword.value for keyword in given if keyword.arg in words), None)
    each = node.elts if isinstance(node, ast.Tuple | ast.List) else []
    before = each[: step + 1]
    return before[step] if len(before) > step and not any(isinstance(one, ast.Starred) for one in before) else None
