"""Five-card poker: counts of the whole deck, order, kernels and words."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rules.cards import Deck, card, parse_cards
from fairfelt.rules.hands import POKER, Poker, line_census
from fairfelt.rules.hands.poker.five_card import RANK_WEIGHTS, poker_tables
from tests.rules.hands.dealt import Hand, all_hands, assert_kernel_agrees, assert_same_order, dealt, kernel_values
from tests.support.heavy import first_few

COUNTS = {
    5: [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4],
    6: [6_612_900, 9_730_740, 2_532_816, 732_160, 361_620, 205_792, 165_984, 14_664, 1_656, 188],
    7: [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324],
}
STRAIGHTS = ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
SMALL_DECKS = [Deck(ranks="A2345K", suits="cdh"), Deck(ranks="9TJQKA", suits="hs"), Deck(ranks="7QKA")]


def slow_five(hand: Hand) -> tuple[int, ...]:
    """A hand's place by looking things up: the line, then what breaks ties."""
    letters = "".join(str(card)[0] for card in hand)
    flush = len({str(card)[1] for card in hand}) == 1
    for place, straight in enumerate(STRAIGHTS):
        if set(letters) == set(straight):
            return (4 if not flush else 9 if straight == "TJQKA" else 8, place)
    times = {rank: letters.count(letter) for rank, letter in enumerate("23456789TJQKA")}
    by_times = [tuple(rank for rank in reversed(range(13)) if times[rank] == n) for n in (4, 3, 2, 1)]
    fours, threes, pairs, singles = by_times
    line = 7 if fours else 6 if threes and pairs else 5 if flush else 3 if threes else len(pairs)
    return (line, *fours, *threes, *pairs, *singles)


def slow(hand: Hand) -> tuple[int, ...]:
    return max(map(slow_five, combinations(hand, 5)))


@pytest.mark.parametrize("size", first_few([5, 6, 7], 1))
def test_the_whole_deck_gives_the_known_counts(size: int) -> None:
    assert line_census(POKER, size) == tuple(COUNTS[size])


@pytest.mark.parametrize("deck", first_few(SMALL_DECKS, 1))
def test_order_of_every_five_cards_of_a_small_deck(deck: Deck) -> None:
    assert_same_order(POKER, slow_five, all_hands(deck, 5))


@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("deck", first_few(SMALL_DECKS, 1))
def test_kernel_finds_the_best_five_of_every_hand_of_a_small_deck(deck: Deck, size: int) -> None:
    hands = all_hands(deck, size)
    fives = {five: POKER.value(five) for five in all_hands(deck, 5)}
    assert kernel_values(POKER, hands) == [max(map(fives.__getitem__, combinations(hand, 5))) for hand in hands]


@given(st.lists(dealt(7), min_size=2, max_size=2))
def test_reference_orders_as_a_slow_one(hands: list[Hand]) -> None:
    assert_same_order(POKER, slow, hands)


@given(dealt(5, 7))
def test_kernel_equals_reference(hand: Hand) -> None:
    assert_kernel_agrees(POKER, [hand])


@given(dealt(5, 7), st.permutations(range(4)))
def test_exchanging_suits_changes_nothing(hand: Hand, suits: list[int]) -> None:
    assert POKER.value([card(c.rank, suits[c.suit]) for c in hand]) == POKER.value(hand)


@given(dealt(7))
def test_one_more_card_never_hurts(hand: Hand) -> None:
    assert POKER.value(hand[:5]) <= POKER.value(hand[:6]) <= POKER.value(hand)


def test_there_are_7462_different_hands() -> None:
    tables = poker_tables(5)
    found = np.union1d(tables.values, tables.flushes)
    assert np.count_nonzero(found) == 7_462


def test_rank_weights_tell_every_seven_ranks_apart() -> None:
    counted = {(0, 0)}
    for weight in RANK_WEIGHTS:
        counted = {(cards + n, total + n * weight) for cards, total in counted for n in range(5) if cards + n <= 7}
    assert len({total % (1 << 23) for cards, total in counted if cards == 7}) == 49_205


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"),
        ("Ac 3c 4c 6c 7c", "Ac Kd Qh Js Tc"),
        ("2c 2d 2h 3s 3c", "Ac Kc Qc Jc 9c"),
        ("Kc Kd 7h 7s 3c", "Kh Ks 7c 7d 2c"),
        ("2c 3c 4c 5c 6c", "Ac Ad Ah As Kc"),
        ("Ac Kc Qc Jc Tc", "9h Kh Qh Jh Th"),
        ("Kc Kd Kh Qs Qc 2c 2d", "Kc Kd Kh Js Jc Ac 2d"),
    ],
)
def test_better_beats_worse(better: str, worse: str) -> None:
    assert POKER.value(parse_cards(better)) > POKER.value(parse_cards(worse))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ac Kd Jh 9c 2d", "ace high, king, jack, nine, deuce"),
        ("6c 6d Ah Jd 4c", "pair of sixes, ace-jack-four kickers"),
        ("Kc Kd 7h 7s Ah", "two pair, kings and sevens, ace kicker"),
        ("7c 7d 7h Ah Kh", "three sevens, ace-king kickers"),
        ("As 2c 3d 4h 5s", "straight to the five"),
        ("Ac Jc 9c 6c 3c 2d", "ace-high flush, jack, nine, six, three"),
        ("Kc Kd Kh 7c 7d 7s 2c", "full house, kings over sevens"),
        ("6c 6d 6h 6s Ah", "four sixes, ace kicker"),
        ("9d 8d 7d 6d 5d", "straight flush to the nine"),
        ("Ad Kd Qd Jd Td", "royal flush"),
    ],
)
def test_words(cards: str, words: str) -> None:
    assert POKER.describe(POKER.value(parse_cards(cards))) == words


def test_lines() -> None:
    assert [line.name for line in POKER.lines] == [
        "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
        "straight flush", "royal flush",
    ]  # fmt: skip
    assert POKER.lines[Poker.ROYAL_FLUSH].kind_of == Poker.STRAIGHT_FLUSH


@pytest.mark.parametrize("cards", ["As Ks Qs Js", "As Ks Qs Js Ts 9s 8s 7s"])
def test_only_five_to_seven_cards_are_ranked(cards: str) -> None:
    hand = parse_cards(cards)
    with pytest.raises(ValueError, match="“poker” ranks the best five of five, six or seven cards"):
        POKER.value(hand)
    with pytest.raises(ValueError, match=f"not of {len(hand)}"):
        POKER.batch(np.array([hand], np.uint8))
