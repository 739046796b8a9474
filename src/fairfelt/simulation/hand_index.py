"""Numbers every hand of a size without a gap, whatever the order of its cards, and finds the hand of a number.

Cards that count alike form a cell; where nothing counts alike each card is a cell of its own. The cells of a hand in
ascending order are a combination, and combinations are numbered by their colexicographic order:

      number  =  C(a0, 1) + C(a1, 2) + C(a2, 3) + …          a0 < a1 < a2 …
      number  =  C(a0, 1) + C(a1 + 1, 2) + C(a2 + 2, 3) + …  a0 <= a1 <= a2 … where cells hold several cards
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from fairfelt.cards import Deck
from fairfelt.hands.ranking import Straightline

NO_CARD = 255
CARDS = 53
"""Every card there is, one joker among them."""


@dataclass(frozen=True, eq=False)
class HandIndex:
    """The numbering of hands of `size` cards."""

    size: int
    cell_of: NDArray[np.uint8]
    """By card."""
    members: NDArray[np.uint8]
    """[cell, copy]: the cards of each cell, and NO_CARD where it has fewer than another."""

    @classmethod
    def of(cls, deck: Deck, size: int, keys: NDArray[np.uint64]) -> HandIndex:
        """Hands of a single deck, cards with one key being one cell."""
        faces = np.array(deck.faces, np.uint8)
        _, cells, held = np.unique(keys[faces], return_inverse=True, return_counts=True)
        cell_of = np.zeros(CARDS, np.uint8)
        cell_of[faces] = cells
        members = np.full((len(held), held.max()), NO_CARD, np.uint8)
        for cell in range(len(held)):
            members[cell, : held[cell]] = faces[cells == cell]
        return cls(size, cell_of, members)

    @property
    def _step(self) -> int:
        """What keeps equal cells apart in a combination."""
        return int(self.members.shape[1] > 1)

    @cached_property
    def ways(self) -> NDArray[np.uint32]:
        """[place, cell]: what a cell adds to the number at each place of the ascending order."""
        cells = range(len(self.members))
        return np.array([[comb(c + at * self._step, at + 1) for c in cells] for at in range(self.size)], np.uint32)

    def __len__(self) -> int:
        return comb(len(self.members) + (self.size - 1) * self._step, self.size)

    def hands(self, first: int, last: int) -> NDArray[np.uint8]:
        """A hand for each of these numbers, one a row; NO_CARD is in it where the deck has no such hand."""
        cells = np.empty((last - first, self.size), np.int64)
        left = np.arange(first, last)
        for at in reversed(range(self.size)):
            cells[:, at] = np.searchsorted(self.ways[at], left, "right") - 1
            left -= self.ways[at][cells[:, at]]
        copies = np.zeros_like(cells)
        for at in range(1, self.size):
            copies[:, at] = (copies[:, at - 1] + 1) * (cells[:, at] == cells[:, at - 1])
        most = self.members.shape[1]
        return np.where(copies < most, self.members[cells, np.minimum(copies, most - 1)], NO_CARD).astype(np.uint8)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        """Code that sets `out` to the number of the hand in the named variables."""
        places = [f"{out}_{at}" for at in range(self.size)]
        tables: dict[str, NDArray[np.generic]] = {f"{out}_ways": self.ways.ravel()}
        if not np.array_equal(self.cell_of[: len(self.members)], np.arange(len(self.members))) or self._step:
            tables[f"{out}_cells"] = self.cell_of
            cards = [f"{out}_cells[{card}]" for card in cards]
        statements = [f"{place} = {card}" for place, card in zip(places, cards, strict=True)]
        for low, high in sorting_network(self.size):
            a, b = places[low], places[high]
            statements.append(f"{a}, {b} = min({a}, {b}), max({a}, {b})")
        cells = len(self.members)
        added = [f"{out}_ways[np.uint64({place}) + np.uint64({at * cells})]" for at, place in enumerate(places)]
        return Straightline((*statements, f"{out} = " + " + ".join(added)), tables)


def sorting_network(size: int) -> Iterator[tuple[int, int]]:
    """Pairs of places to compare and exchange, by Batcher's merging of odd and even places."""
    span = 1
    while span < size:
        step = span
        while step:
            for start in range(step % span, size - step, 2 * step):
                for low in range(start, min(start + step, size - step)):
                    if low // (2 * span) == (low + step) // (2 * span):
                        yield low, low + step
            step //= 2
        span *= 2
