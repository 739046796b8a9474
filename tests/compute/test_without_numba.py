"""A machine that only runs a room: numba is not installed, and what would need it says so in a sentence."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import fairfelt

WITHOUT = "import sys; sys.modules['numba'] = sys.modules['llvmlite'] = None; "


def run(program: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT + program]
    environment = {**os.environ, "FAIRFELT_CACHE": str(folder)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def test_what_counts_says_what_to_install(tmp_path: Path) -> None:
    asked = [["simulate", "flush-rush"], ["protect", "three-card-poker", "--seen", "dealer 1"]]
    ran = run(f"from fairfelt.cli import main; print([main(words) for words in {asked}])", tmp_path)
    told = "fairfelt: counting needs numba, which is not installed here: pip install 'fairfelt[counting]'\n"
    assert (ran.stdout, ran.stderr) == ("[2, 2]\n", told * 2)


def test_a_room_is_served_and_its_mathematics_say_what_is_missing(tmp_path: Path) -> None:
    program = """
from pathlib import Path
from fairfelt.answers import shipped
from tests.web.visiting import closing, visitor
from fairfelt.web.pages.counting import Counting
from fairfelt.web.pages.game_query import GameQuery
shipped.FILE = Path("nothing is shipped")
with closing(Counting()) as counting:
    visit = visitor(counting)
    counting.study(GameQuery("flush-rush")).future.exception(60)
    pages = [visit.get(path) for path in ("/", "/room", "/play/flush-rush", "/games/flush-rush")]
    print([int(page.status_code) for page in pages], "counting needs numba" in pages[-1].text)
"""
    ran = run(program, tmp_path)
    assert ran.stdout == "[200, 200, 200, 200] True\n", ran.stderr


def test_a_room_under_a_law_begins_its_day_and_plays(tmp_path: Path) -> None:
    program = f"""
import asyncio
from random import Random
from fairfelt.controller import Controller, Settings
from fairfelt.demo import open_demonstration, tables
from fairfelt.demo.dealer import Dealer
async def pause(seconds):
    pass
async def play():
    room = Controller(Settings(address={str(tmp_path / "room.db")!r}))
    await room.start()
    await open_demonstration(room, tables()[:2])
    await Dealer(tables()[0], room, Random(1), pause).deal()
    print(room.floor.jurisdiction.day is not None, room.floor.tables["T1"].round)
    await room.stop()
asyncio.run(play())
"""
    ran = run(program, tmp_path)
    assert ran.stdout == "True 1\n", ran.stderr


def test_kernels_are_decorated_by_what_knows_that_numba_may_be_missing() -> None:
    source = Path(fairfelt.__file__).parent
    texts = {file: file.read_text() for file in source.rglob("*.py")}
    files = {file: ast.walk(ast.parse(text)) for file, text in texts.items() if "numba" in text}
    asking = [
        file.relative_to(source).as_posix()
        for file, nodes in files.items()
        if any(isinstance(node, ast.ImportFrom) and node.module == "numba" for node in nodes)
    ]
    writes_vectors = "hands/poker/lanes.py"  # which nobody loads where numba is missing
    assert sorted(asking) == ["compute/jit.py", writes_vectors]
