"""Kernels sort by a function of their own: numba takes one of its own sorts for another when both come from disk."""

from __future__ import annotations

import ast
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


def test_no_kernel_sorts_by_numpy() -> None:
    """A kernel kept on disk with `order.sort()` and one with `np.argsort` gave wrong orders in one process."""
    root = Path(fairfelt.__file__).parent
    found = [
        f"{path.relative_to(root)}: {function.name}"
        for path in sorted(root.rglob("*.py"))
        if "njit" in path.read_text()
        for function in ast.walk(ast.parse(path.read_text()))
        if isinstance(function, ast.FunctionDef)
        and any("njit" in ast.unparse(each) for each in function.decorator_list)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in OF_NUMPY
    ]
    assert not found, f"sort by tools.street_backs.sorting there: {', '.join(found)}"
