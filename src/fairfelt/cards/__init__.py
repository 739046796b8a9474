"""The ground: cards, decks, notation, and classes of cards that a ranking cannot tell apart."""

from .card import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, Card, card
from .deck import STANDARD, Deck, DeckError
from .notation import NotationError, format_cards, parse_card, parse_cards

__all__ = [
    "RANKS", "RANK_NAMES", "STANDARD", "SUITS", "SUIT_NAMES", "Card", "Deck", "DeckError", "NotationError",
    "card", "format_cards", "parse_card", "parse_cards",
]  # fmt: skip
