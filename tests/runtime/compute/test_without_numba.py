"""A machine that only runs a room: numba is not installed, and what would need it says so in a sentence."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import fairfelt

WITHOUT = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None\n"


PROGRAM = """
import asyncio, json
from pathlib import Path
from random import Random
from fairfelt.engine.answers import key
from fairfelt.cli import main
from fairfelt.server import Controller, Manifest, Settings
from fairfelt.twin.demo import open_demonstration, tables
from fairfelt.twin.demo import Dealer
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.counting import GameQuery
from tests.web.visiting import closing, visitor

found = {"counted": [main(words) for words in (
    ["simulate", "flush-rush"], ["protect", "three-card-poker", "--seen", "dealer 1", "--recompute"],
)]}

async def pause(seconds):
    pass

async def play():
    room = Controller(Settings(address=DATABASE, read_manifest=lambda: Manifest({}, {})))
    await room.start()
    await open_demonstration(room, tables()[:1])
    await Dealer(tables()[0], room, Random(1), pause).deal()
    found["played"] = [room.floor.jurisdiction.day is not None, room.floor.tables["T1"].round]
    await room.stop()

asyncio.run(play())
key.FILE = Path("nothing is shipped")
with closing(Counting()) as counting:
    visit = visitor(counting)
    counting.study(GameQuery("flush-rush")).future.exception(60)
    pages = [visit.get(path) for path in ("/", "/room", "/play/flush-rush", "/games/flush-rush")]
    found["served"] = [[int(page.status_code) for page in pages], "counting needs numba" in pages[-1].text]
print(json.dumps(found))
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """All of it in one process: to begin one takes longer than what it does."""
    folder = tmp_path_factory.mktemp("without")
    program = WITHOUT + f"DATABASE = {str(folder / 'room.db')!r}\n" + PROGRAM
    environment = {**os.environ, "FAIRFELT_CACHE": str(folder)}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment)


def told(ran: subprocess.CompletedProcess[str], about: str) -> Any:
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout.splitlines()[-1])[about]


def test_what_counts_says_what_to_install(ran: subprocess.CompletedProcess[str]) -> None:
    words = "fairfelt: counting needs numba, which is not installed here: pip install 'fairfelt[counting]'\n"
    assert told(ran, "counted") == [2, 2] and ran.stderr.count(words) == 2


def test_a_room_is_served_and_its_mathematics_say_what_is_missing(ran: subprocess.CompletedProcess[str]) -> None:
    assert told(ran, "served") == [[200, 200, 200, 200], True]


def test_a_room_under_a_law_begins_its_day_and_plays(ran: subprocess.CompletedProcess[str]) -> None:
    assert told(ran, "played") == [True, 1]


def test_kernels_are_decorated_by_what_knows_that_numba_may_be_missing() -> None:
    source = Path(fairfelt.__file__).parent
    texts = {file: file.read_text() for file in source.rglob("*.py")}
    files = {file: ast.walk(ast.parse(text)) for file, text in texts.items() if "numba" in text}
    asking = [
        file.relative_to(source).as_posix()
        for file, nodes in files.items()
        if any("numba" in names_imported(node) for node in nodes)
    ]
    assert asking == ["runtime/compute/jit.py"]


def names_imported(node: ast.AST) -> set[str | None]:
    """The modules that a statement imports, or imports from."""
    if isinstance(node, ast.Import):
        return {name.name for name in node.names}
    return {node.module} if isinstance(node, ast.ImportFrom) else set()
