"""The scales of a showdown's own hand by its ranking, whatever that is, and of the dealer's cards beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import ALL_CARDS, RANKS_PER_SUIT
from fairfelt.exact.core.problem import Problem
from fairfelt.exact.strategy.short import first_of_lines
from fairfelt.hands import LINE_BITS, Ranking

from .cards import AHEAD, CARD_OR_JOKER, CARD_SEEN, HELD, HIGHER, HIGHEST_SEEN, LOWEST_SEEN, PAIRED, SAME_SUIT
from .hands import made_of, rank_counts, suit_counts
from .scales import Scale, Whole

MOST_HANDS = 3_000
"""That are told apart on one scale."""
Found = Iterator[tuple[Scale, Whole]]


def own_scales(ranking: Ranking, values: Whole) -> list[tuple[Scale, Whole]]:
    """By whole lines, and by the hand itself; of many hands, those that begin alike are taken together."""
    lines = [f"a {line.name}" for line in ranking.lines]
    names, levels = _named(ranking, values)
    return [(_reached("you have", lines), values >> LINE_BITS), (_reached("you have", names), levels)]


def shown_scale(ranking: Ranking, values: Whole) -> tuple[Scale, Whole]:
    """Of the dealer's cards that are seen, by the hand that they make themselves."""
    names, levels = _named(ranking, values)
    return _reached("the dealer shows", names), levels


def _reached(who: str, names: Sequence[str]) -> Scale:
    return Scale(lambda at: f"{who} {names[at]} or better", lambda at: f"{who} less than {names[at]}")


def _named(ranking: Ranking, values: Whole) -> tuple[list[str], Whole]:
    """The least hand of each level, and [hand] the level."""
    kinds, kind = np.unique(values, return_inverse=True)
    bits = next(bits for bits in range(0, LINE_BITS + 1, 4) if len(np.unique(kinds >> bits)) <= MOST_HANDS)
    _, first, group = np.unique(kinds >> bits, return_index=True, return_inverse=True)
    firsts = first_of_lines(kinds)

    def name(value: int) -> str:
        line = value >> LINE_BITS
        return f"a {ranking.lines[line].name}" if value <= firsts[line] else ranking.describe(value)

    return [name(int(value)) for value in kinds[first]], group.ravel()[kind.ravel()].astype(np.int64)


def seen_scales(own: NDArray[np.uint8] | None, seen: NDArray[np.uint8], *, suits: bool = True) -> Found:
    """Cards of the dealer's that are seen; beside the player's own, where these are told, and by suits."""
    ranks = (seen % RANKS_PER_SUIT).astype(np.int64)
    yield (CARD_SEEN if seen.shape[1] == 1 else HIGHEST_SEEN), ranks.max(axis=1)
    if seen.shape[1] > 1:
        yield LOWEST_SEEN, ranks.min(axis=1)
        yield PAIRED, (rank_counts(seen).max(axis=1) > 1).astype(np.int64)
    if own is None:
        return
    yield AHEAD, 1 + np.sign(made_of(own)[1] - made_of(seen)[1])
    yield HIGHER, (own % RANKS_PER_SUIT > ranks.max(axis=1)[:, None]).sum(axis=1).astype(np.int64)
    yield HELD, (rank_counts(own) * (rank_counts(seen) > 0)).sum(axis=1)
    if not suits:
        return
    longest = suit_counts(own).argmax(axis=1)
    yield SAME_SUIT, np.take_along_axis(suit_counts(seen), longest[:, None], axis=1)[:, 0]


def joker_scales(seen: NDArray[np.uint8]) -> Found:
    """One card of a deck with a joker."""
    yield CARD_OR_JOKER, np.where(seen == ALL_CARDS - 1, -1, seen.astype(np.int64) % RANKS_PER_SUIT)


def allowed_worth(problem: Problem, values: Whole, worth: Whole) -> Whole:
    """[hand, choice]: a bet that a hand is too weak for is the largest that it allows."""
    allowed = problem.allowed(values.astype(np.int32))
    columns = np.minimum(np.arange(worth.shape[1]), np.asarray(allowed)[:, None] - 1)
    return np.asarray(np.take_along_axis(worth, columns, axis=1), np.int64)
