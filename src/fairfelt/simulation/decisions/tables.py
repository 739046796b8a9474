"""The best strategy as a table: for each street the best choice with any cards in sight, packed for the kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards.classes import CellClasses, SuitClasses, UpCardClasses
from fairfelt.compute.executors import run_tasks
from fairfelt.compute.kept_tables import load_or_build
from fairfelt.exact import Solution, Unsolved
from fairfelt.exact.solvers.boards.solution import BoardsSolution
from fairfelt.exact.solvers.showdown import ShowdownSolution
from fairfelt.hands.ranking import Straightline

from .board_tables import BoardTable, board_table
from .expand import expand
from .hand_index import CARDS, NO_CARD, HandIndex
from .packing import BYTE_BITS, aligned, bits_for, key_of, pack, unpack_statement
from .up_card import UpCardTable, exchanges_of

CHUNK_HANDS = 1 << 18
MOST_HANDS = 1 << 28


@dataclass(frozen=True, eq=False)
class DecisionTable:
    """One street: the number of the best choice for each number of a hand, so many bits each.

    Where the choice depends on what was bet before, the variable `…_state` says which table it is of several on end.
    """

    index: HandIndex
    bits: int
    packed: NDArray[np.uint8]
    states: int = 1

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables."""
        hand = f"{out}_hand"
        number = self.index.emit(hand, cards)
        state = [f"{hand} += np.uint64({out}_state * {aligned(len(self.index))})"] if self.states > 1 else []
        statements = (*number.statements, *state, unpack_statement(out, hand, self.bits))
        return Straightline(statements, {**number.tables, f"{out}_packed": self.packed})


AnyTable = DecisionTable | UpCardTable | BoardTable


def decision_tables(solution: Solution) -> tuple[AnyTable, ...]:
    """The table of each street."""
    if isinstance(solution, BoardsSolution):
        return tuple(board_table(solution, street) for street in range(len(solution.game.streets)))
    if isinstance(solution, ShowdownSolution) and isinstance(solution.result.classes, UpCardClasses):
        return (_up_card_table(solution, solution.result.classes),)
    shared = accumulate(street.community for street in solution.game.streets)
    return tuple(_decision_table(solution, at, solution.game.hole + seen) for at, seen in enumerate(shared))


def _decision_table(solution: Solution, street: int, cards: int) -> DecisionTable:
    """The table of a street with so many cards in sight."""
    game, name = solution.game, solution.game.streets[street].name
    index = HandIndex.of(game.deck, cards, _card_keys(solution))
    if len(index) > MOST_HANDS:
        raise Unsolved(f"{game.title}: {len(index):,} hands at {name!r} are too many for a table")
    states, bits = solution.states(street), bits_for(len(game.streets[street].choices))
    size_bytes = aligned(len(index)) * bits // BYTE_BITS

    def build() -> NDArray[np.uint8]:
        tables = (_packed(solution, street, state, index, bits) for state in range(states))
        return np.concatenate([table[:size_bytes] for table in tables])

    return DecisionTable(index, bits, load_or_build(key_of(solution, street), states * size_bytes, build), states)


def _up_card_table(solution: ShowdownSolution, classes: UpCardClasses) -> UpCardTable:
    """The table of the only street; what each hand becomes is kept, for it depends on the classes alone."""
    game = solution.game
    index = HandIndex.of(game.deck, game.hole, _card_keys(solution))
    starts = range(0, len(index), CHUNK_HANDS)

    def part(first: int) -> NDArray[np.uint32]:
        return exchanges_of(classes.own, index.hands(first, min(first + CHUNK_HANDS, len(index))))

    def build() -> NDArray[np.uint8]:
        return np.concatenate(run_tasks(part, [(first,) for first in starts])).view(np.uint8)

    key = hashlib.sha256(b"suits exchanged" + classes.own.keys.tobytes()).hexdigest()
    turns = load_or_build(key, len(index) * np.dtype(np.uint32).itemsize, build).view(np.uint32)
    return UpCardTable(index, turns, solution.listed_best)


def _card_keys(solution: Solution) -> NDArray[np.uint64]:
    """Equal for cards that no decision tells apart."""
    classes = solution.result.classes if isinstance(solution, ShowdownSolution) else None
    return classes.card_keys if isinstance(classes, CellClasses) else np.arange(CARDS, dtype=np.uint64)


def _packed(solution: Solution, street: int, state: int, index: HandIndex, bits: int) -> NDArray[np.uint8]:
    """All choices in a state, by number of the hand; there may be empty bytes after them."""
    if isinstance(solution, ShowdownSolution):
        classes = solution.result.classes
        if isinstance(classes, SuitClasses) and not classes.loose[: CARDS - 1].any():
            return expand(classes, solution.listed_best, index, bits)

    def part(first: int) -> NDArray[np.uint8]:
        hands = index.hands(first, min(first + CHUNK_HANDS, len(index)))
        there = (hands != NO_CARD).all(axis=1)
        choices = np.zeros(CHUNK_HANDS, np.uint8)
        choices[: len(hands)][there] = solution.decide(street, hands[there], state)
        return pack(choices, bits)

    return np.concatenate(run_tasks(part, [(first,) for first in range(0, len(index), CHUNK_HANDS)]))
