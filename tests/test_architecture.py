"""The floor plan holds: imports go down only, and no game is named outside its own file."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from fairfelt import games
from tests.support.floor_plan import FLOORS, SOURCE, TREE, tree

DISPLAYS = {("exact", "reports")}
"""A sheet shows itself in a notebook by asking for its own rendering, inside the method that does so."""
LONGEST_FILE = 400
MOST_FILES = 16
"""Beside each other in a folder; games are a list that one reads by name."""


def python_files() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE)


def imported_floors(path: Path) -> Iterator[tuple[str, bool]]:
    """Packages of ours that a file imports, and whether it does so inside a function."""
    tree = ast.parse(path.read_text())
    top_level = set(tree.body)
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module or ""]
            if node.module == "fairfelt":
                names = [f"fairfelt.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "fairfelt" and len(parts) > 1:
                yield parts[1], node not in top_level


def floor_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0]


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_from_below(path: Path) -> None:
    own = floor_of(path)
    assert own in FLOORS, f"{own} is not on the floor plan"
    for other, inside_a_function in imported_floors(path):
        if other not in FLOORS:
            continue
        allowed = FLOORS.index(other) <= FLOORS.index(own) or ((own, other) in DISPLAYS and inside_a_function)
        assert allowed, f"{path.relative_to(SOURCE)} imports {other}, which lies above {own}"


def test_no_game_is_named_outside_its_file() -> None:
    names = [name for game in games.catalogue() for name in (game.name, game.slug, game.slug.replace("-", "_"))]
    for path in SOURCE.rglob("*.py"):
        if floor_of(path) == "games" and path.name != "__init__.py":
            continue
        code = ast.unparse(_without_docstrings(ast.parse(path.read_text()))).lower()
        for name in names:
            assert name.lower() not in code, f"{path} names {name}"


def _without_docstrings(tree: ast.Module) -> ast.Module:
    """Only a docstring may show a name, as what one would type; a string in the code would be a special case."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                child.value = ast.Constant("")
    return tree


@pytest.mark.parametrize("path", python_files(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_are_small_and_say_what_they_are(path: Path) -> None:
    text = path.read_text()
    assert len(text.splitlines()) <= LONGEST_FILE
    assert ast.get_docstring(ast.parse(text)), f"{path} has no docstring"


def test_import_is_light() -> None:
    """`import fairfelt` loads neither numpy nor numba: a shell completion or a version check stays instant."""
    import subprocess
    import sys

    code = "import sys, fairfelt; print('numpy' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_page_shows_the_tree_as_it_is() -> None:
    page = (SOURCE.parents[1] / "ARCHITECTURE.md").read_text()
    drawn = TREE.search(page)
    assert drawn, "ARCHITECTURE.md has no tree"
    assert drawn[0] == tree(), "the tree in ARCHITECTURE.md is out of date: make docs draws it"


def test_a_folder_holds_no_more_than_one_can_take_in() -> None:
    folders = [path for root in (SOURCE, Path(__file__).parent) for path in (root, *root.rglob("*")) if path.is_dir()]
    for folder in folders:
        files = [path for path in folder.glob("*") if path.is_file() and path.suffix != ".pyc"]
        if folder.name not in ("games", "playthroughs", "__pycache__"):
            assert len(files) <= MOST_FILES, f"{folder} has {len(files)} files: group them by subject"
