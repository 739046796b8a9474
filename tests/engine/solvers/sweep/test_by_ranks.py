"""Counting the dealer's hands by ranks and one suit gives what counting every single set of cards gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fairfelt import games
from fairfelt.engine.core.counter import solve_counter
from fairfelt.engine.core.value_counts import counts_by_ranks
from fairfelt.engine.solvers.sweep.counter import SOLVER, SetCounter, solve_shown
from fairfelt.rules import Cards, Deal, Game, Packet
from fairfelt.rules.cards import Deck
from fairfelt.rules.hands import FOUR_CARD, POKER, THREE_CARD, THREE_CARD_SPADES
from tests.support.heavy import chosen


def dealt(game: Game, deck: Deck, own: int, dealer: int) -> Game:
    """The real game with a smaller deck and perhaps fewer cards."""
    deal = Deal(Packet(own, to=Cards.OWN), Packet(dealer, to=Cards.DEALER))
    return replace(game, deck=deck, deal=deal, published=())


CASES = {
    "an up card, two cards beside the flush": dealt(games.four_card_poker, Deck("23456TA", "chs"), 5, 6),
    "an up card, four suits": dealt(games.four_card_poker, Deck("34KA"), 5, 6),
    "an up card, a flush of all cards": dealt(games.caribbean_stud, Deck("2345KA", "ch"), 5, 5),
    "no up card, more cards for the player": dealt(games.crazy_4_poker, Deck("2345A", "cdh"), 6, 5),
    "a joker": dealt(games.high_five_poker, Deck("2356A", "cs", jokers=1), 5, 5),
}


@pytest.mark.parametrize("name", chosen(CASES, {"a joker", "an up card, a flush of all cards"}))
def test_ranks_and_single_sets_count_alike(name: str) -> None:
    game = CASES[name]
    assert game.showdown
    assert counts_by_ranks(game.showdown.ranking, game.deck, game.deal.count(Cards.DEALER))
    by_ranks = SOLVER.solve(game, None)
    if counter := SetCounter.of_plain_play(game):
        one_by_one = solve_counter(counter)
        assert (by_ranks.values == one_by_one.values).all()
        assert (by_ranks.best == one_by_one.best).all()
        assert (by_ranks.totals == one_by_one.totals).all()
    else:
        assert (by_ranks.totals == solve_shown(game).totals).all()


def test_two_suits_of_one_hand_never_decide() -> None:
    assert counts_by_ranks(FOUR_CARD, Deck(), 6)
    assert counts_by_ranks(THREE_CARD, Deck(), 3)
    assert not counts_by_ranks(THREE_CARD_SPADES, Deck(), 3)
    assert not counts_by_ranks(POKER, Deck(suits="c"), 5)
    assert not counts_by_ranks(POKER, Deck(copies=2), 5)
