"""Showdowns by the longest flush, nothing shared and nothing wild: the dealer is counted suit by suit."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT, suit_classes
from fairfelt.compute.executors import run_tasks, split_evenly
from fairfelt.exact.core.cuts import Cuts, cuts_of
from fairfelt.exact.core.decisions import Part, ShowdownResult, empty_part, join_parts
from fairfelt.exact.core.problem import plain_ranking, showdown_problem
from fairfelt.hands import LINE_BITS
from fairfelt.hands.flushes import FlushRanking
from fairfelt.rules import Cards, Game

from .kernel import decide_classes

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
    ranking = problem.showdown.ranking
    assert isinstance(ranking, FlushRanking)
    classes = suit_classes(game.deck, game.hole)
    held = np.empty((len(classes.keys), SUITS), np.int16)
    for suit in range(SUITS):
        held[:, suit] = classes.keys >> np.uint64(RANKS_PER_SUIT * suit) & np.uint64(RANKS)
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
    lines, following = (seen >> LINE_BITS).astype(np.int16), comb(len(game.deck) - game.hole, draws)
    kind, allowed = np.searchsorted(kinds, seen).astype(np.int16), problem.allowed(seen)
    decide = partial(_decide, deck, ways, kinds, cuts, following, problem.nets, problem.extras)
    tasks = split_evenly(PARTS, held, pattern, kind, classes.weights, lines, allowed)
    return join_parts(problem, classes, seen, run_tasks(decide, tasks, executor), following)


def _decide(
    deck: NDArray[np.int64], ways: NDArray[np.int64], kinds: NDArray[np.int32], cuts: Cuts, following: int,
    nets: NDArray[np.int64], extras: NDArray[np.int64],
    held: NDArray[np.int16], pattern: NDArray[np.int16], kind: NDArray[np.int16], weights: NDArray[np.int64],
    lines: NDArray[np.int16], allowed: NDArray[np.bool_],
) -> Part:  # fmt: skip
    """Some of the hands."""
    part = empty_part(len(held), nets, extras)
    decide_classes(
        held, deck, pattern, ways, kinds, kind, cuts.places, cuts.rows, cuts.counts,
        following, weights, lines, allowed, nets, extras, *part,
    )  # fmt: skip
    return part


def _patterns(held: NDArray[np.int16]) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
    """The different numbers of cards in the suits, the fullest first; and which of them each hand has."""
    shifts, code = 4 * np.arange(SUITS), np.zeros(len(held), np.uint16)
    for suit, shift in enumerate(shifts.tolist()):
        code |= np.bitwise_count(held[:, suit]).astype(np.uint16) << np.uint16(shift)
    there = np.bincount(code) > 0
    return np.flatnonzero(there)[:, None] >> shifts & 15, (np.cumsum(there) - 1).astype(np.int16)[code]


def _ways(free: Sequence[int], draws: int) -> list[list[int]]:
    """[K, suits]: ways to draw the other cards when those suits hold exactly K cards each, the others fewer than K."""
    return [[_fewer_than(k, [n for s, n in enumerate(free) if not full >> s & 1], draws - k * full.bit_count())
             for full in range(1 << SUITS)] for k in range(RANKS_PER_SUIT + 1)]  # fmt: skip


def _fewer_than(k: int, free: Sequence[int], draws: int) -> int:
    """Ways to draw so many cards from suits with so many left, fewer than K of each."""
    ways = [1]
    for left in free:
        suit = [comb(left, taken) for taken in range(k)]
        ways = [sum(ways[at - taken] * suit[taken] for taken in range(k) if 0 <= at - taken < len(ways))
                for at in range(draws + 1)]  # fmt: skip
    return ways[draws] if 0 <= draws < len(ways) else 0
