"""What is kept of a solved game takes half the memory and says the same."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from fairfelt import games
from fairfelt.exact import solve
from fairfelt.exact.core.decisions import HALF, lean, weighted_sums
from fairfelt.exact.solution import ShowdownSolution


def test_values_are_kept_in_half_the_bits_where_they_fit() -> None:
    solution = solve(games.find("three-card-poker"))
    assert isinstance(solution, ShowdownSolution)
    decided = solution.decided
    assert decided.values.dtype == np.int32
    wide = replace(decided, values=decided.values.astype(np.int64) + HALF)
    assert lean(wide).values.dtype == np.int64
    assert np.array_equal(lean(replace(decided, values=decided.values.astype(np.int64))).values, decided.values)


def test_sums_of_narrow_numbers_do_not_run_over() -> None:
    values = np.full(1000, HALF - 1, np.int32)
    weights = np.full(1000, 1 << 20, np.int64)
    (found,) = weighted_sums(np.zeros(1000, np.int64), weights.astype(np.int32), values)
    assert found == 1000 * (HALF - 1) << 20
