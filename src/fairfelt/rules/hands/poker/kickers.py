"""Ranks in order of importance: how poker hands are grouped, kept in a key, and written as letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from fairfelt.rules.cards import RANKS

ACE = RANKS.index("A")


def grouped(ranks: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The different ranks, largest group and then highest rank first; and the sizes of the groups."""
    sizes = Counter(ranks)
    order = sorted(sizes, key=lambda rank: (sizes[rank], rank), reverse=True)
    return tuple(order), tuple(sizes[rank] for rank in order)


def straight_top(order: Sequence[int]) -> int | None:
    """The rank a straight of these different ranks, highest first, ends in; None if it is no straight."""
    size = len(order)
    if order[0] - order[-1] == size - 1:
        return order[0]
    below_ace = tuple(reversed(range(size - 1)))
    return size - 2 if tuple(order) == (ACE, *below_ace) else None


def key_of(ranks: Iterable[int]) -> int:
    """Four bits a rank, the most important in the highest."""
    key = 0
    for rank in ranks:
        key = key << 4 | rank
    return key


def letters_of(key: int, count: int) -> str:
    """The ranks of a key as letters, the most important first."""
    return "".join(RANKS[key >> 4 * place & 15] for place in reversed(range(count)))
