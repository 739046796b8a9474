"""Writes the decisions of a game with shared cards as straight-line source: columns are variables, weights numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from fairfelt.rules.hands import LINE_BITS

from .problem import BoardProblem


@lru_cache(maxsize=16)
def whole_board_source(problem: BoardProblem) -> str:
    """`weigh(values, counts, parts, sums, best)`: from the dealer's pairs to the columns asked for before."""
    return _source("values, counts, parts, sums, best", whole_board_lines(problem))


def whole_board_lines(problem: BoardProblem) -> list[str]:
    """The same for one board `i` and one pair `j`."""
    cells = 3 * len(problem.bands.floors)
    lines = [f"line = np.uint32(values[i, j] >> {LINE_BITS})"]
    lines += [f"c{cell} = np.int64(counts[i, {cell}, j])" for cell in range(cells)]
    for part in range(len(problem.parts)):
        lines.append(f"x{part} = " + " + ".join(f"c{cell} * parts[{part}, line, {cell}]" for cell in range(cells)))
    last = len(problem.columns) - 1
    if last in problem.early:
        return lines + _keep(problem.needed(last))
    return [*lines, *_decide(problem, last), *_keep(problem.needed(last - 1))]


@lru_cache(maxsize=64)
def street_source(problem: BoardProblem, street: int) -> str:
    """`weigh(values, given, sums, best)`: decide by the columns given, and keep those the street before asks for."""
    lines = [f"x{column} = given[i, {at}, j]" for at, column in enumerate(problem.needed(street))]
    lines += _decide(problem, street)
    return _source("values, given, sums, best", [*lines, *_keep(problem.needed(street - 1))])


def _decide(problem: BoardProblem, street: int) -> Iterator[str]:
    """Of equal values the larger bet, which comes last."""
    for state, column in enumerate(problem.columns[street]):
        for at, choice in enumerate(problem.tree.orders[street]):
            constant = int(problem.constants[street][state, choice]) * problem.following[street]
            shares = enumerate(problem.weights[street][state, choice].tolist())
            value = " + ".join([str(constant), *(f"{share} * x{c}" for c, share in shares if share)])
            if at == 0:
                yield f"x{column} = np.int64({value})"
                yield f"chosen = {choice}"
            else:
                yield f"other = np.int64({value})"
                yield f"if other >= x{column}: x{column} = other; chosen = {choice}"
        yield f"best[i, {state}, j] = chosen"


def _keep(columns: list[int]) -> list[str]:
    return [f"sums[i, {at}, j] = x{column}" for at, column in enumerate(columns)]


def _source(arguments: str, lines: list[str]) -> str:
    inner = "\n            ".join(lines)
    return f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def weigh({arguments}):
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            {inner}
"""
