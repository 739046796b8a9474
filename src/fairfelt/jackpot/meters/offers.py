"""The progressive bets of the catalogue: what a jackpot can be made for, and what a table can be set up with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fairfelt import games
from fairfelt.rules import Game

__all__ = ["ProgressiveOffer", "all_offers", "offers_of"]

SEPARATOR = "|"


class ProgressiveOffer(NamedTuple):
    """A game with one of its progressive bets and one of its paytables, by their names."""

    game: str
    variant: str
    wager: str
    paytable: str

    @property
    def key(self) -> str:
        """The value in a form."""
        return SEPARATOR.join(self)

    @property
    def bet_key(self) -> str:
        """The key of the bet within its game."""
        return SEPARATOR.join((self.wager, self.paytable))

    @property
    def words(self) -> str:
        """The text for people."""
        return f"{self.find_game().title}: {self.wager}, {self.paytable}"

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels it can win, from its best hand down."""
        pays = self.find_game().paytable(self.wager, self.paytable).pays
        return tuple(dict.fromkeys(pay.level for _, pay in sorted(pays.items(), reverse=True) if pay.level))

    def find_game(self) -> Game:
        """The game itself."""
        return games.find(self.game, self.variant)


def offers_of(game: Game) -> tuple[ProgressiveOffer, ...]:
    """Every bet of a game that wins a share of a meter."""
    found = (
        ProgressiveOffer(game.slug, game.variant, wager.name, table.name)
        for wager in game.wagers
        if wager.feeds_meter
        for table in wager.paytables
    )
    return tuple(offer for offer in found if offer.levels)


@cache
def all_offers() -> dict[str, ProgressiveOffer]:
    """Those of all games, by their keys."""
    versions = (version for game in games.catalogue() for version in game.variants)
    return {offer.key: offer for version in versions for offer in offers_of(version)}
