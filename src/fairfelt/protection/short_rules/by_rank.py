"""The short rule of somebody who sees one hidden card: by the hand, the rank of the card and that of the one beside it.

The suit of the card is left out, so that the rule is worth a little less than all that is seen.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np

from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.exact import Progress
from fairfelt.exact.core.counter import COLUMNS, Counter, IntArray, run_counter
from fairfelt.exact.core.problem import asks_for_a_hand

from .rule import Priced, short_rule
from .scales import Cells
from .showdowns import own_scales, seen_scales


def rank_rule(count: Counter, executor: Executor | None = None, progress: Progress | None = None) -> Priced:
    """Every class of hands, with every rank of the hidden card."""
    up_ranks = RANKS_PER_SUIT if count.shown else 1
    worth = np.zeros((len(count.kinds), up_ranks, COLUMNS, len(count.choices)), np.int64)
    for part in run_counter(count, partial(_part, count, worth.shape), executor, progress):
        worth += part
    kind, up_rank, rank = (at.ravel() for at in np.indices(worth.shape[:3]))
    there = worth.any(axis=3).ravel()
    kind, up_rank, rank = kind[there], up_rank[there], rank[there]
    assert rank.max() < RANKS_PER_SUIT, "a deck with jokers is not asked about so"
    seen = np.stack((up_rank, rank) if count.shown else (rank,), axis=1).astype(np.uint8)
    found = [*own_scales(count.ranking, count.kinds[kind].astype(np.int64)), *seen_scales(None, seen)]
    levels = np.stack([level for _, level in found], axis=1)
    cells = Cells.of(levels, worth.reshape(-1, worth.shape[3])[there])
    street, unit = count.game.streets[0].name, count.rounds * count.scale
    scales = [scale for scale, _ in found]
    return short_rule(street, count.choices, scales, cells, unit, allows=asks_for_a_hand(count.game))


def _part(counter: Counter, shape: tuple[int, ...], *task: Any) -> IntArray:
    """[kind, rank of the shown card, rank of the hidden one, choice] of some hands."""
    counts, found = counter.count(*task).merge(counter.label_ranks, COLUMNS), np.zeros(shape, np.int64)
    shown = np.zeros(len(counts.kinds), np.int64) if counts.shown is None else counts.shown
    np.add.at(found, (counts.kinds, shown), counter.decide(counts).values * counts.weights[:, None, None])
    return found
