"""A small installation: numpy, msgspec, cyclopts and rich bring the mathematics, an extra brings what else is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import distribution

import pytest

from fairfelt.version import extra_with, requirements

CORE = {"numpy", "msgspec", "cyclopts", "rich"}
OTHERS = (
    "numba", "llvmlite", "highspy", "typst", "jinja2", "starlette", "uvicorn", "httptools", "sqlalchemy", "argon2",
    "cryptography", "segno", "prometheus_client", "babel", "httpx2", "uvloop", "psycopg", "boto3",
    "aiomqtt", "distributed",
)  # fmt: skip
OF_ONE_SYSTEM = ("fcntl", "resource", "pwd", "grp", "termios")
"""Modules that Windows lacks."""
BLOCK = f"""
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {OTHERS + OF_ONE_SYSTEM!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Absent())
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python where only the core is installed."""
    command = [sys.executable, "-c", BLOCK + code]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_nothing_but_four_libraries_is_required() -> None:
    assert {name for name, extra in requirements(distribution("fairfelt")) if not extra} == CORE


def test_a_house_edge_needs_the_core_alone() -> None:
    done = run("from fairfelt import games, par; print(par(games.three_card_poker).round.house_edge)")
    assert done.stdout.strip() == "686689/20358520", done.stderr


CORE_COMMANDS = (
    ("par", "three-card-poker"), ("par", "casino-war", "--json"), ("verify", "three-card-poker"), ("games",),
    ("rules", "three-card-poker"), ("export", "three-card-poker"), ("compare", "--help"),
)  # fmt: skip
EXTRAS = {
    ("serve", "--demo"): "room", ("room", "found", "room.db", "--name", "A B", "--second", "C D"): "room",
    ("ledger", "verify", "room.db"): "room", ("twin",): "room",
    ("par", "three-card-poker", "-o", "sheet.pdf"): "documents",
    ("par", "three-card-poker", "-o", "sheet.html"): "documents",
    ("simulate", "three-card-poker", "--rounds", "1000"): "counting", ("lint", "three-card-poker"): "counting",
}  # fmt: skip


@pytest.fixture(scope="module")
def ran() -> dict[tuple[str, ...], tuple[int, str, str]]:
    """The status and the words of all these commands, one after another where only the core is installed."""
    done = run(f"""
import io, json
from contextlib import redirect_stderr, redirect_stdout
from fairfelt.cli import main
found = []
for words in {[*CORE_COMMANDS, *EXTRAS]!r}:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            status = main(list(words))
        except SystemExit as end:
            status = end.code
    found.append([words, [status, out.getvalue(), err.getvalue()]])
print(json.dumps(found))
""")
    assert done.returncode == 0, done.stderr
    return {tuple(words): tuple(told) for words, told in json.loads(done.stdout)}


@pytest.mark.parametrize("words", CORE_COMMANDS, ids=" ".join)
def test_mathematics_needs_the_core_alone(
    words: tuple[str, ...], ran: dict[tuple[str, ...], tuple[int, str, str]]
) -> None:
    status, out, err = ran[words]
    assert not status, err
    assert out


@pytest.mark.parametrize(("words", "extra"), EXTRAS.items(), ids=str)
def test_a_command_without_its_libraries_names_the_extra(
    words: tuple[str, ...], extra: str, ran: dict[tuple[str, ...], tuple[int, str, str]]
) -> None:
    status, _, err = ran[words]
    assert status == 2
    assert f"fairfelt[{extra}]" in err
    assert len(err.splitlines()) == 1, err


def test_the_pages_of_a_room_load_without_what_counts() -> None:
    blocked = BLOCK.replace(f"{OTHERS + OF_ONE_SYSTEM!r}", "('numba', 'llvmlite', 'highspy', 'psycopg', 'aiomqtt')")
    command = [sys.executable, "-c", f"{blocked}import fairfelt.web.http.application"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", OTHERS)
def test_every_library_belongs_to_an_extra(module: str) -> None:
    if module in {"llvmlite"}:
        assert extra_with(module) == ""  # numba brings it
    else:
        assert extra_with(module) not in {"", "all", "test"}
