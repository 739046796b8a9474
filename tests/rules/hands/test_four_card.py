"""Four-card poker: counts of the whole deck, order, kernels and words."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given

from fairfelt.engine.bets.census import line_counts
from fairfelt.rules.cards import STANDARD, Deck, parse_cards
from fairfelt.rules.hands import FOUR_CARD
from tests.rules.hands.dealt import Hand, all_hands, assert_kernel_agrees, assert_same_order, dealt, kernel_values
from tests.support.heavy import first_few

SMALL_DECKS = [Deck(ranks="A234K", suits="cdh"), Deck(ranks="TJQKA", suits="hs"), Deck(ranks="7QA")]
STRAIGHTS = ["A234", *("23456789TJQKA"[low : low + 4] for low in range(10))]


def slow_four(hand: Hand) -> tuple[int, ...]:
    """A hand's place by looking things up: the line, then what breaks ties."""
    letters = "".join(str(card)[0] for card in hand)
    flush = len({str(card)[1] for card in hand}) == 1
    for place, straight in enumerate(STRAIGHTS):
        if set(letters) == set(straight):
            return (6 if flush else 3, place)
    times = {rank: letters.count(letter) for rank, letter in enumerate("23456789TJQKA")}
    fours, threes, pairs, singles = (
        tuple(rank for rank in reversed(range(13)) if times[rank] == n) for n in (4, 3, 2, 1)
    )
    line = 7 if fours else 5 if threes else 4 if flush else len(pairs)
    return (line, *fours, *threes, *pairs, *singles)


def test_four_cards_by_counting_on_paper() -> None:
    runs, sets = 11, comb(13, 4) - 11
    high, flushes, straights = sets * (4**4 - 4), sets * 4, runs * (4**4 - 4)
    pairs, two_pairs, trips = 13 * 6 * comb(12, 2) * 16, comb(13, 2) * 36, 13 * 4 * 48
    counts = (high, pairs, two_pairs, straights, flushes, trips, runs * 4, 13)
    assert line_counts(FOUR_CARD, STANDARD, 4) == counts
    assert sum(counts) == comb(52, 4)


@pytest.mark.parametrize("deck", first_few(SMALL_DECKS, 1))
def test_order_of_every_four_cards_of_a_small_deck(deck: Deck) -> None:
    assert_same_order(FOUR_CARD, slow_four, all_hands(deck, 4))


@pytest.mark.parametrize("size", [4, 5, 6])
@pytest.mark.parametrize("deck", first_few(SMALL_DECKS, 1))
def test_kernel_finds_the_best_four_of_every_hand_of_a_small_deck(deck: Deck, size: int) -> None:
    hands = all_hands(deck, size)
    fours = {four: FOUR_CARD.value(four) for four in all_hands(deck, 4)}
    assert kernel_values(FOUR_CARD, hands) == [max(map(fours.__getitem__, combinations(hand, 4))) for hand in hands]


@given(dealt(4, 6))
def test_kernel_equals_reference(hand: Hand) -> None:
    assert_kernel_agrees(FOUR_CARD, [hand])


@given(dealt(6))
def test_one_more_card_never_hurts(hand: Hand) -> None:
    assert FOUR_CARD.value(hand[:4]) <= FOUR_CARD.value(hand[:5]) <= FOUR_CARD.value(hand)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("2c 2d 2h 2s", "Ac Kc Qc Jc"),
        ("4c 3c 2c Ac", "Ac Ad Ah Ks"),
        ("2c 2d 2h 3s", "Ac Kc Qc 9c"),
        ("6c 4c 3c 2c", "Ac Kd Qh Js"),
        ("5c 4d 3h 2s", "4c 3d 2h As"),
        ("4c 3d 2h As", "Ac Ad Kh Ks"),
        ("3c 3d 3s 9s 8s 6s", "Ks 9s 8s 6s"),
    ],
)
def test_better_beats_worse(better: str, worse: str) -> None:
    assert FOUR_CARD.value(parse_cards(better)) > FOUR_CARD.value(parse_cards(worse))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac Kd Jh 9c 2d", "ace high, king, jack, nine"),
        ("6c 6d Ah Jd 4c", "pair of sixes, ace-jack kickers"),
        ("Kc Kd 7h 7s Ah", "two pair, kings and sevens"),
        ("As 2c 3d 4h 9s", "straight to the four"),
        ("Ac Jc 9c 6c 3d", "ace-high flush, jack, nine, six"),
        ("7c 7d 7h Ah Kh", "three sevens, ace kicker"),
        ("9d 8d 7d 6d 2c", "straight flush to the nine"),
        ("6c 6d 6h 6s Ah", "four sixes"),
    ],
)
def test_words(cards: str, words: str) -> None:
    assert FOUR_CARD.describe(FOUR_CARD.value(parse_cards(cards))) == words


@pytest.mark.parametrize("cards", ["As Ks Qs", "As Ks Qs Js Ts 9s 8s"])
def test_only_four_to_six_cards_are_ranked(cards: str) -> None:
    hand = parse_cards(cards)
    with pytest.raises(ValueError, match="“four-card poker” ranks the best four of four, five or six cards"):
        FOUR_CARD.value(hand)
    with pytest.raises(ValueError, match=f"not of {len(hand)}"):
        FOUR_CARD.batch(np.array([hand], np.uint8))
