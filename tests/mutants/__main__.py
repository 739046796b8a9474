"""Plants defects, one at a time, in a copy, and says which were found: `python -m tests.mutants [NAME …]`."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from tests.mutants.planted import ROOT, Defect, read_defects

COPIED = ("src", "tests", "tools", "docs", "deploy", "recount", "examples")
LONGEST_S = 240


def main(names: list[str]) -> int:
    """Plant those named, or all; the exit code is 1 if one was not found."""
    defects = read_defects()
    if unknown := [name for name in names if name not in defects]:
        raise SystemExit(f"there is no planted defect {', '.join(unknown)}; there are: {', '.join(defects)}")
    missed = []
    with TemporaryDirectory(prefix="fairfelt-mutants-") as kept:
        copy = Path(kept)
        for folder in COPIED:
            copytree(ROOT / folder, copy / folder, ignore=ignore_patterns("*.pyc"), symlinks=True)
        for file in ("pyproject.toml", "constraints.txt", "README.md", "CHANGELOG.md", "Makefile"):
            (copy / file).write_bytes((ROOT / file).read_bytes())
        for name in names or defects:
            began_s = time.monotonic()
            by = find(copy, defects[name])
            missed += [] if by else [name]
            took_s = time.monotonic() - began_s
            sys.stdout.write(f"{'found ' if by else 'MISSED'}  {took_s:4.0f} s  {name}: {by or defects[name].why}\n")
            sys.stdout.flush()
    sys.stdout.write(f"{len(names or defects) - len(missed)} of {len(names or defects)} were found\n")
    return bool(missed)


def find(copy: Path, defect: Defect) -> str:
    """Plant a defect and try its tests, the first that fails; empty if none does."""
    file = copy / defect.file
    before = file.read_text("utf-8")
    file.write_text(defect.planted(before), "utf-8")
    try:
        return next((asked for asked in defect.found_by if not passes(copy, asked)), "")
    finally:
        file.write_text(before, "utf-8")


def passes(copy: Path, asked: str) -> bool:
    """Whether tests or nights pass in the copy; what takes too long has failed, for it waits for what never comes."""
    words = shlex.split(asked)
    module = (
        ["tests.nights", "--seeds", *words[1:]] if words[0] == "nights" else ["pytest", "-q", "-x", "-n", "0", *words]
    )
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    try:
        done = subprocess.run(
            [sys.executable, "-m", *module],
            cwd=copy,
            env=environment,
            capture_output=True,
            timeout=LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1):
        raise SystemExit(f"{asked} could not be tried: {done.stdout.decode()[-2000:]}{done.stderr.decode()[-2000:]}")
    return not done.returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
