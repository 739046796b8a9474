"""Rankings in which a hand is the best of its tracks.

A track is a row of up to thirteen cells, each a group of cards that count alike: the thirteen ranks for
straights, one suit's thirteen cards for flushes, one of the two alternations of color for solitaire runs.
Which cells of a track the hand covers is a 13-bit mask; a table gives each mask its value; the hand is worth
the best of its tracks. The number of wild cards chooses the table; a wild card may lie on a track as well.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from fairfelt.rules.cards import Card
from fairfelt.runtime.compute.lazy_numpy import np

from .ranking import Ranking, Straightline

if TYPE_CHECKING:
    from numpy.typing import NDArray

CELLS = 13


class TrackRanking(Ranking):
    """A ranking by the best track. Subclasses place the cards and value the masks."""

    tracks: int
    wilds: int = 0
    """The greatest number of wild cards in the deck."""

    @abstractmethod
    def place(self, card: Card) -> tuple[int, int] | None:
        """Track and cell of a card; None for a card that lies on none."""

    def is_wild(self, card: Card) -> bool:
        """Whether the card counts towards the number of wild cards."""
        return False

    @abstractmethod
    def mask_value(self, mask: int, wild: int) -> int:
        """The value of the cells in `mask` on one track with `wild` wild cards; 0 if it makes nothing."""

    def value(self, cards: Sequence[Card]) -> int:
        masks, wild = self.masks(cards)
        return max(self.mask_value(mask, wild) for mask in masks)

    def masks(self, cards: Sequence[Card]) -> tuple[list[int], int]:
        """Cells covered on each track, and the number of wild cards."""
        masks = [0] * self.tracks
        for card in cards:
            if place := self.place(card):
                track, cell = place
                masks[track] |= 1 << cell
        return masks, sum(map(self.is_wild, cards))

    @cached_property
    def card_bits(self) -> NDArray[np.uint64]:
        """For each card its bit, track by track from the lowest; 0 where it lies on no track."""
        places = [self.place(Card(c)) for c in range(52)]
        return np.array([1 << (CELLS * at[0] + at[1]) if at else 0 for at in places], np.uint64)

    @cached_property
    def card_wild(self) -> NDArray[np.uint8]:
        """1 for each wild card."""
        return np.array([self.is_wild(Card(c)) for c in range(52)], np.uint8)

    @cached_property
    def table(self) -> NDArray[np.int32]:
        """Values by number of wild cards and mask."""
        rows = [[self.mask_value(mask, wild) for mask in range(1 << CELLS)] for wild in range(self.wilds + 1)]
        return np.array(rows, np.int32)

    def emit(self, out: str, cards: Sequence[str]) -> Straightline:
        bits, wild, table = f"{out}_bits", f"{out}_wild", f"{out}_table"
        tables: dict[str, NDArray[np.generic]] = {bits: self.card_bits, table: self.table}
        lines = [f"{out}_m = " + " | ".join(f"{bits}[{card}]" for card in cards)]
        row = "0"
        if self.wilds:
            tables[wild] = self.card_wild
            row = f"{out}_w"
            lines.append(f"{row} = " + " + ".join(f"{wild}[{card}]" for card in cards))
        for track in range(self.tracks):
            lines.append(f"{out}_{track} = {table}[{row}, ({out}_m >> {CELLS * track}) & 8191]")
        best = f"{out}_0"
        for track in range(1, self.tracks):
            best = f"max({best}, {out}_{track})"
        lines.append(f"{out} = {best}")
        return Straightline(tuple(lines), tables)
