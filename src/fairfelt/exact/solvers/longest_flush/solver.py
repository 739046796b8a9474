"""Showdowns by the longest flush, nothing shared and nothing wild: the dealer is counted suit by suit."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import lru_cache, partial
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT, suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.cuts import cuts_of
from fairfelt.exact.core.decide import ShowdownTables, decide_labels
from fairfelt.exact.core.decisions import Decisions, ShowdownResult, empty_decisions, join_parts
from fairfelt.exact.core.problem import plain_ranking, showdown_problem
from fairfelt.hands import LINE_BITS
from fairfelt.hands.flushes import FlushRanking
from fairfelt.rules import Cards, Game

from .kernel import count_classes, count_sets_below, mark_patterns

PARTS = 32
SUITS = 4
RANKS = (1 << RANKS_PER_SUIT) - 1


def fits(game: Game) -> bool:
    """The longest flush wins; nothing is shared, wild or seen of the dealer's."""
    ranking, shared = plain_ranking(game), game.deal.count(Cards.COMMUNITY)
    return isinstance(ranking, FlushRanking) and ranking.tells.exchanges_suits and not ranking.wilds and not shared


def solve_longest_flush(game: Game, executor: Executor | None = None) -> ShowdownResult:
    """Value every class of hands by the dealer's hands below each cut."""
    problem, draws = showdown_problem(game), game.deal.count(Cards.DEALER)
    classes, kinds = suit_classes(game.deck, game.hole), flush_kinds(game)
    cuts, lines = cuts_of(problem, kinds, kinds), (kinds >> LINE_BITS).astype(np.int64)
    tables = ShowdownTables(
        cuts.places, cuts.rows, cuts.counts, lines, problem.allowed(kinds), problem.nets, problem.extras
    )
    following = comb(len(game.deck) - game.hole, draws)
    decide = partial(_decide, tables, flush_sets(game, classes.keys), following)
    parts = run_tasks(decide, split_evenly(PARTS, classes.keys, classes.weights), executor)
    seen = kinds[np.concatenate([kind for kind, _ in parts])]
    return join_parts(problem, classes, seen, [part for _, part in parts], following)


def flush_kinds(game: Game) -> NDArray[np.int32]:
    """What hands can be worth, ascending: the values of sets of ranks that one hand can hold."""
    by_mask = _values_by_mask(game)
    coverable = np.bitwise_count(np.arange(RANKS + 1)) <= max(game.hole, game.deal.count(Cards.DEALER))
    return np.asarray(np.unique(by_mask[coverable]), np.int32)


def _values_by_mask(game: Game) -> NDArray[np.int32]:
    assert game.showdown and isinstance(game.showdown.ranking, FlushRanking)
    return np.asarray(game.showdown.ranking.table[0][: RANKS + 1], np.int32)


class FlushSets(NamedTuple):
    """What is known of sets of ranks before a hand is looked at; see `count_classes`."""

    deck: int
    ways: NDArray[np.int64]
    patterns: NDArray[np.int64]
    kind_of_mask: NDArray[np.int64]
    numbers: NDArray[np.int16]
    sets: NDArray[np.int16]
    masks: NDArray[np.int64]


def flush_sets(game: Game, keys: NDArray[np.uint64]) -> FlushSets:
    """For own hands of some classes."""
    kinds, (sizes, pattern) = flush_kinds(game), _patterns(keys)
    rank_mask = sum(1 << rank for rank in {card.rank for card in game.deck.faces})
    free = [[rank_mask.bit_count() - size if suit < len(game.deck.suits) else 0 for suit, size in enumerate(row)]
            for row in sizes.tolist()]  # fmt: skip
    ways = np.array([_ways(row, game.deal.count(Cards.DEALER)) for row in free], np.int64)
    kind_of_mask, masks = np.searchsorted(kinds, _values_by_mask(game)), (kinds & RANKS).astype(np.int64)
    return FlushSets(rank_mask, ways, pattern, kind_of_mask, *_sets_below(game, rank_mask, kinds), masks)


def _decide(
    tables: ShowdownTables, sets: FlushSets, following: int, keys: NDArray[np.uint64], weights: NDArray[np.int64]
) -> tuple[NDArray[np.int16], Decisions]:
    """Some of the hands: the kind of each, and what is decided."""
    kinds, below = count_below(tables, sets, keys)
    found = empty_decisions((len(keys), 1), tables.nets, tables.extras)
    decide_labels(tables, kinds, weights, below[:, None], np.full((len(keys), 1), following), *found)
    return kinds, Decisions(found.values[:, 0], found.best[:, 0], found.totals).narrow()


def count_below(
    tables: ShowdownTables, sets: FlushSets, keys: NDArray[np.uint64]
) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
    """[class]: kinds; and [class, cut]: the dealer's hands below each cut."""
    kinds, below = np.zeros(len(keys), np.int16), np.zeros((len(keys), tables.places.shape[1]), np.int64)
    count_classes(tables, keys, *sets, kinds, below)
    return kinds, below


def _sets_below(game: Game, deck: int, kinds: NDArray[np.int32]) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """For all suits but the fullest, which leaves them no more than half of a hand: see `count_classes`.

    No set of a suit that the deck does not have is below anything.
    """
    every = np.arange(RANKS + 1)
    masks = every[np.bitwise_count(every) <= game.hole // 2]
    below = np.zeros((len(masks) + 1, len(kinds)), np.int16)
    count_sets_below(masks, deck, kinds & RANKS, below)
    numbers = np.full((SUITS - 1, RANKS + 1), len(masks), np.int16)
    numbers[: len(game.deck.suits) - 1, masks] = np.arange(len(masks))
    return numbers, below


def _patterns(keys: NDArray[np.uint64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different numbers of cards in the suits, the fullest first; and [numbers, four bits a suit] which it is."""
    shifts, there = 4 * np.arange(SUITS), np.zeros(1 << 4 * SUITS, np.bool_)
    mark_patterns(keys, there)
    return np.flatnonzero(there)[:, None] >> shifts & 15, np.cumsum(there) - 1


def _ways(free: Sequence[int], draws: int) -> list[list[int]]:
    """[K, suits]: ways to draw the other cards when those suits hold exactly K cards each, the others fewer than K."""
    others = [tuple(sorted(n for s, n in enumerate(free) if not full >> s & 1)) for full in range(1 << SUITS)]
    return [[_fewer_than(k, others[full], draws - k * full.bit_count())
             for full in range(1 << SUITS)] for k in range(RANKS_PER_SUIT + 1)]  # fmt: skip


@lru_cache(maxsize=1 << 12)
def _fewer_than(k: int, free: tuple[int, ...], draws: int) -> int:
    """Ways to draw so many cards from suits with so many left, fewer than K of each."""
    ways = [1]
    for left in free:
        suit = [comb(left, taken) for taken in range(k)]
        ways = [sum(ways[at - taken] * suit[taken] for taken in range(k) if 0 <= at - taken < len(ways))
                for at in range(draws + 1)]  # fmt: skip
    return ways[draws] if 0 <= draws < len(ways) else 0
