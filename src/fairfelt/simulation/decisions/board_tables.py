"""Tables of decisions with shared cards beside a dealer: by what was bet before, by board and by pair.

      board       ->  its number       ->  its class, and which suit becomes which there
      own cards   ->  the cards they become by that exchange  ->  number of the pair
      state, class, pair  ->  choice

Where the choice depends on what was bet before, the variable `…_state` says which table it is of several on end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.compute.kept_tables import load_or_build
from fairfelt.exact.solvers.boards.boards import CardPairs
from fairfelt.exact.solvers.boards.solution import BoardsSolution
from fairfelt.hands.ranking import Straightline

from .hand_index import CARDS, HandIndex
from .packing import BYTE_BITS, aligned, bits_for, key_of, pack, unpack_statement
from .up_card import CLASS_BITS, exchanged_cards, exchanges_of

CHUNK_BOARDS = 1024


@dataclass(frozen=True, eq=False)
class BoardTable:
    """One street of a showdown with shared cards: the best choice for each state, class of boards and pair."""

    index: HandIndex
    """Of the board."""
    turns: NDArray[np.uint32]
    """[board]: its class, and above it the exchange of suits."""
    pairs: CardPairs
    states: int
    classes: int
    bits: int
    packed: NDArray[np.uint8]

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables, the player's two first."""
        board, turn, place = (f"{out}_{what}" for what in ("board", "turn", "place"))
        number = self.index.emit(board, cards[2:]) if self.index.size else Straightline((f"{board} = 0",), {})
        turned = ", ".join(f"{out}_cards[({turn} >> {CLASS_BITS}) * {CARDS} + {card}]" for card in cards[:2])
        row = f"np.uint64({turn} & {(1 << CLASS_BITS) - 1})"
        if self.states > 1:
            row = f"({row} + np.uint64({out}_state * {self.classes}))"
        statements = (
            *number.statements,
            f"{turn} = np.uint32({out}_turns[{board}])",
            f"{place} = {row} * np.uint64({aligned(len(self.pairs))}) + np.uint64({out}_pairs[{turned}])",
            unpack_statement(out, place, self.bits),
        )
        tables: dict[str, NDArray[Any]] = {
            f"{out}_turns": self.turns,
            f"{out}_cards": exchanged_cards(),
            f"{out}_pairs": self.pairs.numbers.astype(np.uint16),
            f"{out}_packed": self.packed,
        }
        return Straightline(statements, {**number.tables, **tables})


def board_table(solution: BoardsSolution, street: int) -> BoardTable:
    """The table of a street."""
    game, result = solution.game, solution.result
    boards, pairs = result.boards[street], result.pairs
    index = HandIndex.of(game.deck, boards.size, np.arange(CARDS, dtype=np.uint64))
    states, bits = solution.states(street), bits_for(len(game.streets[street].choices))
    size_bytes = states * len(boards) * aligned(len(pairs)) * bits // BYTE_BITS
    turns = exchanges_of(boards.classes, index.hands(0, len(index)))

    def build() -> NDArray[np.uint8]:
        return np.concatenate([pack(block.ravel(), bits) for block in _padded_choices(solution, street, states)])

    packed = load_or_build(key_of(solution, street), size_bytes, build)
    return BoardTable(index, turns, pairs, states, len(boards), bits, packed)


def _padded_choices(solution: BoardsSolution, street: int, states: int) -> Iterator[NDArray[np.uint8]]:
    """State by state and some boards at a time, each with its pairs and a few empty places."""
    boards, pairs = solution.result.boards[street], solution.result.pairs
    for state in range(states):
        for first in range(0, len(boards), CHUNK_BOARDS):
            chosen = solution.best_of_boards(street, state, first, min(first + CHUNK_BOARDS, len(boards)))
            yield np.pad(chosen, ((0, 0), (0, aligned(len(pairs)) - len(pairs))))
