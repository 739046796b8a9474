"""Shuffling without bias: every order of the deck is equally likely if the source of randomness is fair."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random, SystemRandom

from fairfelt.rules.cards import Card


def shuffle(cards: Iterable[Card], source: Random | None = None) -> tuple[Card, ...]:
    """Fisher and Yates: each place takes one of the cards not yet placed.

    The operating system's generator is used unless a seeded source is given.
    """
    source = source or SystemRandom()
    order = list(cards)
    for at in range(len(order) - 1):
        drawn = at + source.randrange(len(order) - at)
        order[at], order[drawn] = order[drawn], order[at]
    return tuple(order)
