"""How many hands of seven some cards hold of every class of `three_classes`: as for two hands, but two flushes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..pai_gow.by_class import (
    JOKER_KEY,
    RANK_KEYS,
    SUITS,
    CardsThere,
    Ints,
    count_by_ranks,
    count_flushes,
    find_ranks,
    rank_keys_of,
    take_out,
)
from .classes import LEAST, three_classes


def count_by_class(faces: Iterable[int]) -> NDArray[np.int64]:
    """All hands of seven from these cards, counted by class."""
    there, classes = CardsThere.of(faces), three_classes()
    blocks = [count_flushes(there, block) for block in classes.flushes.blocks]
    doubles = _doubles(there, classes.flushes.blocks[0].ranks)
    _leave_single(blocks[0], doubles)
    one, other = np.triu_indices(len(doubles))
    twice = np.where(one == other, doubles[one, other] // 2, doubles[one, other])
    special = np.concatenate((*(block.ravel() for block in blocks), twice))
    return take_out(count_by_ranks(there), special, _ranks_of_special())


def _doubles(there: CardsThere, ranks: Ints) -> Ints:
    """[three ranks of one suit, three of another]: hands with the joker in which both are flushes, in either order."""
    has = np.stack([there.has(suit, ranks) for suit in range(SUITS)])
    every = has.sum(axis=0)
    return np.asarray(there.joker * (every[:, None] * every[None, :] - has.T @ has))


def _leave_single(block: Ints, doubles: Ints) -> None:
    """Take out of the flushes of three those in which the others are a flush too."""
    block[:, _places_of_triples()] -= doubles


@cache
def _places_of_triples() -> Ints:
    """Where three different ranks stand among the choices beside three of a suit."""
    block = three_classes().flushes.blocks[0]
    assert block.ranks.shape[1] == LEAST
    return np.asarray([np.flatnonzero((block.beside == ranks).all(axis=1))[0] for ranks in block.ranks])


@cache
def _ranks_of_special() -> NDArray[np.int32]:
    classes = three_classes()
    one, other = (RANK_KEYS[ranks].sum(axis=1) for ranks in classes.twice)
    keys = [*(rank_keys_of(block).ravel() for block in classes.flushes.blocks), one + other + JOKER_KEY]
    return np.concatenate([find_ranks(some) for some in keys])
