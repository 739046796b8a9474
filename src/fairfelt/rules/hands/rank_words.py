"""Ranks and hands in words: a value as a dealer calls it, and how hands of one line compare."""

from __future__ import annotations

from enum import IntEnum

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


def poker_order(lowest_straight: str) -> tuple[str, ...]:
    """How hands of one line compare wherever poker hands are compared."""
    return (
        "Of two hands of the same kind, the higher group wins (four, three or two of a rank); if these are equal, the "
        "cards beside them decide from the highest down. Two straights are compared by their highest card, two "
        "flushes card by card from the highest down.",
        f"The ace is the highest card; only in {lowest_straight} it is the lowest. Suits never break a tie.",
    )


def describe_hand(line: IntEnum, ranks: str) -> str:
    """A hand by the name of its line and the ranks that decide, the most important first."""
    first, rest = ranks[0], ranks[1:]
    match line.name:
        case "HIGH_CARD":
            return f"{rank_word(first)} high, {listed(rest)}"
        case "PAIR":
            return f"pair of {rank_words(first)}{_beside(rest)}"
        case "TWO_PAIR":
            return f"two pair, {rank_words(first)} and {rank_words(rest[0])}{_beside(rest[1:])}"
        case "THREE_OF_A_KIND":
            return f"three {rank_words(first)}{_beside(rest)}"
        case "STRAIGHT":
            return f"straight to the {rank_word(first)}"
        case "FLUSH":
            return f"{rank_word(first)}-high flush, {listed(rest)}"
        case "FULL_HOUSE":
            return f"full house, {rank_words(first)} over {rank_words(rest)}"
        case "FOUR_OF_A_KIND":
            return f"four {rank_words(first)}{_beside(rest)}"
        case "STRAIGHT_FLUSH":
            return f"straight flush to the {rank_word(first)}"
        case name:
            return name.lower().replace("_", " ")


def _beside(letters: str) -> str:
    return f", {kickers(letters)}" if letters else ""
