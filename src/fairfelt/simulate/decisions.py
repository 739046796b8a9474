"""The best strategy as a table: for each street the best choice with any cards in sight, packed for the kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import CellClasses
from fairfelt.exact import Solution, Unsolved
from fairfelt.exact.decided import spread
from fairfelt.exact.solution import ShowdownSolution
from fairfelt.hands.ranking import Straightline
from fairfelt.rules import fingerprint

from .hand_index import CARDS, NO_CARD, HandIndex
from .store import stored

CHUNK_HANDS = 1 << 18
MOST_HANDS = 1 << 28
BYTE_BITS = 8


@dataclass(frozen=True, eq=False)
class DecisionTable:
    """One street: the number of the best choice for each number of a hand, so many bits each."""

    index: HandIndex
    bits: int
    packed: NDArray[np.uint8]

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables."""
        hand = f"{out}_hand"
        number = self.index.emit(hand, cards)
        share = BYTE_BITS // self.bits
        byte, shift = f"{out}_packed[{hand} // {share}]", f"np.uint8({hand} % {share} * {self.bits})"
        choice = f"{out} = np.int64({byte} >> {shift} & {(1 << self.bits) - 1})"
        return Straightline((*number.statements, choice), {**number.tables, f"{out}_packed": self.packed})


def decision_tables(solution: Solution) -> tuple[DecisionTable, ...]:
    """The table of each street."""
    shared = accumulate(street.community for street in solution.game.streets)
    return tuple(_decision_table(solution, at, solution.game.hole + seen) for at, seen in enumerate(shared))


def _decision_table(solution: Solution, street: int, cards: int) -> DecisionTable:
    """The table of a street with so many cards in sight."""
    game, name = solution.game, solution.game.streets[street].name
    index = HandIndex.of(game.deck, cards, _card_keys(solution))
    if len(index) > MOST_HANDS:
        raise Unsolved(f"{game.title}: {len(index):,} hands at {name!r} are too many for a table")
    bits = _bits(len(game.streets[street].choices))
    size_bytes = -(-len(index) * bits // BYTE_BITS)
    packed = stored(_key(solution, street), size_bytes, lambda: _build(solution, street, index, bits)[:size_bytes])
    return DecisionTable(index, bits, packed)


def _card_keys(solution: Solution) -> NDArray[np.uint64]:
    """Equal for cards that no decision tells apart."""
    classes = solution.decided.classes if isinstance(solution, ShowdownSolution) else None
    return classes.card_keys if isinstance(classes, CellClasses) else np.arange(CARDS, dtype=np.uint64)


def _key(solution: Solution, street: int) -> str:
    """By the rules and by what the solver found, so that a corrected solver is not held to an old table."""
    found = (fingerprint(solution.game), street, solution.decisions, solution.round)
    return hashlib.sha256(repr(found).encode()).hexdigest()


def _bits(choices: int) -> int:
    """Bits for a number below `choices` that divide a byte."""
    return next(bits for bits in (1, 2, 4, 8) if choices <= 1 << bits)


def _build(solution: Solution, street: int, index: HandIndex, bits: int) -> NDArray[np.uint8]:
    """Ask the solution about every hand, some at a time; the last byte is followed by empty ones."""
    starts = range(0, len(index), CHUNK_HANDS)

    def part(first: int) -> NDArray[np.uint8]:
        hands = index.hands(first, min(first + CHUNK_HANDS, len(index)))
        there = (hands != NO_CARD).all(axis=1)
        choices = np.zeros(CHUNK_HANDS, np.uint8)
        choices[: len(hands)][there] = solution.decide(street, hands[there])
        return _pack(choices, bits)

    return np.concatenate(spread(part, [(first,) for first in starts]))


def _pack(choices: NDArray[np.uint8], bits: int) -> NDArray[np.uint8]:
    """Several choices to a byte, the first in the lowest bits."""
    shares = choices.reshape(-1, BYTE_BITS // bits) << np.arange(0, BYTE_BITS, bits, dtype=np.uint8)
    return np.asarray(np.bitwise_or.reduce(shares, axis=1), np.uint8)
