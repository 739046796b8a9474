"""What is kept of a solved game takes half the memory and says the same."""

from __future__ import annotations

import numpy as np

from fairfelt import games
from fairfelt.exact import solve
from fairfelt.exact.core.decisions import HALF, narrow_values, weighted_sums
from fairfelt.exact.solvers.showdown import ShowdownSolution


def test_values_are_kept_in_half_the_bits_where_they_fit() -> None:
    solution = solve(games.find("three-card-poker"))
    assert isinstance(solution, ShowdownSolution)
    result = solution.result
    assert result.values.dtype == np.int32
    wide = result.values.astype(np.int64)
    assert narrow_values(wide + HALF).dtype == np.int64
    assert np.array_equal(narrow_values(wide), result.values)


def test_sums_of_narrow_numbers_do_not_run_over() -> None:
    values = np.full(1000, HALF - 1, np.int32)
    weights = np.full(1000, 1 << 20, np.int64)
    (found,) = weighted_sums(np.zeros(1000, np.int64), weights.astype(np.int32), values)
    assert found == 1000 * (HALF - 1) << 20
