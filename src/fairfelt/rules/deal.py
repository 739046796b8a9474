"""Who gets which cards, packet by packet, as the shuffler gives them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Flag, auto

from fairfelt.rules.cards import Deck

MOST_SEATS = 9
"""No table has more places to sit, whatever the deck would allow."""


class Cards(Flag):
    """A set of cards at the table, as one player sees it."""

    OWN = auto()
    DEALER = auto()
    COMMUNITY = auto()

    def __str__(self) -> str:
        words = {
            Cards.OWN: "player's cards",
            Cards.DEALER: "dealer's cards",
            Cards.COMMUNITY: "community cards",
        }
        return " and ".join(text for part, text in words.items() if part in self)


@dataclass(frozen=True)
class Packet:
    """Cards dealt at once. To OWN means one such packet to each player, from the dealer's left.

    `burn` cards leave the top unseen, `take` of the rest are used, and what remains is burned too.
    """

    size: int
    to: Cards
    burn: int = 0
    take: int | None = None

    def __post_init__(self) -> None:
        if self.size < 1 or self.burn < 0 or not 0 < self.taken <= self.size - self.burn:
            raise ValueError(f"a packet of {self.size} cannot burn {self.burn} and use {self.take}")

    @property
    def taken(self) -> int:
        """Cards that come into play."""
        return self.size - self.burn if self.take is None else self.take


@dataclass(frozen=True, init=False)
class Deal:
    """The packets of a round in the order they leave the shuffler."""

    packets: tuple[Packet, ...]

    def __init__(self, *packets: Packet) -> None:
        object.__setattr__(self, "packets", packets)

    def count(self, cards: Cards) -> int:
        """Cards in play for those places, one player counted."""
        return sum(packet.taken for packet in self.packets if packet.to in cards)

    def cards_needed(self, seats: int) -> int:
        """Cards that leave the deck; of the last packet only those down to the last one used."""
        sizes = [packet.size * (seats if packet.to is Cards.OWN else 1) for packet in self.packets]
        last = self.packets[-1]
        return sum(sizes) - (last.size - last.burn - last.taken)

    def most_seats(self, deck: Deck) -> int:
        """The greatest number of players the deck serves, and no more than a table holds."""
        fitting = [seats for seats in range(1, MOST_SEATS + 1) if self.cards_needed(seats) <= len(deck)]
        return max(fitting, default=0)
