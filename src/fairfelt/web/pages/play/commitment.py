"""A shuffle that is promised before the bets and shown after the round, so that anybody can check it was kept."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex

from fairfelt.rules.cards import Card, Deck, format_cards
from fairfelt.table import shuffle

NONCE_BYTES = 32


@dataclass(frozen=True)
class Shuffle:
    """The order of a deck, and a number nobody can guess that keeps the promise from giving it away."""

    order: tuple[Card, ...]
    nonce: str

    @classmethod
    def fresh(cls, deck: Deck) -> Shuffle:
        """Shuffled by the operating system's generator."""
        return cls(shuffle(deck.cards), token_hex(NONCE_BYTES))

    @property
    def commitment(self) -> str:
        """The promise."""
        return commitment_of(self.nonce, format_cards(self.order))

    def cut_at(self, at: int) -> tuple[Card, ...]:
        """As it is dealt: so many cards go from the top to the bottom."""
        return self.order[at:] + self.order[:at]


def commitment_of(nonce: str, order: str) -> str:
    """SHA-256 of nonce and order with a space between them, as hexadecimal digits."""
    return sha256(f"{nonce} {order}".encode()).hexdigest()
