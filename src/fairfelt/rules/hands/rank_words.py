"""Ranks in the dealer's words."""

from __future__ import annotations

from fairfelt.rules.cards import RANK_NAMES, RANKS


def rank_word(letter: str) -> str:
    """One card of that rank: "six"."""
    return RANK_NAMES[RANKS.index(letter)]


def rank_words(letter: str) -> str:
    """Several cards of that rank: "sixes"."""
    word = rank_word(letter)
    return f"{word}es" if word == "six" else f"{word}s"


def listed(letters: str) -> str:
    """Ranks one after the other: "queen, jack, nine"."""
    return ", ".join(map(rank_word, letters))


def kickers(letters: str) -> str:
    """What stands beside a pair: "ace kicker", "ace-jack-four kickers"."""
    return "-".join(map(rank_word, letters)) + (" kicker" if len(letters) == 1 else " kickers")
