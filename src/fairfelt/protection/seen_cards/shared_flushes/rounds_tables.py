"""What all hands are counted by where rounds of longest flushes are dealt one by one."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fairfelt.exact.solvers.suits.solver import BOARD
from fairfelt.exact.solvers.suits.steps import LENGTHS, RANKS

from .card_kernel import LINE
from .hands import FlushHands
from .rounds_kernel import FIELD, LENGTH_BITS, TIE

Whole = NDArray[np.int64]
MOST_FIELDS = 6
LOSS, EQUAL, WIN = range(3)


class RoundTables(NamedTuple):
    """The same for all hands."""

    deck: Whole
    """[suit]: ranks without the wild ones."""
    deck_wild: int
    draws: int
    boards: int
    """Ways to deal the shared cards beside both hands."""
    codes: NDArray[np.uint16]
    """[wild cards, ranks of a suit]: the flush, see `rounds_kernel`."""
    words: Whole
    """[length and dealer's length, or TIE + length]: the field of a round that is won or tied."""
    settled: Whole
    """[line of the hand, kind, choice, number]: the last kind is that of lost rounds."""
    most_cards: int
    most_pairs: int
    """Room for all pairs of the dealer's cards."""


def round_tables(hands: FlushHands) -> RoundTables | None:
    """None where rounds are settled in more kinds of ways than a word has fields."""
    found, left = _kinds(hands), len(hands.game.deck) - hands.game.hole
    boards = comb(left - hands.draws, BOARD)
    if found is None or boards >= 1 << FIELD or max(hands.game.hole, hands.draws) + BOARD >= LENGTHS:
        return None
    words, settled = found
    suit_tables = hands.tables
    return RoundTables(
        suit_tables.deck, suit_tables.deck_wild, hands.draws, boards, _codes(hands.ranking.table), words, settled,
        left, (left + 1) * left // 2 + 1,
    )  # fmt: skip


def _codes(table: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Lengths that nobody can hold are left out."""
    values = table[:, : 2 << RANKS : 2]
    codes = np.zeros(values.shape, np.int64)
    for length in range(1, LENGTHS):
        there = values >> LINE == length
        codes[there] = (length << LENGTH_BITS) + np.searchsorted(np.unique(values[there]), values[there])
    return codes.astype(np.uint16)


def _kinds(hands: FlushHands) -> tuple[Whole, Whole] | None:
    """The words and what each kind comes to."""
    rows, nets, lengths = hands.tables.rows, hands.tables.nets, range(1, LENGTHS)
    lost = {tuple(nets[:, rows[mine, theirs, LOSS]]) for mine in lengths for theirs in lengths if theirs >= mine}
    won = {
        (mine * LENGTHS + theirs): rows[mine, theirs, WIN] for mine in lengths for theirs in lengths if theirs <= mine
    }
    tied = {TIE + mine: rows[mine, mine, EQUAL] for mine in lengths}
    kinds: dict[tuple[int, ...], int] = {}
    for row in (*won.values(), *tied.values()):
        if tuple(nets[:, row]) not in lost:
            kinds.setdefault(tuple(nets[:, row]), int(row))
    if len(lost) > 1 or len(kinds) > MOST_FIELDS:
        return None
    words, fields = np.zeros(TIE + LENGTHS, np.int64), list(kinds)
    for place, row in (won | tied).items():
        if tuple(nets[:, row]) in kinds:
            words[place] = 1 << FIELD * fields.index(tuple(nets[:, row]))
    settled = hands.settled[:, [*kinds.values(), int(rows[1, 1, LOSS])]]
    return words, np.ascontiguousarray(settled)
