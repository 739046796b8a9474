"""Cards in writing: "As Kd 7c", "AsKd7c", "10h", "Q♠", "*" for a joker."""

from __future__ import annotations

from collections.abc import Iterable

from .card import JOKER_SYMBOL, RANKS, SUITS, Card, card

_SYMBOLS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}
_WRITTEN = str.maketrans({**_SYMBOLS, "🃏": JOKER_SYMBOL, "\ufe0e": "", "\ufe0f": "", ",": " ", "-": " "})
"""Suits as they are printed, with or without the mark that makes them colored; what may stand between cards."""


class NotationError(ValueError):
    """Text that is not a card, with the sentence that says why."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written with or without spaces or commas between them."""
    letters = text.replace("10", "T").translate(_WRITTEN)
    found: list[Card] = []
    for word in letters.split():
        found.extend(_parse_word(word))
    return tuple(found)


def parse_card(text: str) -> Card:
    """Read exactly one card."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise NotationError(f"{text!r} is not one card: write a rank and a suit, such as As or 10h")
    return cards[0]


def format_cards(cards: Iterable[Card]) -> str:
    """Cards with a space between them, as `parse_cards` reads them."""
    return " ".join(str(card) for card in cards)


def _parse_word(word: str) -> Iterable[Card]:
    at = 0
    while at < len(word):
        if word[at] == JOKER_SYMBOL:
            yield Card(52)
            at += 1
            continue
        rank, suit = word[at].upper(), word[at + 1 : at + 2].lower()
        if rank not in RANKS:
            raise NotationError(f"{word!r} is not a card: {word[at]!r} is no rank; ranks are {' '.join(RANKS)}")
        if not suit or suit not in SUITS:
            raise NotationError(f"{word!r} is not a card: after the rank comes a suit, one of {' '.join(SUITS)}")
        yield card(RANKS.index(rank), SUITS.index(suit))
        at += 2
