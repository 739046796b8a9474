"""Kernel: the class of a hand of seven, by the sum of its cards' keys, all below 2**63; see `seven_cards`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from fairfelt.engine.core.decide import Array
from fairfelt.rules.hands.poker.joker_tables import FULL, JOKER_AT, SUITS_AT
from fairfelt.rules.hands.poker.tables import COLUMN_BITS, ROW_BITS
from fairfelt.runtime.compute.jit import njit

from .seven_cards import NONE, ClassTables

COLUMNS: Final = (1 << COLUMN_BITS) - 1
ROWS: Final = (1 << ROW_BITS) - 1
RANKS: Final = (1 << 13) - 1


@njit(nogil=True, cache=True)
def _flush_class(key: Any, held: Any, tables: ClassTables) -> Any:
    """The class of seven cards with enough for a flush, by the sum of their keys and the set of them."""
    suit = 0
    while not key >> SUITS_AT + 4 * suit & 8:
        suit += 1
    mine, second = held >> 13 * suit & RANKS, np.int64(0)
    one = two = three = np.int64(NONE)
    for other in range(4):
        ranks = held >> 13 * other & RANKS
        if other != suit:
            if key >> SUITS_AT + 4 * other & 8:
                second = ranks
            while ranks:
                one, two, three = tables.lowest[ranks], one, two
                ranks &= ranks - 1
    if second:
        return tables.doubles[tables.triples[mine], tables.triples[second]]
    return tables.flush_rows[mine] + tables.others[one, two, three]


@njit(nogil=True, cache=True)
def class_of(cards: Array, tables: ClassTables) -> Any:
    """The class of seven cards."""
    key, held = np.int64(tables.start[0]), np.int64(0)
    for card in cards:
        key += tables.keys[card]
        held |= 1 << np.int64(card)
    if key & FULL:
        return np.int64(_flush_class(key, held, tables))
    row = key >> COLUMN_BITS & ROWS | key >> JOKER_AT << ROW_BITS
    return np.int64(tables.places[(key & COLUMNS) + tables.rows[row]])


@njit(nogil=True, cache=True)
def classes_of(hands: Array, tables: ClassTables) -> Array:
    """[hand]: the class of each."""
    found = np.zeros(len(hands), np.int64)
    for at in range(len(hands)):
        found[at] = class_of(hands[at], tables)
    return found
