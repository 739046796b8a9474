"""What a shoe holds, and what it cannot deal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rules.cards import RANKS, STANDARD, SUITS, Card, Deck, DeckError, parse_cards


def test_the_standard_deck() -> None:
    assert len(STANDARD) == 52
    assert STANDARD.faces == STANDARD.cards == tuple(Card(c) for c in range(52))


def test_a_shoe_holds_copies_and_one_face_of_each() -> None:
    shoe = Deck(copies=6)
    assert len(shoe) == len(shoe.cards) == 312
    assert shoe.faces == STANDARD.faces


def test_jokers_share_one_face() -> None:
    deck = Deck(jokers=2)
    assert len(deck) == len(deck.cards) == 54
    assert len(deck.faces) == 53
    assert deck.faces[-1].is_joker


@given(
    st.lists(st.sampled_from(RANKS), min_size=1, unique=True).map("".join),
    st.lists(st.sampled_from(SUITS), min_size=1, unique=True).map("".join),
    st.integers(1, 8),
    st.integers(0, 3),
)
def test_length_is_the_number_of_cards(ranks: str, suits: str, copies: int, jokers: int) -> None:
    deck = Deck(ranks=ranks, suits=suits, copies=copies, jokers=jokers)
    assert len(deck) == len(deck.cards)
    assert list(deck.faces) == sorted(set(deck.cards))
    deck.verify(deck.cards)


def test_equal_decks_are_equal() -> None:
    assert Deck() == STANDARD
    assert Deck(copies=2) != STANDARD


@pytest.mark.parametrize(
    ("deck", "cards", "reason"),
    [
        (STANDARD, "As As", "As is there 2 times; the deck holds it once"),
        (Deck(copies=2), "As As As", "As is there 3 times; the deck holds it 2 times"),
        (STANDARD, "As *", r"\* is not in this deck"),
        (Deck(ranks="789TJQKA"), "2c", "2c is not in this deck"),
    ],
)
def test_cards_the_deck_does_not_hold_are_refused(deck: Deck, cards: str, reason: str) -> None:
    with pytest.raises(DeckError, match=reason):
        deck.verify(parse_cards(cards))


def test_an_impossible_deck_is_refused() -> None:
    with pytest.raises(DeckError, match="'1' is no rank: a deck takes ranks from 23456789TJQKA"):
        Deck(ranks="1")
    with pytest.raises(DeckError, match="'x' is no suit: a deck takes suits from cdhs"):
        Deck(suits="x")
    with pytest.raises(DeckError, match="a rank is named twice in 'AA'"):
        Deck(ranks="AA")
    with pytest.raises(DeckError, match="at least one copy"):
        Deck(copies=0)
    with pytest.raises(DeckError, match="no negative number of jokers"):
        Deck(jokers=-1)
