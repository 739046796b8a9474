"""How many rounds an hour a table deals, by the players at it: published tables, by the kind of game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from fairfelt.rules import Game

BLACKJACK = (209, 139, 105, 84, 70, 60, 52)
"""Rounds an hour with one to seven players: Kilby, Casino Operations Management."""
HANDS_AN_HOUR = 350
"""Hands an hour, the dealer's among them, however many play: MacDonald and Eadington."""
RATED = {"baccarat": 72, "pai gow": 34}
"""Rounds an hour by which players are rated where one hand decides for all, or where hands are set."""


@dataclass(frozen=True)
class Pace:
    """How fast a table is dealt."""

    players: int
    rounds_an_hour: Fraction
    source: str
    """Who says so, in words."""

    @property
    def bets_an_hour(self) -> Fraction:
        """Rounds times players."""
        return self.rounds_an_hour * self.players


def pace_of(game: Game, players: int, rounds: Fraction | None = None) -> Pace:
    """The pace of a game with so many players: as said, or as published for its kind."""
    if rounds is not None:
        return Pace(players, rounds, "as you say")
    if game.family == "blackjack" and players <= len(BLACKJACK):
        return Pace(players, Fraction(BLACKJACK[players - 1]), "Kilby's table for blackjack")
    if game.family in RATED:
        return Pace(players, Fraction(RATED[game.family]), "the pace by which players of such games are rated")
    said = f"{HANDS_AN_HOUR} hands an hour, the dealer's among them (MacDonald and Eadington)"
    return Pace(players, Fraction(HANDS_AN_HOUR, players + 1), said)
