"""What the table allows and what it refuses; a refusal changes nothing."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.rules.cards import STANDARD, Deck
from fairfelt.runtime.formats import MICROS
from fairfelt.table import Choose, DealCards, Operation, PlaceBets, Round, RoundError, Settle
from tests.table.scene import allows, bets, dealt

GAME = games.find("straight-edge-poker", "v2")
THREE = games.find("three-card-poker")
WHOLE = DealCards(STANDARD.cards)


def refused(round: Round, operation: Operation) -> str:
    """The sentence of the refusal, after a look that nothing has changed."""
    before = tuple(round)
    assert not allows(round, operation)
    with pytest.raises(RoundError) as refusal:
        round.apply(operation)
    assert tuple(round) == before
    return str(refusal.value)


def betting(**amounts: int) -> PlaceBets:
    return PlaceBets(1, {name.replace("_", " "): units * MICROS for name, units in amounts.items()})


def test_what_is_legal_follows_the_phase() -> None:
    round = Round(THREE)
    seen = [(round.phase, round.legal())]
    for operation in (bets(THREE), WHOLE, Choose(1, "Play"), Settle()):
        round = round.apply(operation)
        seen.append((round.phase, round.legal()))
    assert seen == [
        ("betting", ("place bets",)),
        ("betting", ("place bets", "deal cards")),
        ("deciding", ("choose",)),
        ("settling", ("settle",)),
        ("settled", ()),
    ]


def test_a_full_table_takes_no_more_bets() -> None:
    round = Round(GAME)
    assert round.free_seats == (1, 2, 3, 4, 5, 6)
    for seat in round.free_seats:
        round = round.apply(bets(GAME, seat))
    assert round.legal() == ("deal cards",)
    assert refused(round, bets(GAME, 7)) == "there is no seat 7: Straight Edge Poker V2 has seats 1 to 6"


@pytest.mark.parametrize("seat", [0, -1, 7])
def test_there_are_only_so_many_seats(seat: int) -> None:
    assert refused(Round(GAME), bets(GAME, seat)) == f"there is no seat {seat}: Straight Edge Poker V2 has seats 1 to 6"


def test_a_seat_bets_once() -> None:
    round = Round(GAME).apply(bets(GAME))
    assert refused(round, bets(GAME)) == "seat 1 has placed its bets already: it can bet again in the next round"


@pytest.mark.parametrize(
    ("bet", "sentence"),
    [
        (betting(Ante=5), "the bet on Blind is missing: every player makes it before the deal"),
        (betting(), "the bet on Ante is missing: every player makes it before the deal"),
        (betting(Ante=5, Blind=6), "Blind is $6.00 and Ante is $5.00: they must be equal"),
        (betting(Ante=5, Blind=5, Play=5), "Play is not bet before the deal: it is made at a decision"),
        (betting(Ante=5, Blind=5, Insurence=5), "there is no wager 'Insurence'; did you mean 'Insurance'?"),
        (betting(Ante=5, Blind=5, Insurance=0), "the bet on Insurance is $0.00: it must be more than nothing"),
        (betting(Ante=-5, Blind=-5), "the bet on Ante is -$5.00: it must be more than nothing"),
        (PlaceBets(1, {"Ante": 5.0, "Blind": 5.0}), "the bet on Ante is 5.0: give it in whole millionths"),  # type: ignore[dict-item]
        (betting(Ante=5, ante=5, Blind=5), "a wager is named twice in Ante, ante, Blind: give one amount for each"),
    ],
)  # fmt: skip
def test_bets_the_game_does_not_take(bet: PlaceBets, sentence: str) -> None:
    assert refused(Round(GAME), bet) == sentence


def test_a_bonus_takes_no_bet() -> None:
    bet = PlaceBets(1, {"Ante": MICROS, "Ante Bonus": MICROS})
    assert refused(Round(THREE), bet) == "Ante Bonus takes no bet: it is paid on the Ante"


def test_a_bet_that_could_not_be_paid_to_the_millionth_is_refused() -> None:
    game = games.find("straight-edge-poker", "v1")
    odd = PlaceBets(1, {"Ante": 1, "Bonus": 3})
    assert refused(Round(game), odd) == "$0.000003 on Bonus cannot be paid exactly: bet in steps of $0.000002"
    PlaceBets(1, {"Ante": 1, "Bonus": 4}).verify(Round(game))


def test_capitals_do_not_matter() -> None:
    round = Round(GAME).apply(PlaceBets(1, {"ANTE": MICROS, "blind": MICROS})).apply(WHOLE).apply(Choose(1, "PLAY 2X"))
    assert round.seat(1).stakes_micros == {"Ante": MICROS, "Blind": MICROS, "Play": 2 * MICROS}


def test_no_bets_after_the_deal() -> None:
    sentence = "the cards are dealt, so no more bets can be placed: seat 1 is to choose from fold, Play 2x"
    assert refused(dealt(GAME, {1: ""}), bets(GAME, 2)) == sentence


def test_the_deal_needs_players() -> None:
    assert refused(Round(GAME), WHOLE) == "there is nobody to deal to: place a bet first"


def test_cards_are_dealt_once() -> None:
    assert refused(dealt(GAME, {1: ""}), WHOLE).startswith("the cards are dealt already: seat 1 is to choose")


def test_the_deal_needs_enough_cards() -> None:
    round = Round(GAME).apply(bets(GAME, 2)).apply(bets(GAME, 5))
    assert refused(round, DealCards(STANDARD.cards[:20])) == "20 cards are too few: the deal to 2 of the seats needs 21"
    DealCards(STANDARD.cards[:21]).verify(round)


def test_a_card_is_dealt_once() -> None:
    order = (*STANDARD.cards[:50], STANDARD.cards[0])
    assert refused(Round(GAME).apply(bets(GAME)), DealCards(order)) == "2c is there 2 times; the deck holds it once"


def test_only_cards_of_the_deck_are_dealt() -> None:
    game = GAME.with_deck(Deck(ranks="23456789"))
    order = DealCards.of("2c 3c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d Td")
    assert refused(Round(game).apply(bets(game)), order) == "Td is not in this deck"


def test_a_shoe_of_two_decks_deals_a_card_twice_and_not_three_times() -> None:
    game = GAME.with_deck(Deck(copies=2))
    round = Round(game).apply(bets(game))
    DealCards.of("2c 2c 4c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d Td").verify(round)
    three = DealCards.of("2c 2c 2c 5c 6c 7c 8c 9c 2d 3d 4d 5d 6d Td")
    assert refused(round, three) == "2c is there 3 times; the deck holds it 2 times"


def test_players_choose_in_turn() -> None:
    round = dealt(GAME, {2: "", 4: ""})
    assert refused(round, Choose(4, "fold")) == "it is not the turn of seat 4: seat 2 is to choose from fold, Play 2x"
    assert round.choices(4) == ()


def test_only_what_is_offered_can_be_chosen() -> None:
    assert (
        refused(dealt(GAME, {1: ""}), Choose(1, "Play 3x")) == "there is no choice 'Play 3x'; did you mean 'Play 2x'?"
    )


def test_nothing_is_decided_before_the_deal() -> None:
    assert refused(Round(GAME), Choose(1, "fold")) == "there is nothing to decide now: place a bet first"


def test_settling_waits_for_every_decision() -> None:
    early, over = dealt(GAME, {1: ""}), dealt(GAME, {1: ""}).apply(Choose(1, "fold")).apply(Settle())
    ask = "the round cannot be settled now"
    assert refused(early, Settle()) == f"{ask}: seat 1 is to choose from fold, Play 2x"
    assert refused(over, Settle()) == f"{ask}: the round is over"
    assert refused(Round(GAME).apply(bets(GAME)), Settle()) == f"{ask}: place more bets or deal the cards"


def test_nobody_looks_at_the_cards_of_an_empty_seat() -> None:
    with pytest.raises(RoundError, match="nobody plays at seat 3: there are bets at seat 1, seat 2"):
        dealt(GAME, {1: "", 2: ""}).visible(3)


def test_a_logged_bet_does_not_change_with_the_callers_dictionary() -> None:
    amounts = {"Ante": MICROS, "Blind": MICROS}
    operation = PlaceBets(1, amounts)
    amounts["Ante"] = 0
    assert operation == PlaceBets(1, {"Ante": MICROS, "Blind": MICROS})
    assert hash(operation) == hash(PlaceBets(1, {"Ante": MICROS, "Blind": MICROS}))
