"""A course of play as a table: every position that a round can come to, and where each kind of card leads from it.

The course itself says all of it, stepped once from every position with one card of every kind that it tells apart. A
kernel then deals rounds by looking up alone. It is for courses with few positions, such as war and baccarat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.rules import Draw, Game, Over
from fairfelt.rules.cards import ALL_CARDS, Card
from fairfelt.runtime.compute.compile import compile_source

from ..cells import Cell, CellTally
from ..course import Player, Position
from ..draw import draw_statements
from ..kernels import Counts, Dealer, Own

MOST_POSITIONS: Final = 5_000
"""A course with more is stepped round by round: finding them all would take longer than most samples do."""

Ending = tuple[Cell, ...]
"""What every player ends with."""


@dataclass(frozen=True, eq=False)
class Automaton:
    """All positions of a course, numbered from the first on."""

    kinds: NDArray[np.uint8]
    """[card]: its kind."""
    burns: NDArray[np.uint8]
    """[position]: cards burned before the next."""
    follows: NDArray[np.int32]
    """[position, kind]: the next position; past the end of a round, the ending's number as its complement."""
    endings: tuple[Ending, ...]
    game: Game
    seats: int

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All that a player can end with."""
        return tuple(dict.fromkeys(chain.from_iterable(self.endings)))

    @cached_property
    def cards(self) -> NDArray[np.uint8]:
        """The shoe."""
        return np.array(self.game.deck.cards, np.uint8)

    def tally(self, counts: NDArray[np.int64]) -> tuple[CellTally, Counts]:
        """What players ended with, from counts of endings."""
        numbers = {cell: number for number, cell in enumerate(self.cells)}
        alone = np.zeros(len(numbers), np.int64)
        pairs = np.zeros((len(numbers),) * 2 if self.seats > 1 else (0, 0), np.int64)
        for ending, count in zip(self.endings, counts.tolist(), strict=True):
            ends = [numbers[cell] for cell in ending]
            np.add.at(alone, ends, count)
            for pair in combinations(ends, 2):
                pairs[pair] += count
        return CellTally(self.game, self.cells), Counts(alone, pairs)

    @property
    def tables(self) -> dict[str, NDArray[Any]]:
        """What is looked up, by the name of the argument."""
        return {"kinds": self.kinds, "burns": self.burns, "follows": self.follows}

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds, and counts their endings."""
        return Dealer(self.source, self.cards, len(self.endings), self.tables, {"at": Own((), self._below)})

    def settle(self, shoes: NDArray[np.uint8]) -> list[Ending]:
        """How the rounds end that are dealt from these shoes."""
        found = np.empty(len(shoes), np.int64)
        compile_source(self.source, "settle")(shoes, found, *self.tables.values())
        return [self.endings[number] for number in found]

    @property
    def _below(self) -> int:
        """No place in the shoe is higher: all bits of one."""
        return (1 << len(self.cards).bit_length()) - 1

    @property
    def source(self) -> str:
        """`sample` and `settle`."""
        assert self.game.course
        inner, shoe = "\n        ", len(self.cards)
        draw = inner.join(draw_statements(shoe, self.game.course.most_cards(self.seats)))
        below = f"np.uint64({self._below})"
        end = inner.join((
            "at = np.uint64(0)",
            "position = np.int32(0)",
            "while position >= 0:",
            f"    at = at + burns[position] & {below}",
            "    position = follows[position, kinds[deck[at]]]",
            f"    at = at + np.uint64(1) & {below}",
        ))  # fmt: skip
        return f"""import numpy as np
from numba import njit

@njit(nogil=True, cache=True, boundscheck=False)
def sample(rounds, s0, s1, s2, s3, cards, counts, {", ".join(self.tables)}):
    deck = cards.copy()
    for dealt in range(rounds):
        {draw}
        {end}
        counts[~position] += 1

@njit(nogil=True, cache=True, boundscheck=False)
def settle(shoes, found, {", ".join(self.tables)}):
    for i in range(len(shoes)):
        deck = shoes[i]
        {end}
        found[i] = ~position
"""


def find_positions(player: Player, seats: int) -> Automaton | None:
    """Every position of a game with a course; None if there are too many, or a bet looks at the cards themselves."""
    if player.on_hands:
        return None
    kinds = _kinds(player)
    start = player.start(seats)
    numbers: dict[object, int] = {_known(player, start): 0}
    endings: dict[Ending, int] = {}
    waiting, burns, follows = [start], [], []
    for position in waiting:
        assert isinstance(position.step, Draw)
        burns.append(position.step.burn)
        row = [0] * len(kinds)
        for kind, card in _left(player, position, kinds):
            then = player.draw(position, card)
            if isinstance(then.step, Over):
                row[kind] = ~endings.setdefault(player.end(then), len(endings))
                continue
            row[kind] = numbers.setdefault(_known(player, then), len(numbers))
            if row[kind] == len(waiting):
                waiting.append(then)
        follows.append(row)
        if len(waiting) > MOST_POSITIONS:
            return None
    by_card = np.zeros(ALL_CARDS, np.uint8)
    for kind, cards in enumerate(kinds):
        by_card[cards] = kind
    return Automaton(
        by_card, np.array(burns, np.uint8), np.array(follows, np.int32), tuple(endings), player.game, seats
    )


def _kinds(player: Player) -> list[list[Card]]:
    """The cards of the shoe, those together between which the course makes no difference."""
    kinds: dict[int, list[Card]] = {}
    for card in player.game.deck.cards:
        kinds.setdefault(player.course.alike(card), []).append(card)
    return list(kinds.values())


def _known(player: Player, position: Position) -> object:
    """What there is to know of a position: where nobody decides, not how it came about."""
    return position if player.course.streets else position.state


def _left(player: Player, position: Position, kinds: list[list[Card]]) -> Iterator[tuple[int, Card]]:
    """The kinds that can still come, each with its next card."""
    dealt = (*chain.from_iterable(position.held), *(card for _, card in position.shared))
    out = Counter(map(player.course.alike, dealt))
    for number, cards in enumerate(kinds):
        if (taken := out[player.course.alike(cards[0])]) < len(cards):
            yield number, cards[taken]
