"""Hands to try a ranking on, and the check that its kernel says what its reference says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import strategies as st

from fairfelt.rules.cards import STANDARD, Card, Deck
from fairfelt.rules.hands import Ranking

Hand = tuple[Card, ...]


def all_hands(deck: Deck, size: int) -> list[Hand]:
    """Every hand of so many cards."""
    return list(combinations(deck.faces, size))


def dealt(smallest: int, largest: int | None = None) -> st.SearchStrategy[Hand]:
    """Hands of the whole deck, in any order."""
    sizes = st.integers(smallest, largest or smallest)
    return sizes.flatmap(lambda size: st.permutations(STANDARD.faces).map(lambda cards: tuple(cards[:size])))


def kernel_values(ranking: Ranking, hands: Sequence[Hand]) -> list[int]:
    """What the compiled batch says."""
    found: list[int] = ranking.batch(np.array(hands, np.uint8)).tolist()
    return found


def assert_kernel_agrees(ranking: Ranking, hands: Sequence[Hand]) -> None:
    """Kernel and reference give every hand the same value."""
    assert kernel_values(ranking, hands) == [ranking.value(hand) for hand in hands]


def assert_same_order(ranking: Ranking, slow: Callable[[Hand], Any], hands: Iterable[Hand]) -> None:
    """Both put the hands into the same order, ties included."""
    pairs = sorted({(ranking.value(hand), slow(hand)) for hand in hands})
    slow_order = [there for _, there in pairs]
    assert len({value for value, _ in pairs}) == len(pairs)
    assert slow_order == sorted(set(slow_order))
