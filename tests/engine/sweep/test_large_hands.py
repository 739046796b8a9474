"""Hands of seven cards are counted by classes of sets: on small decks the same to the last hand as by single sets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.engine import solve
from fairfelt.engine.solve import core_game
from fairfelt.engine.solvers.general import SOLVER as GENERAL
from fairfelt.engine.solvers.sweep import solver as sweep
from fairfelt.rules import Cards, Deal, Facts, Game, Packet, Result
from fairfelt.rules.cards import Deck
from tests.support.heavy import first_few

DECKS = {
    "two suits and a joker": (Deck("2356A", "cs", jokers=1), 5, 5),
    "three suits, more cards for the dealer": (Deck("46KA", "chs", jokers=1), 5, 6),
    "four suits, no joker": (Deck("26A", "cdhs"), 5, 5),
}


def smaller(deck: Deck, own: int, dealer: int) -> Game:
    """The real game with fewer cards."""
    deal = Deal(Packet(own, to=Cards.OWN), Packet(dealer, to=Cards.DEALER))
    return replace(games.high_five_poker, deck=deck, deal=deal, published=())


@pytest.mark.parametrize("name", first_few(DECKS, 1))
def test_classes_of_sets_count_what_single_sets_count(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = smaller(*DECKS[name])
    monkeypatch.setattr(sweep, "counts_by_ranks", lambda *_: False)
    one_by_one = sweep.solve_sweep(game)
    monkeypatch.setattr(sweep, "MOST_CARDS", 4)
    by_class = sweep.solve_sweep(game)
    assert (one_by_one.totals == by_class.totals).all()
    assert (one_by_one.values == by_class.values).all()


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
