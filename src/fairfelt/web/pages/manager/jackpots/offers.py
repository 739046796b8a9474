"""The progressive wagers of the catalogue: what a jackpot can be made for, and what a table can be set up with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fairfelt import games
from fairfelt.room import Floor, HandButton, hand_buttons
from fairfelt.rules import Kind

SEPARATOR = "|"


class Offer(NamedTuple):
    """A game with one of its progressive wagers and one paytable."""

    game: str
    variant: str
    wager: str
    paytable: str

    @property
    def key(self) -> str:
        """As a form sends it."""
        return SEPARATOR.join(self)

    @property
    def words(self) -> str:
        """As people read it."""
        return f"{games.find(self.game, self.variant).title}: {self.wager}, {self.paytable}"

    @property
    def hands(self) -> tuple[HandButton, ...]:
        """What it pays, best hand first."""
        return _hands(self)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels it can win, from its highest line down."""
        return tuple(dict.fromkeys(hand.level for hand in self.hands if hand.level))


@cache
def _hands(offer: Offer) -> tuple[HandButton, ...]:
    return hand_buttons(games.find(offer.game, offer.variant), offer.wager, offer.paytable)


@cache
def offers() -> dict[str, Offer]:
    """All that win a share of a level, by their keys."""
    found = (
        Offer(game.slug, game.variant, wager.name, table.name)
        for first in games.catalogue()
        for game in first.variants
        for wager in game.wagers
        if wager.kind is Kind.PROGRESSIVE
        for table in wager.paytables
    )
    return {offer.key: offer for offer in found if offer.levels}


def offers_of(floor: Floor, jackpot: str) -> tuple[Offer, ...]:
    """What is played for a jackpot, each once."""
    tables = [table for table in floor.tables.values() if floor.links[table.link].jackpot == jackpot]
    return tuple(dict.fromkeys(Offer(each.game, each.variant, each.wager, each.paytable) for each in tables))
