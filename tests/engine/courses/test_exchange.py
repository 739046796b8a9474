"""Cards exchanged and bought, and a dealer who has to discard: by the solver, by hand, and at the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from fairfelt.engine.courses.small_check import every_round, play_rounds
from fairfelt.engine.exact import bracket, par, solve
from fairfelt.rules import (
    Exchange,
    Game,
    Paytable,
    Qualify,
    Showdown,
    by_hand_if_it_wins,
    by_ranking,
    even_money,
    fingerprint,
    opening,
    price_of_cards,
    raised,
)
from fairfelt.rules.cards import RANKS, Card, Deck, parse_cards
from fairfelt.rules.hands import POKER, THREE_CARD
from fairfelt.rules.json_form.read import game_text, read_text
from fairfelt.runtime.formats import MICROS
from fairfelt.table import play
from tests.support.single_cards import HIGHEST_SUIT

DRAW = Game(
    name="Suit Draw",
    summary="Have the higher suit.",
    deck=Deck("3KA", "cd"),
    course=Exchange(Showdown(HIGHEST_SUIT), cards=1, dealer_cards=2, exchange_prices=(1,), discards="A", raise_times=1),
    wagers=(opening("Ante", even_money), raised("Draw", price_of_cards), raised("Raise", even_money)),
)
BUY = replace(DRAW, course=replace(DRAW.course, exchange_prices=(), buy_prices=(1,), discards="", dealer_cards=1))  # type: ignore[type-var]
OASIS = Game(
    name="Stud with Exchange",
    summary="Make a better hand than the dealer.",
    course=Exchange(Showdown(POKER, qualify=Qualify("ace-king", "Ac Kd 4h 3s 2c")), exchange_prices=(1, 2, 3, 2, 1)),
    wagers=(
        opening("Ante", even_money),
        raised("Draw", price_of_cards),
        raised("Raise", by_ranking(by_hand_if_it_wins, POKER), pays=(Paytable("1", {1: 1, 2: 2, 3: 3, 6: 5}),)),
    ),
)


def worth(mine: tuple[Card, ...], up: Card, hidden: tuple[Card, ...]) -> int:
    """1, 0 or -1 by hand: an ace that lies up is discarded."""
    dealer = hidden if hidden and RANKS[up.rank] == "A" else (up, *hidden)
    own, theirs = HIGHEST_SUIT.value(mine), HIGHEST_SUIT.value(dealer)
    return (own > theirs) - (own < theirs)


def raised_or_folded(results: list[int], paid: int) -> Fraction:
    """Of equal chances: twice the result, or the Ante; what was paid for cards is gone."""
    return max(Fraction(2 * sum(results), len(results)), Fraction(-1)) - paid


def test_an_exchange_and_a_forced_discard_by_hand() -> None:
    deck, total = DRAW.deck.cards, Fraction(0)
    sights = [(own, up) for own in deck for up in deck if own != up]
    for own, up in sights:
        rest = [card for card in deck if card not in (own, up)]
        keep = raised_or_folded([worth((own,), up, (hidden,)) for hidden in rest], 0)
        news = [raised_or_folded([worth((new,), up, (hidden,)) for hidden in rest if hidden != new], 1) for new in rest]
        total += max(keep, sum(news, Fraction(0)) / len(news))
    assert -solve(DRAW).round.house_edge == total / len(sights)


def test_a_bought_card_by_hand() -> None:
    deck, total = BUY.deck.cards, Fraction(0)
    sights = [(own, up) for own in deck for up in deck if own != up]
    for own, up in sights:
        rest = [card for card in deck if card not in (own, up)]
        keep = raised_or_folded([worth((own,), up, ())], 0)
        more = [raised_or_folded([worth((own, new), up, ())], 1) for new in rest]
        total += max(keep, sum(more, Fraction(0)) / len(more))
    assert -solve(BUY).round.house_edge == total / len(sights)


@pytest.mark.parametrize("game", [DRAW, BUY], ids=["exchange and discard", "buy"])
def test_every_round_at_the_table_comes_to_the_same(game: Game) -> None:
    solution, sheet = solve(game), par(game)
    rounds = every_round(game, solution)
    played = play_rounds(game, rounds, {"Ante": 2 * MICROS})
    assert sum((each.chance for each in rounds), Fraction(0)) == 1
    for wager in game.wagers:
        counted = sum((row.contribution for row in sheet.wager(wager.name).outcomes), Fraction(0))
        assert played[wager.name] == 2 * MICROS * counted, wager.name
    assert sum(played.values()) == -2 * MICROS * sheet.round.house_edge


def test_the_cards_that_were_exchanged_are_gone_and_the_price_is_kept() -> None:
    order = parse_cards("Ks Kd 7h 4c 2s  Qc Qd 9h 5s 3c  As Ah Ac")
    steps = iter(["exchange 3 4 5", "Raise 2x"])

    def choose(street: object, view: object) -> object:
        wanted = next(steps)
        return next(choice for choice in street.choices if choice.name == wanted)  # type: ignore[attr-defined]

    left = [card for card in OASIS.deck.cards if card not in order]
    nets = {
        bet.wager: bet.net_micros // MICROS
        for bet in play(OASIS, (*order, *left), {1: {"Ante": MICROS}}, choose).of(1)  # type: ignore[arg-type]
    }
    assert nets == {"Ante": 1, "Draw": -3, "Raise": 10}


def test_what_cannot_be_meant_is_refused() -> None:
    with pytest.raises(ValueError, match="4 cards of a hand of 3 cannot be exchanged"):
        Exchange(Showdown(THREE_CARD), cards=3, exchange_prices=(1, 1, 1, 1))
    with pytest.raises(ValueError, match="the dealer discards a card that is face up"):
        Exchange(discards="A", up_cards=0)
    with pytest.raises(ValueError, match="three-card poker cannot read a hand of 4 cards"):
        Exchange(Showdown(THREE_CARD), cards=3, dealer_cards=4)
    with pytest.raises(ValueError, match="could run out"):
        DRAW.with_deck(Deck("A", "cd"))


def test_it_is_a_known_part() -> None:
    buying = Exchange(Showdown(POKER), dealer_cards=6, buy_prices=(1,), discards="KA")
    for game in (OASIS, replace(OASIS, course=buying, wagers=DRAW.wagers)):
        assert fingerprint(read_text(game_text(game))) == fingerprint(game)


def test_the_full_game_is_bracketed() -> None:
    low, high = bracket(OASIS, rounds=2).house_edge
    assert low < high
    assert len(list(combinations(range(5), 3))) == sum(len(c.name.split()) == 4 for c in OASIS.streets[0].choices)
