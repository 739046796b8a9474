"""Calls written out: the one function gives what the many did, and what cannot be written out is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fairfelt.compute.compile import compile_source
from fairfelt.compute.cuda.expressions import Untranslated
from fairfelt.simulation.cuda.inline import write_out

MODULE = """import numpy as np
from collections import namedtuple
from numba import njit

Tables = namedtuple("Tables", ["weights", "bonus"])
LIMIT = 40

@njit
def _capped(total, tables):
    if total > LIMIT:
        return tables.bonus[0]
    one = two = total
    return one + two

@njit
def _weigh(cards, tables):
    total = np.int64(0)
    for card in cards:
        total += tables.weights[card]
    if total == 0:
        return total
    return np.int64(_capped(total, tables)) + 1

@njit
def sample(deck, found, weights, bonus):
    tables = Tables(weights, bonus)
    total = 5
    for seat in range(3):
        found[seat] = _weigh(deck[2 * seat:2 * (seat + 1)], tables) + total
"""
REFUSED = {
    "changes what it is given: x": ("x += 1; return x", "y = _f(y)"),
    "a return from within": ("\n    for i in range(3):\n        return i\n    return x", "y = _f(y)"),
    "a call in '_f": ("return x", "\n    while _f(y): y -= 1"),
    "cannot be written out before it": ("return x", "y = y and _f(y)"),
    "cannot be written out": ("return x", "del y"),
}


def results(run: Any) -> list[int]:
    found = np.zeros(3, np.int64)
    run(np.array([0, 0, 1, 2, 3, 3]), found, np.array([0, 7, 9, 30]), np.array([1000]))
    return found.tolist()


def test_one_function_gives_what_the_many_did() -> None:
    written = write_out(MODULE, "sample")
    assert "_weigh(" not in written
    assert "Tables" not in written
    names: dict[str, Any] = {"np": np}
    exec(written, names)
    assert results(names["sample"]) == results(compile_source(MODULE, "sample").py_func) == [5, 38, 1006]


@pytest.mark.parametrize("why", REFUSED)
def test_what_cannot_be_written_out_is_refused(why: str) -> None:
    inner, outer = REFUSED[why]
    text = f"from numba import njit\n\n@njit\ndef _f(x):\n    {inner}\n\n@njit\ndef sample(y):\n    {outer}\n"
    with pytest.raises(Untranslated, match=why):
        write_out(text, "sample")
