"""Bets on the hand that shows down, of the player's own cards and the shared ones: the showdown itself tells them."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.rules import Cards, Game, Wager

from .told_apart import tray_tables


def reads_showdown_hand(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by all the cards that the player shows down, shared ones among them."""
    showdown = game.showdown
    if game.course or showdown is None or not game.deal.count(Cards.COMMUNITY & showdown.shared):
        return False
    same = wager.ranking is showdown.ranking and wager.on == Cards.OWN | showdown.shared and not wager.first
    return wager.is_optional and same and not wager.against and any(table.pays for table in tray_tables(wager))


def with_bets_on_showdown(game: Game) -> Game:
    """The same game, where such bets go by the showdown: then its endings are told apart by what they are paid."""
    wagers = (replace(each, ranking=None) if reads_showdown_hand(game, each) else each for each in game.wagers)
    return replace(game, wagers=tuple(wagers))
