"""A game that nobody counts without being asked: it stands for all that cannot be computed."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.rules import Game, Street
from fairfelt.rules.cards import Deck


def too_dear(game: Game) -> Game:
    """The same game from eight decks, two of the dealer's cards seen before its only decision."""
    (street,) = game.streets
    return replace(game, deck=Deck(copies=8), streets=(Street(street.name, *street.choices, dealer=2),))
