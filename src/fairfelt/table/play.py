"""A whole round in one call, by the same operations as any other."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fairfelt.rules import Choice, Game, Street
from fairfelt.rules.cards import Card
from fairfelt.table.operations.choose import Choose
from fairfelt.table.operations.deal_cards import DealCards
from fairfelt.table.operations.place_bets import PlaceBets
from fairfelt.table.operations.settle import Settle

from .round import Round
from .seat import View
from .settlement import Settlement

Decide = Callable[[Street, View], Choice]
"""How a player decides: by the street and by what can be seen there."""


def play(
    game: Game, order: tuple[Card, ...], bets_micros: Mapping[int, Mapping[str, int]], decide: Decide
) -> Settlement:
    """Place the bets of each seat, deal the cards in that order, make all decisions, and settle."""
    round = Round(game)
    for seat, amounts_micros in bets_micros.items():
        round = round.apply(PlaceBets(seat, amounts_micros))
    round = round.apply(DealCards(order))
    while (street := round.street) and (player := round.to_act):
        choice = decide(street, round.visible(player.number))
        round = round.apply(Choose(player.number, choice.name))
    settlement = round.apply(Settle()).settlement
    assert settlement, "a settled round has a settlement"
    return settlement
