"""Which side bets are paid by the cards that a player sees at the first decision."""

from __future__ import annotations

from fairfelt.exact.core.problem import has_one_deck
from fairfelt.rules import Cards, Game, Wager

from .told_apart import tray_tables

IN_SIGHT = {Cards.OWN, Cards.OWN | Cards.COMMUNITY}


def reads_cards_in_sight(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by the cards that a player sees at the first decision, and by what is chosen there.

    A fold at a later decision would say more than these cards do, so that a bet lost by it is another matter.
    """
    if game.course or not game.streets or not wager.is_optional or wager.ranking is None or wager.against:
        return False
    own, shared = (min(each, wager.first or each) for each in map(game.deal.count, (Cards.OWN, Cards.COMMUNITY)))
    seen = wager.on in IN_SIGHT and own == game.hole
    if Cards.COMMUNITY in wager.on:
        seen = seen and shared == game.streets[0].community
    lasts = wager.survives_fold or len(game.streets) == 1
    return seen and lasts and has_one_deck(game) and any(table.pays for table in tray_tables(wager))
