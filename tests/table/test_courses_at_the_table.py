"""Courses at the table: the rules of the sheets, operation by operation."""

from __future__ import annotations

import json

import pytest

from fairfelt import games
from fairfelt.rules import Game
from fairfelt.rules.cards import format_cards
from fairfelt.runtime.formats import MICROS
from fairfelt.table import (
    Choose,
    DealCards,
    PlaceBets,
    Round,
    RoundError,
    Settle,
    Settlement,
    from_dict,
    to_dict,
    write_transcript,
)
from tests.support.small_courses import FACE_DOWN, HIGH_CARD
from tests.table.scene import bets, dealt, finish, words

WAR, BACCARAT = games.find("casino-war"), games.find("ez-baccarat-with-dragon-bonus")
RED_DOG = games.find("red-dog")


def settled(round: Round) -> Settlement:
    settlement = round.apply(Settle()).settlement
    assert settlement
    return settlement


def shoe(text: str, length: int = 40) -> DealCards:
    """These cards on top, and enough behind them."""
    return DealCards.of(" ".join([text, *["2s"] * 6, *["3s"] * 6, *["4s"] * 6, *["5s"] * 6])[: 3 * length - 1])


def test_a_tie_stops_the_deal_until_it_is_answered() -> None:
    round = Round(WAR).apply(bets(WAR, 1, {"Tie": 2})).apply(shoe("9c 9d Kc Kd Kh 7c 4d"))
    assert round.phase == "deciding"
    assert round.expects == "seat 1 is to choose from surrender, War"
    assert format_cards(round.visible(1).dealer) == "9d"
    with pytest.raises(RoundError, match="there is no choice 'fold'"):
        round.apply(Choose(1, "fold"))
    at_war = round.apply(Choose(1, "war"))
    assert at_war.phase == "settling" and at_war.dealt
    assert [(p.receiver, format_cards(p.cards), len(p.burned)) for p in at_war.dealt.packets] == [
        ("seat 1", "9c", 0),
        ("the dealer", "9d", 0),
        ("seat 1", "7c", 3),
        ("the dealer", "4d", 0),
    ]
    settlement = settled(at_war)
    assert words(settlement) == [
        "Ante: tie, then wins the war, pushes",
        "War: wins the war, pays 1 to 1",
        "Tie: tie, pays 10 to 1",
    ]
    assert settlement.net_micros(1) == 30 * MICROS


def test_half_of_the_bet_is_surrendered() -> None:
    round = Round(WAR).apply(bets(WAR)).apply(shoe("9c 9d")).apply(Choose(1, "surrender"))
    assert words(settled(round)) == ["Ante: surrenders after a tie, loses half"]
    assert settled(round).net_micros(1) == -5 * MICROS


def test_players_answer_in_turn_and_those_at_war_share_the_dealers_card() -> None:
    round = Round(WAR).apply(bets(WAR, 2)).apply(bets(WAR, 5)).apply(bets(WAR, 7))
    round = round.apply(shoe("9c Kd 9h 9s Kc Qc Jc 5c 8d 7d"))
    with pytest.raises(RoundError, match="it is not the turn of seat 7: seat 2 is to choose"):
        round.apply(Choose(7, "War"))
    round = round.apply(Choose(2, "War")).apply(Choose(7, "War"))
    settlement = settled(round)
    assert words(settlement, 2) == ["Ante: tie, then loses the war, loses", "War: loses the war, loses"]
    assert words(settlement, 5) == ["Ante: wins the deal, pays 1 to 1"]
    assert words(settlement, 7) == ["Ante: tie, then wins the war, pushes", "War: wins the war, pays 1 to 1"]


def baccarat(cards: str, **units: int) -> Settlement:
    amounts = {name.replace("_", " "): amount * MICROS for name, amount in units.items()}
    return settled(Round(BACCARAT).apply(PlaceBets(1, amounts)).apply(shoe(cards)))


def test_banker_pushes_with_a_winning_three_card_seven() -> None:
    settlement = baccarat("Kc 2c Kd Qc 6c 5c", Banker=10, Dragon_7=1, Dragon_Bonus_Banker=1)
    assert words(settlement) == [
        "Banker: Banker wins with a three-card 7, pushes",
        "Dragon 7: Banker wins with a three-card 7, pays 40 to 1",
        "Dragon Bonus Banker: no bonus, loses",
    ]


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [
        ("9c Kc Kd 8c", "natural win, pays 1 to 1", "no bonus, loses"),
        ("9c 9d Kd Kc", "natural tie, pushes", "natural tie, pushes"),
        ("6c 6d Kd Kc", "no bonus, loses", "no bonus, loses"),
        ("5c 3c Kd Kc 4c 7c", "win by 9, pays 30 to 1", "no bonus, loses"),
        ("Kc 7d Kd Kc 3c", "no bonus, loses", "win by 4, pays 1 to 1"),
        ("Kc 6d Kd Kc 3c", "no bonus, loses", "no bonus, loses"),
    ],
)
def test_dragon_bonus(cards: str, player: str, banker: str) -> None:
    settlement = baccarat(cards, Player=10, Dragon_Bonus_Player=1, Dragon_Bonus_Banker=1)
    assert words(settlement)[1:] == [f"Dragon Bonus Player: {player}", f"Dragon Bonus Banker: {banker}"]


def test_a_round_is_opened_with_one_of_the_bets() -> None:
    with pytest.raises(RoundError, match="there are bets on Player and Banker: every player bets on one of"):
        baccarat("9c Kc Kd 8c", Player=10, Banker=10)
    with pytest.raises(RoundError, match="the opening bet is missing: every player bets on one of Player, Banker"):
        baccarat("9c Kc Kd 8c", Tie=10)


def test_players_may_open_with_different_bets() -> None:
    round = Round(BACCARAT)
    for seat, wager in ((1, "Player"), (2, "Banker")):
        round = round.apply(PlaceBets(seat, {wager: 10 * MICROS}))
    settlement = settled(round.apply(shoe("9c Kc Kd 8c")))
    assert [settlement.net_micros(seat) for seat in (1, 2)] == [10 * MICROS, -10 * MICROS]


def test_the_hands_are_called_by_their_names() -> None:
    told = write_transcript(Round(BACCARAT).apply(bets(BACCARAT)).apply(shoe("9c Kc Kd 8c")).apply(Settle()))
    assert "  To the Player hand: 9c\n  To the Banker hand: Kc\n" in told
    assert "The Banker hand has Kc 8c. The Player hand has 9c Kd." in told


@pytest.mark.parametrize(("game", "seen"), [(HIGH_CARD, "3d"), (FACE_DOWN, "")])
def test_a_card_face_down_is_seen_at_the_end(game: Game, seen: str) -> None:
    round = Round(game).apply(bets(game)).apply(DealCards.of("5c 3d"))
    assert format_cards(round.visible(1).dealer) == seen
    over = round.apply(Choose(1, "Double"))
    assert format_cards(over.visible(1).dealer) == "3d"
    assert settled(over).net_micros(1) == 20 * MICROS


def test_too_few_cards_for_the_longest_round_are_refused() -> None:
    with pytest.raises(RoundError, match="5 cards are too few: the deal to 1 of the seats needs 7"):
        Round(WAR).apply(bets(WAR)).apply(DealCards.of("9c 8d Kc Kd Kh"))


def test_a_record_of_a_course_is_replayed() -> None:
    round = Round(WAR).apply(bets(WAR)).apply(shoe("9c 9d Kc Kd Kh 7c 4d")).apply(Choose(1, "War")).apply(Settle())
    assert tuple(from_dict(json.loads(json.dumps(to_dict(round))))) == tuple(round)


def test_a_record_keeps_the_number_of_decks() -> None:
    game = WAR.with_decks(2)
    round = Round(game).apply(bets(game)).apply(shoe("9c 8d Kc Kd Kh 7c 4d", length=9)).apply(Settle())
    record = to_dict(round)
    assert record["decks"] == 2
    assert from_dict(record).game.deck.copies == 2


@pytest.mark.parametrize(
    ("cards", "outcome", "net"),
    [
        ("7c 8d", "two cards in a row", 0), ("Kc Ad", "two cards in a row", 0), ("7c 7d 7h", "three of a kind", 110),
        ("7c 7d 8h", "pair", 0),
    ],
)  # fmt: skip
def test_red_dog_asks_nothing_where_there_is_no_spread(cards: str, outcome: str, net: int) -> None:
    settlement = settled(Round(RED_DOG).apply(bets(RED_DOG)).apply(shoe(cards)))
    assert [(bet.outcome.name, bet.net_micros // MICROS) for bet in settlement.of(1)] == [(outcome, net)]


@pytest.mark.parametrize(
    ("cards", "won"),
    [("7c 9d 8h", 50), ("9c 6d 7h", 40), ("2c 6d 3h", 20), ("2c 7d 4h", 10), ("2c Ad Kh", 10), ("2c 7d 7h", -10)],
)
def test_red_dog_pays_bet_and_raise_by_the_spread(cards: str, won: int) -> None:
    round = Round(RED_DOG).apply(bets(RED_DOG)).apply(shoe(cards))
    for choice, circles in (("call", 1), ("Raise", 2)):
        settlement = settled(round.apply(Choose(1, choice)))
        assert [bet.net_micros // MICROS for bet in settlement.of(1)] == [won] * circles


MINE = "Ac Ad Kc Kd 9s 7s 5s"


@pytest.mark.parametrize(
    ("dealer", "main", "dragon"),
    [
        ("Qc Jd 9h 7h 5h 4c 2c", "the dealer's hand pushes", "dealer has queen high, pays 50 to 1"),
        ("Kh Qc 9h 7h 5h 4c 2c", "wins both hands, pays 1 to 1", "dealer has no queen high, loses"),
        ("Qc Qd 9h 7h 5h 4c 2c", "wins both hands, pays 1 to 1", "dealer has no queen high, loses"),
    ],
    ids=["queen high", "king high", "pair of queens"],
)
def test_a_dealers_queen_high_pushes_and_pays_the_dragon(dealer: str, main: str, dragon: str) -> None:
    settlement = finish(dealt(games.ez_pai_gow, {1: MINE}, dealer=dealer, side={"Queen's Dragon": 5}))
    assert words(settlement) == [f"Pai Gow: {main}", f"Queen's Dragon: {dragon}"]
