"""What the documentation tells a reader to type: Python blocks run, command lines are read by the program.

A block that cannot run here has a comment in the line before it, which readers do not see: <!-- not run: REASON -->.
It is still compiled, and what it imports from here is still looked for; its command lines are still read.
"""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from cyclopts import App

TOP = Path(__file__).parents[2]
PAGES = sorted([*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")])
BLOCK = re.compile(r"(?:<!-- not run: (?P<why>[^\n]+?) -->\n+)?^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
SPAN = re.compile(r"(?<!`)`(fairfelt [^`]+)`(?!`)")
QUICK = {"games", "rules", "layout", "law", "approvals", "playthrough", "strategy"}
"""Commands that answer within a second or two: these are run, not only read."""
SHORTHAND = ("|", "…")
"""What stands for several things or for something left out, in a line of text."""


@dataclass(frozen=True)
class Block:
    """One piece of code in a page."""

    page: Path
    line: int
    language: str
    text: str
    why_not: str
    """Why it is not run; nothing if it is."""

    def __str__(self) -> str:
        return f"{self.page.relative_to(TOP)}:{self.line}"


def blocks_of(page: Path) -> Iterator[Block]:
    """The pieces of code in a page, in their order."""
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start("text"))
        yield Block(page, line, found["language"], found["text"], found["why"] or "")


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
PYTHON = [block for block in BLOCKS if block.language == "python"]


def commands_of(text: str) -> Iterator[list[str]]:
    """The words of every line that calls this program; a line that ends in a backslash goes on in the next."""
    for line in text.replace("\\\n", " ").splitlines():
        if line.startswith("fairfelt "):
            words = shlex.split(line.partition(" > ")[0], comments=True)
            yield words[1:]


TYPED = [(block, words) for block in BLOCKS if block.language in ("sh", "") for words in commands_of(block.text)]
MENTIONED = {
    span: page.relative_to(TOP)
    for page in PAGES
    for span in SPAN.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    if not any(each in span for each in SHORTHAND)
}
"""Each once, with the last page that has it."""


@pytest.fixture
def program() -> Callable[[list[str]], int]:
    """The command line, found as pip finds it."""
    place = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]["fairfelt"]
    module, _, name = place.partition(":")
    found: Callable[[list[str]], int] = getattr(import_module(module), name)
    return found


@pytest.fixture
def reads(program: Callable[[list[str]], int], monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], int]:
    """The command line that reads its words, complains as ever, and then does nothing."""

    def read(app: App, words: list[str]) -> int:
        app.parse_args(words, print_error=False, exit_on_error=False)
        return 0

    monkeypatch.setattr(App, "__call__", read)
    return program


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where examples run."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_is_something_to_try() -> None:
    assert len(PYTHON) > 5
    assert len(TYPED) > 20
    assert any(words[0] in QUICK for _, words in TYPED)


@pytest.mark.parametrize("page", sorted({block.page for block in PYTHON}), ids=lambda page: page.name)
def test_python_blocks_run(page: Path, folder: Path) -> None:
    """Those of one page one after the other, as a reader would type them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in (each for each in PYTHON if each.page == page):
        code = compile(block.text, str(block), "exec")
        if block.why_not:
            import_what_is_imported(ast.parse(block.text))
        else:
            exec(code, names)


def import_what_is_imported(tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "fairfelt":
            exec(ast.unparse(node), {})


@pytest.mark.parametrize(("block", "words"), TYPED, ids=lambda each: str(each) if isinstance(each, Block) else each[0])
def test_a_command_line_is_read(
    block: Block, words: list[str], reads: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert reads(words) == 0, f"{block}: fairfelt {' '.join(words)}: {capsys.readouterr().err}"


@pytest.mark.parametrize("span", MENTIONED)
def test_a_command_that_a_sentence_names_is_there(
    span: str, reads: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    """With all it needs, or so that only what it needs is missing."""
    complaint = "" if reads(shlex.split(span)[1:]) == 0 else capsys.readouterr().err
    assert not complaint or "requires an argument" in complaint, f"{MENTIONED[span]}: {span}: {complaint}"


@pytest.mark.parametrize("line", ["fairfelt pars three-card-poker", "fairfelt par three-card-poker --bettor 6"])
def test_a_command_or_an_option_that_is_not_there_would_be_found(
    line: str, reads: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert [reads(words) for words in commands_of(line)] == [2]
    assert capsys.readouterr().err


@pytest.mark.parametrize(
    ("block", "words"),
    [(block, words) for block, words in TYPED if words[0] in QUICK and not block.why_not],
    ids=lambda each: str(each) if isinstance(each, Block) else each[0],
)
def test_a_quick_command_runs(
    block: Block,
    words: list[str],
    program: Callable[[list[str]], int],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert program(words) == 0, capsys.readouterr().err
    written = words[words.index("-o") + 1] if "-o" in words else ""
    assert (folder / written).stat().st_size if written else capsys.readouterr().out


def test_toml_blocks_can_be_read() -> None:
    for block in BLOCKS:
        if block.language == "toml":
            assert tomllib.loads(block.text), str(block)
