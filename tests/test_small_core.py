"""A small installation: numpy, msgspec, cyclopts and rich bring the mathematics, an extra brings what else is asked."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distribution

import pytest

from fairfelt.version import extra_with, requirements

CORE = {"numpy", "msgspec", "cyclopts", "rich"}
OTHERS = (
    "numba", "llvmlite", "highspy", "typst", "jinja2", "starlette", "uvicorn", "httptools", "sqlalchemy", "argon2",
    "cryptography", "segno", "prometheus_client", "structlog", "babel", "httpx2", "uvloop", "psycopg", "boto3",
    "pyarrow", "aiomqtt", "distributed",
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


def run_command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command where only the core is installed."""
    return run(f"from fairfelt.cli import main; sys.exit(main({list(words)!r}))")


def test_nothing_but_four_libraries_is_required() -> None:
    assert {name for name, extra in requirements(distribution("fairfelt")) if not extra} == CORE


def test_a_house_edge_needs_the_core_alone() -> None:
    done = run("from fairfelt import games, par; print(par(games.three_card_poker).round.house_edge)")
    assert done.stdout.strip() == "686689/20358520", done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("par", "three-card-poker"), ("par", "casino-war", "--json"), ("verify", "three-card-poker"), ("games",),
        ("rules", "three-card-poker"), ("export", "three-card-poker"), ("compare", "--help"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_mathematics_needs_the_core_alone(words: tuple[str, ...]) -> None:
    done = run_command(*words)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("serve", "--demo"), "room"), (("room", "found", "room.db", "--name", "A B", "--second", "C D"), "room"),
        (("ledger", "verify", "room.db"), "room"), (("twin",), "room"),
        (("par", "three-card-poker", "-o", "sheet.pdf"), "documents"),
        (("par", "three-card-poker", "-o", "sheet.html"), "documents"),
        (("simulate", "three-card-poker", "--rounds", "1000"), "counting"), (("lint", "three-card-poker"), "counting"),
    ],
    ids=str,
)  # fmt: skip
def test_a_command_without_its_libraries_names_the_extra(words: tuple[str, ...], extra: str) -> None:
    done = run_command(*words)
    assert done.returncode == 2
    assert f"fairfelt[{extra}]" in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr


def test_the_pages_of_a_room_load_without_what_counts() -> None:
    blocked = BLOCK.replace(
        f"{OTHERS + OF_ONE_SYSTEM!r}", "('numba', 'llvmlite', 'highspy', 'psycopg', 'aiomqtt', 'pyarrow')"
    )
    command = [sys.executable, "-c", f"{blocked}import fairfelt.web.http.application"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", OTHERS)
def test_every_library_belongs_to_an_extra(module: str) -> None:
    if module in {"llvmlite"}:
        assert extra_with(module) == ""  # numba brings it
    else:
        assert extra_with(module) not in {"", "all", "test"}
