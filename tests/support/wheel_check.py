"""The built wheel in a clean environment: alone it prints a house edge and names the extras it lacks; with [room] a
demonstration is served, and with [counting] a game is counted.

`python -m tests.support.wheel_check` builds the tree as it is and tries that; `make release` tries what it has built.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from fairfelt.version import commit

ROOT = Path(__file__).parents[2]
ENVIRONMENT_S = 300
"""How long an environment, an installation, a build or a page may take."""
WHEEL_BYTES = 5_000_000
COUNTED, COMPILED = "casino-war", "three-card-poker"
PAGES = ("/healthz", "/", "/static/sheet.css", "/static/mark.svg", "/room", "/api/openapi.json", "/metrics")


def main() -> int:
    """Build, compare, install, serve."""
    with TemporaryDirectory(prefix="fairfelt-wheel-") as kept:
        wheel = _build(Path(kept))
        _compare(wheel)
        check_wheel(wheel, bill_of_materials=Path(kept) / "fairfelt.cdx.json")
    return 0


def check_wheel(wheel: Path, bill_of_materials: Path) -> None:
    """Install a wheel where nothing else is, write what it is made of with its libraries, and use it."""
    assert wheel.stat().st_size <= WHEEL_BYTES, f"{wheel.name} has {wheel.stat().st_size:,} bytes"
    with TemporaryDirectory(prefix="fairfelt-clean-") as kept:
        folder = Path(kept)
        python = _create_environment(folder)
        _install(python, str(wheel))
        _ask(python, "--version")
        _ask(python, "par", COUNTED)
        _check_refusal(python, "room", "serve", "--demo")
        _check_refusal(python, "counting", "simulate", COMPILED, "--rounds", "1000")
        _install(python, f"{wheel}[room]")
        _ask(python, "config", "example")
        _ask(python, "manifest", "--sbom", "-o", str(bill_of_materials))
        _serve(python, folder)
        _install(python, f"{wheel}[counting]")
        _ask(python, "simulate", COMPILED, "--rounds", "1000")
    sys.stdout.write(f"{wheel.name} works in a clean environment\n")


def _build(folder: Path) -> Path:
    rmtree(ROOT / "build" / "lib", ignore_errors=True)  # setuptools would pack files that are no more
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, timeout=ENVIRONMENT_S)
    (wheel,) = folder.glob("fairfelt-*.whl")
    return wheel


def _compare(wheel: Path) -> None:
    """Every file of the source is in the wheel, and is the same."""
    source = ROOT / "src" / "fairfelt"
    with zipfile.ZipFile(wheel) as packed:
        inside = {name: packed.read(name) for name in packed.namelist() if name.startswith("fairfelt/")}
    beside = {
        f"fairfelt/{path.relative_to(source).as_posix()}": path.read_bytes()
        for path in source.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert inside.pop("fairfelt/commit.txt").decode().strip() == commit(), "the wheel knows its commit"
    different = sorted(name for name in inside.keys() | beside.keys() if inside.get(name) != beside.get(name))
    assert not different, f"the wheel is not the source: {different[:10]}"


def _create_environment(folder: Path) -> Path:
    place = folder / "clean"
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, timeout=ENVIRONMENT_S)
    return place / "bin" / "python"


def _install(python: Path, what: str) -> None:
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile"]
    subprocess.run([*pip, "--constraint", str(ROOT / "constraints.txt"), what], check=True, timeout=ENVIRONMENT_S)


def _clean() -> dict[str, str]:
    """An environment in which nothing leads to the source."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "FAIRFELT_CONFIG")}


def _ask(python: Path, *words: str) -> None:
    command = [str(python.with_name("fairfelt")), *words]
    subprocess.run(command, check=True, timeout=ENVIRONMENT_S, stdout=subprocess.PIPE, env=_clean(), cwd=python.parent)


def _check_refusal(python: Path, extra: str, *words: str) -> None:
    """A command whose libraries are not installed names the extra that brings them, in one line."""
    command = [str(python.with_name("fairfelt")), *words]
    done = subprocess.run(command, timeout=ENVIRONMENT_S, capture_output=True, text=True, env=_clean(), check=False)
    assert done.returncode == 2, done
    assert f"fairfelt[{extra}]" in done.stderr, done
    assert done.stderr.count("\n") == 1, done


def _serve(python: Path, folder: Path) -> None:
    """The demonstration, from the first line it prints to its pages, until it is interrupted."""
    command = [str(python.with_name("fairfelt")), "serve", "--demo", "--port", "0"]
    environment = {**_clean(), "FAIRFELT_CACHE": str(folder / "cache")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=folder) as server:
        try:
            assert server.stdout
            url = server.stdout.readline().split()[3]
            for page in PAGES:
                with urlopen(f"{url}{page}", timeout=ENVIRONMENT_S) as answer:
                    assert answer.status == 200, page
            _wait_for_play(url)
        finally:
            server.terminate()
            server.wait(timeout=60)


def _wait_for_play(url: str) -> None:
    """Until a round was dealt in the demonstration."""
    until_s = time.monotonic() + ENVIRONMENT_S
    while time.monotonic() < until_s:
        asked = Request(f"{url}/api/tables/T1", headers={"Authorization": "Bearer demo-keypad-T1"})
        with suppress(HTTPError), urlopen(asked, timeout=ENVIRONMENT_S) as answer:
            if json.load(answer)["round"]:
                return
        time.sleep(1)
    raise AssertionError("the demonstration is served and nobody plays it")


if __name__ == "__main__":
    sys.exit(main())
