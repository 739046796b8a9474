"""The short rule of somebody who sees one hidden card: by the hand, the rank of the card and that of the one beside it.

The suit of the card is left out, so that the rule is worth a little less than all that is seen.
"""

from __future__ import annotations

from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import RANKS_PER_SUIT
from fairfelt.exact import Progress
from fairfelt.exact.core.problem import asks_for_a_hand
from fairfelt.protection.backs.ranked import COLUMNS, ShowdownCount, Whole
from fairfelt.protection.backs.search import in_parts

from .rule import Priced, short_rule
from .scales import Cells
from .showdowns import own_scales, seen_scales


def rank_rule(count: ShowdownCount, executor: Executor | None = None, progress: Progress | None = None) -> Priced:
    """Every class of hands, with every rank of the hidden card."""
    up_ranks = RANKS_PER_SUIT if count.up else 1
    worth = np.zeros((len(count.kinds), up_ranks, COLUMNS, len(count.choices)), np.int64)
    for part in in_parts(count, partial(_part, count, worth.shape), executor, progress):
        worth += part
    kind, up_rank, rank = (at.ravel() for at in np.indices(worth.shape[:3]))
    there = worth.any(axis=3).ravel()
    kind, up_rank, rank = kind[there], up_rank[there], rank[there]
    assert rank.max() < RANKS_PER_SUIT, "a deck with jokers is not asked about so"
    seen = np.stack((up_rank, rank) if count.up else (rank,), axis=1).astype(np.uint8)
    found = [*own_scales(count.ranking, count.kinds[kind].astype(np.int64)), *seen_scales(None, seen)]
    levels = np.stack([level for _, level in found], axis=1)
    cells = Cells.of(levels, worth.reshape(-1, worth.shape[3])[there])
    street, unit = count.game.streets[0].name, count.rounds * count.scale
    scales = [scale for scale, _ in found]
    return short_rule(street, count.choices, scales, cells, unit, allows=asks_for_a_hand(count.game))


def _part(count: ShowdownCount, shape: tuple[int, ...], hands: NDArray[np.uint8], *task: Any) -> Whole:
    """[kind, rank of the card in sight, rank of the hidden one, choice] of some hands."""
    some, found = count.ranked(hands, *task), np.zeros(shape, np.int64)
    kinds, up_rank = some.kinds, np.zeros(len(some.weights), np.int64)
    if kinds is None:
        faces = np.array(count.game.deck.faces, np.uint8)
        kinds = np.repeat(count.kinds_of(hands), count.left)
        up_rank = np.concatenate([np.setdiff1d(faces, hand) for hand in hands]).astype(np.int64) % RANKS_PER_SUIT
    columns = np.minimum(np.arange(shape[3]), some.allowed[:, None] - 1)
    allowed = np.take_along_axis(some.numbers[:, :, :, 0], columns[:, None, :], axis=2)
    np.add.at(found, (kinds, up_rank), allowed * some.weights[:, None, None])
    return found
