"""Showdowns by the longest flush, wild cards and two shared cards included."""

from __future__ import annotations

from concurrent.futures import Executor
from functools import lru_cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.cards.classes import RANKS_PER_SUIT, suit_classes
from fairfelt.hands import LINE_BITS, TrackRanking
from fairfelt.hands.cuda import Gpu
from fairfelt.rules import Cards

from .decided import BINOMIALS, Decided, chunks, spread
from .problem import Problem, Unsolved

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
    found = np.zeros((len(classes), len(problem.choices)), np.int64)
    best = np.zeros(len(classes), np.uint8)
    shape = (len(problem.choices), problem.extras.shape[1], len(problem.rows))
    compress = _compress_table()

    def decide(first: int, last: int) -> NDArray[np.int64]:
        from .suit_kernels import solve_boards

        totals = np.zeros(shape, np.int64)
        solve_boards(first, last, masks, wilds, deck, len(loose), draws, ranking.table, compress, BINOMIALS, rows,
                     classes.weights, lines, problem.nets, problem.extras, found, best, totals)  # fmt: skip
        return totals

    if isinstance(executor, Gpu):
        from .cuda import solve_boards_on

        totals = solve_boards_on(executor, masks, wilds, deck, len(loose), draws, ranking.table, compress, rows,
                                 classes.weights, lines, problem.nets, problem.extras, found, best)  # fmt: skip
    else:
        totals = np.asarray(sum(spread(decide, chunks(len(classes), PARTS), executor)))
    rest = len(game.deck) - game.hole
    following = comb(rest, BOARD) * comb(rest - BOARD, draws)
    return Decided(problem, classes, seen, found, best, totals, following)


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
    from .suit_kernels import compress_table

    return np.asarray(compress_table())
