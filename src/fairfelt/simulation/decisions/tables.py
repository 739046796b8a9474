"""The best strategy as a table: for each street the best choice with any cards in sight, packed for the kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import CellClasses, SuitClasses, UpCardClasses
from fairfelt.compute.executors import spread
from fairfelt.compute.kept_tables import stored
from fairfelt.exact import Solution, Unsolved
from fairfelt.exact.solution import ShowdownSolution
from fairfelt.exact.solvers.streets.solution import StreetSolution
from fairfelt.hands.ranking import Straightline

from .hand_index import CARDS, NO_CARD, HandIndex
from .packing import BYTE_BITS, bits_for, key_of, pack, unpacking
from .street_tables import BoardTable, StateTable, street_tables
from .up_card import UpCardTable, turns_of

CHUNK_HANDS = 1 << 18
MOST_HANDS = 1 << 28


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
        choice = unpacking(out, hand, self.bits)
        return Straightline((*number.statements, choice), {**number.tables, f"{out}_packed": self.packed})


AnyTable = DecisionTable | UpCardTable | StateTable | BoardTable


def decision_tables(solution: Solution) -> tuple[AnyTable, ...]:
    """The table of each street."""
    if isinstance(solution, StreetSolution):
        return street_tables(solution)
    if isinstance(solution, ShowdownSolution) and isinstance(solution.decided.classes, UpCardClasses):
        return (_up_card_table(solution, solution.decided.classes),)
    shared = accumulate(street.community for street in solution.game.streets)
    return tuple(_decision_table(solution, at, solution.game.hole + seen) for at, seen in enumerate(shared))


def _decision_table(solution: Solution, street: int, cards: int) -> DecisionTable:
    """The table of a street with so many cards in sight."""
    game, name = solution.game, solution.game.streets[street].name
    index = HandIndex.of(game.deck, cards, _card_keys(solution))
    if len(index) > MOST_HANDS:
        raise Unsolved(f"{game.title}: {len(index):,} hands at {name!r} are too many for a table")
    bits = bits_for(len(game.streets[street].choices))
    size_bytes = -(-len(index) * bits // BYTE_BITS)
    packed = stored(key_of(solution, street), size_bytes, lambda: _packed(solution, street, index, bits)[:size_bytes])
    return DecisionTable(index, bits, packed)


def _up_card_table(solution: ShowdownSolution, classes: UpCardClasses) -> UpCardTable:
    """The table of the only street; what each hand becomes is kept, for it depends on the classes alone."""
    game = solution.game
    index = HandIndex.of(game.deck, game.hole, _card_keys(solution))
    starts = range(0, len(index), CHUNK_HANDS)

    def part(first: int) -> NDArray[np.uint32]:
        return turns_of(classes.own, index.hands(first, min(first + CHUNK_HANDS, len(index))))

    def build() -> NDArray[np.uint8]:
        return np.concatenate(spread(part, [(first,) for first in starts])).view(np.uint8)

    key = hashlib.sha256(b"suits exchanged" + classes.own.keys.tobytes()).hexdigest()
    turns = stored(key, len(index) * np.dtype(np.uint32).itemsize, build).view(np.uint32)
    return UpCardTable(index, turns, solution.listed_best)


def _card_keys(solution: Solution) -> NDArray[np.uint64]:
    """Equal for cards that no decision tells apart."""
    classes = solution.decided.classes if isinstance(solution, ShowdownSolution) else None
    return classes.card_keys if isinstance(classes, CellClasses) else np.arange(CARDS, dtype=np.uint64)


def _packed(solution: Solution, street: int, index: HandIndex, bits: int) -> NDArray[np.uint8]:
    """All choices; where they were found by class of hands, each is written to the hands that its class stands for."""
    classes = solution.decided.classes if isinstance(solution, ShowdownSolution) else None
    if isinstance(classes, SuitClasses) and not classes.loose[: CARDS - 1].any():
        from .expand import expand

        assert isinstance(solution, ShowdownSolution)
        return expand(classes, solution.listed_best, index, bits)
    return _build(solution, street, index, bits)


def _build(solution: Solution, street: int, index: HandIndex, bits: int) -> NDArray[np.uint8]:
    """Ask the solution about every hand, some at a time; the last byte is followed by empty ones."""
    starts = range(0, len(index), CHUNK_HANDS)

    def part(first: int) -> NDArray[np.uint8]:
        hands = index.hands(first, min(first + CHUNK_HANDS, len(index)))
        there = (hands != NO_CARD).all(axis=1)
        choices = np.zeros(CHUNK_HANDS, np.uint8)
        choices[: len(hands)][there] = solution.decide(street, hands[there])
        return pack(choices, bits)

    return np.concatenate(spread(part, [(first,) for first in starts]))
