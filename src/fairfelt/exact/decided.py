"""What a showdown solver finds: for each class of hands the value of every choice and the best one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from math import comb
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Card

from .problem import Problem

BINOMIALS = np.array([[comb(n, k) for k in range(53)] for n in range(53)], np.int64)


@dataclass(frozen=True, eq=False)
class Decided:
    """The classes of the player's hands, decided one by one."""

    problem: Problem
    keys: NDArray[np.uint64]
    weights: NDArray[np.int64]
    lines: NDArray[np.int16]
    """The line of the player's cards as seen at the decision."""
    values: NDArray[np.int64]
    """[class, choice]: scaled results summed over all that can follow."""
    best: NDArray[np.uint8]
    totals: NDArray[np.int64]
    """[choice, line group, row]: combinations under the best choice."""
    following: int
    """Combinations of other cards that follow each hand."""
    key_of: Callable[[Sequence[Card]], int]

    @cached_property
    def _order(self) -> NDArray[np.int64]:
        return np.argsort(self.keys)

    @cached_property
    def _sorted_keys(self) -> NDArray[np.uint64]:
        return self.keys[self._order]

    def places(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The places of the classes with these keys."""
        return self._order[np.searchsorted(self._sorted_keys, keys)]

    def find(self, cards: Sequence[Card]) -> int:
        """The place of the class these cards belong to."""
        key = np.uint64(self.key_of(cards))
        at = int(np.searchsorted(self._sorted_keys, key))
        if at == len(self.keys) or self._sorted_keys[at] != key:
            raise LookupError("these cards are no hand of this deck")
        return int(self._order[at])


def spread(work: Callable[..., Any], tasks: Sequence[tuple[Any, ...]], executor: Executor | None = None) -> list[Any]:
    """Run the tasks on an executor, by default on a thread for each core, and return their results in order."""
    own = ThreadPoolExecutor(cpu_count()) if executor is None else nullcontext(executor)
    with own as pool:
        futures: list[Future[Any]] = [pool.submit(work, *task) for task in tasks]
        return [future.result() for future in futures]


def chunks(total: int, parts: int) -> list[tuple[int, int]]:
    """Split a range into about equal parts."""
    edges = [total * i // parts for i in range(parts + 1)]
    return [(a, b) for a, b in zip(edges, edges[1:], strict=False) if a < b]
