"""What is in the shoe: ranks, suits, copies, jokers."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from .card import RANKS, SUITS, Card, card


class DeckError(ValueError):
    """Cards that this deck cannot deal, with the sentence that says why."""


@dataclass(frozen=True)
class Deck:
    """Every rank in every suit, `copies` times, and so many jokers."""

    ranks: str = RANKS
    suits: str = SUITS
    copies: int = 1
    jokers: int = 0

    def __post_init__(self) -> None:
        for letters, allowed, what in ((self.ranks, RANKS, "rank"), (self.suits, SUITS, "suit")):
            for letter in letters:
                if letter not in allowed:
                    raise DeckError(f"{letter!r} is no {what}: a deck takes {what}s from {allowed}")
            if len(set(letters)) != len(letters):
                raise DeckError(f"a {what} is named twice in {letters!r}")
        if self.copies < 1 or self.jokers < 0:
            raise DeckError("a deck has at least one copy of each card and no negative number of jokers")

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Each different card once, in order of index; one face stands for all jokers."""
        plain = sorted(card(RANKS.index(r), SUITS.index(s)) for s in self.suits for r in self.ranks)
        return (*plain, Card(52)) if self.jokers else tuple(plain)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the shoe, copies included."""
        plain = [face for face in self.faces if not face.is_joker]
        return (*plain * self.copies, *[Card(52)] * self.jokers)

    def __len__(self) -> int:
        return len(self.ranks) * len(self.suits) * self.copies + self.jokers

    def fixed_order(self, number: int) -> tuple[Card, ...]:
        """All cards in an order that is the same for the same number, everywhere."""
        keys = [hashlib.sha256(f"{number} {at}".encode()).digest() for at in range(len(self))]
        return tuple(self.cards[at] for at in sorted(range(len(self)), key=keys.__getitem__))

    def verify(self, cards: Iterable[Card]) -> None:
        """Refuse cards that are not in the deck, or more of one than it holds."""
        held = self._held
        for face, wanted in Counter(cards).items():
            if face not in held:
                raise DeckError(f"{face} is not in this deck")
            if wanted > held[face]:
                times = "once" if held[face] == 1 else f"{held[face]} times"
                raise DeckError(f"{face} is there {wanted} times; the deck holds it {times}")

    @cached_property
    def _held(self) -> Counter[Card]:
        return Counter(self.cards)


STANDARD = Deck()
