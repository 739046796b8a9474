"""The floor plan holds: imports go down only, and no game is named outside its own file."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from fairfelt import games
from tests.conftest import HERE, SLOW
from tests.support.floor_plan import FLOORS, SOURCE, TREE, tree

pytestmark = pytest.mark.xdist_group("source")
"""All code is read once."""
LONGEST_FILE = 600
"""A file holds one idea; it is not split to satisfy a smaller number."""


@cache
def python_files() -> list[Path]:
    return sorted(path for path in SOURCE.rglob("*.py") if path.parent != SOURCE or path.stem in FLOORS)


@cache
def modules() -> dict[str, Path]:
    """Every file of ours by its name in imports."""
    return {_module_name(path): path for path in SOURCE.rglob("*.py")}


def _module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


@dataclass(frozen=True)
class Code:
    """What is asked of a file; its whole tree would fill the memory of all later tests."""

    documented: bool
    imports: tuple[ast.Import | ast.ImportFrom, ...]
    looks_into_words: tuple[str, ...]


@cache
def parsed(path: Path) -> Code:
    """The code of a file, read once."""
    text = path.read_text()
    suspect = ast.walk(ast.parse(text)) if MAY_LOOK.search(text) and NAMES_A_SENTENCE.search(text) else ()
    return Code(
        documented=text.startswith('"""'),
        imports=tuple(_imports(text)),
        looks_into_words=tuple(ast.unparse(node) for node in suspect if _looks_into_words(node)),
    )


IMPORT = re.compile(r"^[ \t]*((?:from [.\w]+ )?import (?:\([^)]*\)|[^\n(]+))", re.MULTILINE)


def _imports(text: str) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import of a file, wherever it stands; to read the trees of all files takes seconds."""
    for found in IMPORT.finditer(text):
        (statement,) = ast.parse(found[1]).body
        assert isinstance(statement, ast.Import | ast.ImportFrom)
        yield statement


def test_imports_are_found_wherever_they_stand() -> None:
    for path in python_files()[::20]:
        nodes = ast.walk(ast.parse(path.read_text()))
        written = {ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)}
        assert written <= set(map(ast.unparse, parsed(path).imports)), "and those of code that is made, besides"


@cache
def imports_of(name: str) -> frozenset[str]:
    """The files of ours that a file imports: at the top, inside a function, or for types alone."""
    package = name if modules()[name].name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for node in parsed(modules()[name]).imports:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            module = ".".join(filter(None, (above, node.module)))
            submodules = {f"{module}.{alias.name}" for alias in node.names} & modules().keys()
            found |= submodules | ({module} if len(submodules) < len(node.names) else set())
    return frozenset(found & modules().keys() - {name})


def floor_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_a_room_imports_only_from_below() -> None:
    assert {floor_of(path) for path in python_files()} == set(FLOORS), "the floor plan names every room"
    upwards = [
        f"{path.relative_to(SOURCE)} imports {other}, which lies above {floor_of(path)}"
        for path in python_files()
        for other in {[*name.split("."), ""][1] for name in imports_of(_module_name(path))} & set(FLOORS)
        if FLOORS.index(other) > FLOORS.index(floor_of(path))
    ]
    assert upwards == []


def test_what_decides_about_jackpots_imports_no_source_of_random_numbers() -> None:
    """AGCO, section 2: the generator of virtual cards is kept out of the controller."""
    sources = {"random", "secrets", "uuid", "numpy.random"}
    found = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in python_files()
        if floor_of(path) in ("jackpot", "room", "law")
        for node in parsed(path).imports
        for name in ([each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""])
        if name in sources or name.endswith(("shuffle", "randomness"))
    ]
    assert found == []


def test_no_file_imports_itself_by_a_circle() -> None:
    """Files whose imports are all explained are taken away until none is left; what stays imports each other."""
    left = {name: imports_of(name) for name in modules()}
    while done := [name for name, imports in left.items() if not imports & left.keys()]:
        for name in done:
            del left[name]
    while leaves := [name for name in left if not any(name in imports for imports in left.values())]:
        for name in leaves:
            del left[name]
    circle = {name: sorted(imports & left.keys()) for name, imports in left.items()}
    assert not circle, f"these files import each other: {circle}"


def test_no_game_is_named_outside_its_file() -> None:
    names = [name for game in games.catalogue() for name in (game.name, game.slug, game.slug.replace("-", "_"))]
    for path in SOURCE.rglob("*.py"):
        if floor_of(path) == "games" and path.name != "__init__.py":
            continue
        letters = _letters(path.read_text())
        suspects = [name for name in names if _letters(name) in letters]
        code = ast.unparse(_without_docstrings(ast.parse(path.read_text()))).lower() if suspects else ""
        for name in suspects:
            assert name.lower() not in code, f"{path} names {name}"


def _letters(text: str) -> str:
    """Letters and figures alone: wherever quotes and lines break a name, they stand in the same order."""
    return re.sub(r"[^a-z0-9]+", "", text.lower())


def _without_docstrings(tree: ast.Module) -> ast.Module:
    """Only a docstring may show a name, as what one would type; a string in the code would be a special case."""
    for node in ast.walk(tree):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                child.value = ast.Constant("")
    return tree


def test_files_are_small_and_say_what_they_are() -> None:
    assert [path for path in python_files() if len(path.read_text().splitlines()) > LONGEST_FILE] == []
    assert [path for path in python_files() if not parsed(path).documented] == []


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


SENTENCES = {"words", "sentence", "sentences", "explanation", "reason", "title", "label", "describe", "message"}
OUTCOMES = {"outcome", "row", "pay", "choice", "line"}
NAMES_A_SENTENCE = re.compile(rf"\b(?:{'|'.join(SENTENCES)}|(?:{'|'.join(OUTCOMES)})\.name)\b")
READS = {"startswith", "endswith", "partition", "rpartition", "split", "find", "index", "isdigit", "removesuffix"}
MAY_LOOK = re.compile(rf"\.(?:{'|'.join(READS)})\(|[\"']\s+(?:not\s+)?in\b")
MAY_READ = {
    "rules/pays.py": "a pay is read from what a person typed",
    "rules/deal.py": "the words of a sheet are held against its cards",
    "analysis/lint/check.py": "a docstring is laid out anew",
    "web/desk/forms.py": "the room's refusals name no field yet",
}


def test_nothing_is_decided_by_looking_into_a_sentence() -> None:
    """What code has to know is a field; words are for people, and may be changed or translated."""
    read = {str(path.relative_to(SOURCE)): parsed(path).looks_into_words for path in python_files()}
    assert {path: found for path, found in read.items() if found and path not in MAY_READ} == {}


def _looks_into_words(node: ast.AST) -> bool:
    """A call such as `pay.words.endswith(…)`, or a test such as `"fold" in outcome.name`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in READS:
        return _is_sentence(node.func.value)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        left, right = node.left, node.comparators[0]
        return isinstance(left, ast.Constant) and isinstance(left.value, str) and _is_sentence(right)
    return False


def _is_sentence(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        node = node.func
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in SENTENCES or (name == "name" and isinstance(node, ast.Attribute) and _is_outcome(node.value))


def _is_outcome(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in OUTCOMES


def test_no_cached_property_asks_its_parent_for_itself() -> None:
    """`super().x` would be stored under the name of `x` first, and another thread would take it for the answer."""
    found = [
        f"{path.relative_to(SOURCE)}: {function.name}"
        for path in SOURCE.rglob("*.py")
        if "super()" in (text := path.read_text()) and "cached_property" in text
        for function in ast.walk(ast.parse(text))
        if isinstance(function, ast.FunctionDef)
        and any("cached_property" in ast.unparse(decorator) for decorator in function.decorator_list)
        and f"super().{function.name}" in ast.unparse(function)
    ]
    assert found == []


def test_what_a_quick_run_leaves_out_is_there() -> None:
    """Folders had moved, and a quick run left nothing out."""
    assert [name for name in sorted(SLOW) if not (HERE / name).exists()] == []


def test_tests_lie_where_what_they_test_lies() -> None:
    """A folder of tests is a wing of the house; what looks at all of it, or is no code, has one of its own."""
    beside = {"docs", "golden", "mutants", "nights", "playthroughs", "support", "tools"}
    holding = (file for kind in ("py", "jsonl", "txt") for file in HERE.glob(f"*/**/*.{kind}"))
    folders = {file.relative_to(HERE).parts[0] for file in holding}
    wings = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    assert folders == wings | beside
