"""Compiled kernels are kept by all that is compiled into them, where nobody else can put them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CALLER = """import numpy as np
from fairfelt.runtime.compute.jit import njit
from callee import FACTOR, double

@njit(nogil=True, cache=True)
def count(n: int) -> int:
    return FACTOR * double(n)
"""
CALLEE = """from fairfelt.runtime.compute.jit import njit

FACTOR = {factor}

@njit(nogil=True, cache=True)
def double(n: int) -> int:
    return {times} * n
"""
RUN = "from caller import count; print(count(10), sum(count.stats.cache_hits.values()))"


def run(folder: Path, *, times: int = 2, factor: int = 1) -> tuple[int, int]:
    """What the kernel counts in a process of its own, and whether it was read from disk."""
    (folder / "callee.py").write_text(CALLEE.format(times=times, factor=factor))
    (folder / "caller.py").write_text(CALLER)
    given = {**os.environ, "FAIRFELT_CACHE": str(folder), "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", RUN], env=given, capture_output=True, text=True, check=True)
    counted, hits = map(int, done.stdout.split())
    return counted, hits


def test_a_kernel_is_compiled_again_when_a_function_that_it_calls_has_changed(tmp_path: Path) -> None:
    assert run(tmp_path) == (20, 0)
    assert run(tmp_path) == (20, 1), "kept"
    assert run(tmp_path, times=3) == (30, 0)
    assert run(tmp_path, times=3, factor=7) == (210, 0)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have other owners there")
def test_a_folder_that_others_may_write_to_is_not_read(tmp_path: Path) -> None:
    assert run(tmp_path) == (20, 0)
    kept = tmp_path / "__pycache__"
    kept.chmod(0o777)
    before = {path: path.read_bytes() for path in kept.iterdir()}
    assert run(tmp_path) == (20, 0)
    assert {path: path.read_bytes() for path in kept.iterdir()} == before, "nor is anything kept there"


PAIR = """from typing import NamedTuple
from fairfelt.runtime.compute.jit import njit

class {name}(NamedTuple):
    first: int
    second: int

@njit(nogil=True, cache=True)
def count(pair) -> int:
    return pair.first + pair.second
"""


def test_what_older_code_kept_is_not_opened(tmp_path: Path) -> None:
    """After an upgrade in which a class had moved, numba could not unpickle what was kept, and the kernel failed."""
    given = {**os.environ, "FAIRFELT_CACHE": str(tmp_path), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in ("Before", "After"):
        (tmp_path / "pairs.py").write_text(PAIR.format(name=name))
        words = f"from pairs import count, {name}; print(count({name}(2, 3)))"
        done = subprocess.run([sys.executable, "-c", words], env=given, capture_output=True, text=True, check=False)
        assert (done.stdout, done.returncode) == ("5\n", 0), done.stderr
