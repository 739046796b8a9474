"""Who gets which card."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.rules import Game
from fairfelt.rules.cards import DeckError, parse_cards
from fairfelt.table import DealCards, Round, stacked_deck
from tests.table.scene import bets

GAMES = [variant for game in games.catalogue() for variant in game.variants]
BY_PACKETS = [game for game in GAMES if not game.course]


@st.composite
def deals(draw: st.DrawFn) -> Round:
    """Any game that is dealt in packets, any seats, any order of the deck."""
    game = draw(st.sampled_from(BY_PACKETS))
    round = Round(game)
    for seat in draw(st.lists(st.integers(1, game.seats), min_size=1, unique=True)):
        round = round.apply(bets(game, seat))
    deal = DealCards.shuffled(game.deck, Random(draw(st.integers(0, 2**32))))
    count = draw(st.integers(game.deal.cards_needed(len(round.seats)), len(game.deck)))
    return round.apply(DealCards(deal.order[:count]))


@given(deals())
def test_no_card_is_dealt_twice_and_none_is_lost(round: Round) -> None:
    assert round.dealt
    cards = [card for packet in round.dealt.packets for card in (*packet.cards, *packet.burned)]
    round.game.deck.verify(cards)
    assert sorted(cards) == sorted(round.dealt.order[: len(cards)])


@given(deals())
def test_everybody_gets_what_the_packets_say(round: Round) -> None:
    assert round.dealt
    held = dict.fromkeys((0, *round.dealt.own), ()) | {-1: ()}
    for packet in round.dealt.packets:
        place = packet.seat or (0 if packet.receiver == "the dealer" else -1)
        held[place] += packet.cards  # type: ignore[assignment]
    assert held == {0: round.dealt.dealer, -1: round.dealt.community, **round.dealt.own}
    assert {len(cards) for cards in round.dealt.own.values()} == {round.game.hole}


@given(deals())
def test_players_are_served_from_the_dealers_left(round: Round) -> None:
    assert round.dealt
    served = [packet.seat for packet in round.dealt.packets if packet.seat]
    seats = [seat.number for seat in round.seats]
    assert served == sorted(seats) * (len(served) // len(seats))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_a_full_table_is_served_from_one_deck(game: Game) -> None:
    round = Round(game)
    for seat in round.free_seats:
        round = round.apply(bets(game, seat))
    round = round.apply(DealCards.shuffled(game.deck))
    assert round.dealt and len(round.dealt.own) == game.seats


def test_a_last_packet_may_be_cut_short_by_the_end_of_the_deck() -> None:
    game = games.find("straight-edge-poker", "v1")
    round = Round(game)
    for seat in round.free_seats:
        round = round.apply(bets(game, seat))
    round = round.apply(DealCards.shuffled(game.deck))
    assert round.dealt
    assert [(len(p.cards), len(p.burned)) for p in round.dealt.packets[-2:]] == [(7, 0), (1, 2)]


def test_a_stacked_deck_is_a_whole_deck_that_deals_what_was_asked() -> None:
    game = games.find("flushes-gone-wild")
    hand, community = parse_cards("As Ks Qs"), parse_cards("2c 2d")
    order = stacked_deck(game, {3: hand, 1: ()}, community=community, source=Random(1))
    assert sorted(order) == sorted(game.deck.cards)
    round = Round(game).apply(bets(game, 1)).apply(bets(game, 3)).apply(DealCards(order))
    assert round.dealt
    assert round.dealt.own[3][:3] == hand
    assert round.dealt.community == community


def test_a_stacked_deck_has_no_card_twice() -> None:
    game = games.find("three-card-poker")
    with pytest.raises(DeckError, match="As is there 2 times; the deck holds it once"):
        stacked_deck(game, {1: parse_cards("As Ks Qs")}, dealer=parse_cards("As"))
