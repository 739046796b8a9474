"""Cards and decks. A card is a (rank, suit) pair: rank 2 to 14 (14 is the ace), suit 0 to 3. The joker is (0, 0)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = json.loads(Path(__file__).with_name("data.json").read_text())
"""Lines of rankings from the worst up, bets with what makes their endings, house ways, and small decks."""
RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = (0, 0)

Card = tuple[int, int]


def parse_card(text: str) -> Card:
    """A card from its two letters, or the joker from an asterisk."""
    return JOKER if text == "*" else (RANKS.index(text[0]) + 2, SUITS.index(text[1]))


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards from a line such as "As Kd *"."""
    return tuple(parse_card(word) for word in text.split())


def make_deck(form: dict[str, object] | None) -> list[Card]:
    """The deck of a game's JSON form; a shoe repeats its cards."""
    form = form or {}
    ranks, suits = str(form.get("ranks", RANKS)), str(form.get("suits", SUITS))
    pack = [parse_card(rank + suit) for rank in ranks for suit in suits]
    pack += [JOKER] * int(str(form.get("jokers", 0)))
    return pack * int(str(form.get("copies", 1)))
