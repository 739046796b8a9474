"""Three-card poker: counts of the whole deck, order, kernel and words."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rules.cards import STANDARD, Deck, card, parse_cards
from fairfelt.rules.hands import (
    THREE_CARD,
    THREE_CARD_SPADES,
    Line,
    Tells,
    ThreeCard,
    ThreeCardRanking,
    ThreeOfAShoe,
    line_of,
)
from tests.rules.hands.dealt import Hand, all_hands, assert_kernel_agrees, assert_same_order, dealt, kernel_values

RUNS = ["A23", "234", "345", "456", "567", "678", "789", "89T", "9TJ", "TJQ", "JQK", "QKA"]


def slow(hand: Hand) -> tuple[int, ...]:
    """A hand's place by looking things up: the line, then what breaks ties."""
    letters = [str(card)[0] for card in hand]
    suited = len({str(card)[1] for card in hand}) == 1
    ranks = sorted(("23456789TJQKA".index(letter) for letter in letters), reverse=True)
    for place, run in enumerate(RUNS):
        if set(letters) == set(run):
            return (3 if not suited else 6 if run == "QKA" else 5, place)
    if ranks[0] == ranks[2]:
        return (4, ranks[0])
    if ranks[1] in (ranks[0], ranks[2]):
        return (1, ranks[1], sum(ranks) - 2 * ranks[1])
    return (2 if suited else 0, *ranks)


def test_the_whole_deck_gives_the_known_counts() -> None:
    counts = Counter(map(line_of, kernel_values(THREE_CARD, all_hands(STANDARD, 3))))
    assert counts == {
        ThreeCard.HIGH_CARD: 16_440,
        ThreeCard.PAIR: 3_744,
        ThreeCard.FLUSH: 1_096,
        ThreeCard.STRAIGHT: 720,
        ThreeCard.THREE_OF_A_KIND: 52,
        ThreeCard.STRAIGHT_FLUSH: 44,
        ThreeCard.ROYAL: 4,
    }


def test_one_royal_in_four_is_in_spades() -> None:
    counts = Counter(map(line_of, kernel_values(THREE_CARD_SPADES, all_hands(STANDARD, 3))))
    assert counts[ThreeCard.ROYAL] == 3
    assert counts[ThreeCard.ROYAL_SPADES] == 1


def test_order_of_every_hand() -> None:
    assert_same_order(THREE_CARD, slow, all_hands(STANDARD, 3))


@pytest.mark.parametrize("ranking", [THREE_CARD, THREE_CARD_SPADES])
def test_kernel_equals_reference_on_a_small_deck(ranking: ThreeCardRanking) -> None:
    assert_kernel_agrees(ranking, all_hands(Deck(ranks="A23QK"), 3))


@given(dealt(3))
def test_kernel_equals_reference(hand: Hand) -> None:
    assert_kernel_agrees(THREE_CARD, [hand])
    assert_kernel_agrees(THREE_CARD_SPADES, [hand])


@given(dealt(3), st.permutations(range(4)))
def test_exchanging_suits_changes_nothing(hand: Hand, suits: list[int]) -> None:
    other = [card(c.rank, suits[c.suit]) for c in hand]
    assert THREE_CARD.value(other) == THREE_CARD.value(hand)


@given(dealt(3))
def test_the_spade_line_changes_only_the_royal_in_spades(hand: Hand) -> None:
    if set(hand) != set(parse_cards("As Ks Qs")):
        assert THREE_CARD_SPADES.value(hand) == THREE_CARD.value(hand)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4c 3d 2h", "3c 2d Ah"),
        ("Ac Kd Qh", "Kc Qd Jh"),
        ("3c 2d Ah", "Ac Kc Jc"),
        ("2c 2d 3h", "Ac Kd Jh"),
        ("6c 6d Ah", "6h 6s Kh"),
        ("2c 2d 2h", "Ac Kd Qh"),
        ("3c 2c Ac", "Ac Ad Ah"),
    ],
)
def test_better_beats_worse(better: str, worse: str) -> None:
    assert THREE_CARD.value(parse_cards(better)) > THREE_CARD.value(parse_cards(worse))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Qc Jd 9h", "queen high, jack, nine"),
        ("6c Ad 6h", "pair of sixes, ace kicker"),
        ("9c 7c 2c", "nine-high flush, seven, deuce"),
        ("Kc Qd Jh", "straight to the king"),
        ("Ac 2d 3h", "straight to the three"),
        ("5c 5d 5h", "three fives"),
        ("4d 3d 2d", "straight flush to the four"),
        ("Ah Kh Qh", "mini royal"),
    ],
)
def test_words(cards: str, words: str) -> None:
    assert THREE_CARD.describe(THREE_CARD.value(parse_cards(cards))) == words


def test_a_royal_in_spades_has_words_of_its_own() -> None:
    assert THREE_CARD_SPADES.describe(THREE_CARD_SPADES.value(parse_cards("As Ks Qs"))) == "mini royal in spades"
    assert THREE_CARD.describe(THREE_CARD.value(parse_cards("As Ks Qs"))) == "mini royal"


def test_special_lines_are_kinds_of_the_lines_below_them() -> None:
    assert [line.name for line in THREE_CARD_SPADES.lines[-2:]] == ["AKQ suited", "AKQ of spades"]
    assert THREE_CARD_SPADES.lines[ThreeCard.ROYAL].kind_of == ThreeCard.STRAIGHT_FLUSH
    assert THREE_CARD_SPADES.lines[ThreeCard.ROYAL_SPADES].kind_of == ThreeCard.ROYAL
    assert THREE_CARD.lines == THREE_CARD_SPADES.lines[:-1]
    assert (THREE_CARD.tells, THREE_CARD_SPADES.tells) == (Tells.SUITS, Tells.CARDS)


def test_only_three_cards_are_ranked() -> None:
    with pytest.raises(ValueError, match="three-card poker” ranks three cards, not 2"):
        THREE_CARD.value(parse_cards("As Ks"))
    with pytest.raises(ValueError, match="not 4"):
        THREE_CARD.emit("value", ["a", "b", "c", "d"])


@pytest.mark.parametrize(
    ("cards", "called"),
    [
        ("9c 7c 7c", "nine-high flush, seven, seven"),
        ("7c 7c 7c", "three sevens"),
        ("9c 7c 7d", "pair of sevens, nine kicker"),
    ],
)
def test_twins_with_a_third_of_their_suit_are_a_flush(cards: str, called: str) -> None:
    """They were called a pair, which no single deck can show."""
    hand = parse_cards(cards)
    value = THREE_CARD.value(hand)
    assert THREE_CARD.describe(value) == called
    assert THREE_CARD.batch(np.array([hand], np.uint8)).tolist() == [value]


def test_three_of_a_shoe_are_looked_up_in_any_order() -> None:
    ranking = ThreeOfAShoe("pairs", (Line("none"), Line("pair")), lambda cards: len({card.rank for card in cards}) < 3)
    hands = [order for text in ("7c 7d 9h", "7c 7c 9h", "2c 3d 4h") for order in permutations(parse_cards(text))]
    values = ranking.batch(np.array(hands, np.uint8))
    assert [line_of(int(value)) for value in values] == [1] * 12 + [0] * 6
    with pytest.raises(ValueError, match="“pairs” ranks three cards, not 2"):
        ranking.value(parse_cards("7c 7d"))
