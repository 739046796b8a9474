"""A room of release 1.0.0 that is upgraded to this version, plays on, and is taken back to a copy from before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

from tests.support.postgres import fresh_database

RELEASE = "02cec743"
"""The commit that 1.0.0 was made from."""
ROOT = Path(__file__).parents[1]
ENVIRONMENT_S = 900
pytestmark = pytest.mark.heavy


def do(*words: str | Path, **options: Any) -> str:
    """Run it, and show what it said if it fails."""
    ran = subprocess.run(
        [*map(str, words)], capture_output=True, text=True, timeout=ENVIRONMENT_S, check=False, **options
    )
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
    return str(ran.stdout)


class Installed:
    """One version of Fairfelt, asked by its command line alone."""

    def __init__(self, python: Path, cache: Path) -> None:
        self.python = python
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("FAIRFELT", "PYTHON"))}
        self.options: dict[str, Any] = {"cwd": cache.parent, "env": kept | {"FAIRFELT_CACHE": str(cache)}}

    def play(self, room: str, seed: int) -> dict[str, Any]:
        """Half an hour of a simulated pit, every answer compared with the journal."""
        words = ("twin", "--database", room, "--tables", "2", "--hours", "0.5", "--seed", str(seed), "--json")
        played: dict[str, Any] = json.loads(do(self.python, "-m", "fairfelt", *words, **self.options))
        return played

    def verify(self, room: str) -> int:
        """The number of events, every one of which was verified."""
        found = json.loads(do(self.python, "-m", "fairfelt", "ledger", "verify", room, "--json", **self.options))
        return int(found["events"])


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """1.0.0 as a wheel in an environment of its own."""
    if subprocess.run(["git", "-C", str(ROOT), "cat-file", "-e", RELEASE], capture_output=True, check=False).returncode:
        pytest.skip("the history of this checkout does not reach back to release 1.0.0")
    folder = tmp_path_factory.mktemp("release")
    source = folder / "source"
    source.mkdir()
    archive = folder / "source.tar"
    do("git", "-C", ROOT, "archive", "--output", archive, RELEASE)
    shutil.unpack_archive(archive, source, filter="data")
    do(sys.executable, "-m", "venv", folder / "venv")
    pip = (folder / "venv" / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check")
    do(*pip, "wheel", "--no-deps", "--wheel-dir", folder, source)
    (wheel,) = folder.glob("fairfelt-1.0.0-*.whl")
    do(*pip, "install", "-c", source / "constraints.txt", f"{wheel}[room,counting,postgresql]")
    return Installed(pip[0], folder / "cache")


def copy(room: str, tmp_path: Path) -> str:
    """The address of a copy of a room that stands still, with what lies beside its journal."""
    if not room.startswith("postgresql:"):
        return str(shutil.copytree(Path(room).parent, tmp_path / "before") / Path(room).name)
    url, now = make_url(room), make_url(room).database or ""
    server, name = url.set(database="postgres"), f"{now}_before"
    with psycopg.connect(server.render_as_string(hide_password=False), autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(now)))
    return url.set(database=name).render_as_string(hide_password=False)


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_a_room_is_upgraded_plays_on_and_goes_back(
    release: Installed, tmp_path: Path, store: str, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "now").mkdir()
    on_server = store == "postgresql"
    room = fresh_database(request.getfixturevalue("server")) if on_server else str(tmp_path / "now" / "room.db")
    here = Installed(Path(sys.executable), tmp_path / "cache")
    release.play(room, seed=1)
    events = release.verify(room)
    before = copy(room, tmp_path)

    assert here.verify(room) == events
    here.play(room, seed=2)
    assert here.verify(room) > events

    assert release.verify(before) == events
    release.play(before, seed=3)
    assert release.verify(before) > events
