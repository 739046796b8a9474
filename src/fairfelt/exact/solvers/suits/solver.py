"""Showdowns by the longest flush, wild cards and two shared cards included."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import lru_cache, partial
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import RANKS_PER_SUIT, suit_classes
from fairfelt.compute.cuda import Gpu
from fairfelt.compute.executors import slices, spread
from fairfelt.exact.core.decisions import BINOMIALS, Decided, Part, together, undecided
from fairfelt.exact.core.problem import Problem, Unsolved
from fairfelt.hands import LINE_BITS, TrackRanking
from fairfelt.rules import Cards

PARTS = 64
SUITS = 4
BOARD = 2


def solve_suits(problem: Problem, ranking: TrackRanking, executor: Executor | None = None) -> Decided:
    """Value every class of hands of a game in which two shared cards follow the decision."""
    game = problem.game
    if game.deal.count(Cards.COMMUNITY) != BOARD or problem.showdown.qualify:
        raise Unsolved(
            f"{game.title}: flushes with other than two shared cards or a qualifying dealer have no solver yet"
        )
    loose = [card for card in game.deck.faces if ranking.is_wild(card)]
    classes = suit_classes(game.deck, game.hole, loose)
    masks = _suit_masks(classes.keys) >> 1
    wilds = (classes.keys >> np.uint64(4 * RANKS_PER_SUIT)).astype(np.int64)
    deck = np.array(_deck_masks(game.deck, ranking), np.int64)
    seen = ranking.batch(classes.hands)
    lines = (seen >> LINE_BITS).astype(np.int64)
    draws = game.deal.count(Cards.DEALER)
    rows = problem.rows.index[:, :, :, 1].astype(np.int64)
    rest = len(game.deck) - game.hole
    following = comb(rest, BOARD) * comb(rest - BOARD, draws)
    if isinstance(executor, Gpu):
        from .cuda import solve_boards_on

        found, best, _ = undecided(len(classes), problem.nets, problem.extras)
        totals = solve_boards_on(executor, masks, wilds, deck, len(loose), draws, ranking.table, _compress_table(),
                                 rows, classes.weights, lines, problem.nets, problem.extras, found, best)  # fmt: skip
        return Decided(problem, classes, seen, found, best, totals, following)
    decide = partial(_decide, deck, len(loose), draws, ranking.table, rows, problem.nets, problem.extras)
    tasks = slices(PARTS, masks, wilds, classes.weights, lines)
    return Decided(problem, classes, seen, *together(spread(decide, tasks, executor)), following)


def _decide(
    deck: NDArray[np.int64], loose: int, draws: int, table: NDArray[np.int32], rows: NDArray[np.int64],
    nets: NDArray[np.int64], extras: NDArray[np.int64],
    masks: NDArray[np.int64], wilds: NDArray[np.int64], weights: NDArray[np.int64], lines: NDArray[np.int64],
) -> Part:  # fmt: skip
    """Some of the hands."""
    from .kernels import solve_boards

    part = undecided(len(masks), nets, extras)
    solve_boards(0, len(masks), masks, wilds, deck, loose, draws, table, _compress_table(), BINOMIALS, rows,
                 weights, lines, nets, extras, *part)  # fmt: skip
    return part


def _suit_masks(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The suits of a key, one a column."""
    columns = [(keys >> np.uint64(RANKS_PER_SUIT * s)) & np.uint64(8191) for s in range(SUITS)]
    return np.stack(columns, axis=1).astype(np.int64)


def _deck_masks(deck: Deck, ranking: TrackRanking) -> list[int]:
    """Ranks of each suit without the wild ones, suits that are missing last."""
    ranks = {card.rank for card in deck.faces if not ranking.is_wild(card)}
    if 0 in ranks:
        raise Unsolved("the longest flush is counted with deuces wild or out of the deck only")
    mask = sum(1 << rank for rank in ranks) >> 1
    return [mask] * len(deck.suits) + [0] * (SUITS - len(deck.suits))


@lru_cache(maxsize=1)
def _compress_table() -> NDArray[np.uint16]:
    from .kernels import compress_table

    return np.asarray(compress_table())
