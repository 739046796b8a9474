"""Tables of decisions for games with several streets, by what was bet before and, beside a dealer, by board and pair.

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

from fairfelt.compute.kept_tables import stored
from fairfelt.exact.solvers.boards.boards import Pairs
from fairfelt.exact.solvers.streets.solution import RevealedSolution, StreetSolution
from fairfelt.hands.ranking import Straightline

from .hand_index import CARDS, HandIndex
from .packing import BYTE_BITS, bits_for, key_of, pack, unpacking
from .up_card import CLASS_BITS, turned_cards, turns_of

CHUNK_BOARDS = 1024


@dataclass(frozen=True, eq=False)
class StateTable:
    """One street of a game against a paytable: the best choice for each state and each hand in sight."""

    index: HandIndex
    states: int
    bits: int
    packed: NDArray[np.uint8]

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the best choice with the cards in the named variables."""
        place = f"{out}_hand"
        number = self.index.emit(place, cards)
        statements = [*number.statements]
        if self.states > 1:
            statements.append(f"{place} += np.uint64({out}_state * {_aligned(len(self.index))})")
        return Straightline(
            (*statements, unpacking(out, place, self.bits)), {**number.tables, f"{out}_packed": self.packed}
        )


@dataclass(frozen=True, eq=False)
class BoardTable:
    """One street of a showdown with shared cards: the best choice for each state, class of boards and pair."""

    index: HandIndex
    """Of the board."""
    turns: NDArray[np.uint32]
    """[board]: its class, and above it the exchange of suits."""
    pairs: Pairs
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
            f"{place} = {row} * np.uint64({_aligned(len(self.pairs))}) + np.uint64({out}_pairs[{turned}])",
            unpacking(out, place, self.bits),
        )
        tables: dict[str, NDArray[Any]] = {
            f"{out}_turns": self.turns,
            f"{out}_cards": turned_cards(),
            f"{out}_pairs": self.pairs.numbers.astype(np.uint16),
            f"{out}_packed": self.packed,
        }
        return Straightline(statements, {**number.tables, **tables})


def street_tables(solution: StreetSolution) -> tuple[StateTable | BoardTable, ...]:
    """The table of each street."""
    table = _board_table if isinstance(solution, RevealedSolution) else _state_table
    return tuple(table(solution, street) for street in range(len(solution.game.streets)))  # type: ignore[arg-type]


def _state_table(solution: StreetSolution, street: int) -> StateTable:
    game = solution.game
    seen = game.hole + sum(earlier.community for earlier in game.streets[: street + 1])
    index = HandIndex.of(game.deck, seen, np.arange(CARDS, dtype=np.uint64))
    states, bits = solution.states(street), bits_for(len(game.streets[street].choices))
    size_bytes = states * _aligned(len(index)) * bits // BYTE_BITS

    def build() -> NDArray[np.uint8]:
        choices = np.zeros((states, _aligned(len(index))), np.uint8)
        hands = index.hands(0, len(index))
        for state in range(states):
            choices[state, : len(index)] = solution.decide(street, hands, state)
        return pack(choices.ravel(), bits)

    return StateTable(index, states, bits, stored(key_of(solution, street), size_bytes, build))


def _board_table(solution: RevealedSolution, street: int) -> BoardTable:
    game, revealed = solution.game, solution.revealed
    boards, pairs = revealed.boards[street], revealed.pairs
    index = HandIndex.of(game.deck, boards.size, np.arange(CARDS, dtype=np.uint64))
    states, bits = solution.states(street), bits_for(len(game.streets[street].choices))
    size_bytes = states * len(boards) * _aligned(len(pairs)) * bits // BYTE_BITS
    turns = turns_of(boards.classes, index.hands(0, len(index)))

    def build() -> NDArray[np.uint8]:
        return np.concatenate([pack(block.ravel(), bits) for block in _padded_choices(solution, street, states)])

    packed = stored(key_of(solution, street), size_bytes, build)
    return BoardTable(index, turns, pairs, states, len(boards), bits, packed)


def _padded_choices(solution: RevealedSolution, street: int, states: int) -> Iterator[NDArray[np.uint8]]:
    """State by state and some boards at a time, each with its pairs and a few empty places."""
    boards, pairs = solution.revealed.boards[street], solution.revealed.pairs
    for state in range(states):
        for first in range(0, len(boards), CHUNK_BOARDS):
            chosen = solution.best_of_boards(street, state, first, min(first + CHUNK_BOARDS, len(boards)))
            yield np.pad(chosen, ((0, 0), (0, _aligned(len(pairs)) - len(pairs))))


def _aligned(places: int) -> int:
    """So many places that they fill whole bytes, whatever the bits of each."""
    return -(-places // BYTE_BITS) * BYTE_BITS
