"""Hands of seven cards: on a small deck the same as by every information set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.engine.exact import solve
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general.solution import SOLVER as GENERAL
from fairfelt.rules import Cards, Deal, Facts, Game, Packet, Result
from fairfelt.rules.cards import Deck


def smaller(deck: Deck, own: int, dealer: int) -> Game:
    """The real game with fewer cards."""
    deal = Deal(Packet(own, to=Cards.OWN), Packet(dealer, to=Cards.DEALER))
    return replace(games.high_five_poker, deck=deck, deal=deal, published=())


@pytest.mark.heavy
def test_seven_cards_and_the_general_solver() -> None:
    game = smaller(Deck("56KA", "cdhs"), 7, 7)
    general = GENERAL.solution(game, GENERAL.solve(core_game(game), None))
    assert solve(game).round == general.round


def test_the_dealer_always_plays_against_a_straight() -> None:
    ante, play = games.high_five_poker.wagers[:2]
    straight = games.high_five_poker.showdown.ranking.line("straight")  # type: ignore[union-attr]
    for line, pays in ((straight, -1), (straight - 1, 1)):
        facts = Facts(Result.LOSS, player=line, qualified=False)
        assert ante.outcome(facts).pay.net == pays
    assert play.outcome(Facts(Result.LOSS, player=straight - 1, qualified=False)).pay.net == 0
