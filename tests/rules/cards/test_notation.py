"""Cards in writing, read and written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rules.cards import RANKS, SUITS, Card, NotationError, card, format_cards, parse_card, parse_cards

cards = st.integers(0, 52).map(Card)


@given(st.lists(cards))
def test_what_is_written_is_read_back(hand: list[Card]) -> None:
    assert parse_cards(format_cards(hand)) == tuple(hand)


@given(st.lists(cards))
def test_spaces_are_not_needed(hand: list[Card]) -> None:
    assert parse_cards(format_cards(hand).replace(" ", "")) == tuple(hand)


@pytest.mark.parametrize("text", ["As Kd 10h", "AsKd10h", "As,Kd,Th", "as-kD-tH", "  As  Kd, Th "])
def test_ways_to_write_the_same_cards(text: str) -> None:
    assert parse_cards(text) == (card(12, 3), card(11, 1), card(8, 2))


def test_no_text_is_no_cards() -> None:
    assert parse_cards("") == ()


def test_jokers_have_neither_rank_nor_suit() -> None:
    ace, joker = parse_cards("As*")
    assert (ace.is_joker, joker.is_joker) == (False, True)
    assert (str(joker), joker.words) == ("*", "joker")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1s", "'1s' is not a card: '1' is no rank; ranks are 2 3 4"),
        ("A", "'A' is not a card: after the rank comes a suit, one of c d h s"),
        ("Ax", "'Ax' is not a card: after the rank comes a suit"),
        ("As K", "'K' is not a card"),
    ],
)
def test_what_is_no_card_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_cards(text)


def test_one_card_is_one_card() -> None:
    assert parse_card("10h") == card(8, 2)
    for text in ("", "As Ks"):
        with pytest.raises(NotationError, match="is not one card: write a rank and a suit"):
            parse_card(text)


@given(st.integers(0, 12), st.integers(0, 3))
def test_a_card_knows_its_rank_suit_and_color(rank: int, suit: int) -> None:
    made = card(rank, suit)
    assert (made.rank, made.suit) == (rank, suit)
    assert str(made) == RANKS[rank] + SUITS[suit]
    assert made.is_red == (SUITS[suit] in "dh")


def test_a_card_in_words() -> None:
    assert parse_card("As").words == "ace of spades"
    assert repr(parse_card("2c")) == "Card('2c')"


@pytest.mark.parametrize("text", ["Q♠ 10♥ 2♦ A♣", "Q♤10♡2♢A♧", "Q♠\ufe0f 10♥\ufe0f 2♦\ufe0f A♣\ufe0f", "Qs Th 2d Ac"])
def test_suits_may_be_signs(text: str) -> None:
    """Q♠ was refused as a card."""
    assert parse_cards(text) == parse_cards("Qs Th 2d Ac")


def test_a_joker_may_be_a_sign() -> None:
    assert parse_cards("🃏") == parse_cards("*")
