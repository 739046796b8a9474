"""The floor plan of the house: its floors from the ground up, and the tree of folders with what each is for.

`python -m tests.support.floor_plan ARCHITECTURE.md` draws the tree into the page; `make docs` does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "fairfelt"
FLOORS = (
    "runtime", "rules", "games", "table", "engine", "jackpot", "analysis", "environments",
    "law", "ledger", "room", "reports", "server", "web", "twin", "cli",
)  # fmt: skip
"""The wings from the ground up: a wing imports from those before it."""
TREE = re.compile(r"(?<=```\nsrc/fairfelt/\n).*?(?=```)", re.DOTALL)
WIDTH = 34


def tree() -> str:
    """All folders, the top floor first, each with the first sentence of its package."""
    return "".join(f"{line}\n" for floor in reversed(FLOORS) for line in _lines(SOURCE / floor, 1))


def _lines(folder: Path, depth: int) -> Iterator[str]:
    """A floor may be one file."""
    file, mark = (folder / "__init__.py", "/") if folder.is_dir() else (folder.with_suffix(".py"), ".py")
    name = f"{'  ' * depth}{folder.name}{mark}"
    yield f"{name:<{WIDTH}} {_purpose(file)}"
    inside = folder.iterdir() if folder.is_dir() else ()
    for inner in sorted(path for path in inside if (path / "__init__.py").exists()):
        yield from _lines(inner, depth + 1)


def _purpose(file: Path) -> str:
    told = ast.get_docstring(ast.parse(file.read_text())) or ""
    return told.splitlines()[0].rstrip(".") if told else ""


def main(page: Path) -> None:
    """Draw the tree into a page."""
    page.write_text(TREE.sub(lambda _: tree(), page.read_text(), count=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
