"""Rules for kernels: what bounds their numbers is written down, and they sort by a function of their own.

Numba takes one of its own sorts for another when both come from disk.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import fairfelt
from tools.street_backs.sorting import order_of

OF_NUMPY = {"sort", "argsort", "unique", "median", "percentile", "quantile", "nanmedian", "partition"}
"""Numba sorts behind each of them."""


@pytest.mark.parametrize("size", [0, 1, 2, 7, 64, 1000])
def test_it_is_the_stable_order_of_numpy(size: int) -> None:
    values = np.random.default_rng(size).integers(0, 50, size)
    assert np.array_equal(order_of(values), np.argsort(values, kind="stable"))


def kernels() -> Iterator[tuple[Path, ast.FunctionDef]]:
    """Every kernel that is written by hand, with its file."""
    for path in sorted(Path(fairfelt.__file__).parent.rglob("*.py")):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "njit" in text else ():
            if isinstance(node, ast.FunctionDef) and "njit" in " ".join(map(ast.unparse, node.decorator_list)):
                yield path, node


def test_no_kernel_sorts_by_numpy() -> None:
    """A kernel kept on disk with `order.sort()` and one with `np.argsort` gave wrong orders in one process."""
    found = [
        f"{path.name}: {function.name}"
        for path, function in kernels()
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in OF_NUMPY
    ]
    assert not found, f"sort by tools.street_backs.sorting there: {', '.join(found)}"


def test_every_file_of_kernels_says_what_bounds_their_numbers() -> None:
    """Numbers of 64 bits wrap without a word; floats do not, and say so."""
    bound = re.compile(r"6[0-4] bits|2\^\d|2\*\*\d|always in 64|in floats")
    files = {path: path.read_text() for path, _ in kernels()}
    assert len(files) > 10
    silent = [path.name for path, text in files.items() if not bound.search(text)]
    assert not silent, f"state the formula and its bound in {', '.join(silent)}"
