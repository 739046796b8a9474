"""One playing card, as an integer that knows its name.

      index = 13 * suit + rank        rank  0..12 = 2 3 4 5 6 7 8 9 T J Q K A
                                      suit  0..3  = clubs diamonds hearts spades
      jokers are 52 and up

A suit is therefore thirteen neighboring bits of a 52-bit set of cards.
"""

from __future__ import annotations

from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
JOKER_SYMBOL: Final = "*"

RANK_NAMES: Final = (
    "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")


class Card(int):
    """A card of a 52-card deck, or a joker. Equal cards of several decks are equal."""

    __slots__ = ()

    @property
    def is_joker(self) -> bool:
        """Whether this card has neither rank nor suit."""
        return self >= 52

    @property
    def rank(self) -> int:
        """0 for the deuce up to 12 for the ace."""
        return self % 13

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self // 13

    @property
    def is_red(self) -> bool:
        """Diamonds and hearts are red."""
        return self.suit in (1, 2)

    @property
    def words(self) -> str:
        """The card as a dealer says it: "ace of spades"."""
        return "joker" if self.is_joker else f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return JOKER_SYMBOL if self.is_joker else RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


def card(rank: int, suit: int) -> Card:
    """The card of that rank (0 = deuce) and suit (0 = clubs)."""
    return Card(13 * suit + rank)
