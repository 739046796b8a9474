"""The player's hands by their ranks: every choice of ranks, and what most choices of suits for them are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.hands import Ranking

from .kernel import GROUPS

Array = NDArray[Any]


@dataclass(frozen=True, eq=False)
class HandsByRank:
    """Hands of the same ranks together. Cards are numbered by rank, then suit."""

    numbers: NDArray[np.int64]
    """[number]: the card itself."""
    options: NDArray[np.int64]
    """[option, card]: cards of one rank, filled up with the last of them."""
    values: NDArray[np.int64]
    """[ranks]: what most of these hands are worth, ascending."""
    sizes: NDArray[np.int64]
    """[ranks, group]"""
    firsts: NDArray[np.int64]
    counts: NDArray[np.int64]
    starts: NDArray[np.int64]
    """[ranks]: where its hands begin in `others`."""
    others: NDArray[np.uint8]
    """[hand]: whether it is worth something else."""
    hands: NDArray[np.int64]
    """[hand, card]: those that are, ascending by what they are worth."""
    hand_values: NDArray[np.int64]


def hands_by_rank(deck: Deck, ranking: Ranking, cards: int) -> HandsByRank:
    """All hands of so many cards."""
    numbers = np.array(sorted(deck.faces, key=lambda card: (card.rank, card.suit)), np.int64)
    suits, ranks = len(deck.suits), len(deck.ranks)
    options, at = _options(ranks, suits)
    columns: list[tuple[Array, ...]] = []
    others, start = [], 0
    found: list[tuple[Array, Array]] = []
    for shape in _shapes(cards, suits):
        chosen = np.array(list(_ranks(shape, ranks)), np.int64)
        if not len(chosen):
            continue
        sizes = np.array([0] * (GROUPS - len(shape)) + list(shape), np.int64)
        firsts = np.zeros((len(chosen), GROUPS), np.int64)
        firsts[:, GROUPS - len(shape) :] = np.array([[at[rank, size] for rank, size in zip(row, shape, strict=True)]
                                                     for row in chosen.tolist()])  # fmt: skip
        counts = np.array([len(list(combinations(range(suits), size))) for size in sizes], np.int64)
        hands = _hands(options, firsts, sizes, counts)
        values = ranking.batch(numbers.astype(np.uint8)[hands.reshape(-1, cards)]).reshape(len(chosen), -1)
        common = np.sort(values, axis=1)[:, values.shape[1] // 2]
        differing = values != common[:, None]
        others.append(differing.ravel())
        found.append((hands[differing], values[differing]))
        many = len(chosen)
        starts = start + values.shape[1] * np.arange(many)
        columns.append((common, np.tile(sizes, (many, 1)), firsts, np.tile(counts, (many, 1)), starts))
        start += values.size
    whole = [np.concatenate(part).astype(np.int64) for part in zip(*columns, strict=True)]
    order = np.argsort(whole[0], kind="stable")
    by_value = [column[order] for column in whole]
    apart, worth = (np.concatenate(part).astype(np.int64) for part in zip(*found, strict=True))
    ascending = np.argsort(worth, kind="stable")
    return HandsByRank(
        numbers, options, by_value[0], by_value[1], by_value[2], by_value[3], by_value[4],
        np.concatenate(others).astype(np.uint8), apart[ascending], worth[ascending],
    )  # fmt: skip


def _options(ranks: int, suits: int) -> tuple[NDArray[np.int64], dict[tuple[int, int], int]]:
    """[option, card], and where the options for so many cards of a rank begin; the first is no card at all."""
    rows, at = [[0] * suits], {}
    for rank in range(ranks):
        for size in range(1, suits + 1):
            at[rank, size] = len(rows)
            for chosen in combinations(range(suits), size):
                cards = [rank * suits + suit for suit in chosen]
                rows.append(cards + cards[-1:] * (suits - size))
    return np.array(rows, np.int64), at


def _shapes(cards: int, suits: int, most: int = 9) -> Iterator[tuple[int, ...]]:
    """How many cards of each rank, the most first."""
    if not cards:
        yield ()
    for size in range(min(cards, suits, most), 0, -1):
        for rest in _shapes(cards - size, suits, size):
            if len(rest) < GROUPS:
                yield (size, *rest)


def _ranks(shape: tuple[int, ...], ranks: int) -> Iterator[tuple[int, ...]]:
    """Every choice of ranks for a shape; ranks with as many cards in ascending order."""
    sizes = sorted(Counter(shape).items(), reverse=True)
    for parts in product(*(combinations(range(ranks), times) for _, times in sizes)):
        chosen = tuple(rank for part in parts for rank in part)
        if len(set(chosen)) == len(chosen):
            yield chosen


def _hands(
    options: NDArray[np.int64], firsts: NDArray[np.int64], sizes: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """[ranks, choice of suits, card]: the cards' numbers."""
    choices, small = np.indices(counts.tolist()).reshape(GROUPS, -1), options.astype(np.uint8)
    columns: list[NDArray[np.uint8]] = []
    for group in range(GROUPS):
        rows = firsts[:, group, None] + choices[group]
        columns += [small[rows, card] for card in range(sizes[group])]
    return np.stack(columns, axis=2)
