"""Runs a notebook as a notebook does: cell after cell in one namespace, and draws the value of a cell's last line."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any


def code_cells(notebook: Path) -> list[str]:
    """The source of each code cell."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(notebook: Path) -> list[str]:
    """Run all cells; gives what the last lines drew, as HTML where they have a page of their own."""
    space: dict[str, Any] = {"__name__": "__main__"}
    drawn = []
    for place, source in enumerate(code_cells(notebook), 1):
        name, tree = f"{notebook.name}, cell {place}", ast.parse(source)
        last = tree.body[-1]
        if isinstance(last, ast.Expr):
            tree.body.pop()
        exec(compile(tree, name, "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
            if value is not None:
                drawn.append(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
    return drawn
