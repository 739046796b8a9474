"""Rankings by keys that add up, and every hand of a deck counted by line with them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from fairfelt.rules.hands.ranking import LINE_BITS, Ranking, Straightline
from fairfelt.runtime.compute.compile import compile_source
from fairfelt.runtime.compute.cores import usable_cores
from fairfelt.runtime.compute.lazy_numpy import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


class AddedRanking(Ranking):
    """A ranking that looks a hand up by the sum of its cards' keys and, where suits count, by the set of its cards."""

    faces: int
    """Different cards that have a key, the first ones of all."""
    start: int = 0
    """What every sum begins with."""

    @abstractmethod
    def look_up(self, out: str, size: int, mask: str) -> Straightline:
        """Statements that set `out` from the sum in `{out}_k` and the set of cards that `mask` says.

        Among the tables is `{out}_keys`, by card.
        """

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        found = self.look_up(out, len(cards), " | ".join(f"1 << {card}" for card in cards))
        key = f"{out}_k = {self.start} + " if self.start else f"{out}_k = "
        total = key + " + ".join(f"{out}_keys[{card}]" for card in cards)
        return Straightline((total, *found.statements), found.tables)


def line_census(ranking: AddedRanking, cards: int) -> tuple[int, ...]:
    """Number of hands of `cards` cards that make each line, from one deck of all the cards that have a key."""
    from concurrent.futures import ThreadPoolExecutor

    kernel, tables = _kernel(ranking, cards)

    def count_from(first: int) -> NDArray[np.int64]:
        counts = np.zeros(len(ranking.lines), np.int64)
        kernel(first, counts, *tables)
        return counts

    # Hands are shared out by their lowest card, the largest share first.
    with ThreadPoolExecutor(usable_cores()) as threads:
        counts = sum(threads.map(count_from, range(ranking.faces)), np.zeros(len(ranking.lines), np.int64))
    return tuple(int(count) for count in counts)


@lru_cache(maxsize=16)
def _kernel(ranking: AddedRanking, size: int) -> tuple[Any, tuple[NDArray[Any], ...]]:
    found = ranking.look_up("value", size, f"m{size - 1}")
    return compile_source(census_source(ranking, size), "census"), tuple(found.tables.values())


def census_source(ranking: AddedRanking, size: int) -> str:
    """Nested loops over ascending cards; each adds its card to the key and the set of the loop around it."""
    found = ranking.look_up("value", size, f"m{size - 1}")
    lines = [f"k0 = {ranking.start} + value_keys[c0]", "m0 = 1 << c0"]
    for at in range(1, size):
        indent = "    " * (at - 1)
        lines += [
            f"{indent}for c{at} in range(c{at - 1} + 1, {ranking.faces}):",
            f"{indent}    k{at} = k{at - 1} + value_keys[c{at}]",
            f"{indent}    m{at} = m{at - 1} | 1 << c{at}",
        ]
    inner = [f"value_k = k{size - 1}", *found.statements, f"counts[value >> {LINE_BITS}] += 1"]
    lines += ["    " * (size - 1) + statement for statement in inner]
    return f"""from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def census(c0, counts, {", ".join(found.tables)}):
    {(chr(10) + "    ").join(lines)}
"""
