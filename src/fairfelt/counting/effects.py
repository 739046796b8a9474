"""Effects of removal: how much the edge changes with every single card that has gone, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from fairfelt.cards import Card

from .shoe_bet import CardClass, ShoeBet, kinds_without


@dataclass(frozen=True)
class Effect:
    """What one card of a kind is worth when it is gone."""

    kind: CardClass
    copies: int
    on_edge: Fraction
    """Added to the player's expected result of one unit."""
    on_chance: Fraction
    """Added to the chance to win."""


def effects_of_removal(bet: ShoeBet) -> tuple[Effect, ...]:
    """For every kind of card: the expected result without one of them, less that of the whole shoe."""
    whole, chance = bet.expected(bet.copies), bet.chance(bet.copies)
    found = []
    for at, (kind, copies) in enumerate(zip(bet.classes, bet.copies, strict=True)):
        left = tuple(many - (at == other) for other, many in enumerate(bet.copies))
        found.append(Effect(kind, copies, bet.expected(left) - whole, bet.chance(left) - chance))
    return tuple(found)


def edge_with(bet: ShoeBet, removed: Sequence[Card]) -> Fraction:
    """The player's expected result of one unit when those cards have gone."""
    return bet.expected(kinds_without(bet, list(removed)))
