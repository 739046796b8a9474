"""Showdowns by the longest flush, nothing shared and nothing wild: the dealer is counted suit by suit."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT, suit_classes
from fairfelt.compute.executors import slices, spread
from fairfelt.exact.core.cuts import Cuts, cuts_of
from fairfelt.exact.core.decisions import Decided, Part, together, undecided
from fairfelt.exact.core.problem import Problem
from fairfelt.hands import LINE_BITS
from fairfelt.hands.flushes import FlushRanking
from fairfelt.rules import Cards

PARTS = 32
SUITS = 4
RANKS = (1 << RANKS_PER_SUIT) - 1


def solve_longest(problem: Problem, ranking: FlushRanking, executor: Executor | None = None) -> Decided:
    """Value every class of hands by the dealer's hands below each cut."""
    game, draws = problem.game, problem.game.deal.count(Cards.DEALER)
    classes = suit_classes(game.deck, game.hole)
    suits = [(classes.keys >> np.uint64(RANKS_PER_SUIT * s) & np.uint64(RANKS)).astype(np.int16) for s in range(SUITS)]
    held = np.stack(suits, axis=1)
    seen = ranking.batch(classes.hands)
    coverable = np.bitwise_count(np.arange(RANKS + 1)) <= max(game.hole, draws)
    kinds = np.unique(ranking.table[0][coverable])
    cuts = cuts_of(problem, kinds, kinds)
    sizes, pattern = _patterns(held)
    rank_mask = sum(1 << rank for rank in {card.rank for card in game.deck.faces})
    free = [[rank_mask.bit_count() - size if suit < len(game.deck.suits) else 0 for suit, size in enumerate(row)]
            for row in sizes.tolist()]  # fmt: skip
    ways = np.array([_ways(row, draws) for row in free], np.int64)
    deck = np.array([rank_mask] * len(game.deck.suits) + [0] * (SUITS - len(game.deck.suits)), np.int64)
    lines, following = (seen >> LINE_BITS).astype(np.int64), comb(len(game.deck) - game.hole, draws)
    kind, allowed = np.searchsorted(kinds, seen), problem.allowed(seen)
    decide = partial(_decide, deck, ways, kinds, cuts, following, problem.nets, problem.extras)
    tasks = slices(PARTS, held, pattern, kind, classes.weights, lines, allowed)
    return Decided(problem, classes, seen, *together(spread(decide, tasks, executor)), following)


def _decide(
    deck: NDArray[np.int64], ways: NDArray[np.int64], kinds: NDArray[np.int32], cuts: Cuts, following: int,
    nets: NDArray[np.int64], extras: NDArray[np.int64],
    held: NDArray[np.int16], pattern: NDArray[np.int64], kind: NDArray[np.int64], weights: NDArray[np.int64],
    lines: NDArray[np.int64], allowed: NDArray[np.bool_],
) -> Part:  # fmt: skip
    """Some of the hands."""
    from .kernel import solve_suits_alone

    part = undecided(len(held), nets, extras)
    solve_suits_alone(
        0, len(held), held, deck, pattern, ways, kinds, kind, cuts.places, cuts.rows, cuts.counts,
        following, weights, lines, allowed, nets, extras, *part,
    )  # fmt: skip
    return part


def _patterns(held: NDArray[np.int16]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The different numbers of cards in the suits, the fullest first; and which of them each hand has."""
    sizes = np.bitwise_count(held).astype(np.int64)
    code = (sizes << 4 * np.arange(SUITS)).sum(axis=1)
    _, example, pattern = np.unique(code, return_index=True, return_inverse=True)
    return sizes[example], pattern


def _ways(free: Sequence[int], draws: int) -> list[list[int]]:
    """[K, suits]: ways to draw the other cards when those suits hold exactly K cards each, the others fewer than K."""
    return [[_fewer_than(k, [n for s, n in enumerate(free) if not full >> s & 1], draws - k * full.bit_count())
             for full in range(1 << SUITS)] for k in range(RANKS_PER_SUIT + 1)]  # fmt: skip


def _fewer_than(k: int, free: Sequence[int], draws: int) -> int:
    """Ways to draw so many cards from suits with so many left, fewer than K of each."""
    taken = product(range(k), repeat=len(free))
    return sum(prod(map(comb, free, some)) for some in taken if sum(some) == draws)
